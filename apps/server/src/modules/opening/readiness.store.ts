import { run, type Db } from '../../kernel/db.ts'
import { isBeingScrapped } from '../../kernel/of-device.store.ts'
import type { Setup } from './readiness.rules.ts'

export interface SetupRow extends Omit<Setup, 'hasTime'> {
  id: number
  /** Days ahead, minutes of notice and shortest minutes of a booking; null: never opened. */
  horizonDays: number | null
  noticeMinutes: number | null
  minMinutes: number | null
}
const SETUPS = `
  select d.id, d.status, d.shared, l.enabled as "labEnabled",
    ${isBeingScrapped('d.id')} as scrapping,
    case when o.device_id is not null then json_build_object('enabled', o.enabled,
      'selfOperated', o.self_operated, 'sampleDelivery', o.sample_delivery,
      'admittedTiers', o.admitted_tiers) end as opening,
    o.horizon_days as "horizonDays", o.notice_minutes as "noticeMinutes", o.min_minutes as "minMinutes",
    (select coalesce(json_agg(json_build_object('basis', p.basis, 'rates', p.rates)), '[]')
      from price_plan p where p.device_id = d.id and p.effective @> $2::date) as plans,
    (select count(distinct v.user_id) from device_reviewer v
      join user_account u on u.id = v.user_id and u.enabled
      where v.device_id = d.id or v.lab_id = d.lab_id and v.device_id is null)::int as reviewers
  from device d join lab l on l.id = d.lab_id left join opening o on o.device_id = d.id
  where d.id = any ($1::int8[])`
/** How some devices are set up for booking on a day. */
export const findSetups = (db: Db, deviceIds: readonly number[], today: string) =>
  run<SetupRow>(db, SETUPS, [deviceIds, today])
