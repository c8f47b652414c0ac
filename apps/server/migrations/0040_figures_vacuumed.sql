-- Lists of instruments walk the figures of their use by index, which is quick only where PostgreSQL knows that it need not look at
-- each row. The nightly count changes a few rows in a hundred: at the default, a fifth of the table, they would wait for weeks.
alter table device_use_year set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
alter table device_use_month set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
