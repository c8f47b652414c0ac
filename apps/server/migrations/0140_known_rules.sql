-- What an instrument is booked by is kept by each process (decision 108): its opening, windows, exceptions,
-- prices, form, laboratory. Who writes a booking names the versions that he judged by, and writes nothing
-- where one of them is no longer the present one.

-- What a change tells other processes with the commit, the process that makes it hears on its own connection,
-- before it answers.
create function tell_now(topics text) returns void language plpgsql as $$
begin
  perform pg_notify('portal_live', topics);
  raise notice using message = topics, errcode = 'PT132';
end $$;
create or replace function tell_change() returns trigger language plpgsql as $$
begin
  perform tell_now('table:' || tg_table_name);
  return null;
end $$;

create sequence rules_version;
-- Of one instrument. No row: nothing has changed since it was entered.
create table device_rules (
  device_id bigint primary key references device on delete cascade,
  version bigint not null
);
-- Of what holds for many: days of the campus, laboratories, who has to agree.
create table campus_rules (
  only_one boolean primary key default true check (only_one),
  version bigint not null
);
insert into campus_rules (version) values (nextval('rules_version'));

create function change_campus_rules() returns void language plpgsql as $$
begin
  update campus_rules set version = nextval('rules_version');
  perform tell_now('table:campus_rules');
end $$;
-- Of instruments that are just being deleted nothing is left to be told. Many at once (an import) are told as
-- all of them.
create function change_device_rules(which bigint[]) returns void language plpgsql as $$
begin
  if which is null then return; end if;
  insert into device_rules (device_id, version)
    select id, nextval('rules_version') from device where id = any(which) order by id
    on conflict (device_id) do update set version = excluded.version;
  if cardinality(which) > 100 then
    perform tell_now('table:device_rules');
  else
    perform tell_now('device-rules' || string_agg(E'\ndevice-rules:' || id, ''))
      from unnest(which) id;
  end if;
end $$;

-- A row of no instrument is one of the campus or of a laboratory.
create function rules_rows_changed() returns trigger language plpgsql as $$
declare
  which bigint[];
  campus boolean;
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct device_id) filter (where device_id is not null), bool_or(device_id is null)
      into which, campus from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct device_id) filter (where device_id is not null), bool_or(device_id is null)
      into which, campus from old_rows;
  else
    select array_agg(distinct device_id) filter (where device_id is not null), bool_or(device_id is null)
      into which, campus
      from (select device_id from new_rows union all select device_id from old_rows) changed;
  end if;
  perform change_device_rules(which);
  if campus then perform change_campus_rules(); end if;
  return null;
end $$;
do $$
declare held text;
begin
  foreach held in array
    array['opening', 'opening_window', 'opening_exception', 'price_plan', 'form_binding'] loop
    execute format('create trigger %I after insert on %I
      referencing new table as new_rows
      for each statement execute function rules_rows_changed()', held || '_rules_insert', held);
    execute format('create trigger %I after update on %I
      referencing old table as old_rows new table as new_rows
      for each statement execute function rules_rows_changed()', held || '_rules_update', held);
    execute format('create trigger %I after delete on %I
      referencing old table as old_rows
      for each statement execute function rules_rows_changed()', held || '_rules_delete', held);
  end loop;
end $$;

-- A trigger of columns sees one row at a time: these change one by one.
create function device_rules_changed() returns trigger language plpgsql as $$
begin
  perform change_device_rules(array[new.id]);
  return null;
end $$;
create trigger device_rules_update after update of serial_id, name, category_id, dept_id, lab_id, status,
    status_note, shared on device for each row
  when ((old.serial_id, old.name, old.category_id, old.dept_id, old.lab_id, old.status, old.status_note,
      old.shared)
    is distinct from (new.serial_id, new.name, new.category_id, new.dept_id, new.lab_id, new.status,
      new.status_note, new.shared))
  execute function device_rules_changed();

create function campus_rules_changed() returns trigger language plpgsql as $$
begin
  perform change_campus_rules();
  return null;
end $$;
create trigger lab_rules after update of name, dept_id, enabled on lab
  for each statement execute function campus_rules_changed();
create trigger form_rules after update of state, version on form
  for each statement execute function campus_rules_changed();
create trigger approval_policy_rules after insert or update or delete on approval_policy
  for each statement execute function campus_rules_changed();
create trigger dept_rules after insert or update of parent_id or delete on dept
  for each statement execute function campus_rules_changed();

-- How somebody stands to laboratories and instruments is told as what else is known of him (0132).
create trigger lab_member_actor after insert or update or delete on lab_member
  for each row execute function tell_roles_changed();
create trigger device_reviewer_actor after insert or update or delete on device_reviewer
  for each row execute function tell_roles_changed();

-- A booking whose commit travels along with it is written, or everything of its transaction is not
-- (decision 109).
create function must_be_written(written bigint) returns bigint language plpgsql as $$
begin
  if written is null then raise exception 'nothing was written' using errcode = 'PT140'; end if;
  return written;
end $$;

-- Not noted in the operation log: what has changed is.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''finance_device_sum''' in known) = 0 then
    raise exception 'note_changes_everywhere names no finance_device_sum';
  end if;
  execute replace(known, '''finance_device_sum''', '''finance_device_sum'', ''campus_rules'', ''device_rules''');
end $$;
