-- How many bookings a day has is asked by their beginning; the few that began long before have an index of their
-- own.

create index booking_long on booking (upper(period)) where upper(period) - lower(period) > interval '1 day';
