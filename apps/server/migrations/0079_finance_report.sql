-- What finance reports and closes months by (decision 070): a journal of what was billed, received and given back.

-- ── Months that are closed ───────────────────────────────────────────────────
-- Once closed, for good: what turns out wrong later is corrected in the month in which that is found.
create table finance_month (
  month date primary key check (extract(day from month) = 1),
  -- Its first instant and that of the next, by the campus's clock.
  begins_at timestamptz not null,
  ends_at timestamptz not null unique check (ends_at > begins_at),
  closed_at timestamptz not null,
  closed_by bigint references user_account,
  -- What was still open elsewhere when it was closed: [{code, count, amountFen}].
  warnings jsonb not null default '[]',
  -- In which transaction: only that writes its figures.
  closed_in xid8 not null default pg_current_xact_id()
);

-- One way: whoever posts holds the lock shared until he is through, whoever closes holds it alone.
create function finance_closed_until() returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('finance_month'));
  return (select coalesce(max(ends_at), '-infinity') from finance_month);
end $$;

create function finance_month_in_order() returns trigger language plpgsql as $$
declare
  last finance_month;
begin
  perform pg_advisory_xact_lock(hashtext('finance_month'));
  select * into last from finance_month order by month desc limit 1;
  if last.month is not null and (new.month <> last.month + interval '1 month' or new.begins_at <> last.ends_at) then
    raise exception 'finance_month_order: % is not the month after %', new.month, last.month
      using errcode = 'check_violation', constraint = 'finance_month_order', table = 'finance_month';
  end if;
  if new.ends_at > clock_timestamp() then
    raise exception 'finance_month_over: % is not over', new.month
      using errcode = 'check_violation', constraint = 'finance_month_over', table = 'finance_month';
  end if;
  return new;
end $$;
create trigger finance_month_in_order before insert on finance_month
  for each row execute function finance_month_in_order();
create trigger finance_month_append_only before update or delete on finance_month
  for each statement execute function refuse_change();
create trigger finance_month_no_truncate before truncate on finance_month
  for each statement execute function refuse_change();

-- Its figures as they were: one row for each line of each report.
create table finance_snapshot (
  month date not null references finance_month,
  report text not null,
  key text not null,
  name text not null,
  figures jsonb not null,
  primary key (month, report, key)
);
create function finance_snapshot_with_its_month() returns trigger language plpgsql as $$
begin
  if exists (select from added a join finance_month m on m.month = a.month where m.closed_in <> pg_current_xact_id()) then
    raise exception 'finance_snapshot is append-only' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger finance_snapshot_with_its_month after insert on finance_snapshot referencing new table as added
  for each statement execute function finance_snapshot_with_its_month();
create trigger finance_snapshot_append_only before update or delete on finance_snapshot
  for each statement execute function refuse_change();
create trigger finance_snapshot_no_truncate before truncate on finance_snapshot
  for each statement execute function refuse_change();

-- Money on cards never moves in a closed month either: what began before its end and was slower counts from now.
create function ledger_entry_in_open_month() returns trigger language plpgsql as $$
begin
  if new.at < finance_closed_until() then
    new.at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger ledger_entry_in_open_month before insert on ledger_entry
  for each row execute function ledger_entry_in_open_month();
-- Entries come in the order of time: a period is few pages, and an entry pays nearly nothing for it.
create index ledger_entry_at on ledger_entry using brin (at) with (pages_per_range = 16, autosummarize = on);

-- ── The journal ──────────────────────────────────────────────────────────────
-- One row for each kind of fee of a test order and event. Appended to on every path by triggers; never changed.
-- billed: a bill was confirmed (taken back with its sign turned); received: a settlement was paid; reversed: it was
-- reversed (its rows with the signs turned); refunded: what had been remitted was paid back; written_off: nobody pays.
create table finance_entry (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('billed', 'received', 'reversed', 'refunded', 'written_off')),
  -- When it counts: never in a closed month.
  at timestamptz not null,
  -- When what it corrects was posted; of all else, when it happened.
  origin_at timestamptz not null,
  -- It corrects a month that was closed before (后期调整).
  late boolean not null,
  test_order_id bigint not null references test_order,
  settlement_id bigint references settlement,
  way text check (way in ('fund_card', 'offline')),
  device_id bigint not null references device,
  lab_id bigint not null references lab,
  -- As they were at that time: of the laboratory, of the instrument, of the payer.
  dept_id bigint not null references dept,
  category_id bigint references device_category,
  payer_id bigint not null references user_account,
  payer_dept_id bigint references dept,
  tier text not null,
  -- The kind of bill line.
  fee text not null,
  amount_fen bigint not null check (amount_fen <> 0),
  check ((kind in ('received', 'reversed', 'refunded')) = (settlement_id is not null)),
  check ((settlement_id is null) = (way is null))
);
create trigger finance_entry_append_only before update or delete on finance_entry
  for each statement execute function refuse_change();
