-- Who did not keep to what he booked: reminded before it, answerable for it, and able to object.
alter table booking
  add column reminded_at timestamptz;

alter table violation
  -- The laboratory that waited in vain, wherever the device is now.
  add column lab_id bigint references lab,
  add column state text not null default 'standing' check (state in ('standing', 'appealed', 'upheld', 'revoked')),
  add column state_at timestamptz not null default now(),
  add column revoked_by bigint references user_account,
  add column appealed_at timestamptz,
  add column appeal_reason text,
  -- Why it was upheld or revoked.
  add column decision_reason text,
  add column decided_by bigint references user_account;
update violation v set lab_id = b.lab_id from booking b where b.id = v.booking_id;
update violation set state = 'revoked', state_at = revoked_at where revoked_at is not null;
alter table violation
  add constraint violation_revoked check ((state = 'revoked') = (revoked_at is not null)),
  add constraint violation_appealed check ((appealed_at is null) = (appeal_reason is null) and (state not in ('appealed', 'upheld') or appealed_at is not null));
create index violation_lab on violation (lab_id, id desc);
create index violation_device on violation (device_id, id desc);

-- Objections go to the laboratory's directors. Whatever businesses there are by now stay.
do $$
declare
  known text := (select string_agg(distinct quote_literal(m[1]), ', ') from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m
    where c.conname = 'approval_task_business_check' and c.conrelid = 'approval_task'::regclass);
begin
  alter table approval_task drop constraint approval_task_business_check;
  execute format('alter table approval_task add constraint approval_task_business_check check (business in (%s, ''violation''))', known);
end $$;

-- Use by month stays with the laboratory that had the device then.
alter table device_use_month add column lab_id bigint references lab on delete cascade;
update device_use_month m set lab_id = coalesce(
  (select b.lab_id from booking b where b.device_id = m.device_id and lower(b.period) < m.month + interval '1 month' order by lower(b.period) desc limit 1),
  (select d.lab_id from device d where d.id = m.device_id));
alter table device_use_month alter column lab_id set not null, drop constraint device_use_month_pkey, add primary key (device_id, month, lab_id);

-- The last twelve months by device and laboratory: ranks. device_use_year stays what lists of devices are put in order by.
create table lab_use_year (
  device_id bigint not null references device on delete cascade,
  lab_id bigint not null references lab on delete cascade,
  bookings int not null default 0,
  minutes bigint not null default 0,
  samples bigint not null default 0,
  income_fen bigint not null default 0,
  primary key (lab_id, device_id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
create index lab_use_year_minutes on lab_use_year (minutes desc, device_id);
create index lab_use_year_bookings on lab_use_year (bookings desc, device_id);
create index lab_use_year_income on lab_use_year (income_fen desc, device_id);
create index lab_use_year_device on lab_use_year (device_id);
insert into lab_use_year (device_id, lab_id, bookings, minutes, samples, income_fen)
  select y.device_id, d.lab_id, y.bookings, y.minutes, y.samples, y.income_fen from device_use_year y join device d on d.id = y.device_id where y.bookings > 0;
