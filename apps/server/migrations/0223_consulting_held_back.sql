-- True if whoever answered keeps from others what the asker lets them read; they may decide otherwise later.
-- `shared` says whether others may read the question. False for all that exists, because of what was
-- answered before only the result is known, and for what a worker of the former version adds while it is
-- being replaced.
alter table consulting
  add column held_back boolean not null default false,
  add constraint consulting_held_back check (not (held_back and shared));
