-- A gateway that speaks HTTP takes its own notes at each of its contacts, every five seconds.

create index iot_stale_gateway on iot_stale (gateway_id);
