-- Whether somebody came to a booking is asked every quarter of an hour: of what he opened himself, and of
-- what was opened or switched on from afar, in its time, however many years of events there are.

create index iot_event_came on iot_event (user_id, at) where kind = 'opened' and user_id is not null;
create index iot_event_ordered on iot_event (sub_device_id, at) where command_id is not null;
