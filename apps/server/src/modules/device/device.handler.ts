import type { DeviceBase, DeviceBody } from '@portal/contract/device/body'
import {
  deviceRefusals,
  type DeviceEvent,
  type DeviceStatus,
  type deviceCalls,
} from '@portal/contract/device/device'
import { manageRefusals, type deviceManageCalls } from '@portal/contract/device/manage'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce, type EventMap } from '../../kernel/events.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { isDatabaseError, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { localOf } from '../../kernel/time.ts'
import { familyOf, listHeadedDepts } from '../dept/dept.service.ts'
import * as files from '../file/file.service.ts'
import { allowEdit, requireActive } from '../lab/lab.service.ts'
import type {} from './device.events.ts'
import { canOf, judgeDays, maySee, orderedDays, searchableDevice, type DeviceDays } from './device.rules.ts'
import * as store from './device.store.ts'
import { detailOf } from './device.view.ts'
import { asking } from './scope.action.ts'

// ── For other modules ────────────────────────────────────────────────────────

export type { StandingRow } from './device.store.ts'

/** What was scrapped is shared no more: whoever scans what is left of it is told so. */
const requireSight = (
  ctx: Ctx,
  device: Parameters<typeof maySee>[0] & Pick<store.StandingRow, 'status'>,
): void =>
  ctx.allow(
    maySee(device, ctx.me),
    device.status === 'scrapped'
      ? '该仪器已报废，仅本实验室人员可以查看'
      : '该仪器未共享，仅本实验室人员可以查看',
  )

/** A device, by id or serial number, that the person who asks may see. */
export async function requireSeen(ctx: Ctx, key: number | string): Promise<store.StandingRow> {
  const device = await store.standing(ctx.db, await asking(ctx), String(key))
  if (!device) throw notFound('仪器')
  requireSight(ctx, device)
  return device
}

/** A device with which the person who asks may do this. */
export const requireCan = (ctx: Ctx, key: number | string, event: DeviceEvent): Promise<store.StandingRow> =>
  requireCanAny(ctx, key, [event])

/** … or one of these. */
export async function requireCanAny(
  ctx: Ctx,
  key: number | string,
  events: readonly DeviceEvent[],
): Promise<store.StandingRow> {
  const device = await store.standing(ctx.db, await asking(ctx), String(key))
  if (!device) throw notFound('仪器')
  ctx.target = `device ${device.id}`
  ctx.allow(
    eventsOn(ctx, device).some((e) => events.includes(e)),
    `您不能管理“${device.name}”`,
  )
  return device
}

/** What the person who asks may do with a device. */
export const eventsOn = (ctx: Ctx, device: store.StandingRow): DeviceEvent[] =>
  canOf(device, ctx.me.permissions)

/** Out of order or back: who booked it hears of it. Scrapped devices stay so. */
export async function setStatus(
  ctx: Ctx,
  device: store.StandingRow,
  status: DeviceStatus,
  note: string | null,
  until: Date | null = null,
): Promise<void> {
  await store.setStatus(ctx, device.id, status, note)
  if (status !== device.status)
    await announce(ctx, 'device.status_changed', {
      deviceId: device.id,
      name: device.name,
      status,
      note,
      until,
    })
  ctx.live(`device:${device.id}`)
}

/** How the person who asks stands to a device, for modules that have rules of their own; undefined where there is none. */
export const standingOn = async (ctx: Ctx, key: number | string): Promise<store.StandingRow | undefined> =>
  store.standing(ctx.db, await asking(ctx), String(key))

/** Handed to another lab, room or person: both sides have agreed. What is booked stays booked, and goes along. */
export async function move(
  ctx: Ctx,
  deviceId: number,
  to: { labId: number; roomId: number | null; contactId: number | null },
): Promise<void> {
  const deptId = await store.deptOfLab(ctx.db, to.labId)
  if (deptId === undefined) throw notFound('实验室')
  const before = await store.labOf(ctx.db, deviceId)
  await store.move(ctx, deviceId, { ...to, deptId })
  if (before) await moved(ctx, { deviceId, name: before.name, fromLabId: before.labId, toLabId: to.labId })
  ctx.live(`device:${deviceId}`)
}

