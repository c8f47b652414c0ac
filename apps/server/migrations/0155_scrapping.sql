-- An instrument whose scrapping is on its way takes no bookings: whoever keeps its rules hears of each step.

create function scrap_rules_changed() returns trigger language plpgsql as $$
begin
  perform change_device_rules(array[new.device_id]);
  return null;
end $$;
create trigger scrap_rules after update of state on scrap for each row
  when (old.state is distinct from new.state) execute function scrap_rules_changed();
