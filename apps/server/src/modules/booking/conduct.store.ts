import type { ViolationKind } from '@portal/contract/violation/violation'
import { run, type Db } from '../../kernel/db.ts'

export interface ConductRow {
  here: number
  lastHereAt: Date | null
  all: number
  qualificationRequired: boolean
  granted: boolean
  validUntil: Date | null
  violations: { kind: ViolationKind; times: number }[]
}
// The uses of the instrument within a year are read by its own index; uses of all instruments come from
// monthly sums. A reviewer of the instrument counts as qualified, as when a booking is judged.
const CONDUCT = `
  select used.times as here, used.last as "lastHereAt",
    (select coalesce(sum(uses), 0)::int from use_person_month where user_id = $2 and month >= $6) as "all",
    coalesce(o.qualification_required, false) and b.kind = 'self_operated' as "qualificationRequired",
    q.known is not null as granted, q.valid_until as "validUntil",
    coalesce((select json_agg(json_build_object('kind', kind, 'times', times) order by times desc, kind)
      from (select kind, count(*) as times from violation where user_id = $4 and at >= $5
        and revoked_at is null group by kind) v), '[]') as violations
  from booking b left join opening o on o.device_id = b.device_id
    join device d on d.id = b.device_id
    left join lateral (select true as known, m.valid_until from may_operate(d.id, d.lab_id, $2, '-infinity') m
      order by m.valid_until desc nulls first limit 1) q on true,
    lateral (select count(*)::int as times, max(coalesce(u.finished_at, upper(u.period))) as last
      from booking u where u.device_id = $3 and u.experimenter_id = $2 and upper(u.period) >= $5
        and u.state in ('awaiting_test_order', 'done')) used
  where b.id = $1`
export async function findConduct(
  db: Db,
  b: { id: number; experimenterId: number; deviceId: number; bookerId: number },
  { since, month }: { since: Date; month: string },
): Promise<ConductRow> {
  const [row] = await run<ConductRow>(db, CONDUCT, [
    b.id,
    b.experimenterId,
    b.deviceId,
    b.bookerId,
    since,
    month,
  ])
  if (!row) throw new Error(`booking ${b.id} was there a moment ago`)
  return row
}
