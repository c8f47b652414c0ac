-- What is in use hangs on a gateway that is in use. Looked at by the calls alone, a unit could come back, or be
-- added, in the moment in which its gateway was put out of use. A key of those in use has the lock that holds
-- the two together.

update iot_sub_device s set retired_at = g.retired_at, retire_reason = '网关已停用'
  from iot_gateway g where g.id = s.gateway_id and s.retired_at is null and g.retired_at is not null;

alter table iot_gateway add column live_id bigint
  generated always as (case when retired_at is null then id end) stored unique;
alter table iot_sub_device add column live_gateway_id bigint
  generated always as (case when retired_at is null then gateway_id end) stored
  constraint iot_sub_device_live_gateway references iot_gateway (live_id);
create index iot_sub_device_live_gateway on iot_sub_device (live_gateway_id);

-- Not noted in the operation log: they say again what the rest of the row says.
do $$
declare
  known text := pg_get_functiondef('unnoted_field(text)'::regprocedure);
begin
  if position('|attempts)$' in known) = 0 then
    raise exception 'unnoted_field names no attempts';
  end if;
  execute replace(known, '|attempts)$', '|attempts|live_id|live_gateway_id)$');
end $$;
