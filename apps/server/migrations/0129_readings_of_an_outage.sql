-- Readings are numbered by their gateway and kept there until the portal has them (decision 100): those of
-- an outage follow afterwards, once.

alter table iot_gateway add column reading_seq bigint not null default 0;
-- Both are written with every reading: there is room for the next version on the same page.
alter table iot_gateway set (fillfactor = 70);
alter table iot_sub_device set (fillfactor = 70);
-- Rows are inserted by a join with iot_sub_device, which keeps what it has; a lock on it for each of two
-- thousand readings a second would protect nothing.
alter table iot_reading drop constraint iot_reading_sub_device_id_fkey;

-- Hours of a sub-device of which something came after they may have been folded. Appended to with the
-- readings, taken by whoever folds them anew.
create table iot_reading_late (
  id bigint generated always as identity primary key,
  sub_device_id bigint not null,
  hour timestamptz not null
);

do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''iot_reading_fold''' in known) = 0 then
    raise exception 'note_changes_everywhere names no iot_reading_fold';
  end if;
  execute replace(known, '''iot_reading_fold''', '''iot_reading_fold'', ''iot_reading_late''');
end $$;
