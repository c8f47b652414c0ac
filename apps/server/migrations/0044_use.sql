-- A seat as it was really used: from the start to the end, open while it runs. No two uses of a seat ever overlap, on any path.
alter table booking
  add column used tstzrange,
  -- How the use ended; null for those that ended before this was written down.
  add column end_kind text check (end_kind in ('finished', 'handed_over', 'fault', 'system')),
  -- When people were told that it runs on beyond its end.
  add column overrun_told_at timestamptz;

-- Of uses that run now on one seat the first is held to the rule; the others, begun before there was one, end as they like.
update booking b set used = tstzrange(b.started_at, null)
where b.state = 'in_use' and b.started_at is not null and not exists (
  select from booking o where o.device_id = b.device_id and o.seat = b.seat and o.state = 'in_use' and (o.started_at, o.id) < (b.started_at, b.id));

alter table booking add constraint booking_use_no_overlap exclude using gist (device_id with =, seat with =, used with &&) where (used is not null);
-- Who sits there now.
create index booking_in_use on booking (device_id, seat) where state = 'in_use';

create function booking_used() returns trigger language plpgsql as $$
begin
  -- Begun before the rule: not held to it.
  if tg_op = 'UPDATE' then
    if old.started_at is not null and old.used is null then return new; end if;
  end if;
  new.used := case
    when new.started_at is null then null
    when new.finished_at is null then tstzrange(new.started_at, null)
    else tstzrange(new.started_at, greatest(new.started_at, new.finished_at))
  end;
  return new;
end $$;
create trigger booking_used_changed before update of started_at, finished_at on booking for each row
  when (new.started_at is distinct from old.started_at or new.finished_at is distinct from old.finished_at) execute function booking_used();
create trigger booking_used_added before insert on booking for each row when (new.state = 'in_use') execute function booking_used();
