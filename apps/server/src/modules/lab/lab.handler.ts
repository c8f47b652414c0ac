import type { Parsed } from '@portal/contract/kernel/call'
import { labRefusals, type labCalls } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { notFound, refuse, refuseField, violates, violatesReference } from '../../kernel/refuse.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { findToday } from '../../kernel/time.ts'
import { listCodes } from '../dictionary/dictionary.service.ts'
import * as files from '../file/file.service.ts'
import type {} from './lab.events.ts'
import { editsEverywhere, listEdits, gramsOfLab } from './lab.rules.ts'
import * as store from './lab.store.ts'
import * as lists from './list.store.ts'
import { showDetail, showLab } from './lab.view.ts'
import { endPosts } from './people.action.ts'
import * as people from './people.store.ts'
import { allowEdit, findStanding } from './standing.action.ts'

// ── Reading ──────────────────────────────────────────────────────────────────

export const select = (ctx: Ctx, { query }: Parsed<typeof labCalls.select>) =>
  lists.select(
    ctx.db,
    query.keyword ? queryGrams(query.keyword) : undefined,
    query.deptId ?? null,
    query.size,
  )

export async function showRoles(ctx: Ctx, { query }: Parsed<typeof labCalls.roles>) {
  const row = await findStanding(ctx, query.id)
  const has = (role: (typeof row.roles)[number]) => row.roles.includes(role)
  return {
    lab_director: has('lab_director'),
    lab_admin: has('lab_admin'),
    lab_member: has('lab_member'),
    reviewer: row.reviews,
    system_admin: editsEverywhere('base', ctx.me.permissions),
  }
}

export async function listOwn(ctx: Ctx) {
  const rows = await store.listOfPerson(ctx.db, ctx.me.id)
  return rows.map((l) => ({
    ...showLab(l),
    roles: [...l.roles, ...(l.reviews ? (['reviewer'] as const) : [])],
    can: listEdits(ctx.me.permissions, l.roles),
  }))
}

async function requireDetail(ctx: Ctx, key: string) {
  const row = await store.find(ctx.db, ctx.me.id, key)
  if (!row) throw notFound('实验室')
  return { row, can: listEdits(ctx.me.permissions, row.roles) }
}
export async function readDetail(ctx: Ctx, { query }: Parsed<typeof labCalls.detail>) {
  const { row, can } = await requireDetail(ctx, query.id)
  return showDetail(row, await people.listMembers(ctx.db, row.id), can)
}
export async function get(ctx: Ctx, { query }: Parsed<typeof labCalls.get>) {
  const { row, can } = await requireDetail(ctx, query.id)
  ctx.allow(can.length > 0)
  return showDetail(row, await people.listMembers(ctx.db, row.id), can)
}

export async function listDevices(ctx: Ctx, { query }: Parsed<typeof labCalls.devices>) {
  const row = await findStanding(ctx, query.id)
  const unsharedToo = row.roles.length > 0 || row.reviews || ctx.holds('DEVICE_ALL')
  return store.listDevices(
    ctx.db,
    row.id,
    unsharedToo,
    query.keyword ? queryGrams(query.keyword) : undefined,
    query,
  )
}

// ── Writing ──────────────────────────────────────────────────────────────────

const listValues = ({ roomId, ...b }: Omit<Parsed<typeof labCalls.create>['body'], 'serialId'>) => ({
  ...b,
  roomId: roomId ?? null,
})

/**
 * Type and grade must be in the dictionary. A lab keeps its present values even if they were removed from the
 * dictionary.
 */
async function requireWords(ctx: Ctx, now: Worded, before?: Worded): Promise<void> {
  for (const [field, list, code] of [
    ['type', 'lab_type', 'LAB_TYPE_UNKNOWN'],
    ['grade', 'lab_grade', 'LAB_GRADE_UNKNOWN'],
  ] as const) {
    if (now[field] === null || now[field] === before?.[field]) continue
    if (!(await listCodes(ctx, list)).some((c) => c.value === now[field]))
      throw refuseField(field, labRefusals[code], code)
  }
}
interface Worded {
  type: string | null
  grade: string | null
}

function requireFounded(ctx: Ctx, { foundedYear }: { foundedYear: number | null }): void {
  if (foundedYear !== null && foundedYear > Number(findToday(ctx).slice(0, 4)))
    throw refuseField('foundedYear', labRefusals.FOUNDED_LATER, 'FOUNDED_LATER')
}

export async function create(ctx: Ctx, { body }: Parsed<typeof labCalls.create>) {
  await requireWords(ctx, body)
  requireFounded(ctx, body)
  try {
    const { id } = await store.add(ctx, body.serialId, listValues(body), gramsOfLab(body))
    ctx.target = `lab ${id}`
    return { id }
  } catch (e) {
    if (violates(e, 'lab_serial_id_key'))
      throw refuseField('serialId', labRefusals.LAB_SERIAL_TAKEN, 'LAB_SERIAL_TAKEN')
    throw e
  }
}