create trigger finance_entry_no_truncate before truncate on finance_entry
  for each statement execute function refuse_change();
create index finance_entry_at on finance_entry (at, id);
create index finance_entry_lab on finance_entry (lab_id, at);
create index finance_entry_payer on finance_entry (payer_id, at);
create index finance_entry_device on finance_entry (device_id, at);
create index finance_entry_order on finance_entry (test_order_id);
create index finance_entry_settlement on finance_entry (settlement_id) where settlement_id is not null;

-- What a bill comes to by kind of line; whatever its lines leave over is 其他, so that it is always the whole.
create function finance_lines(bill jsonb, total_fen bigint) returns table (fee text, fen bigint) language sql immutable as $$
  select x.fee, sum(x.fen)::bigint from (
    select l ->> 'kind' as fee, (l ->> 'amountFen')::numeric as fen from jsonb_array_elements(coalesce(bill -> 'lines', '[]')) l
    union all
    select 'other', total_fen - coalesce((select sum((l ->> 'amountFen')::numeric) from jsonb_array_elements(coalesce(bill -> 'lines', '[]')) l), 0)) x
  where total_fen <> 0 group by x.fee having sum(x.fen) <> 0
$$;

create function finance_bill(o test_order, wanted timestamptz) returns void language plpgsql as $$
declare
  closed timestamptz := finance_closed_until();
  first_billed timestamptz := coalesce((select min(e.at) from finance_entry e where e.test_order_id = o.id and e.kind = 'billed'), wanted);
begin
  insert into finance_entry (kind, at, origin_at, late, test_order_id, device_id, lab_id, dept_id, category_id, payer_id, payer_dept_id,
      tier, fee, amount_fen)
    select 'billed', case when wanted < closed then clock_timestamp() else wanted end, first_billed, first_billed < closed, o.id, o.device_id,
      o.lab_id, b.lab_dept_id, d.category_id, o.payer_id, p.dept_id, coalesce(b.quote ->> 'tier', 'campus'), l.fee, l.fen
    from booking b, device d, user_account p, finance_lines(o.bill, o.total_fen) l
    where b.id = o.booking_id and d.id = o.device_id and p.id = o.payer_id;
end $$;

-- Turns around what stands as billed: taken back (billed) or given up (written_off).
create function finance_unbill(order_id bigint, as_kind text, wanted timestamptz) returns void language plpgsql as $$
declare
  closed timestamptz := finance_closed_until();
begin
  insert into finance_entry (kind, at, origin_at, late, test_order_id, device_id, lab_id, dept_id, category_id, payer_id, payer_dept_id,
      tier, fee, amount_fen)
    select as_kind, case when wanted < closed then clock_timestamp() else wanted end,
      case when as_kind = 'billed' then max(at) else wanted end, as_kind = 'billed' and max(at) < closed, test_order_id, device_id,
      lab_id, dept_id, category_id, payer_id, payer_dept_id, tier, fee, -sum(amount_fen)
    from finance_entry where test_order_id = order_id and kind = 'billed'
    group by test_order_id, device_id, lab_id, dept_id, category_id, payer_id, payer_dept_id, tier, fee having sum(amount_fen) <> 0;
end $$;

create function finance_of_test_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform finance_bill(new, new.confirmed_at);
    return null;
  end if;
  if old.state <> 'written_off' and new.state = 'written_off' then
    perform finance_unbill(new.id, 'written_off', new.state_at);
    return null;
  end if;
  if old.confirmed_at is not null and (new.confirmed_at is null
      or (old.bill, old.total_fen, old.payer_id, old.lab_id, old.device_id)
        is distinct from (new.bill, new.total_fen, new.payer_id, new.lab_id, new.device_id)) then
    perform finance_unbill(new.id, 'billed', case when new.confirmed_at is null then new.state_at else clock_timestamp() end);
  end if;
  if new.confirmed_at is not null and (old.confirmed_at is null
      or (old.bill, old.total_fen, old.payer_id, old.lab_id, old.device_id)
        is distinct from (new.bill, new.total_fen, new.payer_id, new.lab_id, new.device_id)) then
    perform finance_bill(new, case when old.confirmed_at is null then new.confirmed_at else clock_timestamp() end);
  end if;
  return null;
