-- When people were told that the gateway does not answer any more; null: it answers, or nobody was told yet.
alter table iot_gateway add column silent_told_at timestamptz;
