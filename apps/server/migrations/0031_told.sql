-- The front page and the counts on the map are kept by every process: these say when what they are made from has changed. People and
-- imports write these columns, an import in one transaction; bookings and downloads, which come all the time, touch none of them.
create trigger lab_told after insert or delete or update of serial_id, name, dept_id, room_id, enabled on lab for each statement execute function tell_change();
create trigger room_told after update of building_id on room for each statement execute function tell_change();
create trigger device_told after insert or delete or update of name, model, search_text, search_grams, lab_id, room_id, shared, status, price_fen, image_file_id
  on device for each statement execute function tell_change();
create trigger download_told after insert or delete or update of category_id, title, audience on download for each statement execute function tell_change();
create trigger download_category_told after insert or delete or update on download_category for each statement execute function tell_change();
