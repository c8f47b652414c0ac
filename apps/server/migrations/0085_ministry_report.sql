-- The Ministry's tables SJ1–SJ7, SZ1 and SZ2 of a school year (decision 73): its layout, its rows, what a check found, and its versions.

-- ── Years ────────────────────────────────────────────────────────────────────
-- A year is called by that of its September. Its layout is data: it is copied from the year before, and changed by import.
create table ministry_year (
  year int primary key check (year between 2000 and 2099),
  school_code text check (school_code <> ''),
  school_kind text not null check (school_kind in ('undergraduate', 'vocational')),
  layout jsonb not null,
  -- Where the layout is from, in words.
  layout_basis text not null,
  -- Who has compared it with the instructions of the year; null: nobody.
  verified_by bigint references user_account,
  verified_at timestamptz,
  opened_by bigint references user_account,
  opened_at timestamptz not null,
  drawn_by bigint references user_account,
  drawn_at timestamptz,
  -- Whoever writes counts one here first: so writers of one year wait for each other, and a check knows whether it is the last word.
  changes bigint not null default 0,
  checked_at timestamptz,
  checked_changes bigint,
  check ((verified_by is null) = (verified_at is null))
);
-- What the first year begins with.
create table ministry_starter (
  only_one boolean primary key default true check (only_one),
  layout_basis text not null,
  layout jsonb not null
);

-- ── Rows ─────────────────────────────────────────────────────────────────────
-- What stands in a row is what was drawn, with what was typed over it. All cells are text, as the ministry gets them.
create table ministry_row (
  id bigint generated always as identity primary key,
  year int not null references ministry_year,
  tab text not null check (tab in ('SJ1', 'SJ2', 'SJ3', 'SJ4', 'SJ5', 'SJ6', 'SJ7', 'SZ1', 'SZ2')),
  -- What it was drawn from: `device:12`, `stock:start`, `school`; null: it was typed.
  source text check (source ~ '^(device:\d+|stock:(start|increase|decrease|end)|school)$'),
  -- Whose row it is; null: the equipment office's.
  dept_id bigint references dept,
  drawn jsonb not null default '{}' check (jsonb_typeof(drawn) = 'object'),
  typed jsonb not null default '{}' check (jsonb_typeof(typed) = 'object'),
  changed_by bigint references user_account,
  changed_at timestamptz not null,
  constraint ministry_row_source unique (year, tab, source),
  -- A whole table of instruments or of the stock is drawn; colleges' rows are typed.
  constraint ministry_row_way check (case
    when tab in ('SJ1', 'SJ3') then coalesce(source like 'device:%', false)
    when tab = 'SJ2' then coalesce(source like 'stock:%', false)
    when tab in ('SJ7', 'SZ1', 'SZ2') then coalesce(source = 'school', false)
    else source is null end),
  constraint ministry_row_typed_own check (source is not null or drawn = '{}')
);
create index ministry_row_of on ministry_row (year, tab, id);

-- What was typed over what was drawn, with what stood there and why. The last word of a field holds; null takes it back.
create table ministry_correction (
  id bigint generated always as identity primary key,
  year int not null references ministry_year,
  tab text not null,
  source text not null,
  field text not null,
  drawn text not null,
  value text,
  reason text not null check (reason <> ''),
  corrected_by bigint references user_account,
  corrected_at timestamptz not null
);
create index ministry_correction_of on ministry_correction (year, tab, source, id);
create trigger ministry_correction_append_only before update or delete on ministry_correction
  for each statement execute function refuse_change();
create trigger ministry_correction_no_truncate before truncate on ministry_correction
  for each statement execute function refuse_change();

-- ── What a check found ───────────────────────────────────────────────────────
-- Kept from check to check, so that an explanation stays for as long as it is of the same words.
create table ministry_issue (
  id bigint generated always as identity primary key,
  year int not null references ministry_year,
  tab text not null,
  row_id bigint references ministry_row on delete cascade,
  field text,
  code text not null,
  message text not null,
  words text check (words <> ''),
  explained_by bigint references user_account,
  explained_at timestamptz,
  constraint ministry_issue_once unique nulls not distinct (year, tab, row_id, field, code),
  check ((words is null) = (explained_at is null))
);
create index ministry_issue_row on ministry_issue (row_id) where row_id is not null;

-- ── Versions ─────────────────────────────────────────────────────────────────
-- What was frozen, for good: the layout, every cell, and what was explained. A later correction is the next version.
create table ministry_version (
  id bigint generated always as identity primary key,
  year int not null references ministry_year,
  number int not null check (number > 0),
  -- What was corrected since the one before.
  why text check (why <> ''),
  school_code text not null,
  school_kind text not null,
  layout jsonb not null,
  -- [{tab, row, field, code, message, words}]
  issues jsonb not null,
  frozen_by bigint references user_account,
  frozen_at timestamptz not null,
  -- Of the year, when it was frozen.
  changes bigint not null,
  -- In which transaction: only that writes its rows.
  frozen_in xid8 not null default pg_current_xact_id(),
  unique (year, number),
  constraint ministry_version_why check ((number = 1) or why is not null)
);
create function ministry_version_in_order() returns trigger language plpgsql as $$
begin
  if new.number <> (select coalesce(max(number), 0) + 1 from ministry_version where year = new.year) then
    raise exception 'ministry_version_order: % is not the next version of %', new.number, new.year
      using errcode = 'check_violation', constraint = 'ministry_version_order', table = 'ministry_version';
  end if;
  return new;
end $$;
create trigger ministry_version_in_order before insert on ministry_version
  for each row execute function ministry_version_in_order();
create trigger ministry_version_append_only before update or delete on ministry_version
  for each statement execute function refuse_change();
create trigger ministry_version_no_truncate before truncate on ministry_version
  for each statement execute function refuse_change();

create table ministry_version_row (
  version_id bigint not null references ministry_version,
  tab text not null,
  place int not null,
  source text,
  cells jsonb not null,
  drawn jsonb not null,
  primary key (version_id, tab, place)
);
create function ministry_version_row_with_its_version() returns trigger language plpgsql as $$
begin
  if exists (select from added a join ministry_version v on v.id = a.version_id where v.frozen_in <> pg_current_xact_id()) then
    raise exception 'ministry_version_row is append-only' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger ministry_version_row_with_its_version after insert on ministry_version_row referencing new table as added
  for each statement execute function ministry_version_row_with_its_version();
create trigger ministry_version_row_append_only before update or delete on ministry_version_row
  for each statement execute function refuse_change();
create trigger ministry_version_row_no_truncate before truncate on ministry_version_row
  for each statement execute function refuse_change();

-- What is a journal itself is not noted. Added to whatever else is not noted by now.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''use_person_month''' in known) = 0 then
    raise exception 'note_changes_everywhere names no use_person_month';
  end if;
  execute replace(known, '''use_person_month''',
    '''use_person_month'', ''ministry_starter'', ''ministry_correction'', ''ministry_version'', ''ministry_version_row''');
end $$;
