import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

export interface SlideRow {
  id: number
  title: string
  subtitle: string | null
  link: string | null
  fileId: string | null
  enabled: boolean
  fromDay: string | null
  untilDay: string | null
  updatedAt: Date
}
const ROW = `id, title, subtitle, link, file_id as "fileId", enabled, from_day as "fromDay",
    until_day as "untilDay", updated_at as "updatedAt"`
export const list = (db: Db) => run<SlideRow>(db, `select ${ROW} from carousel order by sort, id`, [])
export const lockSlide = async (ctx: Ctx, id: number) =>
  (await run<SlideRow>(ctx.db, `select ${ROW} from carousel where id = $1 for update`, [id]))[0]

/** Serialises writers: the number and order of slides concern all rows. */
export const lockAll = (ctx: Ctx) => run(ctx.db, 'lock table carousel in share row exclusive mode', [])

const ADD = `insert into carousel (title, subtitle, link, from_day, until_day, file_id, sort, updated_at)
  select $1, $2, $3, $4::date, $5::date, $6, coalesce(max(sort), 0) + 1, $7 from carousel returning id`
export const add = (ctx: Ctx, v: Omit<SlideValues, 'enabled'>, fileId: string) =>
  runOne<{ id: number }>(ctx.db, ADD, [v.title, v.subtitle, v.link, v.fromDay, v.untilDay, fileId, ctx.now])

export interface SlideValues {
  title: string
  subtitle: string | null
  link: string | null
  enabled: boolean
  fromDay: string | null
  untilDay: string | null
}
const CHANGE = `update carousel set title = $2, subtitle = $3, link = $4, enabled = $5, from_day = $6,
    until_day = $7, updated_at = $8 where id = $1`
export const change = (ctx: Ctx, id: number, v: SlideValues) =>
  run(ctx.db, CHANGE, [id, v.title, v.subtitle, v.link, v.enabled, v.fromDay, v.untilDay, ctx.now])
export const setPicture = (ctx: Ctx, id: number, fileId: string) =>
  run(ctx.db, 'update carousel set file_id = $2, updated_at = $3 where id = $1', [id, fileId, ctx.now])

const ORDER = `update carousel c set sort = o.place from unnest($1::int8[]) with ordinality o (id, place)
  where c.id = o.id`
export const order = (ctx: Ctx, ids: readonly number[]) => run(ctx.db, ORDER, [ids])
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from carousel where id = $1', [id])
