-- What meters and sensors said (decision 090): as it came for two months, by minute for half a year, by hour
-- for three years, by day for good. A month of it is a partition, and forgetting a month is dropping one.

-- Partitions stand apart: no list of the portal's tables has to know how many there are.
create schema iot_part;

create table iot_reading (
  sub_device_id bigint not null references iot_sub_device,
  at timestamptz not null,
  amps real,
  watts real,
  kwh double precision,
  celsius real,
  humidity real
) partition by range (at);
create index iot_reading_unit on iot_reading (sub_device_id, at);

create table iot_reading_minute (
  sub_device_id bigint not null references iot_sub_device,
  at timestamptz not null,
  -- Of so many words of the gateway; means, but for the counter's last figure and what was most.
  count int not null check (count > 0),
  amps real,
  amps_most real,
  watts real,
  watts_most real,
  kwh double precision,
  celsius real,
  humidity real,
  primary key (sub_device_id, at)
) partition by range (at);
create table iot_reading_hour (
  like iot_reading_minute including all,
  foreign key (sub_device_id) references iot_sub_device
) partition by range (at);
create table iot_reading_day (
  like iot_reading_minute including all,
  foreign key (sub_device_id) references iot_sub_device
) partition by range (at);

-- How far each of the three has been reckoned.
create table iot_reading_fold (
  span text primary key check (span in ('minute', 'hour', 'day')),
  through timestamptz not null
);
insert into iot_reading_fold values ('minute', '2000-01-01Z'), ('hour', '2000-01-01Z'), ('day', '2000-01-01Z');

-- A month's partition of one of the four, made when it is first needed. Whoever finds it locks nothing.
create function iot_part_of(of text, month timestamptz) returns void language plpgsql as $$
declare
  first timestamp := date_trunc('month', month at time zone 'UTC');
  part text := of || '_' || to_char(first, 'YYYYMM');
begin
  if to_regclass('iot_part.' || part) is null then
    execute format('create table if not exists iot_part.%I partition of %I for values from (%L) to (%L)', part, of,
      first::text || 'Z', (first + interval '1 month')::text || 'Z');
  end if;
end $$;
-- What is older than `keep` goes, a month at a time.
create function iot_drop_parts(of text, before timestamptz) returns int language plpgsql as $$
declare
  part text;
  dropped int := 0;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = of::regclass
      and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= before at time zone 'UTC'
  loop
    execute format('drop table iot_part.%I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''iot_event''' in known) = 0 then
    raise exception 'note_changes_everywhere names no iot_event';
  end if;
  execute replace(known, '''iot_event''', '''iot_event'', ''iot_reading_fold''');
end $$;
