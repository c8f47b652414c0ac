-- Who may operate an instrument by himself up to an instant, asked the same way by bookings, calendars and
-- doors: a row for each reason, with its end. No row: he may not. In `from` it becomes part of the statement
-- that asks; as a scalar it would be a call for each row.
create function may_operate(of_device bigint, of_lab bigint, who bigint, until timestamptz)
  returns table (valid_until timestamptz) language sql stable parallel safe as $$
  select q.valid_until from qualification q where q.device_id = of_device and q.user_id = who
    and (q.valid_until is null or q.valid_until >= until)
  -- Whoever judges others on an instrument needs nobody's word that he can use it. Each way by its own index.
  union all select null from device_reviewer v where v.device_id = of_device and v.user_id = who
  union all select null from device_reviewer v where v.lab_id = of_lab and v.user_id = who
$$;
