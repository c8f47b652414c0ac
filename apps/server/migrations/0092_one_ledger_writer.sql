-- One at a time writes the ledger, on whatever path: the job tries this lock and goes away, everybody else waits for it. So the number
-- of its last row says what it holds: sums that were reckoned for one are right until there is a later one, and are kept under it.
create function use_record_one_writer() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('use_ledger'));
  return null;
end $$;
create trigger use_record_one_writer before insert on use_record for each statement execute function use_record_one_writer();
