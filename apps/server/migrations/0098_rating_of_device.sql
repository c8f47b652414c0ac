-- How content an instrument's users were stands beside it in every list: counted from its ratings, not by way of
-- all bookings it ever had.
alter table use_rating add column device_id bigint references device;
alter table use_rating disable trigger use_rating_of_user;
update use_rating r set device_id = b.device_id from booking b where b.id = r.booking_id;
alter table use_rating enable trigger use_rating_of_user;
alter table use_rating alter column device_id set not null;
create index use_rating_device on use_rating (device_id) include (score);

create or replace function use_rating_is_the_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.booking_id, new.device_id, new.user_id, new.rated_at)
      is distinct from (old.booking_id, old.device_id, old.user_id, old.rated_at) then
      raise exception 'use_rating_kept: the rating of booking % is somebody''s own', old.booking_id
        using errcode = 'check_violation', constraint = 'use_rating_kept', table = 'use_rating';
    end if;
  else
    select b.device_id into new.device_id from booking b
      where b.id = new.booking_id and b.state in ('awaiting_test_order', 'done')
        and new.user_id in (b.experimenter_id, b.booker_id);
    if not found then
      raise exception 'use_rating_of_user: booking % is no finished use of user %', new.booking_id, new.user_id
        using errcode = 'check_violation', constraint = 'use_rating_of_user', table = 'use_rating';
    end if;
  end if;
  return new;
end $$;
