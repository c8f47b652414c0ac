import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

// Gateways that do not answer any more, and what people were told of it.

export interface Silent {
  id: number
  name: string
  /** When it was heard last, or when its connection broke. */
  since: Date
}
// Silence says little about another maker's device; a broken connection does.
const SILENT = `with silent as (select g.id from iot_gateway g
    where g.enrolled_at is not null and g.retired_at is null and g.silent_told_at is null
      and case when g.mapping_id is null then g.seen_at < $2
        else g.gone_at >= g.seen_at and g.gone_at < $2 end
    for no key update skip locked),
  told as (update iot_gateway g set silent_told_at = $1 from silent s where g.id = s.id
    returning g.id, g.name, case when g.mapping_id is null then g.seen_at else g.gone_at end as since)
  select * from told order by name, id`
/** Marks and returns the gateways that have been silent since before then: each silence is told once. */
export const takeSilent = (ctx: Ctx, before: Date) => run<Silent>(ctx.db, SILENT, [ctx.now, before])

const BACK = `with back as (select g.id from iot_gateway g
    where g.silent_told_at is not null and g.retired_at is null and g.seen_at > g.silent_told_at
      and (g.gone_at is null or g.gone_at < g.seen_at)
    for no key update skip locked),
  told as (update iot_gateway g set silent_told_at = null from back b where g.id = b.id
    returning g.id, g.name)
  select * from told order by name, id`
/** Unmarks and returns the gateways that answer again. */
export const takeBack = (ctx: Ctx) => run<Omit<Silent, 'since'>>(ctx.db, BACK, [])

const KEEPERS = `select distinct s.gateway_id as "gatewayId", m.user_id as "userId"
  from iot_sub_device s, iot_labs(s) x(id) join lab_member m on m.lab_id = x.id
    join user_account u on u.id = m.user_id and u.enabled
  where s.gateway_id = any($1) and s.retired_at is null and m.role in ('lab_director', 'lab_admin')
  order by 2, 1`
/** The directors and administrators of the laboratories that these gateways serve. */
export const listKeepers = (db: Db, gatewayIds: readonly number[]) =>
  run<{ gatewayId: number; userId: number }>(db, KEEPERS, [gatewayIds])
