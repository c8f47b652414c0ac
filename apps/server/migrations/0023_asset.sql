-- Daily management: what its lists read by, and what stays of a stock-taking once it is over.

create index asset_transfer_from on asset_transfer (from_lab_id, id desc);
create index asset_transfer_to on asset_transfer (to_lab_id, id desc);
create index asset_transfer_to_keeper on asset_transfer (to_keeper_id) where to_keeper_id is not null;
create index maintenance_plan_keeper on maintenance_plan (keeper_id) where enabled;
create index repair_order_assignee on repair_order (assignee_id, id desc) where assignee_id is not null;
create index scrap_device on scrap (device_id);

-- What became of bookings that fell into the repair.
alter table repair_order
  add column booking_way text check (booking_way in ('warn', 'revoke')),
  add column revoked int not null default 0 check (revoked >= 0);

-- As it was when it was scanned: what the books say later does not change what was found.
alter table stocktake_scan
  add column expected_room_id bigint references room,
  add column in_scope boolean not null,
  add column was_scrapped boolean not null,
  add column moved boolean generated always as (room_id is not null and room_id is distinct from expected_room_id) stored;
create index stocktake_scan_odd on stocktake_scan (stocktake_id, device_id) where (room_id is not null and room_id is distinct from expected_room_id) or condition <> 'good' or not in_scope or was_scrapped;
create index stocktake_scan_latest on stocktake_scan (stocktake_id, scanned_at desc, device_id);
create index stocktake_scan_device on stocktake_scan (device_id);

-- Written down when it is closed; until then it is what was not scanned.
create table stocktake_missing (
  stocktake_id bigint not null references stocktake on delete cascade,
  device_id bigint not null references device,
  primary key (stocktake_id, device_id)
);
create index stocktake_missing_device on stocktake_missing (device_id);
alter table stocktake add column expected int check (expected >= 0), add constraint stocktake_counted check (state = 'open' or expected is not null);
create unique index stocktake_open on stocktake (coalesce(dept_id, 0)) where state = 'open';
-- What was not found, by key.
create index device_of_dept on device (dept_id, id) where status <> 'scrapped';
