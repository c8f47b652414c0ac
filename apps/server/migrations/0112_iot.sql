-- Gates and power (decision 090): gateways with what hangs on them, who may enter besides those who booked,
-- cards, commands, and what happened, appended to only.

create table iot_gateway (
  id bigint generated always as identity primary key,
  name text not null,
  room_id bigint references room,
  remark text,
  created_by bigint not null references user_account,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  retire_reason text,
  -- A code that is exchanged once for credentials.
  code_hash bytea unique,
  code_until timestamptz,
  -- One enrolment each; its key is sealed.
  epoch int not null default 0,
  enrolled_at timestamptz,
  sealed_key bytea,
  hardware text,
  firmware text,
  signal int,
  -- The last word it said, its number, and when its line broke.
  up_seq bigint not null default 0,
  seen_at timestamptz,
  gone_at timestamptz,
  clock_off_ms int,
  -- Events of this epoch are here up to this one.
  event_seq bigint not null default 0,
  -- The list it was sent last.
  grants_seq bigint not null default 0,
  grants_at timestamptz,
  grants_digest text,
  grants_text text,
  -- The number of the list that it says it has.
  grants_held bigint,
  constraint iot_gateway_code check ((code_hash is null) = (code_until is null)),
  constraint iot_gateway_enrolled check ((enrolled_at is null) = (sealed_key is null)),
  constraint iot_gateway_retired check ((retired_at is null) = (retire_reason is null))
);
create index iot_gateway_room on iot_gateway (room_id);

create table iot_sub_device (
  id bigint generated always as identity primary key,
  gateway_id bigint not null references iot_gateway,
  -- What the gateway calls it.
  number int not null check (number between 1 and 255),
  kind text not null
    check (kind in ('door', 'air_switch', 'meter', 'card_reader', 'camera', 'climate')),
  name text not null,
  model text,
  -- A camera's picture; shown to those who keep it.
  href text,
  room_id bigint references room,
  lab_id bigint references lab,
  device_id bigint references device,
  lead_minutes int not null default 10 check (lead_minutes between 0 and 240),
  grace_minutes int not null default 15 check (grace_minutes between 0 and 240),
  -- Of switches: warned so long before; one after another; what is done when no list is valid.
  warn_minutes int not null default 5 check (warn_minutes between 0 and 60),
  stage int not null default 0 check (stage between 0 and 20),
  fail_safe text not null default 'off' check (fail_safe in ('stay', 'off')),
  remark text,
  -- As the gateway said last.
  state jsonb,
  state_at timestamptz,
  reading jsonb,
  reading_at timestamptz,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  retire_reason text,
  -- The one whose place it took, with its history.
  replaces bigint unique references iot_sub_device,
  constraint iot_sub_device_tied check (num_nonnulls(room_id, lab_id, device_id) <= 1)
);
create unique index iot_sub_device_number on iot_sub_device (gateway_id, number) where retired_at is null;
create index iot_sub_device_gateway on iot_sub_device (gateway_id);
create index iot_sub_device_room on iot_sub_device (room_id) where room_id is not null;
create index iot_sub_device_lab on iot_sub_device (lab_id) where lab_id is not null;
create index iot_sub_device_device on iot_sub_device (device_id) where device_id is not null;

-- Who may enter without having booked, and switches that are on without anybody.
create table iot_grant (
  id bigint generated always as identity primary key,
  sub_device_id bigint not null references iot_sub_device,
  kind text not null check (kind in ('permanent', 'periodic', 'emergency', 'override')),
  user_id bigint references user_account,
  from_at timestamptz not null,
  to_at timestamptz,
  -- Periodic: on these days (Monday is 1), between these minutes of the campus's day.
  weekdays int[],
  from_minute int check (from_minute between 0 and 1439),
  to_minute int check (to_minute between 1 and 1440),
  reason text not null,
  granted_by bigint not null references user_account,
  granted_at timestamptz not null,
  withdrawn_by bigint references user_account,
  withdrawn_at timestamptz,
  withdraw_reason text,
  constraint iot_grant_time check (to_at is null or to_at > from_at),
  constraint iot_grant_person check ((kind = 'override') = (user_id is null)),
  -- Only what is permanent or comes again may have no end.
  constraint iot_grant_end check (to_at is not null or kind in ('permanent', 'periodic')),
  constraint iot_grant_period check ((kind = 'periodic') = (weekdays is not null)
    and (kind = 'periodic') = (from_minute is not null) and (kind = 'periodic') = (to_minute is not null)
    and (from_minute is null or to_minute > from_minute)
    and (weekdays is null or (cardinality(weekdays) > 0 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]))),
  constraint iot_grant_withdrawn check ((withdrawn_at is null) = (withdraw_reason is null))
);
create index iot_grant_sub_device on iot_grant (sub_device_id, id desc);
create index iot_grant_user on iot_grant (user_id) where user_id is not null;

