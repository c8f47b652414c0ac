-- Who listens to live news hears at once that a session is over (decision 032). Rows whose time has run out end nothing: the nightly sweep
-- says nothing, and a sign-in deletes none, so no crowd waits for the lock that a NOTIFY takes.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_live', 'session:' || user_id) from (select distinct user_id from gone where kind = 'session' and expires_at > now()) ended;
  return null;
end $$;
create trigger session_ended after delete on session referencing old table as gone for each statement execute function tell_session_ended();
