import type { buildingCalls } from '@portal/contract/building/building'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as store from './building.store.ts'

export const list = (ctx: Ctx, { query }: Parsed<typeof buildingCalls.list>) => store.list(ctx.db, { keyword: query.keyword ?? null, campus: query.campus || null }, query)

export async function tree(ctx: Ctx, { query }: Parsed<typeof buildingCalls.tree>) {
  const rows = await store.rooms(ctx.db, query.buildingId ?? null)
  return [...Map.groupBy(rows, (r) => r.buildingId)].map(([id, [first, ...more]]) => ({
    id,
    label: first?.building ?? '',
    campus: first?.campus ?? null,
    // A building without rooms has one row, without a room.
    children: [...(first ? [first] : []), ...more].flatMap((r) => (r.id === null ? [] : [{ id: r.id, label: r.name ?? '', floor: r.floor }])),
  }))
}

export async function area(ctx: Ctx, { query }: Parsed<typeof buildingCalls.area>) {
  const row = await store.area(ctx.db, query.id)
  if (!row) throw notFound('楼宇')
  return row
}

export const labRooms = (ctx: Ctx, { query }: Parsed<typeof buildingCalls.labRooms>) => store.labRooms(ctx.db, query.id)

export async function room(ctx: Ctx, { query }: Parsed<typeof buildingCalls.room>) {
  const row = await store.room(ctx.db, query.id)
  if (!row) throw notFound('房间')
  return row
}
