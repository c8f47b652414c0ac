-- A month of readings is made ready and dropped without standing in the way (decision 137). `partition of` and
-- `drop table` wait for everybody who reads the table, a dump for hours, and everybody else waits behind them.

-- Made apart and attached, which readers and writers do not notice.
create or replace function iot_part_of(of text, month timestamptz) returns void language plpgsql as $$
declare
  first timestamp := date_trunc('month', month at time zone 'UTC');
  part text := of || '_' || to_char(first, 'YYYYMM');
begin
  if to_regclass('iot_part.' || part) is not null then
    return;
  end if;
  -- Whoever comes second waits here, and then finds the partition of the first.
  execute format('lock table only %I in share update exclusive mode', of);
  if to_regclass('iot_part.' || part) is not null then
    return;
  end if;
  execute format('create table iot_part.%I (like %I including all)', part, of);
  execute format('alter table %I attach partition iot_part.%I for values from (%L) to (%L)', of, part,
    first::text || 'Z', (first + interval '1 month')::text || 'Z');
end $$;

-- Dropped almost at once or not at all: the next run tries again.
create or replace function iot_drop_parts(of text, before timestamptz) returns int language plpgsql
  set lock_timeout = '200ms' as $$
declare
  part text;
  dropped int := 0;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = of::regclass
      and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= before at time zone 'UTC'
    order by c.relname
  loop
    begin
      execute format('drop table iot_part.%I', part);
    exception when lock_not_available then
      exit;
    end;
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
