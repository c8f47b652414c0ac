-- Finance's pages added up their journal, two rows and more for each use, on every call (decision 089). Here are its sums by month,
-- and those of what moved on cards. A job folds new entries into them; whoever reads adds the entries that are not folded yet.

-- Up to which entry they are in the sums, and by which clock months begin. Whoever folds holds the row.
create table finance_fold (
  one boolean primary key default true check (one),
  zone text not null,
  -- Of finance_entry, and of ledger_entry.
  entries_upto bigint not null,
  moves_upto bigint not null,
  folded_at timestamptz not null default now()
);

-- Of the whole campus: by department, way, tier and fee.
create table finance_campus_sum (
  month date not null,
  kind text not null,
  late boolean not null,
  dept_id bigint not null references dept,
  way text not null,
  tier text not null,
  fee text not null,
  entries bigint not null,
  amount_fen bigint not null,
  primary key (month, kind, late, dept_id, way, tier, fee)
) with (fillfactor = 80);
create table finance_lab_sum (
  month date not null,
  kind text not null,
  late boolean not null,
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  way text not null,
  entries bigint not null,
  amount_fen bigint not null,
  primary key (month, lab_id, kind, late, dept_id, way)
) with (fillfactor = 80);
create table finance_payer_sum (
  month date not null,
  kind text not null,
  late boolean not null,
  payer_id bigint not null references user_account,
  -- 0: of no department of ours.
  payer_dept_id bigint not null,
  entries bigint not null,
  amount_fen bigint not null,
  primary key (month, payer_id, kind, late, payer_dept_id)
) with (fillfactor = 80);
-- An instrument has few entries a month: a column for each figure instead of a row.
create table finance_device_sum (
  month date not null,
  device_id bigint not null references device,
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  entries bigint not null,
  billed_fen bigint not null,
  late_billed_fen bigint not null,
  received_fen bigint not null,
  reversed_fen bigint not null,
  late_fen bigint not null,
  refunded_fen bigint not null,
  written_off_fen bigint not null,
  primary key (month, device_id, lab_id, dept_id)
) with (fillfactor = 80);
-- What is divided: net income by class of instruments and the year whose shares it falls under.
create table finance_class_sum (
  month date not null,
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  -- 0: of no class.
  category_id bigint not null,
  origin_year int not null,
  amount_fen bigint not null,
  primary key (month, lab_id, dept_id, category_id, origin_year)
) with (fillfactor = 80);
create table finance_card_sum (
  month date not null,
  card_id bigint not null references fund_card,
  kind text not null,
  business text not null,
  balance_fen bigint not null,
  frozen_fen bigint not null,
  primary key (month, card_id, kind, business)
) with (fillfactor = 80);

-- An entry has its number from the moment its row is made, before triggers of rows: only a trigger of the statement takes the lock
-- before there is a number. So whoever holds it alone knows that every number given out is committed, or will never be.
create function finance_posting() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('finance_month'));
  return null;
end $$;
create trigger finance_posting before insert on finance_entry for each statement execute function finance_posting();
create trigger finance_posting before insert on ledger_entry for each statement execute function finance_posting();

-- The last numbers below which nothing will be added any more. It holds the lock no longer than its transaction; while others post it
-- waits a moment, in which those who come after it wait too, and then gives up: null.
create function finance_last(out entries bigint, out moves bigint) language plpgsql as $$
declare
  usual constant text := current_setting('lock_timeout');
begin
  begin
    perform set_config('lock_timeout', '200ms', true);
    perform pg_advisory_xact_lock(hashtext('finance_month'));
  exception when lock_not_available then
    return;
  end;
  perform set_config('lock_timeout', usual, true);
  -- Statements of their own, so that they see what was committed before the lock was given.
  select coalesce(max(id), 0) into entries from finance_entry;
  select coalesce(max(id), 0) into moves from ledger_entry;
end $$;

