import type { FormSource } from '@portal/contract/form/form'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

// Interfaces that forms may call; a few dozen at most.

const ROW = 'id, name, address, method, enabled, internal'
export const list = (db: Db) => run<FormSource>(db, `select ${ROW} from form_source order by name, id`, [])

const FIND = `select ${ROW} from form_source where address = $1 and method = $2 and enabled`
/** The enabled interface with exactly this address and method. */
export const find = async (db: Db, address: string, method: string): Promise<FormSource | undefined> =>
  (await run<FormSource>(db, FIND, [address, method]))[0]

type Said = Omit<FormSource, 'id'>
const listValues = (s: Said) => [s.name, s.address, s.method, s.enabled, s.internal]
const ADD = `insert into form_source (name, address, method, enabled, internal, added_by, added_at)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`
export const add = (ctx: Ctx, s: Said) =>
  runOne<{ id: number }>(ctx.db, ADD, [...listValues(s), ctx.me.id, ctx.now])

const CHANGE = `update form_source set name = $2, address = $3, method = $4, enabled = $5, internal = $6
  where id = $1 returning id`
export const change = async (ctx: Ctx, id: number, s: Said): Promise<boolean> =>
  (await run(ctx.db, CHANGE, [id, ...listValues(s)])).length === 1

export const remove = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, 'delete from form_source where id = $1 returning id', [id])).length === 1
