import type { Parsed } from '@portal/contract/kernel/call'
import { labRefusals, type LabEdit, type labCalls } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { isDatabaseError, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { familyOf } from '../dept/dept.service.ts'
import './lab.events.ts'
import { editsEverywhere, editsOf, editsOwn, leadingRoles, mayEdit, searchableLab } from './lab.rules.ts'
import * as store from './lab.store.ts'
import * as people from './people.store.ts'
import { detailOf, labOf } from './lab.view.ts'

// ── For other modules ────────────────────────────────────────────────────────

/** How the person who asks stands to a lab, by its id or serial number. */
export async function standingOn(ctx: Ctx, key: number | string): Promise<store.StandingRow> {
  const row = await store.standing(ctx.db, ctx.me.id, String(key))
  if (!row) throw notFound('实验室')
  return row
}

/** The row-level check of everything that changes a lab or what stands in it. */
export async function allowEdit(ctx: Ctx, labId: number, edit: LabEdit): Promise<void> {
  const { roles, name } = await standingOn(ctx, labId)
  ctx.allow(mayEdit(edit, ctx.me.permissions, roles), `您不能修改“${name}”的这部分内容`)
}

/** The labs in which the person who asks may change this: `'all'`, or their ids. */
export async function labsToEdit(ctx: Ctx, edit: LabEdit): Promise<'all' | number[]> {
  const { id, permissions } = ctx.me
  if (editsEverywhere(edit, permissions)) return 'all'
  return editsOwn(edit, permissions) ? store.idsOf(ctx.db, id, leadingRoles) : []
}

/** The labs that the person who asks belongs to, in whatever role. */
export const ownLabs = (ctx: Ctx): Promise<number[]> => store.idsOf(ctx.db, ctx.me.id, ['lab_director', 'lab_admin', 'lab_member'])

/** Only people with an account in use can be given something to do; `field` is where the form asks for them. */
export async function requireActive(ctx: Ctx, userId: number, field: string): Promise<void> {
  if (!(await people.isActive(ctx.db, userId))) throw refuseField(field, labRefusals.PERSON_UNKNOWN, 'PERSON_UNKNOWN')
}

// ── Reading ──────────────────────────────────────────────────────────────────

export const select = (ctx: Ctx, { query }: Parsed<typeof labCalls.select>) =>
  store.select(ctx.db, query.keyword ? queryGrams(query.keyword) : undefined, query.deptId ?? null, query.size)

export async function roles(ctx: Ctx, { query }: Parsed<typeof labCalls.roles>) {
  const row = await standingOn(ctx, query.id)
  const has = (role: (typeof row.roles)[number]) => row.roles.includes(role)
  return { lab_director: has('lab_director'), lab_admin: has('lab_admin'), lab_member: has('lab_member'), reviewer: row.reviews, system_admin: ctx.holds('ADMIN') }
}

interface ListQuery {
  keyword?: string | undefined
  deptId?: number | undefined
  type?: string | undefined
  grade?: string | undefined
  enabled?: boolean | undefined
  order_by: store.LabSort
  page: number
  size: number
}
async function pageFor(ctx: Ctx, q: ListQuery, ledBy: number | null) {
  const filters = {
    sought: q.keyword ? queryGrams(q.keyword) : undefined,
    deptIds: q.deptId ? await familyOf(ctx, q.deptId) : null,
    type: q.type || null, grade: q.grade || null, enabled: q.enabled ?? null, ledBy,
  }
  return store.list(ctx.db, ctx.me.id, filters, q.order_by, q)
}

export async function list(ctx: Ctx, { query }: Parsed<typeof labCalls.list>) {
  const { items, total } = await pageFor(ctx, { ...query, enabled: true }, null)
  return { items: items.map(labOf), total }
}
export const search = (ctx: Ctx, { query: { labName, ...query }, ...input }: Parsed<typeof labCalls.search>) => list(ctx, { ...input, query: { ...query, keyword: labName } })

export async function my(ctx: Ctx) {
  const rows = await store.ofPerson(ctx.db, ctx.me.id)
  return rows.map((l) => ({ ...labOf(l), roles: [...l.roles, ...(l.reviews ? (['reviewer'] as const) : [])], can: editsOf(ctx.me.permissions, l.roles) }))
}

export async function managed(ctx: Ctx, { query }: Parsed<typeof labCalls.managed>) {
  const { items, total } = await pageFor(ctx, query, editsEverywhere('base', ctx.me.permissions) ? null : ctx.me.id)
  return { items: items.map((l) => ({ ...labOf(l), can: editsOf(ctx.me.permissions, l.roles) })), total }
}

async function detailFor(ctx: Ctx, key: string) {
  const row = await store.find(ctx.db, ctx.me.id, key)
  if (!row) throw notFound('实验室')
  return { row, can: editsOf(ctx.me.permissions, row.roles) }
}
export async function detail(ctx: Ctx, { query }: Parsed<typeof labCalls.detail>) {
  const { row, can } = await detailFor(ctx, query.id)
  return detailOf(row, await people.members(ctx.db, row.id), can)
}
export async function get(ctx: Ctx, { query }: Parsed<typeof labCalls.get>) {
  const { row, can } = await detailFor(ctx, query.id)
  ctx.allow(can.length > 0)
  return detailOf(row, await people.members(ctx.db, row.id), can)
}

export async function devices(ctx: Ctx, { query }: Parsed<typeof labCalls.devices>) {
  const row = await standingOn(ctx, query.id)
  const unsharedToo = row.roles.length > 0 || row.reviews || ctx.holds('DEVICE_ALL')
  return store.devices(ctx.db, row.id, unsharedToo, query.keyword ? queryGrams(query.keyword) : undefined, query)
}

// ── Writing ──────────────────────────────────────────────────────────────────

const valuesOf = ({ roomId, ...b }: Parsed<typeof labCalls.create>['body'] | Parsed<typeof labCalls.change>['body']) => ({ ...b, roomId: roomId ?? null })

export async function create(ctx: Ctx, { body }: Parsed<typeof labCalls.create>) {
  try {
    const { id } = await store.add(ctx, body.serialId, valuesOf(body), searchableLab(body))
    ctx.target = `lab ${id}`
    return { id }
  } catch (e) {
    if (violates(e, 'lab_serial_id_key')) throw refuseField('serialId', labRefusals.LAB_SERIAL_TAKEN, 'LAB_SERIAL_TAKEN')
    throw e
  }
}

/** The serial number stays: it is printed on doors and in links. */
export async function change(ctx: Ctx, { body }: Parsed<typeof labCalls.change>) {
  const { row, can } = await detailFor(ctx, String(body.id))
  ctx.target = `lab ${row.id}`
  ctx.allow(can.includes('base') || (can.includes('intro') && onlyIntro(row, body)), '您只能修改本实验室的信息')
  await store.change(ctx, row.id, valuesOf(body), searchableLab({ name: body.name, serialId: row.serialId }))
  if (body.deptId !== row.deptId) await announce(ctx, 'lab.moved', { labId: row.id, deptId: body.deptId })
  return null
}
const onlyIntro = (row: store.LabDetailRow, body: Parsed<typeof labCalls.change>['body']) =>
  (['name', 'deptId', 'type', 'grade', 'phone', 'email', 'enabled'] as const).every((field) => row[field] === body[field]) && row.roomId === (body.roomId ?? null)

export async function remove(ctx: Ctx, { query }: Parsed<typeof labCalls.remove>) {
  const { row } = await detailFor(ctx, query.id)
  ctx.target = `lab ${row.id}`
  try {
    await store.remove(ctx, row.id)
  } catch (e) {
    if (isDatabaseError(e) && e.code === '23503') throw refuse('LAB_IN_USE', labRefusals.LAB_IN_USE, { status: 409 })
    throw e
  }
  return null
}