end $$;
create trigger finance_billed after insert on test_order for each row
  when (new.confirmed_at is not null and new.total_fen > 0) execute function finance_of_test_order();
create trigger finance_billed_anew after update on test_order for each row
  when (old.confirmed_at is distinct from new.confirmed_at
    or (old.state <> 'written_off' and new.state = 'written_off')
    or (new.confirmed_at is not null and (old.payer_id <> new.payer_id or old.lab_id <> new.lab_id or old.device_id <> new.device_id
      or old.total_fen <> new.total_fen or old.bill <> new.bill)))
  execute function finance_of_test_order();

-- The lines of a settlement's orders, as they were when it was made.
create function finance_of_settlement() returns trigger language plpgsql as $$
declare
  closed timestamptz := finance_closed_until();
  wanted timestamptz := case new.state when 'settled' then new.settled_at when 'refunded' then new.refunded_at else new.state_at end;
  moment timestamptz := case when wanted < closed then clock_timestamp() else wanted end;
begin
  if new.state = 'settled' then
    insert into finance_entry (kind, at, origin_at, late, test_order_id, settlement_id, way, device_id, lab_id, dept_id, category_id,
        payer_id, payer_dept_id, tier, fee, amount_fen)
      select 'received', moment, wanted, wanted < closed, o.id, new.id, new.way, o.device_id, o.lab_id, b.lab_dept_id,
        d.category_id, new.payer_id, p.dept_id, coalesce(b.quote ->> 'tier', 'campus'), l.fee, l.fen
      from settlement_item i join test_order o on o.id = i.test_order_id join booking b on b.id = o.booking_id
        join device d on d.id = o.device_id join user_account p on p.id = new.payer_id
        left join test_order_version v on v.test_order_id = o.id and v.version = i.version,
        finance_lines(coalesce(v.bill, o.bill), i.amount_fen) l
      where i.settlement_id = new.id;
  else
    insert into finance_entry (kind, at, origin_at, late, test_order_id, settlement_id, way, device_id, lab_id, dept_id, category_id,
        payer_id, payer_dept_id, tier, fee, amount_fen)
      select new.state, moment, e.at, new.state = 'reversed' and e.at < closed, e.test_order_id, e.settlement_id, e.way, e.device_id,
        e.lab_id, e.dept_id, e.category_id, e.payer_id, e.payer_dept_id, e.tier, e.fee, -e.amount_fen
      from finance_entry e where e.settlement_id = new.id and e.kind = 'received';
  end if;
  return null;
end $$;
create trigger finance_settled after update of state on settlement for each row
  when (old.state <> new.state and (new.state in ('reversed', 'refunded') or (new.state = 'settled' and old.settled_at is null)))
  execute function finance_of_settlement();

-- The journal of what was there before it, from its sources. Says nothing twice; answers how many rows it took.
create function finance_post_history() returns bigint language plpgsql as $$
declare
  n bigint;
  before bigint := (select count(*) from finance_entry);
