-- The use ledger: what every figure about use and income is reckoned from (decision 063).

-- ── What a booking keeps of its time ─────────────────────────────────────────
-- Whose instrument it was and who used it, as it was then: departments and types change, figures of the past do not.
alter table booking
  add column lab_dept_id bigint references dept,
  add column user_dept_id bigint references dept,
  add column user_type text,
  -- What it was for: reported to the state by it. Null where nobody said.
  add column nature text check (nature in ('teaching', 'research', 'social_service')),
  add column project_number text,
  add column funding_source text,
  add column disciplines text[] not null default '{}' check (cardinality(disciplines) <= 4),
  add column service_mode text;

update booking b set lab_dept_id = l.dept_id, user_dept_id = u.dept_id, user_type = u.user_type
from lab l, user_account u where l.id = b.lab_id and u.id = b.experimenter_id;
alter table booking alter column lab_dept_id set not null, alter column user_type set not null;

create function booking_keeps_its_time() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.lab_id <> old.lab_id then
    new.lab_dept_id := (select dept_id from lab where id = new.lab_id);
  end if;
  if tg_op = 'INSERT' or new.experimenter_id <> old.experimenter_id then
    select dept_id, user_type into new.user_dept_id, new.user_type from user_account where id = new.experimenter_id;
  end if;
  return new;
end $$;
create trigger booking_begins_its_time before insert on booking for each row
  when (new.lab_dept_id is null or new.user_type is null) execute function booking_keeps_its_time();
create trigger booking_changes_its_time before update of lab_id, experimenter_id on booking for each row
  when (new.lab_id <> old.lab_id or new.experimenter_id <> old.experimenter_id) execute function booking_keeps_its_time();

-- ── The ledger ───────────────────────────────────────────────────────────────
-- One row for each use, or fee of what was booked in vain. Never changed: what was wrong is taken back by a row with the signs turned,
-- and said anew in another. Minutes apart: reserved (the plan), powered (by the gate), working, billed; preparation and clean-up besides.
create table use_record (
  id bigint generated always as identity primary key,
  recorded_at timestamptz not null default now(),
  source text not null check (source in ('booking', 'entry')),
  source_id bigint not null,
  -- 1 is the first word on it; a correction is two more.
  seq int not null check (seq > 0),
  reverses bigint unique references use_record,
  device_id bigint not null references device,
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  user_id bigint references user_account,
  user_dept_id bigint references dept,
  user_type text,
  tier text not null check (tier in ('dept', 'campus', 'school', 'company')),
  -- Whose group it was for.
  payer_id bigint references user_account,
  -- Who worked for the user; null where he worked himself.
  operator_id bigint references user_account,
  kind text not null check (kind in ('self_operated', 'sample_delivery', 'fee', 'unbooked', 'staff', 'teaching', 'maintenance')),
  nature text not null check (nature in ('teaching', 'research', 'social_service', 'unstated')),
  project text,
  project_number text,
  funding_source text,
  disciplines text[] not null,
  service_mode text,
  -- The times it really ran; empty for a fee.
  work tstzmultirange not null,
  begun_at timestamptz not null,
  -- The campus day on which it began: what a period is taken by.
  day date not null,
  reserved_minutes int not null,
  powered_minutes int,
  working_minutes int not null,
  billed_minutes int not null,
  preparation_minutes int not null,
  cleanup_minutes int not null,
  -- 1 for a use, 0 for a fee; below zero in a row that takes back.
  uses int not null check (uses between -1 and 1),
  samples int not null,
  income_fen bigint not null,
  -- Fen by kind of bill line; they add up to the income.
  fees jsonb not null,
  unique (source, source_id, seq),
  check (reverses is not null or (uses >= 0 and working_minutes >= 0 and reserved_minutes >= 0 and samples >= 0))
);
create trigger use_record_append_only before update or delete on use_record
  for each statement execute function refuse_change();
create trigger use_record_no_truncate before truncate on use_record
  for each statement execute function refuse_change();
create index use_record_day on use_record (day, id);
create index use_record_device on use_record (device_id, day);
create index use_record_lab on use_record (lab_id, day);
create index use_record_user on use_record (user_id, day);
create index use_record_payer on use_record (payer_id, day);

-- The row that holds for a source now; none where it was taken back for good.
create table use_current (
  source text not null,
  source_id bigint not null,
  record_id bigint not null unique references use_record,
  primary key (source, source_id)
);

