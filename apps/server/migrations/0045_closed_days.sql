-- The hours of a booking were closed after it was made: its people were told, and go free.
alter table booking add column closed_at timestamptz;
