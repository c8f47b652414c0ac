-- Where doors and currents say something else than the bookings: each waits for whoever reviews the
-- instrument.
create table iot_finding (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('unbooked', 'unused', 'longer')),
  state text not null check (state in ('open', 'registered', 'forgiven', 'violated')),
  state_at timestamptz not null,
  device_id bigint not null references device,
  booking_id bigint references booking,
  user_id bigint references user_account,
  from_at timestamptz not null,
  to_at timestamptz not null,
  found_at timestamptz not null,
  decided_by bigint references user_account,
  decision_reason text,
  constraint iot_finding_time check (to_at > from_at),
  constraint iot_finding_booked check ((kind = 'unbooked') = (booking_id is null)),
  constraint iot_finding_decided check ((state = 'open') = (decision_reason is null)
    and (decided_by is null) = (decision_reason is null)),
  -- Nothing is found twice.
  constraint iot_finding_once unique nulls not distinct (kind, device_id, booking_id, from_at)
);
create index iot_finding_device on iot_finding (device_id, id desc);
create index iot_finding_booking on iot_finding (booking_id) where booking_id is not null;
create index iot_finding_user on iot_finding (user_id) where user_id is not null;
create index iot_finding_decided_by on iot_finding (decided_by) where decided_by is not null;

-- Using an instrument that one has not booked, or has no longer, may be a violation too.
alter table violation drop constraint violation_kind_check,
  add constraint violation_kind_check check (kind in ('no_show', 'late_cancel', 'unbooked', 'overstay'));

-- The inbox knows the business. Added to whatever else is in it by now.
do $$
declare
  known text := (select string_agg(distinct quote_literal(m[1]), ', ') from pg_constraint c,
    regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m
    where c.conname = 'approval_task_business_check' and c.conrelid = 'approval_task'::regclass);
begin
  alter table approval_task drop constraint approval_task_business_check;
  execute format('alter table approval_task add constraint approval_task_business_check
    check (business in (%s, ''use_finding''))', known);
end $$;
select note_changes_everywhere();
