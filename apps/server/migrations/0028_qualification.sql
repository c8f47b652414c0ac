-- Who may operate which instrument by himself: until when, on whose word, after what.
alter table qualification
  add column note text,
  -- When he was told that it runs out; once for each term.
  add column warned_at timestamptz;
create index qualification_device on qualification (device_id, granted_at desc, user_id);
create index qualification_running_out on qualification (valid_until) where warned_at is null and valid_until is not null;
