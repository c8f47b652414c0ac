-- What the books said of an instrument when it was scanned, or when the stocktake was closed without it: its name,
-- state, laboratory, price and room change later, and what was signed may not change with them. Of earlier
-- stocktakes only the room of what was scanned was kept; the rest is what the books say now.

alter table stocktake_scan
  add column name text,
  add column status text,
  add column lab_id bigint references lab,
  add column price_fen bigint;
update stocktake_scan s set name = d.name, status = d.status, lab_id = d.lab_id, price_fen = d.price_fen
  from device d where d.id = s.device_id;
alter table stocktake_scan
  alter column name set not null,
  alter column status set not null,
  alter column lab_id set not null;

alter table stocktake_missing
  add column name text,
  add column status text,
  add column lab_id bigint references lab,
  add column price_fen bigint,
  add column expected_room_id bigint references room;
update stocktake_missing m set name = d.name, status = d.status, lab_id = d.lab_id, price_fen = d.price_fen,
    expected_room_id = coalesce(d.room_id, l.room_id)
  from device d join lab l on l.id = d.lab_id where d.id = m.device_id;
alter table stocktake_missing
  alter column name set not null,
  alter column status set not null,
  alter column lab_id set not null;

-- A laboratory reads its own part.
create index stocktake_scan_lab on stocktake_scan (lab_id, stocktake_id);
create index stocktake_missing_lab on stocktake_missing (lab_id, stocktake_id);
