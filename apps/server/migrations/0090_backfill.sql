-- What is said of a use afterwards, because nobody asked at its time (decision 075). What it was for stands in the booking; whom it taught
-- stands in the test order, which is frozen: here is what was added where that says nothing.
create table use_supplement (
  booking_id bigint primary key references booking,
  trained_students int not null check (trained_students between 0 and 100000),
  trained_teachers int not null check (trained_teachers between 0 and 100000),
  trained_others int not null check (trained_others between 0 and 100000),
  trained_mastery text check (trained_mastery in ('independent', 'guided', 'shown')),
  said_by bigint not null references user_account,
  said_at timestamptz not null
);

-- The ledger follows what is said later, on every path.
create trigger booking_said_anew after update of nature, project, project_number, funding_source, disciplines, service_mode on booking
  for each row when (new.state in ('awaiting_test_order', 'done')
    and (old.nature, old.project, old.project_number, old.funding_source, old.disciplines, old.service_mode)
      is distinct from (new.nature, new.project, new.project_number, new.funding_source, new.disciplines, new.service_mode))
  execute function use_due_of_booking();
create function use_due_of_supplement() returns trigger language plpgsql as $$
begin
  insert into use_due (source, source_id) values ('booking', new.booking_id);
  return null;
end $$;
create trigger use_supplement_counts after insert or update on use_supplement
  for each row execute function use_due_of_supplement();
