-- A page of all instruments added up a row for almost each use: use_month has them by kind, nature and
-- tier. These sums know nothing but the instrument, by month, by quarter and by year, so that a period of
-- months is a few of them, some added and some taken away (decision 104).
create table use_device_month (
  month date not null,
  device_id bigint not null references device,
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  outside boolean not null,
  uses bigint not null,
  reserved_minutes bigint not null,
  working_minutes bigint not null,
  billed_minutes bigint not null,
  samples bigint not null,
  income_fen bigint not null,
  primary key (month, device_id, lab_id, dept_id, outside)
) with (fillfactor = 80);
create table use_device_quarter (
  quarter date not null,
  device_id bigint not null references device,
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  outside boolean not null,
  uses bigint not null,
  reserved_minutes bigint not null,
  working_minutes bigint not null,
  billed_minutes bigint not null,
  samples bigint not null,
  income_fen bigint not null,
  primary key (quarter, device_id, lab_id, dept_id, outside)
) with (fillfactor = 80);
create table use_device_year (
  year date not null,
  device_id bigint not null references device,
  lab_id bigint not null references lab,
  dept_id bigint not null references dept,
  outside boolean not null,
  uses bigint not null,
  reserved_minutes bigint not null,
  working_minutes bigint not null,
  billed_minutes bigint not null,
  samples bigint not null,
  income_fen bigint not null,
  primary key (year, device_id, lab_id, dept_id, outside)
) with (fillfactor = 80);

-- What sum_use says of a row of the ledger knows quarters and years as well.
do $$
declare
  known text := pg_get_functiondef('sum_use()'::regprocedure);
begin
  if position('"payer_id": "coalesce' in known) = 0 then
    raise exception 'sum_use says no payer_id';
  end if;
  execute replace(known, '"payer_id": "coalesce', '"quarter": "date_trunc(''''quarter'''', day)::date",
    "year": "date_trunc(''''year'''', day)::date", "payer_id": "coalesce');
end $$;

create trigger use_record_summed_by_device_month after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_device_month');
create trigger use_record_summed_by_device_quarter after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_device_quarter');
create trigger use_record_summed_by_device_year after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_device_year');

-- What the ledger knows already.
insert into use_device_month
  select month, device_id, lab_id, dept_id, tier in ('school', 'company'), sum(uses), sum(reserved_minutes),
    sum(working_minutes), sum(billed_minutes), sum(samples), sum(income_fen)
  from use_month group by 1, 2, 3, 4, 5 order by 1, 2;
insert into use_device_quarter
  select date_trunc('quarter', month)::date, device_id, lab_id, dept_id, outside, sum(uses),
    sum(reserved_minutes), sum(working_minutes), sum(billed_minutes), sum(samples), sum(income_fen)
  from use_device_month group by 1, 2, 3, 4, 5 order by 1, 2;
insert into use_device_year
  select date_trunc('year', quarter)::date, device_id, lab_id, dept_id, outside, sum(uses),
    sum(reserved_minutes), sum(working_minutes), sum(billed_minutes), sum(samples), sum(income_fen)
  from use_device_quarter group by 1, 2, 3, 4, 5 order by 1, 2;

-- Not noted in the operation log: they are reckoned.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''use_person_month''' in known) = 0 then
    raise exception 'note_changes_everywhere names no use_person_month';
  end if;
  execute replace(known, '''use_person_month''', '''use_person_month'', ''use_device_month'',
    ''use_device_quarter'', ''use_device_year''');
end $$;
