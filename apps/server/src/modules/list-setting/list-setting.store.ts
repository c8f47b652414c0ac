import { MAX_LISTS, type ListSetting } from '@portal/contract/list-setting/list-setting'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { together } from '../../kernel/together.ts'

const ALL = `select list, columns, density, filters from list_setting
  where user_id = $1 order by list limit $2`
export const listSettings = (db: Db, userId: number) => run<ListSetting>(db, ALL, [userId, MAX_LISTS])

const LOCK = `select pg_advisory_xact_lock(hashtextextended('list setting ' || $1::int8, 0))`
const SAVE = `insert into list_setting (user_id, list, columns, density, filters, updated_at)
  select $1, $2, $3::jsonb, $4, $5::jsonb, $6
  where (select count(*) from list_setting where user_id = $1 and list <> $2) < $7
  on conflict (user_id, list) do update set columns = excluded.columns, density = excluded.density,
    filters = excluded.filters, updated_at = excluded.updated_at
  returning list`
/** False: the person already has the maximum of MAX_LISTS. Concurrent saves of one person are serialised. */
export async function save(ctx: Ctx, s: ListSetting): Promise<boolean> {
  const values = [
    ctx.me.id,
    s.list,
    JSON.stringify(s.columns),
    s.density,
    JSON.stringify(s.filters),
    ctx.now,
    MAX_LISTS,
  ]
  const [, rows] = await together([run(ctx.db, LOCK, [ctx.me.id]), run(ctx.db, SAVE, values)])
  return rows.length > 0
}

export const remove = (ctx: Ctx, list: string) =>
  run(ctx.db, 'delete from list_setting where user_id = $1 and list = $2', [ctx.me.id, list])

export const removeSettings = (ctx: Ctx, userIds: readonly number[]) =>
  run(ctx.db, 'delete from list_setting where user_id = any ($1::int8[])', [userIds])
