-- When its plan was due before a record moved it on: a record that was entered wrongly is removed, and its plan
-- is due again as it was. Unknown of records of before.

alter table maintenance_record add column plan_next_on date;
