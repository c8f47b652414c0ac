-- What devices of other makers say and obey, as plain data (decision 101): versions are kept as they were.

create table iot_mapping (
  id bigint generated always as identity primary key,
  name text not null unique,
  remark text,
  created_by bigint not null references user_account,
  created_at timestamptz not null
);
create table iot_mapping_version (
  id bigint generated always as identity primary key,
  mapping_id bigint not null references iot_mapping,
  version int not null check (version > 0),
  -- Lines and commands, as the contract describes them.
  rules jsonb not null,
  by_id bigint not null references user_account,
  at timestamptz not null,
  constraint iot_mapping_version_once unique (mapping_id, version)
);
create index iot_mapping_version_by on iot_mapping_version (by_id);
create trigger iot_mapping_version_kept before update or delete on iot_mapping_version
  for each row execute function refuse_change();

-- A gateway that speaks so; null: it speaks as ours do, and signs what it says.
alter table iot_gateway add column mapping_id bigint references iot_mapping;
create index iot_gateway_mapping on iot_gateway (mapping_id) where mapping_id is not null;

-- The last word on each topic of such a gateway, for whoever tries a mapping out.
create table iot_heard (
  gateway_id bigint not null references iot_gateway,
  topic text not null,
  said text not null,
  at timestamptz not null,
  primary key (gateway_id, topic)
);
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''iot_reading_late''' in known) = 0 then
    raise exception 'note_changes_everywhere names no iot_reading_late';
  end if;
  execute replace(known, '''iot_reading_late''', '''iot_reading_late'', ''iot_heard''');
end $$;
select note_changes_everywhere();
