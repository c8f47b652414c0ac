-- Until when the portal was down while this waited: the time of that outage has been added to its deadline. Nobody
-- could answer then, so bills were confirmed and bookings refused in the first minute after a weekend without the
-- portal (decision 138).

alter table approval_task add column silent_until timestamptz;
alter table workflow_step add column silent_until timestamptz;
