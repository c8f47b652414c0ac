import type { DeviceStatus, FavoriteKind } from '@portal/contract/device/device'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'

export interface FavoriteRow {
  id: number
  kind: FavoriteKind
  targetId: number
  name: string
  serialId: string
  of: string
  status: DeviceStatus | null
  createdAt: Date
}
const TARGETS = `left join device d on f.kind = 'device' and d.id = f.target_id
  left join lab l on f.kind = 'lab' and l.id = f.target_id`
// A favourite that the person may no longer see stays in the list by name, because the person added it.
const LIST = defineShortList(2, {
  as: 'f',
  row: `f.id, f.kind, f.target_id as "targetId", coalesce(d.name, l.name) as name,
    coalesce(d.serial_id, l.serial_id) as "serialId", coalesce(dl.name, t.name) as "of", d.status,
    f.created_at as "createdAt"`,
  from: `favorite f ${TARGETS}`,
  joins: `${TARGETS} left join lab dl on dl.id = d.lab_id left join dept t on t.id = l.dept_id`,
  where: `f.user_id = $1 and ($2::text is null or f.kind = $2) and coalesce(d.id, l.id) is not null`,
  order: 'f.id desc',
})
export const list = (
  db: Db,
  userId: number,
  kind: FavoriteKind | null,
  page: { page: number; size: number },
) => readShortPage<FavoriteRow>(db, LIST, [userId, kind], page)

const ADD = `insert into favorite (user_id, kind, target_id, created_at) values ($1, $2, $3, $4)
  on conflict (user_id, kind, target_id) do update set target_id = excluded.target_id returning id`
/** Adding twice leaves one row. */
export async function add(ctx: Ctx, kind: FavoriteKind, targetId: number): Promise<{ id: number }> {
  const [row] = await run<{ id: number }>(ctx.db, ADD, [ctx.me.id, kind, targetId, ctx.now])
  return row! // an insert returns its row
}
const REMOVE = 'delete from favorite where id = $1 and user_id = $2 returning id'
export const remove = async (ctx: Ctx, id: number) =>
  (await run<{ id: number }>(ctx.db, REMOVE, [id, ctx.me.id]))[0]
