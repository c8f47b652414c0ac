-- What an instrument's uses of the last days were is asked every quarter of an hour, for each door and switch: by
-- the end of its uses, however many years of them there are.

create index booking_finished on booking (device_id, finished_at) where finished_at is not null;