create table iot_card (
  id bigint generated always as identity primary key,
  number text not null check (number ~ '^[0-9A-F]{4,20}$'),
  user_id bigint not null references user_account,
  bound_by bigint not null references user_account,
  bound_at timestamptz not null,
  unbound_at timestamptz,
  unbound_why text,
  constraint iot_card_unbound check ((unbound_at is null) = (unbound_why is null))
);
create unique index iot_card_number on iot_card (number) where unbound_at is null;
create index iot_card_user on iot_card (user_id);

create table iot_command (
  id bigint generated always as identity primary key,
  gateway_id bigint not null references iot_gateway,
  sub_device_id bigint not null references iot_sub_device,
  what text not null check (what in ('open', 'on', 'off')),
  reason text not null,
  by_id bigint not null references user_account,
  at timestamptz not null,
  until timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  done boolean,
  why text,
  constraint iot_command_answered check ((answered_at is null) = (done is null))
);
create index iot_command_waiting on iot_command (id) where sent_at is null;
create index iot_command_sub_device on iot_command (sub_device_id, id desc);

create table iot_event (
  id bigint generated always as identity primary key,
  gateway_id bigint not null references iot_gateway,
  epoch int not null,
  seq bigint not null check (seq > 0),
  -- Null: of the gateway itself, or of a unit that the portal does not know.
  sub_device_id bigint references iot_sub_device,
  kind text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  way text,
  user_id bigint references user_account,
  booking_id bigint references booking,
  grant_id bigint references iot_grant,
  command_id bigint references iot_command,
  card_id bigint references iot_card,
  note text,
  constraint iot_event_once unique (gateway_id, epoch, seq)
);
create index iot_event_sub_device on iot_event (sub_device_id, id desc);
create index iot_event_kind on iot_event (kind, id desc);
create index iot_event_user on iot_event (user_id, id desc) where user_id is not null;
create index iot_event_booking on iot_event (booking_id) where booking_id is not null;
create trigger iot_event_kept before update or delete on iot_event
  for each row execute function refuse_change();

-- Lists that say something old. Appended to by whoever made them so, taken by whoever makes them anew.
create table iot_stale (
  id bigint generated always as identity primary key,
  gateway_id bigint not null references iot_gateway on delete cascade
);

-- The tree of an instrument's place, as grants and rights ask for it: which laboratories a sub-device serves.
create function iot_labs(sub iot_sub_device) returns setof bigint language sql stable as $$
  select sub.lab_id where sub.lab_id is not null
  union select d.lab_id from device d where d.id = sub.device_id
  union select l.id from lab l where l.room_id = sub.room_id
  union select r.lab_id from lab_room r where r.room_id = sub.room_id
$$;

-- What happened is a journal itself, and a list that waits to be made is a message between processes: not
-- noted.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''finance_snapshot''' in known) = 0 then
    raise exception 'note_changes_everywhere names no finance_snapshot';
  end if;
  execute replace(known, '''finance_snapshot''', '''finance_snapshot'', ''iot_event'', ''iot_stale''');
end $$;
-- A sealed key is no less a secret for being sealed.
create or replace function noted_value(field text, value jsonb) returns jsonb language sql immutable as $$
  select case
    when value is null or value = 'null'::jsonb then null
    when field ~ '(password|secret|token|hash|sha256|ticket|credential|cookie|sealed)'
      then to_jsonb('（已更改）'::text)
    when length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…')
    else value
  end
$$;
select note_changes_everywhere();
