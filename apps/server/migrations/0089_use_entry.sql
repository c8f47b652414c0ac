-- Uses that nobody booked, entered by hand with a paper: a source of the use ledger beside bookings (decision 075).
create table use_entry (
  id bigint generated always as identity primary key,
  device_id bigint not null references device,
  -- Whose instrument it was and who used it, as it was then: as a booking keeps it.
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  kind text not null check (kind in ('unbooked', 'staff', 'teaching', 'maintenance')),
  user_id bigint references user_account,
  -- Somebody who has no account here.
  outside_name text check (outside_name <> ''),
  user_dept_id bigint references dept,
  user_type text,
  tier text not null check (tier in ('dept', 'campus', 'school', 'company')),
  payer_id bigint references user_account,
  nature text check (nature in ('teaching', 'research', 'social_service')),
  project text,
  project_number text,
  funding_source text,
  disciplines text[] not null default '{}' check (cardinality(disciplines) <= 4),
  service_mode text,
  work tstzmultirange not null,
  samples int not null check (samples between 0 and 1000000),
  preparation_minutes int not null check (preparation_minutes between 0 and 100000),
  cleanup_minutes int not null check (cleanup_minutes between 0 and 100000),
  trained_students int not null check (trained_students between 0 and 100000),
  trained_teachers int not null check (trained_teachers between 0 and 100000),
  trained_others int not null check (trained_others between 0 and 100000),
  trained_mastery text check (trained_mastery in ('independent', 'guided', 'shown')),
  -- Why it was not booked; and why it is entered although somebody else is known to have used the instrument then.
  reason text not null check (reason <> ''),
  overlap_reason text check (overlap_reason <> ''),
  -- The one that was wrong and that this one stands for.
  replaces bigint unique references use_entry,
  entered_by bigint not null references user_account,
  entered_at timestamptz not null,
  revoked_by bigint references user_account,
  revoked_at timestamptz,
  revoke_reason text check (revoke_reason <> ''),
  constraint use_entry_of_somebody check ((user_id is null) <> (outside_name is null)),
  constraint use_entry_outside check (outside_name is null or tier in ('school', 'company')),
  constraint use_entry_over check (not isempty(work) and upper(work) <= entered_at),
  constraint use_entry_revoked check (num_nulls(revoked_by, revoked_at, revoke_reason) in (0, 3))
);
create index use_entry_device on use_entry (device_id, id desc);
create index use_entry_begun on use_entry (lower(work) desc, id desc);

-- Never changed: what was wrong is revoked, once, and entered anew.
create function use_entry_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.revoked_at is null and to_jsonb(new) - array['revoked_by', 'revoked_at', 'revoke_reason']
      = to_jsonb(old) - array['revoked_by', 'revoked_at', 'revoke_reason'] then
      return new;
    end if;
  end if;
  raise exception 'use_entry_kept: what was entered by hand is revoked, never changed'
    using errcode = 'check_violation', constraint = 'use_entry_kept', table = 'use_entry';
end $$;
create trigger use_entry_kept before update or delete on use_entry for each row execute function use_entry_kept();

-- What is known to have used the instrument in these times, with the times it took.
create function uses_within(asked_device bigint, asked tstzmultirange)
returns table (source text, id bigint, during tstzmultirange) language sql stable as $$
  select 'booking', b.id, case when o.actual is not null then tstzmultirange(o.actual)
      else tstzmultirange(coalesce(b.used, b.period)) end
  from booking b left join test_order o on o.booking_id = b.id and o.state <> 'draft'
  where b.device_id = asked_device and b.state in ('in_use', 'awaiting_test_order', 'done')
    and (b.used && range_merge(asked) or b.period && range_merge(asked) or o.actual && range_merge(asked))
    and coalesce(o.actual, b.used, b.period) && asked
  union all
  select 'entry', e.id, e.work from use_entry e
  where e.device_id = asked_device and e.revoked_at is null and e.work && asked
$$;

-- Nobody else sat there: held on every path for instruments that one uses at a time, unless it is said why. Two entries of one moment wait
-- for each other.
create function use_entry_is_clear() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('use_entry'), new.device_id::int);
  if new.overlap_reason is null
    and coalesce((select capacity from opening where device_id = new.device_id), 1) = 1
    and exists (select from uses_within(new.device_id, new.work)) then
    raise exception 'use_entry_overlaps: instrument % was used by others then', new.device_id
      using errcode = 'check_violation', constraint = 'use_entry_overlaps', table = 'use_entry';
  end if;
  return new;
end $$;
create trigger use_entry_is_clear before insert on use_entry for each row execute function use_entry_is_clear();

create function use_due_of_entry() returns trigger language plpgsql as $$
begin
  insert into use_due (source, source_id) values ('entry', new.id);
  return null;
end $$;
create trigger use_entry_counts after insert or update on use_entry for each row execute function use_due_of_entry();
