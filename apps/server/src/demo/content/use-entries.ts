import type pg from 'pg'
import { Copier } from '../bulk.ts'
import type { Frame } from '../campus/model.ts'
import type { Files } from '../files.ts'
import { receiptPicture } from '../pictures/portraits.ts'

// Uses of the cast's instruments without a booking, entered by hand: teaching in two periods, staff,
// maintenance by a company's engineer, a use during a network failure, and one entered for a wrong day and
// corrected.

const ENTRIES = `
  with said (n, device, kind, who, outside, by, ago, stretches, samples, students, nature, project, reason, revoked) as (values
    (1, 1, 'teaching', 'labadmin', null, 'director', 12, array['09:00-11:30', '14:00-16:30'], 6, 24, 'teaching',
      '材料分析测试方法（实验）', '本科实验课按课表使用，未在平台预约', null),
    (2, 1, 'staff', 'reviewer', null, 'reviewer', 9, array['18:30-20:00'], 2, 0, 'research', '标准样品比对', '机组自用：标样复测', null),
    (3, 2, 'maintenance', null, '李工（厂家工程师）', 'reviewer', 20, array['08:30-12:00', '13:30-17:00'], 0, 0, null, null,
      '年度保养，厂家上门', null),
    (4, 2, 'unbooked', 'booker', null, 'reviewer', 16, array['19:00-21:00'], 3, 0, 'research', '层状氧化物正极相变', '校园网故障，当日未能预约', '日期填错'),
    (5, 2, 'unbooked', 'booker', null, 'reviewer', 15, array['19:00-21:00'], 3, 0, 'research', '层状氧化物正极相变', '校园网故障，当日未能预约', null),
    (6, 3, 'staff', 'labadmin', null, 'labadmin', 5, array['07:00-08:00'], 1, 0, null, null, '开机前光路检查', null)
  ), timed as (
    select s.*, range_agg(tstzrange(
        (($1::timestamptz at time zone $2)::date - s.ago + split_part(t, '-', 1)::time) at time zone $2,
        (($1::timestamptz at time zone $2)::date - s.ago + split_part(t, '-', 2)::time) at time zone $2)) as work
    from said s, unnest(s.stretches) t
    group by s.n, s.device, s.kind, s.who, s.outside, s.by, s.ago, s.stretches, s.samples, s.students, s.nature, s.project, s.reason, s.revoked
  )
  insert into use_entry (device_id, lab_id, dept_id, kind, user_id, outside_name, user_dept_id, user_type, tier, payer_id, nature,
    project, work, samples, preparation_minutes, cleanup_minutes, trained_students, trained_teachers, trained_others,
    trained_mastery, reason, overlap_reason, entered_by, entered_at, revoked_by, revoked_at, revoke_reason)
  select d.id, l.id, l.dept_id, s.kind, u.id, s.outside, u.dept_id, u.user_type,
    case when u.id is null then 'company' when u.tier <> 'campus' then u.tier when u.dept_id = l.dept_id then 'dept' else 'campus' end,
    coalesce(u.supervisor_id, u.id), s.nature, s.project, s.work, s.samples, 20, 10, s.students, 0, 0,
    case when s.students > 0 then 'guided' end, s.reason,
    case when exists (select from uses_within(d.id, s.work)) then '与预约人轮流使用' end,
    e.id, upper(s.work) + interval '15 hours', case when s.revoked is not null then e.id end,
    case when s.revoked is not null then upper(s.work) + interval '39 hours' end, s.revoked
  from timed s join device d on d.id = s.device join lab l on l.id = d.lab_id
    join user_account e on e.username = s.by left join user_account u on u.username = s.who
  order by s.n
  returning id, entered_by as "enteredBy", entered_at as "enteredAt"`

export async function fillUseEntries(
  client: pg.Client,
  { now, zone }: Frame,
  files: Files | null,
): Promise<void> {
  const { rows } = await client.query<{ id: number; enteredBy: number; enteredAt: Date }>(ENTRIES, [
    now,
    zone,
  ])
  if (!files) return
  const copier = new Copier(client)
  const kept = files.into(copier)
  const picture = await receiptPicture()
  for (const { id, enteredBy, enteredAt } of rows)
    kept.keepPicture(picture, {
      name: `使用登记表-${id}.jpg`,
      business: 'use_entry',
      rowId: Number(id),
      visibility: 'private',
      ownerId: Number(enteredBy),
      createdAt: enteredAt,
    })
  await copier.flush()
}