/** The serial number cannot be changed: it is printed on doors and used in links. */
export async function change(ctx: Ctx, { body: { accept, ...sent } }: Parsed<typeof labCalls.change>) {
  const { row, can } = await requireDetail(ctx, String(sent.id))
  const body = { ...sent, name: sent.name ?? row.name, deptId: sent.deptId ?? row.deptId }
  ctx.target = `lab ${row.id}`
  ctx.allow(
    can.includes('base') || (can.includes('intro') && changesIntroOnly(row, body)),
    '您只能修改本实验室的信息',
  )
  await requireWords(ctx, body, row)
  requireFounded(ctx, body)
  if (body.roomId && body.roomId !== row.roomId)
    await refuseForeignRooms(ctx, row.id, [body.roomId], 'roomId')
  const closes = row.enabled && !body.enabled
  if (closes) await warnOfBookings(ctx, row, accept)
  await store.change(ctx, row.id, listValues(body), gramsOfLab({ name: body.name, serialId: row.serialId }))
  if (body.deptId !== row.deptId) await announce(ctx, 'lab.moved', { labId: row.id, deptId: body.deptId })
  if (closes) await announce(ctx, 'lab.closed', { labId: row.id, name: body.name })
  return null
}
const changesIntroOnly = (
  row: store.LabDetailRow,
  body: Omit<Parsed<typeof labCalls.change>['body'], 'accept'>,
) =>
  (['name', 'deptId', 'type', 'grade', 'areaM2', 'foundedYear', 'phone', 'email', 'enabled'] as const).every(
    (field) => row[field] === body[field],
  ) && row.roomId === (body.roomId ?? null)

export async function enable(ctx: Ctx, { params, body }: Parsed<typeof labCalls.enable>) {
  ctx.target = `lab ${params.id}`
  await allowEdit(ctx, params.id, 'base')
  const { row } = await requireDetail(ctx, String(params.id))
  const closes = row.enabled && !body.enabled
  if (closes) await warnOfBookings(ctx, row, body.accept)
  await store.enable(ctx, params.id, body.enabled)
  if (closes) await announce(ctx, 'lab.closed', { labId: row.id, name: row.name })
  return null
}

/**
 * Refuses to close a laboratory with pending bookings unless the caller has seen their number and accepts it.
 */
async function warnOfBookings(ctx: Ctx, { id, name }: store.LabDetailRow, accepted: boolean): Promise<void> {
  if (accepted) return
  const { bookings, bookers } = await store.countComing(ctx.db, id)
  if (bookings === 0) return
  const message =
    `“${name}”还有 ${bookings} 个未完成的预约，涉及 ${bookers} 人。` +
    '停用后不再接受新的预约；已有预约保留，可免费取消，预约人会收到通知'
  throw refuse('LAB_HAS_BOOKINGS', message, {
    status: 409,
    reasons: [{ code: 'LAB_HAS_BOOKINGS', message, overridable: true }],
  })
}

/** Without this check a person who edits the rooms of one lab could claim any room. */
async function refuseForeignRooms(
  ctx: Ctx,
  labId: number,
  roomIds: readonly number[],
  field: string,
): Promise<void> {
  if (!editsEverywhere('room', ctx.me.permissions) && (await store.areRoomsOfOthers(ctx.db, roomIds, labId)))
    throw refuseField(field, labRefusals.ROOM_OF_OTHERS, 'ROOM_OF_OTHERS')
}

export async function chooseRooms(ctx: Ctx, { params, body }: Parsed<typeof labCalls.chooseRooms>) {
  ctx.target = `lab ${params.id}`
  await allowEdit(ctx, params.id, 'room')
  const { seen } = body
  const chosen = [...new Set(body.roomIds)]
  await store.lock(ctx, params.id)
  const before = await store.listRooms(ctx.db, params.id)
  const added = chosen.filter((id) => !seen?.includes(id))
  const removed = (seen ?? [...before]).filter((id) => !chosen.includes(id))
  if ((await store.countKnownRooms(ctx.db, added)) !== added.length)
    throw refuseField('roomIds', labRefusals.ROOM_UNKNOWN, 'ROOM_UNKNOWN')
  await refuseForeignRooms(
    ctx,
    params.id,
    added.filter((id) => !before.has(id)),
    'roomIds',
  )
  await store.changeRooms(ctx, params.id, { added, removed })
  return null
}

export async function remove(ctx: Ctx, { query }: Parsed<typeof labCalls.remove>) {
  const { row } = await requireDetail(ctx, query.id)
  ctx.target = `lab ${row.id}`
  await announce(ctx, 'lab.removed', { labId: row.id })
  await files.removeFiles(ctx, ['lab'], row.id)
  await endPosts(ctx, { labId: row.id })
  try {
    await store.remove(ctx, row.id)
  } catch (e) {
    if (violatesReference(e)) throw refuse('LAB_IN_USE', labRefusals.LAB_IN_USE, { status: 409 })
    throw e
  }
  return null
}
