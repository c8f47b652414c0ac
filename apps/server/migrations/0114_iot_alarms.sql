-- Alarms of doors wait until somebody says that he has seen to them.
create table iot_alarm (
  event_id bigint primary key references iot_event,
  -- People were sent a message; of a door that refuses again and again only the first is told.
  told boolean not null,
  acknowledged_by bigint references user_account,
  acknowledged_at timestamptz,
  note text,
  constraint iot_alarm_acknowledged check (num_nonnulls(acknowledged_by, acknowledged_at, note) in (0, 3))
);
create index iot_alarm_open on iot_alarm (event_id) where acknowledged_at is null;
create index iot_alarm_acknowledged_by on iot_alarm (acknowledged_by) where acknowledged_by is not null;
select note_changes_everywhere();