-- Sources that have changed since the ledger was written last. Appended to on every path by triggers, emptied by a job.
create table use_due (
  id bigint generated always as identity primary key,
  source text not null,
  source_id bigint not null,
  at timestamptz not null default now()
);

create function use_due_of_booking() returns trigger language plpgsql as $$
begin
  insert into use_due (source, source_id) values ('booking', new.id);
  return null;
end $$;
create trigger booking_used_up after update on booking for each row
  when ((old.state is distinct from new.state and new.state in ('awaiting_test_order', 'done'))
    or (new.state in ('awaiting_test_order', 'done') and (old.started_at, old.finished_at, old.period, old.lab_id, old.experimenter_id, old.payer_id)
      is distinct from (new.started_at, new.finished_at, new.period, new.lab_id, new.experimenter_id, new.payer_id)))
  execute function use_due_of_booking();
create trigger booking_begun_used after insert on booking for each row
  when (new.state in ('awaiting_test_order', 'done')) execute function use_due_of_booking();
create function use_due_of_test_order() returns trigger language plpgsql as $$
begin
  insert into use_due (source, source_id) values ('booking', new.booking_id);
  return null;
end $$;
-- Its figures hold from the moment it is confirmed until it is confirmed anew, or written off.
create trigger test_order_agreed_on after update of state on test_order for each row
  when (old.state is distinct from new.state and (new.state in ('confirmed', 'written_off') or (old.state = 'draft' and new.state = 'settled')))
  execute function use_due_of_test_order();
create trigger test_order_payer_changed after update of payer_id on test_order for each row
  when (old.payer_id <> new.payer_id) execute function use_due_of_test_order();
create trigger test_order_begun_agreed after insert on test_order for each row
  when (new.state <> 'draft') execute function use_due_of_test_order();

-- ── Sums ─────────────────────────────────────────────────────────────────────
-- By month, kept with the rows: any period is whole months from here and the days at its edges from the ledger.
create table use_month (
  device_id bigint not null references device,
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  month date not null,
  kind text not null,
  nature text not null,
  tier text not null,
  uses bigint not null,
  reserved_minutes bigint not null,
  working_minutes bigint not null,
  billed_minutes bigint not null,
  preparation_minutes bigint not null,
  cleanup_minutes bigint not null,
  samples bigint not null,
  income_fen bigint not null,
  primary key (device_id, month, lab_id, dept_id, kind, nature, tier)
) with (fillfactor = 80);
create index use_month_lab on use_month (lab_id, month);

create table use_lab_month (
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  month date not null,
  kind text not null,
  nature text not null,
  tier text not null,
  uses bigint not null,
  reserved_minutes bigint not null,
  working_minutes bigint not null,
  billed_minutes bigint not null,
  preparation_minutes bigint not null,
  cleanup_minutes bigint not null,
  samples bigint not null,
  income_fen bigint not null,
  primary key (month, lab_id, dept_id, kind, nature, tier)
) with (fillfactor = 80);

create table use_person_month (
  user_id bigint not null references user_account,
  payer_id bigint not null references user_account,
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  -- 0: of no department of ours.
  user_dept_id bigint not null,
  month date not null,
  tier text not null,
  uses bigint not null,
  reserved_minutes bigint not null,
  working_minutes bigint not null,
  billed_minutes bigint not null,
  samples bigint not null,
  income_fen bigint not null,
  primary key (month, lab_id, user_id, payer_id, dept_id, user_dept_id, tier)
) with (fillfactor = 80);
create index use_person_month_user on use_person_month (user_id, month);
create index use_person_month_payer on use_person_month (payer_id, month);

