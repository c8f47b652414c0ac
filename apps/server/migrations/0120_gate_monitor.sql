-- The gate monitor (decision 094): who has seen an alarm, and the wall that everybody may look at.

-- One for each alarm, for good: the first who says so is the one it is known of.
alter table iot_event add constraint iot_event_of_kind unique (kind, id);
drop index iot_event_kind;
create table iot_acknowledgement (
  event_id bigint primary key,
  kind text not null check (kind in ('denied', 'forced', 'held')),
  by_id bigint not null references user_account,
  at timestamptz not null,
  note text,
  constraint iot_acknowledgement_of foreign key (kind, event_id) references iot_event (kind, id)
);
create index iot_acknowledgement_by on iot_acknowledgement (by_id);
create trigger iot_acknowledgement_kept before update or delete on iot_acknowledgement
  for each row execute function refuse_change();

-- What is new: people who came in today, and alarms of this month; and alarms by number, as lists have them.
create index iot_event_at on iot_event (at);
create index iot_event_alarm_at on iot_event (at) where kind in ('denied', 'forced', 'held');
create index iot_event_alarm on iot_event (id) where kind in ('denied', 'forced', 'held');

-- Off until an administrator switches it on, as the hall's screen.
create table gate_wall_setting (
  only_one boolean primary key default true check (only_one),
  enabled boolean not null default false,
  title text not null default '门禁监控',
  updated_by bigint references user_account on delete set null,
  updated_at timestamptz not null default now()
);
insert into gate_wall_setting default values;
create trigger gate_wall_setting_told after insert or delete or update or truncate on gate_wall_setting
  for each statement execute function tell_change();
select note_changes_everywhere();
