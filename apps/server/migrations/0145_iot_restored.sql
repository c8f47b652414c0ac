-- What was taken out of service can be put back: when last, and why.

alter table iot_sub_device add column restored_at timestamptz, add column restore_reason text,
  add constraint iot_sub_device_restored check ((restored_at is null) = (restore_reason is null));
alter table iot_gateway add column restored_at timestamptz, add column restore_reason text,
  add constraint iot_gateway_restored check ((restored_at is null) = (restore_reason is null));
