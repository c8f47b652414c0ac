import { addDays, addMinutes } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import { castDevices } from '../cast.ts'
import { Random } from '../random.ts'
import type { Device, Frame, OpenDevice, Opened, User } from './model.ts'
import { justificationRows } from './justifications.ts'
import { planRows, makePlans } from './prices.ts'

type Windows = Opened['windows']
const week = (workday: Windows[number], weekend: Windows[number]): Windows => [
  ...Array.from({ length: 5 }, () => workday),
  weekend,
  weekend,
]
const castWindows = week([[480, 1320]], [[480, 1320]])
/**
 * The demo books nothing before 04:00, when clocks change; only the running use in the cast's stories may be
 * at any hour.
 */
const roundTheClock = week([[0, 1440]], [[0, 1440]])
const someWindows: readonly (readonly [weight: number, Windows])[] = [
  [
    40,
    week(
      [
        [480, 720],
        [840, 1080],
      ],
      [],
    ),
  ],
  [25, week([[480, 1320]], [[540, 1020]])],
  [
    20,
    week(
      [
        [510, 720],
        [810, 1260],
      ],
      [[540, 720]],
    ),
  ],
  [15, roundTheClock],
]
const QUALIFIED_EACH = 20

/** Opens devices: rules, weekly windows, occasional repairs, prices and qualified people. */
export async function fillOpenings(
  copier: Copier,
  frame: Frame,
  devices: readonly Device[],
  people: readonly User[],
): Promise<OpenDevice[]> {
  const random = new Random('openings')
  const openingRows = copier.table('opening', [
    'device_id',
    'enabled',
    'self_operated',
    'sample_delivery',
    'capacity',
    'grid_minutes',
    'min_minutes',
    'max_minutes',
    'horizon_days',
    'notice_minutes',
    'cancel_limit_minutes',
    'cancel_fee_fen',
    'grace_minutes',
    'quota_day_minutes',
    'quota_week_minutes',
    'quota_running',
    'admitted_tiers',
    'qualification_required',
    'pay_modes',
    'fund_card_required',
    'notes',
    'updated_at',
    'updated_by',
  ])
  const windowRows = copier.table('opening_window', ['device_id', 'weekday', 'from_minute', 'to_minute'])
  const closureRows = copier.table('opening_exception', [
    'device_id',
    'first_day',
    'last_day',
    'open',
    'reason',
    'created_by',
  ])
  const priceRows = planRows(copier)
  const justifications = justificationRows(copier)
  const qualificationRows = copier.table('qualification', [
    'user_id',
    'device_id',
    'granted_by',
    'granted_at',
    'valid_until',
  ])
  const learners = people.filter((p) => !p.cast && (p.role === 'student' || p.role === 'teacher'))
  let planId = 0

  const open: OpenDevice[] = []
  for (const device of devices) {
    if (!device.shared) continue
    const plans = makePlans(device, frame, random, () => ++planId)
    justifications.add(device, plans)
    const rule = device.cast ? castRule(device, plans) : someRule(device, plans)
    const opened: Opened = {
      ...rule,
      qualified:
        device.kind.trained && !device.cast ? random.some(learners, QUALIFIED_EACH).map((p) => p.id) : null,
    }
    const quotas =
      device.cast || !random.chance(0.3)
        ? null
        : { day: Math.max(480, opened.maxMinutes), week: Math.max(480, opened.maxMinutes) * 3, running: 6 }
    openingRows.add({
      device_id: device.id,
      enabled: true,
      self_operated: opened.selfOperated,
      sample_delivery: opened.sampleDelivery,
      capacity: opened.capacity,
      grid_minutes: opened.gridMinutes,
      min_minutes: opened.minMinutes,
      max_minutes: opened.maxMinutes,
      horizon_days: 30,
      notice_minutes: device.cast ? 0 : random.pick([0, 0, 30, 120]),
      cancel_limit_minutes: opened.cancelLimitMinutes,
      cancel_fee_fen: opened.cancelFeeFen,
      grace_minutes: opened.graceMinutes,
      quota_day_minutes: quotas?.day,
      quota_week_minutes: quotas?.week,
      quota_running: quotas?.running,
      admitted_tiers: opened.admittedTiers,
      qualification_required: opened.qualified !== null,
      pay_modes: opened.payModes,
      fund_card_required: false,
      notes: '请按预约时间到场，使用后做好登记与清洁。',
      updated_at: addMinutes(frame.now, -random.int(30, 400) * 1440),
      updated_by: device.lab.directorId,
    })
    opened.windows.forEach((spans, i) => {
      for (const [from, to] of spans)
        windowRows.add({ device_id: device.id, weekday: i + 1, from_minute: from, to_minute: to })
    })
    if (opened.closed) {
      closureRows.add({
        device_id: device.id,
        first_day: opened.closed[0],
        last_day: opened.closed[1],
        open: false,
        reason: '设备年度维护',
        created_by: device.lab.adminId,
      })
    }
    for (const plan of plans) priceRows.add(device, plan)
    for (const id of opened.qualified ?? []) {
      qualificationRows.add({
        user_id: id,
        device_id: device.id,
        granted_by: device.lab.reviewerIds[0],
        granted_at: addMinutes(frame.now, -random.int(380, 500) * 1440),
        valid_until: random.chance(0.7) ? addMinutes(frame.now, random.int(60, 700) * 1440) : null,
      })
    }
    open.push({ ...device, opened })
    await copier.flushFull()
  }
  await copier.flush()
  return open

  function someRule(device: Device, plans: Opened['plans']): Omit<Opened, 'qualified'> {
    const gridMinutes = random.pick([15, 30, 30, 60])
    const hourly = 'hour' in device.kind.charge
    const start = random.int(-20, 20)
    return {
      selfOperated: device.kind.ways !== 'samples',
      sampleDelivery: device.kind.ways !== 'self',
      capacity: device.kind.seats ?? 1,
      gridMinutes,
      plans,
      minMinutes: Math.max(gridMinutes, hourly ? 60 : 30),
      maxMinutes: random.pick([240, 480, 480, 720]),
      graceMinutes: random.pick([15, 30, 30, 60]),
      cancelLimitMinutes: random.pick([60, 120, 120, 1440]),
      cancelFeeFen: random.pick([0, 0, 0, 5000]),
      windows: random.weighted(someWindows),
      admittedTiers: random.chance(0.8) ? ['campus', 'school', 'company'] : ['campus'],
      payModes: random.pick([['immediate', 'post'], ['immediate', 'post'], ['post']]),
      closed: random.chance(0.06)
        ? [addDays(frame.today, start), addDays(frame.today, start + random.int(1, 4))]
        : null,
    }
  }
}

function castRule(device: Device, plans: Opened['plans']): Omit<Opened, 'qualified'> {
  const { serialId } = device
  const samples = serialId !== castDevices.selfOperated.serialId
  return {
    selfOperated: serialId !== castDevices.sampleDelivery.serialId,
    sampleDelivery: samples,
    capacity: device.kind.seats ?? 1,
    gridMinutes: 30,
    minMinutes: 30,
    maxMinutes: 480,
    graceMinutes: 30,
    cancelLimitMinutes: 120,
    cancelFeeFen: 0,
    windows: serialId === castDevices.stories.serialId ? roundTheClock : castWindows,
    admittedTiers: ['campus', 'school', 'company'],
    payModes: ['immediate', 'post'],
    closed: null,
    plans,
  }
}
