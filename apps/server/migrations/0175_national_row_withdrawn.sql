-- A row that was reported by mistake is taken out of the report. What the platform has answered stays on record, so
-- the row is not deleted: it has a state of its own, which files, batches and checks leave out.

alter table national_row drop constraint national_row_state_check;
alter table national_row add constraint national_row_state_check
  check (state in ('unreported', 'reported', 'failed', 'locked', 'withdrawn'));
