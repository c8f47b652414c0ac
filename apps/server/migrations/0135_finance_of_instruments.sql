-- Finance's sums of instruments (0109) by quarter and by year as well: a page of all instruments added up
-- five rows and more of each (decision 104). They are folded, compared and made anew with the others.
create table finance_device_quarter (
  quarter date not null,
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
  primary key (quarter, device_id, lab_id, dept_id)
) with (fillfactor = 80);
create table finance_device_year (
  year date not null,
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
  primary key (year, device_id, lab_id, dept_id)
) with (fillfactor = 80);

do $$
declare
  known text := pg_get_functiondef('finance_sum_of(regclass)'::regprocedure);
begin
  if position('"way": "coalesce' in known) = 0 then
    raise exception 'finance_sum_of says no way';
  end if;
  execute replace(known, '"way": "coalesce',
    '"quarter": "date_trunc(''''quarter'''', at at time zone $3)::date",
    "year": "date_trunc(''''year'''', at at time zone $3)::date", "way": "coalesce');
end $$;
create or replace function finance_sums() returns regclass[] language sql immutable as $$
  select array['finance_campus_sum', 'finance_lab_sum', 'finance_payer_sum', 'finance_device_sum',
    'finance_device_quarter', 'finance_device_year', 'finance_class_sum', 'finance_card_sum']::regclass[]
$$;

-- What is folded already.
insert into finance_device_quarter
  select date_trunc('quarter', month)::date, device_id, lab_id, dept_id, sum(entries), sum(billed_fen),
    sum(late_billed_fen), sum(received_fen), sum(reversed_fen), sum(late_fen), sum(refunded_fen),
    sum(written_off_fen)
  from finance_device_sum group by 1, 2, 3, 4 order by 1, 2;
insert into finance_device_year
  select date_trunc('year', quarter)::date, device_id, lab_id, dept_id, sum(entries), sum(billed_fen),
    sum(late_billed_fen), sum(received_fen), sum(reversed_fen), sum(late_fen), sum(refunded_fen),
    sum(written_off_fen)
  from finance_device_quarter group by 1, 2, 3, 4 order by 1, 2;

-- Not noted in the operation log: they are reckoned.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''finance_device_sum''' in known) = 0 then
    raise exception 'note_changes_everywhere names no finance_device_sum';
  end if;
  execute replace(known, '''finance_device_sum''', '''finance_device_sum'', ''finance_device_quarter'',
    ''finance_device_year''');
end $$;
