-- Who is asking is kept by each process until something about him changes (decision 102): his session ends or need no longer change
-- its password, his account or his roles change. Both topics are told in one notice: the bare one discards what is being read meanwhile.
-- Other processes hear with the commit; the one that writes hears on its own connection (kernel/db.ts), before it answers. Such a NOTIFY
-- makes its transaction queue for a lock until the commit is on disk (0015): none of these is written by what a crowd does. A sign-in
-- inserts a session and notes its time in columns that nobody here looks at.
create function tell_actor(who bigint) returns void language plpgsql as $$
begin
  perform pg_notify('portal_live', E'actor\nactor:' || who);
  raise notice using message = E'actor\nactor:' || who, errcode = 'PT132';
end $$;

create function tell_session_changed() returns trigger language plpgsql as $$
begin
  perform tell_actor(old.user_id);
  return null;
end $$;
-- Sessions whose time has run out end nothing: the nightly sweep says nothing.
create trigger session_actor_ended after delete on session for each row when (old.kind = 'session' and old.expires_at > now())
  execute function tell_session_changed();
create trigger session_actor_changed after update of user_id, kind, expires_at, must_change_password on session for each row
  when (old.kind = 'session' and (old.user_id, old.kind, old.expires_at, old.must_change_password)
    is distinct from (new.user_id, new.kind, new.expires_at, new.must_change_password))
  execute function tell_session_changed();

create function tell_account_changed() returns trigger language plpgsql as $$
begin
  perform tell_actor(old.id);
  return null;
end $$;
create trigger user_account_actor after update of username, name, email, user_type, tier, dept_id, suspended_until, enabled
  on user_account for each row
  when ((old.username, old.name, old.email, old.user_type, old.tier, old.dept_id, old.suspended_until, old.enabled)
    is distinct from (new.username, new.name, new.email, new.user_type, new.tier, new.dept_id, new.suspended_until, new.enabled))
  execute function tell_account_changed();

create function tell_roles_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform tell_actor(old.user_id); end if;
  if tg_op <> 'DELETE' then perform tell_actor(new.user_id); end if;
  return null;
end $$;
create trigger user_role_actor after insert or update or delete on user_role for each row execute function tell_roles_changed();
