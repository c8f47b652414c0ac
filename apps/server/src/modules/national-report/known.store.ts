import { run, type Db } from '../../kernel/db.ts'
import type { CustomsFacts, DeviceFacts, ServiceFacts } from './known.rules.ts'

// The portal's data about instruments, uses and imports that
// a field of a schema may refer to (contract, known.ts).

const DEVICES = `select d.id as "deviceId", d.serial_id as "serialId", d.name,
  d.english_name as "englishName", d.origin, d.under_customs as "underCustoms", d.price_fen as "priceFen",
  d.country, d.manufacturer, d.enabled_on as "enabledOn", d.design, d.model, d.spec, d.indicators,
  d.functions, d.subjects, d.services, d.results, d.running, d.sharing_rules as "sharingRules",
  d.fee_note as "feeNote", d.share_mode as "shareMode", d.funding, d.shared, c.code as "categoryCode",
  d.image_file_id as "imageFileId", coalesce(b.address, b.name) as building, r.name as room,
  k.name as "contactName", k.phone as "contactPhone", k.email as "contactEmail", t.address as "postAddress",
  coalesce(m.all_minutes, 0)::int8 as "allMinutes", coalesce(m.served_minutes, 0)::int8 as "servedMinutes"
  from device d join dept t on t.id = d.dept_id left join device_category c on c.id = d.category_id
    left join room r on r.id = d.room_id left join building b on b.id = r.building_id
    left join user_account k on k.id = d.contact_id
    left join lateral (select sum(u.preparation_minutes + u.working_minutes +
      u.cleanup_minutes) as all_minutes, sum(u.working_minutes) filter
      (where u.kind in ('self_operated', 'sample_delivery', 'unbooked')) as served_minutes
      from use_month u where u.device_id = d.id and u.month between $2::date and $3::date) m on true
  where d.id = any($1::int8[])`
/** Data of instruments, with their use in the months between two days. */
export const devices = (db: Db, ids: readonly number[], from: string, to: string) =>
  run<DeviceFacts>(db, DEVICES, [ids, from, to])

const SERVICES = `select u.source, u.source_id as "sourceId", d.serial_id as "deviceSerialId",
  u.income_fen as "incomeFen", u.begun_at as "begunAt",
  coalesce(upper(range_merge(u.work)), u.begun_at + make_interval(mins => u.working_minutes)) as "endedAt",
  k.purpose, u.service_mode as "serviceMode", u.working_minutes as minutes, u.samples, u.project,
  u.funding_source as "fundingSource", u.disciplines, coalesce(p.name, e.outside_name) as "userName",
  p.phone as "userPhone",
  p.email as "userEmail", coalesce(t.name, p.organization) as "userOrganization", u.tier, u.nature,
  u.user_dept_id is not distinct from u.dept_id as "ownDept"
  from unnest($1::text[], $2::int8[]) as w(source, source_id)
    join use_current c on c.source = w.source and c.source_id = w.source_id
    join use_record u on u.id = c.record_id join device d on d.id = u.device_id
    left join booking k on u.source = 'booking' and k.id = u.source_id
    left join use_entry e on u.source = 'entry' and e.id = u.source_id
    left join user_account p on p.id = u.user_id left join dept t on t.id = u.user_dept_id`
/** Data of uses as the ledger has them now; reversed uses are left out. */
export const services = (db: Db, of: readonly { source: string; sourceId: number }[]) =>
  run<ServiceFacts>(db, SERVICES, [of.map((s) => s.source), of.map((s) => s.sourceId)])

const CUSTOMS = `select d.id as "deviceId", d.serial_id as "deviceSerialId",
  i.duty_free_number as "dutyFreeNumber", p.contract_number as "contractNumber", d.shared
  from device d left join lateral (select item_id, purchase_id from piece where piece.device_id = d.id
      order by piece.id limit 1) c on true
    left join purchase_item i on i.id = c.item_id left join purchase p on p.id = c.purchase_id
  where d.id = any($1::int8[])`
/** Data of instruments about their import, if they were bought through the portal. */
export const customs = (db: Db, ids: readonly number[]) => run<CustomsFacts>(db, CUSTOMS, [ids])
