import type { Parsed } from '@portal/contract/kernel/call'
import { deviceRefusals, type CategoryNode, type DeviceEvent, type deviceCalls } from '@portal/contract/device/device'
import type { Ctx } from '../../kernel/ctx.ts'
import { isDatabaseError, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { familyOf } from '../dept/dept.service.ts'
import { allowEdit, requireActive } from '../lab/lab.service.ts'
import { canOf, maySee, searchableDevice } from './device.rules.ts'
import * as store from './device.store.ts'
import { detailOf } from './device.view.ts'

// ── For other modules ────────────────────────────────────────────────────────

export type { StandingRow } from './device.store.ts'

/** A device, by id or serial number, that the person who asks may see. */
export async function requireSeen(ctx: Ctx, key: number | string): Promise<store.StandingRow> {
  const device = await store.standing(ctx.db, ctx.me.id, String(key))
  if (!device) throw notFound('仪器')
  ctx.allow(maySee(device, ctx.me), '该仪器未共享，仅本实验室人员可以查看')
  return device
}

/** A device with which the person who asks may do this. */
export async function requireCan(ctx: Ctx, key: number | string, event: DeviceEvent): Promise<store.StandingRow> {
  const device = await store.standing(ctx.db, ctx.me.id, String(key))
  if (!device) throw notFound('仪器')
  ctx.target = `device ${device.id}`
  ctx.allow(canOf(device, ctx.me.permissions).includes(event), `您不能管理“${device.name}”`)
  return device
}

// ── Reading ──────────────────────────────────────────────────────────────────

async function detailFor(ctx: Ctx, key: string) {
  const row = await store.find(ctx.db, ctx.me.id, key)
  if (!row) throw notFound('仪器')
  ctx.allow(maySee(row, ctx.me), '该仪器未共享，仅本实验室人员可以查看')
  return detailOf(row, canOf(row, ctx.me.permissions))
}
export const info = (ctx: Ctx, { params }: Parsed<typeof deviceCalls.info>) => detailFor(ctx, params.id)
export const detail = (ctx: Ctx, { query }: Parsed<typeof deviceCalls.detail>) => detailFor(ctx, query.id)

export async function valid(ctx: Ctx, { params }: Parsed<typeof deviceCalls.valid>) {
  const device = await store.standing(ctx.db, ctx.me.id, params.serialId)
  return device !== undefined && canOf(device, ctx.me.permissions).includes('edit')
}

export async function labs(ctx: Ctx, { query }: Parsed<typeof deviceCalls.labs>) {
  const sought = query.keyword ? queryGrams(query.keyword) : undefined
  const deptIds = query.deptId === undefined ? null : await familyOf(ctx, query.deptId)
  return store.labs(ctx.db, sought?.grams ?? null, sought?.recheck ?? [], deptIds, query.size)
}
export const tags = (ctx: Ctx) => store.tags(ctx.db)

export async function categoryTree(ctx: Ctx): Promise<CategoryNode[]> {
  const rows = await store.categories(ctx.db, null)
  const nodes = new Map(rows.map((c) => [c.id, { id: c.id, label: c.name, code: c.code, children: [] as CategoryNode[] }]))
  const roots: CategoryNode[] = []
  for (const { id, parentId } of rows) {
    const node = nodes.get(id)! // made from the same rows
    ;((parentId === null ? undefined : nodes.get(parentId)?.children) ?? roots).push(node)
  }
  return roots
}
export const categorySearch = (ctx: Ctx, { query }: Parsed<typeof deviceCalls.categorySearch>) => store.categories(ctx.db, query.keyword ?? null)

// ── Writing ──────────────────────────────────────────────────────────────────

type Body = Parsed<typeof deviceCalls.create>['body']
const valuesOf = (b: Body): store.DeviceValues => ({
  ...b, categoryId: b.categoryId ?? null, roomId: b.roomId ?? null, priceFen: b.priceFen ?? null, boughtOn: b.boughtOn ?? null, enabledOn: b.enabledOn ?? null,
  contactId: b.contactId ?? null, tags: [...new Set(b.tags)],
})

async function judgeBody(ctx: Ctx, body: Body, knownContact: number | null): Promise<number> {
  const deptId = await store.deptOfLab(ctx.db, body.labId)
  if (deptId === undefined) throw refuseField('labId', '实验室不存在')
  if (body.contactId && body.contactId !== knownContact) await requireActive(ctx, body.contactId, 'contactId')
  return deptId
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    if (violates(e, 'device_serial_id_key')) throw refuseField('serialId', deviceRefusals.DEVICE_SERIAL_TAKEN, 'DEVICE_SERIAL_TAKEN')
    if (violates(e, 'device_category_id_fkey')) throw refuseField('categoryId', '分类不存在')
    if (violates(e, 'device_room_id_fkey')) throw refuseField('roomId', '房间不存在')
    throw e
  }
}

export async function create(ctx: Ctx, { body }: Parsed<typeof deviceCalls.create>) {
  await allowEdit(ctx, body.labId, 'device')
  const deptId = await judgeBody(ctx, body, null)
  const added = await explained(() => store.add(ctx, valuesOf(body), deptId, searchableDevice(body)))
  ctx.target = `device ${added.id}`
  return added
}

export async function change(ctx: Ctx, { body: { id, ...body } }: Parsed<typeof deviceCalls.change>) {
  const device = await requireCan(ctx, id, 'edit')
  // Given away to another lab, it needs the right there too.
  if (body.labId !== device.labId) await allowEdit(ctx, body.labId, 'device')
  const deptId = await judgeBody(ctx, body, device.contactId)
  await explained(() => store.change(ctx, id, valuesOf(body), deptId, searchableDevice(body)))
  ctx.target = `device ${id}`
  ctx.live(`device:${id}`)
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deviceCalls.remove>) {
  await requireCan(ctx, params.id, 'remove')
  try {
    await store.remove(ctx, params.id)
  } catch (e) {
    if (isDatabaseError(e) && e.code === '23503') throw refuse('DEVICE_IN_USE', deviceRefusals.DEVICE_IN_USE, { status: 409 })
    throw e
  }
  return null
}

/** Devices belong to the dept of their lab, wherever that moves. */
export const followLab = (ctx: Ctx, labId: number, deptId: number) => store.followLab(ctx, labId, deptId)
