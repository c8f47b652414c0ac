-- What stands in a building is listed by name: the index that counts it knows the names too.
drop index device_place;
create index device_place on device (room_id, lab_id) include (id, name) where shared and status <> 'scrapped';

-- Since when the text that a picture stood in shows it no more. For a while it can be put back, then it is swept up.
alter table file add column unshown_since timestamptz;