/** Says that a device changed hands, if it did. */
export async function moved(ctx: Ctx, news: EventMap['device.moved']): Promise<void> {
  if (news.fromLabId !== news.toLabId) await announce(ctx, 'device.moved', news)
}

/** Where it stands and who answers for it, as was reported and accepted. */
export const setPlace = (ctx: Ctx, deviceId: number, roomId: number | null, contactId: number) =>
  store.setPlace(ctx, deviceId, roomId, contactId)

// ── Reading ──────────────────────────────────────────────────────────────────

async function detailFor(ctx: Ctx, key: string) {
  const row = await store.find(ctx.db, await asking(ctx), key)
  if (!row) throw notFound('仪器')
  requireSight(ctx, row)
  return detailOf(row, canOf(row, ctx.me.permissions))
}
export const info = (ctx: Ctx, { params }: Parsed<typeof deviceCalls.info>) => detailFor(ctx, params.id)
export const detail = (ctx: Ctx, { query }: Parsed<typeof deviceCalls.detail>) => detailFor(ctx, query.id)

export async function valid(ctx: Ctx, { params }: Parsed<typeof deviceCalls.valid>) {
  const device = await store.standing(ctx.db, await asking(ctx), params.serialId)
  return device !== undefined && canOf(device, ctx.me.permissions).includes('edit')
}

export async function labs(ctx: Ctx, { query }: Parsed<typeof deviceCalls.labs>) {
  const sought = query.keyword ? queryGrams(query.keyword) : undefined
  const deptIds = query.deptId === undefined ? null : await familyOf(ctx, query.deptId)
  return store.labs(ctx.db, sought?.grams ?? null, sought?.recheck ?? [], deptIds, query.size)
}
export const tags = (ctx: Ctx) => store.tags(ctx.db)

// ── Writing ──────────────────────────────────────────────────────────────────

/** What is not changed is not asked about: it may be older than the rule. */
function requireDays(ctx: Ctx, body: DeviceDays, before?: DeviceDays): void {
  const days = ['madeOn', 'boughtOn', 'enabledOn', 'warrantyUntil'] as const
  if (before && days.every((d) => before[d] === body[d])) return
  const reasons = judgeDays(body, localOf(ctx.now, ctx.env.CAMPUS_TZ).day).map((f) => ({
    code: 'DAYS_OUT_OF_ORDER',
    ...f,
  }))
  if (reasons[0]) throw refuse(reasons[0].code, reasons[0].message, { reasons })
}

async function judgeBase(ctx: Ctx, body: DeviceBase, knownContact: number | null): Promise<number> {
  const deptId = await store.deptOfLab(ctx.db, body.labId)
  if (deptId === undefined) throw refuseField('labId', '实验室不存在')
  if (body.contactId && body.contactId !== knownContact) await requireActive(ctx, body.contactId, 'contactId')
  return deptId
}

async function translateViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    if (violates(e, 'device_serial_id_key'))
      throw refuseField('serialId', deviceRefusals.DEVICE_SERIAL_TAKEN, 'DEVICE_SERIAL_TAKEN')
    if (violates(e, 'device_category_id_fkey')) throw refuseField('categoryId', '分类不存在')
    if (violates(e, 'device_room_id_fkey')) throw refuseField('roomId', '房间不存在')
    throw e
  }
}

/** Into which lab: the head of its dept, or its own people who may. */
async function allowInto(ctx: Ctx, labId: number): Promise<void> {
  const headed = ctx.holds('LABORATORY_DEVICE_EDIT') ? await listHeadedDepts(ctx) : []
  const deptId = headed.length > 0 ? await store.deptOfLab(ctx.db, labId) : undefined
  if (deptId !== undefined && headed.includes(deptId)) ctx.allow(true)
  else await allowEdit(ctx, labId, 'device')
}

export async function create(ctx: Ctx, { body }: Parsed<typeof deviceCalls.create>) {
  await allowInto(ctx, body.labId)
  requireDays(ctx, body)
  const deptId = await judgeBase(ctx, body, null)
  const added = await translateViolation(() => store.add(ctx, body, deptId, searchableDevice(body)))
  ctx.target = `device ${added.id}`
  return added
}

