-- The gate monitor (decision 094): what it asks of events, and the wall that everybody may look at.

-- What is new: people who came in today.
create index iot_event_at on iot_event (at);

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
