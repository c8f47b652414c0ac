-- Switches of other makers' devices know no list: the portal remembers for each that is on for which grant,
-- of which end people were warned, and when it is to go off (decision 107).
alter table iot_sub_device add column switched jsonb;
