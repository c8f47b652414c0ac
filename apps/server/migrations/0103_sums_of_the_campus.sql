-- A year of a whole campus has hardly fewer sums by instrument, laboratory or person than uses. What a page of it adds up is
-- kept in rows of its own, a few hundred a month, and who used something as bits, which are counted without being sorted.

-- Every one has these figures: what the pages show. `outside`: for people of other schools and of companies.
create function begin_sum(sums text, keys text) returns void language plpgsql as $$
begin
  execute format('create table %1$I (
      month date not null,
      %2$s
      outside boolean not null,
      uses bigint not null,
      reserved_minutes bigint not null,
      working_minutes bigint not null,
      billed_minutes bigint not null,
      samples bigint not null,
      income_fen bigint not null,
      primary key (month%3$s, outside)
    ) with (fillfactor = 80)',
    sums, keys, (select string_agg(', ' || split_part(btrim(k), ' ', 1), '' order by n)
      from regexp_split_to_table(keys, ',') with ordinality k (k, n) where btrim(k) <> ''));
end $$;
-- What is spent by what for, and when: neither laboratory nor person.
select begin_sum('use_campus_month', 'dept_id bigint not null references dept, kind text not null, nature text not null, tier text not null,');
select begin_sum('use_lab_total', 'lab_id bigint not null references lab, dept_id bigint not null references dept,');
select begin_sum('use_payer_total', 'payer_id bigint not null references user_account,');
select begin_sum('use_user_total', 'user_id bigint not null references user_account,');
-- 0: of no department of ours.
select begin_sum('use_home_total', 'user_dept_id bigint not null,');
drop function begin_sum(text, text);

-- As 0091, and: sums of people leave out uses of nobody, whichever way they name them.
create or replace function sum_use() returns trigger language plpgsql as $$
declare
  sums constant regclass := tg_argv[0]::regclass;
  -- Of a row of the ledger, where it is not the column of the same name. Who paid for himself, and 0: of no department of ours.
  said constant jsonb := '{"month": "date_trunc(''month'', day)::date", "payer_id": "coalesce(payer_id, user_id)",
    "user_dept_id": "coalesce(user_dept_id, 0)", "outside": "tier in (''school'', ''company'')"}';
  keys text[];
  figures text[];
begin
  select array_agg(a.attname order by a.attnum) filter (where a.attnum = any (i.indkey)),
    array_agg(a.attname order by a.attnum) filter (where a.attnum <> all (i.indkey)) into keys, figures
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
  where i.indrelid = sums and i.indisprimary;
  -- In order, so that whoever else adds to the same rows meets them in the same one.
  execute format('insert into %1$s as m (%2$s, %3$s) select %4$s, %5$s from added %6$s group by %7$s order by %7$s
      on conflict (%2$s) do update set %8$s',
    sums, array_to_string(keys, ', '), array_to_string(figures, ', '),
    (select string_agg(coalesce(said ->> key, key), ', ' order by n) from unnest(keys) with ordinality k (key, n)),
    (select string_agg(format('sum(%s)', figure), ', ' order by n) from unnest(figures) with ordinality f (figure, n)),
    case when keys && array['user_id', 'payer_id', 'user_dept_id'] then 'where user_id is not null' end,
    (select string_agg(n::text, ', ') from generate_subscripts(keys, 1) n),
    (select string_agg(format('%1$s = m.%1$s + excluded.%1$s', figure), ', ') from unnest(figures) figure));
  return null;
end $$;

-- Who used something of the campus (dept 0) or of one of its departments in a month: a bit a person, 2,048 people a row.
create table use_month_user (
  dept_id bigint not null,
  month date not null,
  block int not null,
  bits bit(2048) not null,
  primary key (dept_id, month, block)
) with (fillfactor = 80);
-- Which instruments were used, in the same way.
create table use_month_device (
  dept_id bigint not null,
  month date not null,
  block int not null,
  bits bit(2048) not null,
  primary key (dept_id, month, block)
) with (fillfactor = 80);

-- Sets and clears the bits of those who have a use (1), or no longer one (0), there and then.
create function turn_use_bits(bits_of regclass, depts bigint[], months date[], ids bigint[], used boolean[])
returns void language plpgsql as $$
begin
  execute format($turn$
    insert into %1$s as t (dept_id, month, block, bits)
    select dept_id, month, (id >> 11)::int, coalesce(bit_or(bit) filter (where used), 0::bit(2048))
    from (select dept_id, month, id, used, set_bit(0::bit(2048), (id & 2047)::int, 1) as bit
      from unnest($1, $2, $3, $4) as turned (dept_id, month, id, used)) b
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (dept_id, month, block) do update set bits = t.bits | excluded.bits$turn$, bits_of)
  using depts, months, ids, used;
  if false = any (used) then
    execute format($turn$
      update %1$s t set bits = t.bits & ~off.bits
      from (select dept_id, month, (id >> 11)::int as block, bit_or(set_bit(0::bit(2048), (id & 2047)::int, 1)) as bits
        from unnest($1, $2, $3, $4) as turned (dept_id, month, id, used) where not used group by 1, 2, 3) off
      where (t.dept_id, t.month, t.block) = (off.dept_id, off.month, off.block)$turn$, bits_of)
    using depts, months, ids, used;
  end if;
end $$;

