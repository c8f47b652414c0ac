-- Who takes over from somebody whose account is closed: bills that are confirmed only later, or come back
-- from a settlement, are proposed to him. An account that is opened again needs nobody, on whichever way.

alter table user_account add column successor_id bigint references user_account,
  add constraint user_account_successor check (successor_id is null or (not enabled and successor_id <> id));
create function user_account_opened() returns trigger language plpgsql as $$
begin
  new.successor_id := null;
  return new;
end $$;
create trigger user_account_opened before update of enabled on user_account
  for each row when (new.enabled) execute function user_account_opened();
