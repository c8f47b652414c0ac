-- Addresses that calendars read without a session (decision 096): of one's own bookings, or of what is taken on
-- a device. Whoever has the token reads, so that it is kept as its hash only.
create table calendar_feed (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account on delete cascade,
  -- Null: the person's own bookings.
  device_id bigint references device on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  constraint calendar_feed_token unique (token_hash),
  constraint calendar_feed_once unique nulls not distinct (user_id, device_id)
);
create index calendar_feed_device on calendar_feed (device_id) where device_id is not null;
select note_changes_everywhere();