create function tell_users() returns trigger language plpgsql as $$
begin
  perform turn_use_bits('use_month_user', array_agg(dept_id), array_agg(month), array_agg(user_id), array_agg(used))
  from (
    with touched as (
      select distinct user_id, date_trunc('month', day)::date as month, dept_id from added where user_id is not null),
    held as (
      select t.user_id, t.month, t.dept_id, (select coalesce(sum(p.uses), 0) > 0 from use_person_month p
        where p.user_id = t.user_id and p.month = t.month and p.dept_id = t.dept_id) as used
      from touched t)
    select dept_id, month, user_id, used from held
    union all
    select 0, t.month, t.user_id, (select coalesce(sum(p.uses), 0) > 0 from use_user_total p
      where p.user_id = t.user_id and p.month = t.month)
    from (select distinct user_id, month from touched) t) x
  having count(*) > 0;
  return null;
end $$;
create function tell_devices() returns trigger language plpgsql as $$
begin
  perform turn_use_bits('use_month_device', array_agg(dept_id), array_agg(month), array_agg(device_id), array_agg(used))
  from (
    with touched as (select distinct device_id, date_trunc('month', day)::date as month, dept_id from added)
    select t.dept_id, t.month, t.device_id, (select coalesce(sum(m.uses), 0) > 0 from use_month m
      where m.device_id = t.device_id and m.month = t.month and m.dept_id = t.dept_id) as used
    from touched t
    union all
    select 0, t.month, t.device_id, (select coalesce(sum(m.uses), 0) > 0 from use_month m
      where m.device_id = t.device_id and m.month = t.month)
    from (select distinct device_id, month from touched) t) x
  having count(*) > 0;
  return null;
end $$;

-- In the order of their names: bits are told what the sums of the same rows have come to.
create trigger use_record_summed_of_campus after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_campus_month');
create trigger use_record_summed_of_home after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_home_total');
create trigger use_record_summed_of_lab after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_lab_total');
create trigger use_record_summed_of_payer after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_payer_total');
create trigger use_record_summed_of_user after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_user_total');
create trigger use_record_told_of_devices after insert on use_record referencing new table as added
  for each statement execute function tell_devices();
create trigger use_record_told_of_users after insert on use_record referencing new table as added
  for each statement execute function tell_users();

-- What the ledger knows already.
insert into use_campus_month (month, dept_id, kind, nature, tier, outside, uses, reserved_minutes, working_minutes, billed_minutes,
    samples, income_fen)
  select month, dept_id, kind, nature, tier, tier in ('school', 'company'), sum(uses), sum(reserved_minutes),
    sum(working_minutes), sum(billed_minutes), sum(samples), sum(income_fen)
  from use_lab_month group by 1, 2, 3, 4, 5, 6;
insert into use_lab_total (month, lab_id, dept_id, outside, uses, reserved_minutes, working_minutes, billed_minutes, samples, income_fen)
  select month, lab_id, dept_id, tier in ('school', 'company'), sum(uses), sum(reserved_minutes), sum(working_minutes),
    sum(billed_minutes), sum(samples), sum(income_fen)
  from use_lab_month group by 1, 2, 3, 4;
insert into use_payer_total (month, payer_id, outside, uses, reserved_minutes, working_minutes, billed_minutes, samples, income_fen)
  select month, payer_id, tier in ('school', 'company'), sum(uses), sum(reserved_minutes), sum(working_minutes),
    sum(billed_minutes), sum(samples), sum(income_fen)
  from use_person_month group by 1, 2, 3;
insert into use_user_total (month, user_id, outside, uses, reserved_minutes, working_minutes, billed_minutes, samples, income_fen)
  select month, user_id, tier in ('school', 'company'), sum(uses), sum(reserved_minutes), sum(working_minutes),
    sum(billed_minutes), sum(samples), sum(income_fen)
  from use_person_month group by 1, 2, 3;
insert into use_home_total (month, user_dept_id, outside, uses, reserved_minutes, working_minutes, billed_minutes, samples, income_fen)
  select month, user_dept_id, tier in ('school', 'company'), sum(uses), sum(reserved_minutes), sum(working_minutes),
    sum(billed_minutes), sum(samples), sum(income_fen)
  from use_person_month group by 1, 2, 3;
select turn_use_bits('use_month_user', array_agg(dept_id), array_agg(month), array_agg(user_id), array_agg(true))
from (select dept_id, month, user_id from use_person_month group by 1, 2, 3 having sum(uses) > 0
  union all select 0, month, user_id from use_user_total group by 2, 3 having sum(uses) > 0) x
having count(*) > 0;
select turn_use_bits('use_month_device', array_agg(dept_id), array_agg(month), array_agg(device_id), array_agg(true))
from (select dept_id, month, device_id from use_month group by 1, 2, 3 having sum(uses) > 0
  union all select 0, month, device_id from use_month group by 2, 3 having sum(uses) > 0) x
having count(*) > 0;

-- Not noted in the operation log: they are reckoned.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''use_person_month''' in known) = 0 then
    raise exception 'note_changes_everywhere names no use_person_month';
  end if;
  execute replace(known, '''use_person_month''', '''use_person_month'', ''use_campus_month'', ''use_lab_total'',
    ''use_payer_total'', ''use_user_total'', ''use_home_total'', ''use_month_user'', ''use_month_device''');
end $$;