/** An instrument that came in by purchase, with all that was entered on its way. Whoever calls this has judged the right to it. */
export async function takeIn(ctx: Ctx, came: DeviceBody): Promise<number> {
  const body = { ...came, ...orderedDays(came) }
  const deptId = await judgeBase(ctx, body, null)
  return (await translateViolation(() => store.add(ctx, body, deptId, searchableDevice(body)))).id
}

/** A delivery of many pieces has many pictures: an instrument takes over the first few. */
const FIRST_PICTURES = 4
/** The pictures taken when it came, which hang on a row of another module, are its first ones. */
export async function takePictures(
  ctx: Ctx,
  deviceId: number,
  business: string,
  rowId: number,
): Promise<void> {
  const [cover] = await files.copy(ctx, business, rowId, deviceId, {
    business: 'device',
    visibility: 'public',
    atMost: FIRST_PICTURES,
  })
  if (cover) await store.setCover(ctx, deviceId, cover)
}

/** The part of the file that lists, searches and rights are made from. */
async function writeBase(ctx: Ctx, device: store.StandingRow, body: DeviceBase): Promise<void> {
  // Given away to another lab, it needs the right there too.
  if (body.labId !== device.labId) await allowInto(ctx, body.labId)
  if (
    body.status !== device.status &&
    body.status === 'normal' &&
    (await store.isInRepair(ctx.db, device.id))
  )
    throw refuseField('status', manageRefusals.REPAIR_OPEN, 'REPAIR_OPEN')
  requireDays(ctx, body, await store.daysOf(ctx.db, device.id))
  if (body.status === 'scrapped' && body.shared) throw refuseField('shared', '已报废的仪器不能共享')
  const deptId = await judgeBase(ctx, body, device.contactId)
  await translateViolation(() => store.changeBase(ctx, device.id, body, deptId, searchableDevice(body)))
  await moved(ctx, { deviceId: device.id, name: body.name, fromLabId: device.labId, toLabId: body.labId })
  if (body.status !== device.status)
    await announce(ctx, 'device.status_changed', {
      deviceId: device.id,
      name: body.name,
      status: body.status,
      note: body.statusNote,
      until: null,
    })
}

export async function change(ctx: Ctx, { body: { id, ...body } }: Parsed<typeof deviceCalls.change>) {
  const device = await requireCan(ctx, id, 'edit')
  await writeBase(ctx, device, body)
  await store.changeDetails(ctx, device.id, body)
  ctx.live(`device:${device.id}`)
  return null
}

export async function changeBase(ctx: Ctx, { params, body }: Parsed<typeof deviceManageCalls.changeBase>) {
  const device = await requireCan(ctx, params.serialId, 'edit')
  await writeBase(ctx, device, body)
  ctx.live(`device:${device.id}`)
  return null
}

export async function changeDetails(
  ctx: Ctx,
  { params, body }: Parsed<typeof deviceManageCalls.changeDetails>,
) {
  const device = await requireCan(ctx, params.serialId, 'edit')
  await store.changeDetails(ctx, device.id, body)
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deviceCalls.remove>) {
  await requireCan(ctx, params.id, 'remove')
  await announce(ctx, 'device.removed', { deviceId: params.id })
  await files.removeOf(ctx, ['device'], params.id)
  try {
    await store.remove(ctx, params.id)
  } catch (e) {
    if (isDatabaseError(e) && e.code === '23503')
      throw refuse('DEVICE_IN_USE', deviceRefusals.DEVICE_IN_USE, { status: 409 })
    throw e
  }
  return null
}

/** Devices belong to the dept of their lab, wherever that moves. */
export const passContact = store.passContact
export const followLab = (ctx: Ctx, labId: number, deptId: number) => store.followLab(ctx, labId, deptId)

/** What a change leaves out stays so. */
export async function loadUnchanged(
  ctx: Ctx,
  { params }: { params: Record<string, unknown> },
): Promise<object | undefined> {
  const device = await standingOn(ctx, String(params['serialId']))
  return device && rowAsBody(ctx.db, 'device', { id: device.id })
}
