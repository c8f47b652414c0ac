-- A device's past weeks. By the end and not by the beginning: in the week that everybody looks at, nothing that is over ends after now,
-- while a month of what began before it would be read to find what reaches into it.
drop index booking_device;
create index booking_device on booking (device_id, upper(period));
