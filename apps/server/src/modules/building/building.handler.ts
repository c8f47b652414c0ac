import { buildingRefusals, TREE_ROOMS, type buildingCalls } from '@portal/contract/building/building'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { defineTranslation, notFound, refuse, refuseField, violatesReference } from '../../kernel/refuse.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { together } from '../../kernel/together.ts'
import * as files from '../file/file.service.ts'
import * as store from './building.store.ts'
import { countDevices } from './device-count.action.ts'
import * as image from './place-image.action.ts'
import { managesPlaces } from './place.action.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof buildingCalls.list>) {
  const { items, total } = await store.list(
    ctx.db,
    { keyword: query.keyword ?? null, campus: query.campus || null },
    query,
  )
  const [devices, pictures] = await together([
    countDevices(ctx),
    image.readImages(
      ctx,
      'building',
      items.map((b) => b.id),
    ),
  ])
  const can = managesPlaces(ctx) ? (['edit', 'remove'] as const) : []
  return {
    items: items.map((b) => ({
      ...b,
      devices: devices.get(b.id) ?? 0,
      images: pictures(b.id),
      can: [...can],
    })),
    total,
  }
}

export async function showTree(ctx: Ctx, { query }: Parsed<typeof buildingCalls.tree>) {
  const words = query.keyword?.toLowerCase().split(/\s+/) ?? []
  const rows = await store.listRooms(
    ctx.db,
    { buildingId: query.buildingId ?? null, words, ids: query.ids ?? null },
    query.ids?.length ?? TREE_ROOMS,
  )
  return [...Map.groupBy(rows, (r) => r.buildingId)].map(([id, [first, ...more]]) => ({
    id,
    label: first?.building ?? '',
    campus: first?.campus ?? null,
    // A building without rooms has one row, without a room.
    children: [...(first ? [first] : []), ...more].flatMap((r) =>
      r.id === null ? [] : [{ id: r.id, label: r.name ?? '', floor: r.floor }],
    ),
  }))
}

export async function showArea(ctx: Ctx, { query }: Parsed<typeof buildingCalls.area>) {
  const row = await store.findArea(ctx.db, query.id)
  if (!row) throw notFound('楼宇')
  return row
}

export const listCampuses = (ctx: Ctx) => store.listCampuses(ctx.db)

const translateViolation = defineTranslation({
  building_floors: () => refuseField('floors', buildingRefusals.BUILDING_FLOORS, 'BUILDING_FLOORS'),
  building_serial_id_key: () =>
    refuseField('serialId', buildingRefusals.BUILDING_SERIAL_TAKEN, 'BUILDING_SERIAL_TAKEN'),
})

/** By id or serial number. */
async function requireBuilding(ctx: Ctx, key: string): Promise<number> {
  const id = await store.find(ctx.db, key)
  if (id === undefined) throw notFound('楼宇')
  ctx.target = `building ${id}`
  return id
}

export const add = (ctx: Ctx, { body }: Parsed<typeof buildingCalls.add>) =>
  translateViolation(() => store.add(ctx, body))

export async function change(ctx: Ctx, { params, body }: Parsed<typeof buildingCalls.change>) {
  const id = await requireBuilding(ctx, params.id)
  await translateViolation(() => store.change(ctx, id, body))
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof buildingCalls.remove>) {
  const id = await requireBuilding(ctx, params.id)
  await files.removeFiles(ctx, ['building'], id)
  try {
    await store.remove(ctx, id)
  } catch (e) {
    if (violatesReference(e))
      throw refuse('BUILDING_IN_USE', buildingRefusals.BUILDING_IN_USE, { status: 409 })
    throw e
  }
  return null
}

/** Locks the building, so that concurrent requests count its pictures one after the other. */
async function lockBuilding(ctx: Ctx, id: number): Promise<void> {
  ctx.target = `building ${id}`
  if (!(await store.lock(ctx, id))) throw notFound('楼宇')
}
export async function addImage(ctx: Ctx, { body }: Parsed<typeof buildingCalls.addImage>) {
  await lockBuilding(ctx, body.buildingId)
  return image.addImage(ctx, 'building', body.buildingId)
}
export async function removeImage(ctx: Ctx, { params }: Parsed<typeof buildingCalls.removeImage>) {
  await lockBuilding(ctx, params.id)
  return image.removeImage(ctx, 'building', params.id, params.fileId)
}

/** The stored building as a request body, because fields missing in a change keep their values. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const id = await store.find(ctx.db, String(params['id']))
  return id === undefined ? undefined : rowAsBody(ctx.db, 'building', { id })
}
