import type { DeviceBase } from '@portal/contract/device/body'
import { deviceRefusals, type deviceCalls } from '@portal/contract/device/device'
import { manageRefusals, type deviceManageCalls } from '@portal/contract/device/manage'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { listDayScreens } from '../../kernel/live.ts'
import { refuse, refuseAll, refuseField, violatesReference } from '../../kernel/refuse.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import type { KeptRow } from '../../kernel/serve.ts'
import { findToday } from '../../kernel/time.ts'
import { keepUntouched } from '../../kernel/untouched.rules.ts'
import { listFamily, listHeadedDepts } from '../dept/dept.service.ts'
import * as files from '../file/file.service.ts'
import { allowEdit, endPosts } from '../lab/lab.service.ts'
import type {} from './device.events.ts'
import { judgeDays, keepOthers, listActions, searchableDevice, type DeviceDays } from './device.rules.ts'
import * as store from './device.store.ts'
import * as states from './state.store.ts'
import { readAsking, requireCan, standingOn } from './access.action.ts'
import { announceMove, judgeStatus, lockDevice, lockToMove } from './state.action.ts'
import { judgeBase, translateViolation } from './intake.action.ts'
import { showDevice } from './detail.action.ts'

// ── Reading ──────────────────────────────────────────────────────────────────

/** The device in the path parameter. */
export const showNamed = (ctx: Ctx, { params }: Parsed<typeof deviceCalls.info>) => showDevice(ctx, params.id)
/** The device in the query. */
export const showAskedFor = (ctx: Ctx, { query }: Parsed<typeof deviceCalls.detail>) =>
  showDevice(ctx, query.id)

export async function isEditable(ctx: Ctx, { params }: Parsed<typeof deviceCalls.valid>) {
  const device = await store.findStanding(ctx.db, await readAsking(ctx), params.serialId)
  return device !== undefined && listActions(device, ctx.me.permissions).includes('edit')
}

export async function listLabs(ctx: Ctx, { query }: Parsed<typeof deviceCalls.labs>) {
  const sought = query.keyword ? queryGrams(query.keyword) : undefined
  const deptIds = query.deptId === undefined ? null : await listFamily(ctx, query.deptId)
  return store.listLabs(ctx.db, sought?.grams ?? null, sought?.recheck ?? [], deptIds, query.size)
}
export const listTags = (ctx: Ctx) => store.listTags(ctx.db)

// ── Writing ──────────────────────────────────────────────────────────────────

/** Judges the days only when they change, because stored days may be older than the rule. */
function requireDays(ctx: Ctx, body: DeviceDays, before?: DeviceDays): void {
  const days = ['madeOn', 'boughtOn', 'enabledOn', 'warrantyUntil'] as const
  if (before && days.every((d) => before[d] === body[d])) return
  const reasons = judgeDays(body, findToday(ctx)).map((f) => ({
    code: 'DAYS_OUT_OF_ORDER',
    ...f,
  }))
  refuseAll(reasons)
}

/**
 * Throws unless the caller may put a device into this lab: as head of the lab's dept with the permission
 * LABORATORY_DEVICE_EDIT, or with the right to edit devices in the lab.
 */
async function allowInto(ctx: Ctx, labId: number): Promise<void> {
  const headed = ctx.holds('LABORATORY_DEVICE_EDIT') ? await listHeadedDepts(ctx) : []
  const deptId = headed.length > 0 ? await states.findDeptOfLab(ctx.db, labId) : undefined
  const heads = deptId !== undefined && headed.includes(deptId)
  if (heads) ctx.allow(heads)
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

/** Writes the columns that lists, search and permissions use. The caller has locked the device. */
async function writeBase(ctx: Ctx, device: store.StandingRow, body: DeviceBase): Promise<void> {
  // Moving it to another lab requires the right in the new lab, too.
  if (body.labId !== device.labId) await allowInto(ctx, body.labId)
  const fault = await judgeStatus(ctx, device, body.status)
  if (fault) throw refuseField('status', fault, 'DEVICE_DISPOSED')
  if (
    body.status !== device.status &&
    body.status === 'normal' &&
    (await states.isInRepair(ctx.db, device.id))
  )
    throw refuseField('status', manageRefusals.REPAIR_OPEN, 'REPAIR_OPEN')
  requireDays(ctx, body, await states.findDays(ctx.db, device.id))
  if (body.status === 'scrapped' && body.shared) throw refuseField('shared', '已报废的仪器不能共享')
  const deptId = await judgeBase(ctx, body, device.contactId)
  await translateViolation(() => store.changeBase(ctx, device.id, body, deptId, searchableDevice(body)))
  await announceMove(ctx, {
    deviceId: device.id,
    name: body.name,
    fromLabId: device.labId,
    toLabId: body.labId,
  })
  if (body.status !== device.status)
    await announce(ctx, 'device.status_changed', {
      deviceId: device.id,
      name: body.name,
      status: body.status,
      note: body.statusNote,
      until: null,
    })
  for (const labId of [device.labId, body.labId]) ctx.live(...listDayScreens({ id: device.id, labId }))
}

/** The record as it is stored now, of a locked device. */
const readStored = async (ctx: Ctx, id: number) => (await rowAsBody(ctx.db, 'device', { id })) ?? {}

export async function change(ctx: Ctx, { body: { id, seen, ...typed } }: Parsed<typeof deviceCalls.change>) {
  const device = await lockToMove(ctx, await requireCan(ctx, id, 'edit'), typed.labId)
  const body = keepOthers(typed, seen, await readStored(ctx, device.id))
  await writeBase(ctx, device, body)
  await store.changeDetails(ctx, device.id, body)
  return null
}

export async function changeBase(
  ctx: Ctx,
  { params, body: { seen, ...typed } }: Parsed<typeof deviceManageCalls.changeBase>,
) {
  const device = await lockToMove(ctx, await requireCan(ctx, params.serialId, 'edit'), typed.labId)
  await writeBase(ctx, device, keepOthers(typed, seen, await readStored(ctx, device.id)))
  return null
}

export async function changeDetails(
  ctx: Ctx,
  { params, body: { seen, ...typed } }: Parsed<typeof deviceManageCalls.changeDetails>,
) {
  const device = await lockDevice(ctx, await requireCan(ctx, params.serialId, 'edit'))
  const body = keepUntouched(typed, seen, await readStored(ctx, device.id))
  await store.changeDetails(ctx, device.id, body)
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deviceCalls.remove>) {
  await requireCan(ctx, params.id, 'remove')
  await announce(ctx, 'device.removed', { deviceId: params.id })
  await endPosts(ctx, { deviceId: params.id })
  await files.removeFiles(ctx, ['device'], params.id)
  try {
    await store.remove(ctx, params.id)
  } catch (e) {
    if (violatesReference(e)) throw refuse('DEVICE_IN_USE', deviceRefusals.DEVICE_IN_USE, { status: 409 })
    throw e
  }
  return null
}

/** Fields missing in a change keep their values: those of the instrument with this serial number. */
export const keptDevice: KeptRow = {
  table: 'device',
  findId: async (ctx, { params }) => (await standingOn(ctx, String(params['serialId'])))?.id,
}
