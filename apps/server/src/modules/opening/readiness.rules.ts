import type { BookingKind } from '@portal/contract/booking/booking'
import type { DeviceStatus } from '@portal/contract/device/device'
import type { CheckRow, Readiness } from '@portal/contract/opening/readiness'
import type { Plan } from '../price-plan/quote.rules.ts'
import { findRate } from '../price-plan/quote.rules.ts'
import { hasOpenInterval, type Interval, type Schedule } from './opening.rules.ts'

/** A reason against every booking of a device, for all bookers and times. */
export type Obstacle = 'status' | 'lab' | 'scrapping' | 'unshared' | 'paused' | 'never'
/** The obstacles of a device. Bookings, lab calendars and the lists of its keepers all use this function. */
export function listObstacles(
  device: { status: DeviceStatus; shared: boolean; labEnabled: boolean; scrapping: boolean },
  enabled: boolean | undefined,
): Obstacle[] {
  return [
    ...(device.status === 'normal' ? [] : (['status'] as const)),
    ...(device.labEnabled ? [] : (['lab'] as const)),
    ...(device.scrapping ? (['scrapping'] as const) : []),
    ...(device.shared ? (enabled ? [] : ([enabled === undefined ? 'never' : 'paused'] as const)) : []),
    ...(device.shared ? [] : (['unshared'] as const)),
  ]
}

type AdmittedTier = 'campus' | 'school' | 'company'
export interface Setup {
  status: DeviceStatus
  shared: boolean
  labEnabled: boolean
  /** An application to scrap the device is pending. */
  scrapping: boolean
  /** Null: never opened for booking. */
  opening: {
    enabled: boolean
    selfOperated: boolean
    sampleDelivery: boolean
    admittedTiers: readonly AdmittedTier[]
  } | null
  /** The device is open at some time that can still be booked. */
  hasTime: boolean
  /** Prices in force today. */
  plans: readonly Pick<Plan, 'basis' | 'rates'>[]
  reviewers: number
}

/** True if it is open between two instants for at least the shortest booking. */
export function hasOpenTime(schedule: Schedule, { from, to }: Interval, minMinutes: number): boolean {
  const opens = schedule.windows.some((w) => w.enabled) || schedule.exceptions.some((e) => e.open)
  if (!opens) return false
  return hasOpenInterval({ ...schedule, from, to }, minMinutes)
}

/**
 * True if at least one admitted tier can use this kind: without a price plan use is free; with one, tiers
 * without a rate are not served.
 */
function serves({ plans, opening }: Setup, kind: BookingKind): boolean {
  const basis = kind === 'sample_delivery' ? 'per_sample' : 'per_time'
  const plan = plans.find((p) => p.basis === basis) ?? plans[0]
  if (!plan || !opening) return true
  return opening.admittedTiers.some(
    (tier) => findRate(plan.rates, tier) ?? (tier === 'campus' && findRate(plan.rates, 'dept')),
  )
}

const statusTexts: Record<DeviceStatus, string> = {
  normal: '正常',
  maintenance: '维护中，暂不接受预约',
  broken: '故障，暂不接受预约',
  scrapped: '已报废',
}

/** The checklist of what a device needs to be booked, and what is done. */
export function listChecks(setup: Setup): CheckRow[] {
  const { opening, shared, hasTime, plans, reviewers } = setup
  const obstacles = listObstacles(setup, opening?.enabled)
  const broken = obstacles.includes('status')
  const offers = { self: opening?.selfOperated ?? false, samples: opening?.sampleDelivery ?? false }
  const enabled = opening?.enabled ?? false
  const charged = [
    ...(offers.self ? [serves(setup, 'self_operated')] : []),
    ...(offers.samples ? [serves(setup, 'sample_delivery')] : []),
  ]
  const nobodyServed = charged.length > 0 && charged.every((served) => !served)
  return [
    { key: 'shared', must: true, done: shared, text: shared ? '已共享' : '未共享，不接受预约' },
    ...(broken || obstacles.includes('lab') || setup.scrapping
      ? [
          {
            key: 'device',
            must: true,
            done: false,
            text: broken
              ? statusTexts[setup.status]
              : setup.scrapping
                ? '正在办理报废，不接受预约'
                : '实验室已停用，不接受预约',
          } as const,
        ]
      : []),
    {
      key: 'settings',
      must: true,
      done: enabled && (offers.self || offers.samples),
      text: !opening
        ? '尚未保存开放设置'
        : !enabled
          ? '已停用'
          : offers.self || offers.samples
            ? '已开放'
            : '没有选择预约方式',
    },
    {
      key: 'hours',
      // Samples are accepted at any time and wait for theirs.
      must: !offers.samples,
      done: hasTime,
      text: hasTime ? '已设置' : offers.samples ? '没有可约的时间，只能送样' : '没有可约的时间',
    },
    {
      key: 'prices',
      must: nobodyServed,
      done: plans.length > 0 && !nobodyServed,
      text: nobodyServed ? '没有任何开放对象的价格' : plans.length > 0 ? '已设定' : '未设定，使用不收费',
    },
    {
      key: 'reviewers',
      must: false,
      done: reviewers > 0,
      text: reviewers > 0 ? `${reviewers} 人` : '未指定，由实验室主任审核',
    },
  ]
}

const short: Record<CheckRow['key'], string> = {
  shared: '未共享，不接受预约',
  device: '暂不接受预约',
  settings: '未开放',
  hours: '没有可约的时间',
  prices: '没有适用的价格',
  reviewers: '未指定审核员',
}

/** Readiness of a device; 开放中 only if somebody could book it now. */
export function judgeReadiness(setup: Setup, checks: readonly CheckRow[] = listChecks(setup)): Readiness {
  const { opening } = setup
  const opened = opening?.enabled ?? false
  const lacks = checks.find((c) => c.must && !c.done)
  // One kind that works is enough: without open or priced instrument time, samples may still be accepted.
  const ways = [
    opening?.selfOperated && setup.hasTime && serves(setup, 'self_operated'),
    opening?.sampleDelivery && serves(setup, 'sample_delivery'),
  ]
  if (!lacks && ways.some(Boolean)) return { bookable: true, opened, text: '开放中' }
  const text = !opening ? '未开放' : !opening.enabled ? '已停用' : lacks ? short[lacks.key] : '没有可约的方式'
  return { bookable: false, opened, text }
}
