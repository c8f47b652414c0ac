-- Lists show when promises were broken, not when that was written down.
drop index violation_lab;
drop index violation_device;
create index violation_lab on violation (lab_id, at desc, id desc);
create index violation_device on violation (device_id, at desc, id desc);
