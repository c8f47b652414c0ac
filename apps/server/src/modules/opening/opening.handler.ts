import type { Parsed } from '@portal/contract/kernel/call'
import { view } from '@portal/contract/kernel/permissions'
import {
  openingCalls,
  openingRefusals,
  weekdayWords,
  type OpeningFields,
  type WindowFields,
} from '@portal/contract/opening/opening'
import { tierWords } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { listDayScreens } from '../../kernel/live.ts'
import { defineTranslation, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import type { KeptRow } from '../../kernel/serve.ts'
import { exported } from '../../kernel/sheet.ts'
import { keepUntouched, type Seen } from '../../kernel/untouched.rules.ts'
import {
  findPage,
  keptScope,
  lockDevice,
  requireCan,
  requireSeen,
  standingOn,
} from '../device/device.service.ts'
import { listActions, judgeOperation } from '../device/device.rules.ts'
import { mayEdit } from '../lab/lab.rules.ts'
import { listEditableLabs } from '../lab/lab.service.ts'
import {
  announceClosing,
  announceReopening,
  changeGuarded,
  refuseSeats,
  warnOfBookings,
} from './guard.action.ts'
import { isServed } from './opening.rules.ts'
import type {} from './opening.events.ts'
import * as store from './opening.store.ts'
import { showDetail, showRow, showToVisitor } from './opening.view.ts'
import { judgeDevices, readSetups } from './readiness.action.ts'
import { judgeReadiness, listChecks } from './readiness.rules.ts'
import { findToday, shownMinute } from '../../kernel/time.ts'

// ── Settings ─────────────────────────────────────────────────────────────────

async function readDetail(ctx: Ctx, device: Awaited<ReturnType<typeof requireSeen>>) {
  const ids = [device.id]
  const [settings, windows, exceptions] = [
    await store.findSettings(ctx.db, ids),
    await store.listWindows(ctx.db, ids),
    await store.listExceptions(ctx.db, ids, findToday(ctx), null),
  ]
  const setup = (await readSetups(ctx, ids)).get(device.id)
  if (!setup) throw notFound('仪器')
  const checks = listChecks(setup)
  const readiness = judgeReadiness(setup, checks)
  if (ctx.visitor)
    return showToVisitor(
      device,
      settings.get(device.id) ?? null,
      windows.get(device.id) ?? [],
      exceptions,
      readiness,
    )
  const events = listActions(device, ctx.me.permissions)
  const ready = { readiness, checks: events.includes('open') || events.includes('edit') ? checks : [] }
  return showDetail(
    device,
    settings.get(device.id) ?? null,
    windows.get(device.id) ?? [],
    exceptions,
    ready,
    {
      edit: events.includes('open'),
      share:
        !device.shared && events.includes('edit') && judgeOperation(device, 'share', false) === undefined,
      reviewers: mayEdit('audit', ctx.me.permissions, device.roles),
      qualify: events.includes('open') || events.includes('review'),
    },
  )
}

export const get = async (ctx: Ctx, { params }: Parsed<typeof openingCalls.get>) =>
  readDetail(ctx, await requireSeen(ctx, params.deviceId))

/**
 * The settings as typed, with what others changed meanwhile in the fields that the person left alone. Two
 * changes may exclude each other, such as a shortest time and a grid: then the second is refused.
 */
function keepOthers(typed: OpeningFields, seen: Seen, before: OpeningFields | undefined): OpeningFields {
  if (!seen || !before) return typed
  const settings = keepUntouched(typed, seen, before)
  if (!openingCalls.change.body.safeParse(settings).success)
    throw refuse('SAVED_SINCE', openingRefusals.SETTINGS_CHANGED, { status: 409 })
  return settings
}

export async function change(
  ctx: Ctx,
  { params, body: { accept, seen, ...typed } }: Parsed<typeof openingCalls.change>,
) {
  // Locked, so that of two people who save at once the second keeps what the first has changed.
  const device = await lockDevice(ctx, await requireCan(ctx, params.deviceId, 'open'))
  const before = (await store.findSettings(ctx.db, [device.id])).get(device.id)
  const settings = keepOthers(typed, seen, before)
  const coming = await store.listLiveBookings(ctx.db, [device.id], ctx.now, null)
  refuseSeats(
    coming.filter((b) => b.seat > settings.capacity),
    settings.capacity,
  )
  const concerned = [...coming, ...(await store.listWaiting(ctx.db, device.id))]
  // Bookings that were not taken before either are not touched: their people were told then.
  const touched = concerned.filter(
    (b) => before !== undefined && isServed(b, before) && !isServed(b, settings),
  )
  const asks = settings.qualificationRequired && before !== undefined && !before.qualificationRequired
  warnOfBookings(touched, accept, asks ? await store.listUnqualified(ctx.db, device.id, ctx.now) : [])
  await announceClosing(ctx, touched, settings.enabled ? '不再提供这种预约方式' : '暂停开放预约')
  await store.save(ctx, device.id, settings)
  await announceReopening(ctx, concerned)
  if (asks) await announce(ctx, 'opening.qualification_asked', { deviceId: device.id })
  ctx.live(...listDayScreens(device))
  return readDetail(ctx, device)
}

/** Opened devices with their hours. Callers who manage openings also get devices that are not opened yet. */
export async function list(
  ctx: Ctx,
  { query: { managed, opened, ...query } }: Parsed<typeof openingCalls.list>,
) {
  const labs = await listEditableLabs(ctx, 'opening')
  // Callers with only the view permission see the devices they deal with: an office all, a reviewer those
  // they review.
  const looksOn = labs.length === 0 && ctx.holds(...view('OPEN_SETTING'))
  const managing = looksOn
    ? keptScope(ctx)
    : { of: 'all' as const, labIds: labs === 'all' ? undefined : labs }
  const { items, total } = managed
    ? await findPage(ctx, { ...query, opened }, { ...managing, closedToo: true })
    : await findPage(ctx, { ...query, shared: true, opened: true }, { of: 'all', offered: true })
  const ids = items.map((d) => d.id)
  const [settings, windows, ready] = [
    await store.findSettings(ctx.db, ids),
    await store.listWindows(ctx.db, ids),
    await judgeDevices(ctx, ids),
  ]
  return {
    items: items.map((d) =>
      showRow(
        d,
        settings.get(d.id) ?? null,
        windows.get(d.id) ?? [],
        ready.get(d.id),
        labs === 'all' || labs.includes(d.labId),
      ),
    ),
    total,
  }
}

// ── Weekly windows ───────────────────────────────────────────────────────────

const translateViolation = defineTranslation({
  opening_window_no_overlap: () =>
    refuseField('fromMinute', openingRefusals.WINDOW_OVERLAPS, 'WINDOW_OVERLAPS'),
})

/** Refuses windows of a device without settings, because they would open nothing. */
export async function addWindow(
  ctx: Ctx,
  { body: { deviceId, weekdays, ...fields } }: Parsed<typeof openingCalls.addWindow>,
) {
  const device = await requireCan(ctx, deviceId, 'open')
  if (!(await store.findSettings(ctx.db, [deviceId])).has(deviceId))
    throw refuseField('deviceId', openingRefusals.NOT_OPENED, 'NOT_OPENED')
  const rows: WindowFields[] = [...new Set(weekdays)].toSorted().map((weekday) => ({ ...fields, weekday }))
  const added = await changeGuarded(ctx, { deviceId, accepted: false }, () =>
    translateViolation(() => store.addWindows(ctx, deviceId, rows)),
  )
  ctx.live(...listDayScreens(device))
  return added
}

async function requireWindow(ctx: Ctx, id: number) {
  const window = await store.findWindow(ctx.db, id)
  if (!window) throw notFound('开放时段')
  ctx.live(...listDayScreens(await requireCan(ctx, window.deviceId, 'open')))
  return window
}

export async function changeWindow(
  ctx: Ctx,
  { body: { id, accept, ...fields } }: Parsed<typeof openingCalls.changeWindow>,
) {
  const { deviceId } = await requireWindow(ctx, id)
  await changeGuarded(ctx, { deviceId, accepted: accept }, () =>
    translateViolation(() => store.changeWindow(ctx, id, fields)),
  )
  return { ...fields, id, deviceId }
}

export async function enableWindow(ctx: Ctx, { params, body }: Parsed<typeof openingCalls.enableWindow>) {
  const window = { ...(await requireWindow(ctx, params.id)), enabled: body.enabled }
  await changeGuarded(ctx, { deviceId: window.deviceId, accepted: body.accept }, () =>
    store.changeWindow(ctx, params.id, window),
  )
  return window
}

export async function removeWindow(ctx: Ctx, { params, query }: Parsed<typeof openingCalls.removeWindow>) {
  const { deviceId } = await requireWindow(ctx, params.id)
  await changeGuarded(ctx, { deviceId, accepted: query.accept ?? false }, () =>
    store.removeWindow(ctx, params.id),
  )
  return null
}

// ── As a file ────────────────────────────────────────────────────────────────

const countHours = (
  windows: readonly Pick<WindowFields, 'weekday' | 'fromMinute' | 'toMinute' | 'enabled'>[],
) =>
  windows
    .filter((w) => w.enabled)
    .map((w) => `${weekdayWords[w.weekday - 1]} ${shownMinute(w.fromMinute)}–${shownMinute(w.toMinute)}`)
    .join('；')

export const exportList = exported('仪器开放设置', list, [
  { header: '资产编号', width: 16, value: (o) => o.device.serialId },
  { header: '仪器', width: 30, value: (o) => o.device.name },
  { header: '实验室', width: 26, value: (o) => o.device.lab.name },
  { header: '共享', width: 8, value: (o) => o.device.shared },
  { header: '开放', width: 20, value: (o) => o.readiness.text },
  { header: '自主上机', width: 10, value: (o) => o.settings?.selfOperated },
  { header: '送样', width: 8, value: (o) => o.settings?.sampleDelivery },
  { header: '机位', width: 8, value: (o) => o.settings?.capacity },
  { header: '可提前（天）', width: 12, value: (o) => o.settings?.horizonDays },
  {
    header: '开放对象',
    width: 20,
    value: (o) => o.settings?.admittedTiers.map((t) => tierWords[t]).join('、'),
  },
  { header: '开放时间', width: 60, value: (o) => countHours(o.windows) },
])

/** Fields missing in a change keep their values: those of the instrument with this id or serial number. */
export const keptSettings: KeptRow = {
  table: 'opening',
  by: 'device_id',
  findId: async (ctx, { params }) => (await standingOn(ctx, String(params['deviceId'])))?.id,
}