begin
  insert into finance_entry (kind, at, origin_at, late, test_order_id, device_id, lab_id, dept_id, category_id, payer_id, payer_dept_id,
      tier, fee, amount_fen)
    select 'billed', x.at, x.at, false, o.id, o.device_id, o.lab_id, b.lab_dept_id, d.category_id, o.payer_id, p.dept_id,
      coalesce(b.quote ->> 'tier', 'campus'), l.fee, x.sign * l.fen
    from (
      select id, confirmed_at as at, 1 as sign, bill, total_fen from test_order where confirmed_at is not null and total_fen > 0
      union all select test_order_id, confirmed_at, 1, bill, total_fen from test_order_version where total_fen > 0
      union all select test_order_id, corrected_at, -1, bill, total_fen from test_order_version where total_fen > 0) x
      join test_order o on o.id = x.id join booking b on b.id = o.booking_id join device d on d.id = o.device_id
      join user_account p on p.id = o.payer_id, finance_lines(x.bill, x.total_fen) l
    where not exists (select from finance_entry e where e.test_order_id = o.id and e.kind = 'billed')
    order by x.at, x.id;
  insert into finance_entry (kind, at, origin_at, late, test_order_id, device_id, lab_id, dept_id, category_id, payer_id, payer_dept_id,
      tier, fee, amount_fen)
    select 'written_off', o.state_at, o.state_at, false, o.id, e.device_id, e.lab_id, e.dept_id, e.category_id, e.payer_id,
      e.payer_dept_id, e.tier, e.fee, -sum(e.amount_fen)
    from test_order o join finance_entry e on e.test_order_id = o.id and e.kind = 'billed'
    where o.state = 'written_off' and not exists (select from finance_entry w where w.test_order_id = o.id and w.kind = 'written_off')
    group by o.id, o.state_at, e.device_id, e.lab_id, e.dept_id, e.category_id, e.payer_id, e.payer_dept_id, e.tier, e.fee
    having sum(e.amount_fen) <> 0;
  insert into finance_entry (kind, at, origin_at, late, test_order_id, settlement_id, way, device_id, lab_id, dept_id, category_id,
      payer_id, payer_dept_id, tier, fee, amount_fen)
    select 'received', s.settled_at, s.settled_at, false, o.id, s.id, s.way, o.device_id, o.lab_id, b.lab_dept_id, d.category_id,
      s.payer_id, p.dept_id, coalesce(b.quote ->> 'tier', 'campus'), l.fee, l.fen
    from settlement s join settlement_item i on i.settlement_id = s.id join test_order o on o.id = i.test_order_id
      join booking b on b.id = o.booking_id join device d on d.id = o.device_id join user_account p on p.id = s.payer_id
      left join test_order_version v on v.test_order_id = o.id and v.version = i.version,
      finance_lines(coalesce(v.bill, o.bill), i.amount_fen) l
    where s.settled_at is not null and not exists (select from finance_entry e where e.settlement_id = s.id and e.kind = 'received')
    order by s.settled_at, s.id;
  insert into finance_entry (kind, at, origin_at, late, test_order_id, settlement_id, way, device_id, lab_id, dept_id, category_id,
      payer_id, payer_dept_id, tier, fee, amount_fen)
    select x.kind, x.at, e.at, x.kind = 'reversed' and exists (
        select from finance_month m where e.at >= m.begins_at and e.at < m.ends_at and x.at >= m.closed_at), e.test_order_id, e.settlement_id, e.way, e.device_id, e.lab_id, e.dept_id, e.category_id,
      e.payer_id, e.payer_dept_id, e.tier, e.fee, -e.amount_fen
    from (
      select s.id, 'reversed' as kind, coalesce((select max(f.at) from flow_log f where f.business = 'settlement' and f.row_id = s.id
        and f.event = 'reverse'), s.state_at) as at from settlement s where s.state in ('reversed', 'refunded')
      union all select s.id, 'refunded', s.refunded_at from settlement s where s.state = 'refunded') x
      join finance_entry e on e.settlement_id = x.id and e.kind = 'received'
    where not exists (select from finance_entry r where r.settlement_id = x.id and r.kind = x.kind)
    order by x.at, x.id;
  select count(*) - before into n from finance_entry;
  return n;
end $$;
select finance_post_history();

-- ── What is set by year ──────────────────────────────────────────────────────
-- How income is divided, in hundredths of a per cent: of a year, and where a department or a class of instruments has its own.
create table finance_share (
  id bigint generated always as identity primary key,
  year int not null check (year between 2000 and 2099),
  dept_id bigint references dept,
  category_id bigint references device_category,
  central_bp int not null check (central_bp >= 0),
  college_bp int not null check (college_bp >= 0),
  lab_bp int not null check (lab_bp >= 0),
  operator_bp int not null check (operator_bp >= 0),
  constraint finance_share_whole check (central_bp + college_bp + lab_bp + operator_bp = 10000),
  constraint finance_share_once unique nulls not distinct (year, dept_id, category_id)
);
create function finance_share_of_open_year() returns trigger language plpgsql as $$
begin
  perform finance_closed_until();
  if exists (select from finance_month where extract(year from month) in (
    case when tg_op <> 'DELETE' then new.year end, case when tg_op <> 'INSERT' then old.year end)) then
    raise exception 'finance_share_closed: a month of that year is closed'
      using errcode = 'check_violation', constraint = 'finance_share_closed', table = 'finance_share';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger finance_share_of_open_year before insert or update or delete on finance_share
  for each row execute function finance_share_of_open_year();

-- Which accounts a voucher names.
create table finance_account (
  year int not null check (year between 2000 and 2099),
  entry text not null check (entry in ('fund_card', 'offline', 'refund')),
  debit text not null,
  credit text not null,
  primary key (year, entry)
);

-- The journal and what was frozen are journals themselves: not noted. Added to whatever else is not noted by now.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''use_person_month''' in known) = 0 then
    raise exception 'note_changes_everywhere names no use_person_month';
  end if;
  execute replace(known, '''use_person_month''', '''use_person_month'', ''finance_entry'', ''finance_snapshot''');
end $$;
