-- A confirmed test order is corrected in a new version; what was confirmed before stays beside it.
alter table test_order
  add column version int not null default 1 check (version > 0),
  -- What became of each sample: [{sampleId, outcome}].
  add column outcomes jsonb not null default '[]';

-- Whatever states there are by now stay.
do $$
declare
  known text := (select string_agg(distinct quote_literal(m[1]), ', ') from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m
    where c.conname = 'test_order_state_check' and c.conrelid = 'test_order'::regclass);
begin
  alter table test_order drop constraint test_order_state_check;
  execute format('alter table test_order add constraint test_order_state_check check (state in (%s, ''awaiting_payer''))', known);
end $$;

create table test_order_version (
  test_order_id bigint not null references test_order,
  version int not null check (version > 0),
  actual tstzrange,
  sample_count int not null,
  outcomes jsonb not null,
  bill jsonb not null,
  total_fen bigint not null check (total_fen >= 0),
  result text,
  remark text,
  filled_by bigint references user_account,
  confirmed_at timestamptz not null,
  confirmed_by_system boolean not null,
  -- Who took it back, when and why.
  corrected_by bigint not null references user_account,
  corrected_at timestamptz not null,
  reason text not null,
  primary key (test_order_id, version)
);
create trigger test_order_version_append_only before update or delete on test_order_version
  for each statement execute function refuse_change();
create trigger test_order_version_no_truncate before truncate on test_order_version
  for each statement execute function refuse_change();

-- The version a settlement was made of: its bill is shown as it was then.
alter table settlement_item add column version int not null default 1 check (version > 0);

-- A bill changes only as a draft, and what was confirmed becomes a draft only as the next version, with the old one kept.
create function test_order_keeps_versions() returns trigger language plpgsql as $$
begin
  if new.version = old.version then
    if old.confirmed_at is null and old.state = 'draft' then return new; end if;
    if (new.bill, new.total_fen, new.sample_count, new.actual)
        is not distinct from (old.bill, old.total_fen, old.sample_count, old.actual)
      and (old.confirmed_at is null or new.state <> 'draft') then
      return new;
    end if;
  elsif new.version = old.version + 1 and old.confirmed_at is not null and new.state = 'draft' and new.settlement_id is null
    and exists (select from test_order_version where test_order_id = old.id and version = old.version) then
    return new;
  end if;
  raise exception 'test_order_version_kept: the bill of test order % is confirmed', old.id
    using errcode = 'check_violation', constraint = 'test_order_version_kept', table = 'test_order';
end $$;
create trigger test_order_version_kept before update of bill, total_fen, sample_count, actual, version, state on test_order
  for each row execute function test_order_keeps_versions();

-- Result files are added as long as somebody may need them, and never taken away once the bill was confirmed: one that no
-- longer holds says so.
create table test_order_withdrawal (
  file_id uuid primary key references file,
  test_order_id bigint not null references test_order,
  reason text not null,
  withdrawn_by bigint not null references user_account,
  withdrawn_at timestamptz not null
);
create index test_order_withdrawal_order on test_order_withdrawal (test_order_id);
create trigger test_order_withdrawal_append_only before update or delete on test_order_withdrawal
  for each statement execute function refuse_change();
