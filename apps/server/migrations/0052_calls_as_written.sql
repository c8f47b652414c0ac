-- Of two things done within one millisecond the later one stays the later one.
alter table approval_task add column acted_no bigint generated always as identity;
drop index approval_task_acted;
create index approval_task_acted on approval_task (acted_by, acted_at desc, acted_no desc) where acted_by is not null;
-- Keys of files are random: without a number of their own, pictures of one upload changed places from row to row.
alter table file add column no bigint generated always as identity;
alter table purchase_paper add column no bigint generated always as identity;

-- A download is counted by the number alone, so files of labs and instruments are numbered where no file of the download centre is.
alter table resource alter column id drop identity;
update file set row_id = row_id + 1000000000 where business = 'resource' and row_id < 1000000000;
update operation_log set target = 'resource ' || (split_part(target, ' ', 2)::bigint + 1000000000) where target ~ '^resource \d{1,9}$';
update resource set id = id + 1000000000;
alter table resource alter column id add generated always as identity (minvalue 1000000001);
select setval(pg_get_serial_sequence('resource', 'id'), coalesce(max(id), 1000000001), count(*) > 0) from resource;
alter table resource add constraint resource_number check (id > 1000000000);
alter table download add constraint download_number check (id <= 1000000000);

-- Two departments of one name under one parent cannot be told apart. Where there are two already, all but the first show their code.
update dept d set name = d.name || '（' || d.code || '）'
  where exists (select from dept e where e.parent_id is not distinct from d.parent_id and e.name = d.name and e.id < d.id);
-- Deferrable: an import hangs its departments where they belong after it has added them all.
alter table dept add constraint dept_sibling_name unique nulls not distinct (parent_id, name) deferrable initially immediate;

-- Made, bought, then put to use. Asked of what is written from now on: rows of old stay as they are until somebody changes these days.
create function device_days_in_order() returns trigger language plpgsql as $$
begin
  if new.made_on > new.bought_on then
    raise exception 'made after it was bought' using errcode = '23514', constraint = 'device_made_before_bought';
  elsif new.bought_on > new.enabled_on then
    raise exception 'in use before it was bought' using errcode = '23514', constraint = 'device_bought_before_enabled';
  elsif new.made_on > new.enabled_on then
    raise exception 'in use before it was made' using errcode = '23514', constraint = 'device_made_before_enabled';
  elsif new.warranty_until < new.bought_on then
    raise exception 'warranty ends before it was bought' using errcode = '23514', constraint = 'device_warranty_after_bought';
  end if;
  return new;
end $$;
create trigger device_days before insert or update of made_on, bought_on, enabled_on, warranty_until on device
  for each row execute function device_days_in_order();

-- A room is on a floor that its building has.
create function room_floor_exists() returns trigger language plpgsql as $$
begin
  if new.floor > (select floors from building where id = new.building_id) then
    raise exception 'no such floor' using errcode = '23514', constraint = 'room_floor';
  end if;
  return new;
end $$;
create trigger room_floor before insert or update of floor, building_id on room for each row execute function room_floor_exists();
create function building_keeps_floors() returns trigger language plpgsql as $$
begin
  if new.floors < old.floors and exists (select from room where building_id = new.id and floor > new.floors) then
    raise exception 'rooms above' using errcode = '23514', constraint = 'building_floors';
  end if;
  return new;
end $$;
create trigger building_floors before update of floors on building for each row execute function building_keeps_floors();
