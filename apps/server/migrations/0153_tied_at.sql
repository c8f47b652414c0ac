-- Since when it hangs where it hangs: what it said before is of another place, and held against nobody's
-- bookings here. By whichever way it was moved.

alter table iot_sub_device add column tied_at timestamptz;
create function note_tied() returns trigger language plpgsql as $$
begin
  if (new.room_id, new.lab_id, new.device_id) is distinct from (old.room_id, old.lab_id, old.device_id) then
    new.tied_at := now();
  end if;
  return new;
end $$;
create trigger iot_sub_device_tied before update of room_id, lab_id, device_id on iot_sub_device
  for each row execute function note_tied();
