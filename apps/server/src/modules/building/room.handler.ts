import { buildingRefusals, type buildingCalls } from '@portal/contract/building/building'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, notFound, refuse, refuseField, violatesReference } from '../../kernel/refuse.ts'
import * as files from '../file/file.service.ts'
import { listEditableLabs } from '../lab/lab.service.ts'
import { isActive } from '../people/people.service.ts'
import * as image from './place-image.action.ts'
import { readFilters, managesPlaces } from './place.action.ts'
import * as store from './room.store.ts'

/** Ids of the rooms that the caller may change. */
async function findEditable(ctx: Ctx, roomIds: readonly number[]): Promise<Set<number>> {
  if (managesPlaces(ctx)) return new Set(roomIds)
  const labs = await listEditableLabs(ctx, 'room')
  if (labs === 'all') return new Set(roomIds)
  return labs.length ? store.findOfLabs(ctx.db, roomIds, labs) : new Set()
}
const listActions = (ctx: Ctx, mine: ReadonlySet<number>, id: number) => [
  ...(mine.has(id) ? (['edit'] as const) : []),
  ...(managesPlaces(ctx) ? (['remove'] as const) : []),
]

export async function list(ctx: Ctx, { query }: Parsed<typeof buildingCalls.rooms>) {
  const { items, total } = await store.list(ctx.db, readFilters(query), query)
  const ids = items.map((r) => r.id)
  const pictures = await image.readImages(ctx, 'room', ids)
  const mine = await findEditable(ctx, ids)
  return {
    items: items.map((r) => ({ ...r, images: pictures(r.id), can: listActions(ctx, mine, r.id) })),
    total,
  }
}

export const listLabRooms = (ctx: Ctx, { query }: Parsed<typeof buildingCalls.labRooms>) =>
  store.listLabRooms(ctx.db, query.id)

export async function showRoom(ctx: Ctx, { query: { id } }: Parsed<typeof buildingCalls.room>) {
  const row = await store.findRoom(ctx.db, id)
  if (!row) throw notFound('房间')
  const pictures = await image.readImages(ctx, 'room', [id])
  return { ...row, images: pictures(id), can: listActions(ctx, await findEditable(ctx, [id]), id) }
}

// ── Writing ──────────────────────────────────────────────────────────────────

/** The room, locked until the end of the transaction; throws notFound. */
async function requireRoom(ctx: Ctx, id: number) {
  ctx.target = `room ${id}`
  const room = await store.lock(ctx, id)
  if (!room) throw notFound('房间')
  ctx.allow((await findEditable(ctx, [id])).has(id), '您只能维护本实验室的房间')
  return room
}

const translateViolation = defineTranslation({
  room_building_id_name_key: () => refuseField('name', buildingRefusals.ROOM_TAKEN, 'ROOM_TAKEN'),
  room_floor: () => refuseField('floor', buildingRefusals.ROOM_FLOOR, 'ROOM_FLOOR'),
  room_dept_id_fkey: () => refuseField('deptId', '所选部门不存在或已被删除'),
  room_building_id_fkey: () => refuseField('buildingId', '所选楼宇不存在或已被删除'),
})

async function requireKeeper(ctx: Ctx, keeperId: number | null, before: number | null): Promise<void> {
  if (keeperId === null || keeperId === before || (await isActive(ctx, keeperId))) return
  throw refuseField('keeperId', buildingRefusals.KEEPER_UNKNOWN, 'KEEPER_UNKNOWN')
}

export async function add(ctx: Ctx, { body }: Parsed<typeof buildingCalls.addRoom>) {
  await requireKeeper(ctx, body.keeperId, null)
  return translateViolation(() => store.add(ctx, body))
}

/** A lab may edit the data of its rooms, but not the building and the dept they belong to. */
export async function change(ctx: Ctx, { params, body }: Parsed<typeof buildingCalls.changeRoom>) {
  const room = await requireRoom(ctx, params.id)
  ctx.allow(managesPlaces(ctx) || body.buildingId === room.buildingId, '您不能更改房间所在的楼宇')
  ctx.allow(managesPlaces(ctx) || body.deptId === room.deptId, '您不能更改房间的所属部门')
  await requireKeeper(ctx, body.keeperId, room.keeperId)
  await translateViolation(() => store.change(ctx, params.id, body))
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof buildingCalls.removeRoom>) {
  await requireRoom(ctx, params.id)
  const { labs, devices, gates } = await store.countUses(ctx.db, params.id)
  const reasons = [
    labs && `仍有 ${labs} 个实验室`,
    devices && `仍有 ${devices} 台仪器`,
    gates && `仍有 ${gates} 个网关或门禁、电源等子设备（含已停用）`,
  ]
    .filter((r) => r !== 0)
    .map((message) => ({ code: 'ROOM_IN_USE', message }))
  if (reasons.length) throw refuse('ROOM_IN_USE', buildingRefusals.ROOM_IN_USE, { status: 409, reasons })
  await files.removeFiles(ctx, ['room'], params.id)
  try {
    await store.remove(ctx, params.id)
  } catch (e) {
    // Another transaction has begun to use the room since the check.
    if (violatesReference(e)) throw refuse('ROOM_IN_USE', buildingRefusals.ROOM_IN_USE, { status: 409 })
    throw e
  }
  return null
}

export async function addImage(ctx: Ctx, { body }: Parsed<typeof buildingCalls.addRoomImage>) {
  await requireRoom(ctx, body.roomId)
  return image.addImage(ctx, 'room', body.roomId)
}
export async function removeImage(ctx: Ctx, { params }: Parsed<typeof buildingCalls.removeRoomImage>) {
  await requireRoom(ctx, params.id)
  return image.removeImage(ctx, 'room', params.id, params.fileId)
}
