-- Whether somebody is of the campus is asked of whoever is signed in, beside what he pays, so a change of it is
-- told to every process that keeps him (0132, 0147).

drop trigger user_account_actor on user_account;
create trigger user_account_actor
  after update of username, name, email, user_type, tier, on_campus, dept_id, suspended_until, enabled,
    phone, avatar_file_id, supervisor_id
  on user_account for each row
  when ((old.username, old.name, old.email, old.user_type, old.tier, old.on_campus, old.dept_id, old.suspended_until,
      old.enabled, old.phone, old.avatar_file_id, old.supervisor_id)
    is distinct from (new.username, new.name, new.email, new.user_type, new.tier, new.on_campus, new.dept_id,
      new.suspended_until, new.enabled, new.phone, new.avatar_file_id, new.supervisor_id))
  execute function tell_account_changed();