create function sum_use() returns trigger language plpgsql as $$
begin
  insert into use_month as m (device_id, lab_id, dept_id, month, kind, nature, tier, uses, reserved_minutes, working_minutes,
      billed_minutes, preparation_minutes, cleanup_minutes, samples, income_fen)
    select device_id, lab_id, dept_id, date_trunc('month', day)::date, kind, nature, tier, sum(uses), sum(reserved_minutes),
      sum(working_minutes), sum(billed_minutes), sum(preparation_minutes), sum(cleanup_minutes), sum(samples), sum(income_fen)
    from added group by 1, 2, 3, 4, 5, 6, 7 order by 1, 4, 2, 3, 5, 6, 7
  on conflict (device_id, month, lab_id, dept_id, kind, nature, tier) do update set
    uses = m.uses + excluded.uses, reserved_minutes = m.reserved_minutes + excluded.reserved_minutes,
    working_minutes = m.working_minutes + excluded.working_minutes, billed_minutes = m.billed_minutes + excluded.billed_minutes,
    preparation_minutes = m.preparation_minutes + excluded.preparation_minutes,
    cleanup_minutes = m.cleanup_minutes + excluded.cleanup_minutes, samples = m.samples + excluded.samples,
    income_fen = m.income_fen + excluded.income_fen;
  insert into use_lab_month as m (lab_id, dept_id, month, kind, nature, tier, uses, reserved_minutes, working_minutes,
      billed_minutes, preparation_minutes, cleanup_minutes, samples, income_fen)
    select lab_id, dept_id, date_trunc('month', day)::date, kind, nature, tier, sum(uses), sum(reserved_minutes),
      sum(working_minutes), sum(billed_minutes), sum(preparation_minutes), sum(cleanup_minutes), sum(samples), sum(income_fen)
    from added group by 1, 2, 3, 4, 5, 6 order by 3, 1, 2, 4, 5, 6
  on conflict (month, lab_id, dept_id, kind, nature, tier) do update set
    uses = m.uses + excluded.uses, reserved_minutes = m.reserved_minutes + excluded.reserved_minutes,
    working_minutes = m.working_minutes + excluded.working_minutes, billed_minutes = m.billed_minutes + excluded.billed_minutes,
    preparation_minutes = m.preparation_minutes + excluded.preparation_minutes,
    cleanup_minutes = m.cleanup_minutes + excluded.cleanup_minutes, samples = m.samples + excluded.samples,
    income_fen = m.income_fen + excluded.income_fen;
  insert into use_person_month as m (user_id, payer_id, lab_id, dept_id, user_dept_id, month, tier, uses, reserved_minutes,
      working_minutes, billed_minutes, samples, income_fen)
    select user_id, coalesce(payer_id, user_id), lab_id, dept_id, coalesce(user_dept_id, 0), date_trunc('month', day)::date, tier,
      sum(uses), sum(reserved_minutes), sum(working_minutes), sum(billed_minutes), sum(samples), sum(income_fen)
    from added where user_id is not null group by 1, 2, 3, 4, 5, 6, 7 order by 6, 3, 1, 2, 4, 5, 7
  on conflict (month, lab_id, user_id, payer_id, dept_id, user_dept_id, tier) do update set
    uses = m.uses + excluded.uses, reserved_minutes = m.reserved_minutes + excluded.reserved_minutes,
    working_minutes = m.working_minutes + excluded.working_minutes, billed_minutes = m.billed_minutes + excluded.billed_minutes,
    samples = m.samples + excluded.samples, income_fen = m.income_fen + excluded.income_fen;
  return null;
end $$;
create trigger use_record_summed after insert on use_record referencing new table as added
  for each statement execute function sum_use();

-- What exists is written by the job's next run.
insert into use_due (source, source_id)
  select 'booking', id from booking where state in ('awaiting_test_order', 'done')
  union all select 'booking', o.booking_id from test_order o join booking b on b.id = o.booking_id
    where b.state not in ('awaiting_test_order', 'done') and o.total_fen > 0;

-- ── Not noted in the operation log: the ledger is a journal itself, the rest is reckoned ─────────────────────────────────
create or replace function note_changes_everywhere() returns void language plpgsql as $$
declare
  found text;
begin
  for found in
    select c.relname from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname <> all (array['schema_migration', 'meta', 'session', 'email_code', 'login_throttle', 'last_login', 'idempotency', 'outbox', 'message', 'operation_log',
        'exception_log', 'flow_log', 'ledger_entry', 'bulk_row', 'cache_report', 'job_run', 'device_use_month', 'device_use_year', 'lab_use_year', 'user_tally', 'device_name',
        'device_token', 'text_picture', 'quotation', 'tender_ballot', 'approval_task', 'notice_target', 'asset_counter',
        'use_record', 'use_current', 'use_due', 'use_month', 'use_lab_month', 'use_person_month'])
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'change_noted')
  loop
    execute format('create trigger change_noted after insert or update or delete on %I for each row when (current_setting(''portal.noting'', true) = ''on'') execute function note_change()', found);
  end loop;
end $$;
