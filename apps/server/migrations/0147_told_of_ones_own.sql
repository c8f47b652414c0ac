-- What somebody sees of himself on every page is kept with who he is (0132): so a telephone number, a picture and a supervisor are told, too,
-- and that a supervisor is called otherwise.

drop trigger user_account_actor on user_account;
create trigger user_account_actor after update of username, name, email, user_type, tier, dept_id, suspended_until, enabled,
    phone, avatar_file_id, supervisor_id
  on user_account for each row
  when ((old.username, old.name, old.email, old.user_type, old.tier, old.dept_id, old.suspended_until, old.enabled,
      old.phone, old.avatar_file_id, old.supervisor_id)
    is distinct from (new.username, new.name, new.email, new.user_type, new.tier, new.dept_id, new.suspended_until, new.enabled,
      new.phone, new.avatar_file_id, new.supervisor_id))
  execute function tell_account_changed();

create function tell_name_changed() returns trigger language plpgsql as $$
begin
  perform tell_now('table:user_name');
  return null;
end $$;
create trigger user_account_name_told after update of name on user_account for each row
  when (old.name is distinct from new.name) execute function tell_name_changed();