-- What the entries after $1 up to $2 come to, as rows of one of the sums. $3: the campus's zone.
create function finance_sum_of(sums regclass) returns text language plpgsql stable as $$
declare
  from_cards constant boolean := sums = 'finance_card_sum'::regclass;
  said constant jsonb := '{"month": "date_trunc(''month'', at at time zone $3)::date", "way": "coalesce(way, '''')",
    "payer_dept_id": "coalesce(payer_dept_id, 0)", "category_id": "coalesce(category_id, 0)",
    "origin_year": "extract(year from origin_at at time zone $3)::int"}';
  figured constant jsonb := '{"entries": "count(*)", "amount_fen": "sum(amount_fen)", "balance_fen": "sum(balance_delta_fen)",
    "frozen_fen": "sum(frozen_delta_fen)", "billed_fen": "kind = ''billed'' and not late", "late_billed_fen": "kind = ''billed'' and late",
    "received_fen": "kind = ''received''", "reversed_fen": "kind = ''reversed'' and not late", "late_fen": "kind = ''reversed'' and late",
    "refunded_fen": "kind = ''refunded''", "written_off_fen": "kind = ''written_off''"}';
  keys text;
  figures text;
  n int;
begin
  select string_agg(coalesce(said ->> a.attname, a.attname) || ' as ' || a.attname, ', ' order by a.attnum)
      filter (where a.attnum = any (i.indkey)),
    string_agg(case when figured ->> a.attname like '%(%' then figured ->> a.attname
        else format('coalesce(sum(amount_fen) filter (where %s), 0)', figured ->> a.attname) end || '::bigint as ' || a.attname,
      ', ' order by a.attnum) filter (where a.attnum <> all (i.indkey)),
    count(*) filter (where a.attnum = any (i.indkey))
  into keys, figures, n
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
  where i.indrelid = sums and i.indisprimary;
  return format('select %s, %s from %s where id > $1 and id <= $2%s group by %s', keys, figures,
    case when from_cards then 'ledger_entry' else 'finance_entry' end,
    case when sums = 'finance_class_sum'::regclass then ' and kind in (''received'', ''reversed'')' else '' end,
    (select string_agg(k::text, ', ') from generate_series(1, n) k));
end $$;

create function finance_sums() returns regclass[] language sql immutable as $$
  select array['finance_campus_sum', 'finance_lab_sum', 'finance_payer_sum', 'finance_device_sum', 'finance_class_sum',
    'finance_card_sum']::regclass[]
$$;

-- Folds what came up to these numbers, which finance_last has told. Answers how many entries that were. Months that begin by
-- another clock than before are folded anew.
create function finance_fold(entries bigint, moves bigint, wanted_zone text) returns bigint language plpgsql as $$
declare
  held finance_fold;
  sums regclass;
  keys text;
  figures text;
  added bigint := 0;
begin
  perform pg_advisory_xact_lock(hashtext('finance_fold'));
  select * into held from finance_fold;
  if held.zone is distinct from wanted_zone then
    foreach sums in array finance_sums() loop execute format('delete from %s', sums); end loop;
    held.entries_upto := 0;
    held.moves_upto := 0;
  end if;
  foreach sums in array finance_sums() loop
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attnum = any (i.indkey)),
      string_agg(format('%1$I = m.%1$I + excluded.%1$I', a.attname), ', ' order by a.attnum) filter (where a.attnum <> all (i.indkey))
    into keys, figures
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
    where i.indrelid = sums and i.indisprimary;
    execute format('insert into %s as m (%s) %s on conflict (%s) do update set %s', sums,
      (select string_agg(quote_ident(a.attname), ', ' order by (a.attnum <> all (i.indkey)), a.attnum)
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
        where i.indrelid = sums and i.indisprimary),
      finance_sum_of(sums), keys, figures)
    using case when sums = 'finance_card_sum'::regclass then held.moves_upto else held.entries_upto end,
      case when sums = 'finance_card_sum'::regclass then moves else entries end, wanted_zone;
  end loop;
  select count(*) into added from finance_entry where id > held.entries_upto and id <= entries;
  added := added + (select count(*) from ledger_entry where id > held.moves_upto and id <= moves);
  -- Another who was quicker has folded further: then nothing was added above.
  insert into finance_fold (zone, entries_upto, moves_upto)
    values (wanted_zone, greatest(entries, held.entries_upto), greatest(moves, held.moves_upto))
    on conflict (one) do update set zone = excluded.zone, entries_upto = excluded.entries_upto, moves_upto = excluded.moves_upto,
      folded_at = now();
  return added;
end $$;

-- Holds all sums against their entries, one by one, and makes them anew where they differ. Answers how many of their rows differed.
create function finance_fold_check() returns bigint language plpgsql as $$
declare
  held finance_fold;
  sums regclass;
  columns text;
  n bigint;
  wrong bigint := 0;
begin
  perform pg_advisory_xact_lock(hashtext('finance_fold'));
  select * into held from finance_fold;
  if held.zone is null then return 0; end if;
  foreach sums in array finance_sums() loop
    select string_agg(quote_ident(a.attname), ', ' order by (a.attnum <> all (i.indkey)), a.attnum) into columns
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
    where i.indrelid = sums and i.indisprimary;
    execute format('with told as (%1$s), kept as (select %2$s from %3$s)
      select (select count(*) from (select * from told except select * from kept) a)
        + (select count(*) from (select * from kept except select * from told) b)', finance_sum_of(sums), columns, sums)
    into n using 0, case when sums = 'finance_card_sum'::regclass then held.moves_upto else held.entries_upto end, held.zone;
    wrong := wrong + n;
  end loop;
  if wrong > 0 then
    update finance_fold set zone = '';
    perform finance_fold(held.entries_upto, held.moves_upto, held.zone);
  end if;
  return wrong;
end $$;

-- Not noted in the operation log: they are reckoned.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''finance_snapshot''' in known) = 0 then
    raise exception 'note_changes_everywhere names no finance_snapshot';
  end if;
  execute replace(known, '''finance_snapshot''', '''finance_snapshot'', ''finance_fold'', ''finance_campus_sum'', ''finance_lab_sum'',
    ''finance_payer_sum'', ''finance_device_sum'', ''finance_class_sum'', ''finance_card_sum''');
end $$;
