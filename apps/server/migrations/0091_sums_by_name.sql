-- The ledger's sums by month are kept by one function that is told which of them: it reads from the table's own primary key what
-- belongs together, and adds up the rest. 0070 said the same three times, and a new figure had to be added to each.
create or replace function sum_use() returns trigger language plpgsql as $$
declare
  sums constant regclass := tg_argv[0]::regclass;
  -- Of a row of the ledger, where it is not the column of the same name. Who paid for himself, and 0: of no department of ours.
  said constant jsonb := '{"month": "date_trunc(''month'', day)::date", "payer_id": "coalesce(payer_id, user_id)",
    "user_dept_id": "coalesce(user_dept_id, 0)"}';
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
    case when 'user_id' = any (keys) then 'where user_id is not null' end,
    (select string_agg(n::text, ', ') from generate_subscripts(keys, 1) n),
    (select string_agg(format('%1$s = m.%1$s + excluded.%1$s', figure), ', ') from unnest(figures) figure));
  return null;
end $$;

drop trigger use_record_summed on use_record;
create trigger use_record_summed_by_device after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_month');
create trigger use_record_summed_by_lab after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_lab_month');
create trigger use_record_summed_by_person after insert on use_record referencing new table as added
  for each statement execute function sum_use('use_person_month');
