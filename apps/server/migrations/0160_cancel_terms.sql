-- Until when a booking is cancelled for nothing, and what it costs later, is said when it is made: what the
-- opening says afterwards binds others. Of what was over before this was kept nobody knows.

alter table booking add column terms_limit_minutes int check (terms_limit_minutes >= 0),
  add column terms_fee_fen bigint check (terms_fee_fen >= 0);
update booking b set terms_limit_minutes = coalesce(o.cancel_limit_minutes, 0),
    terms_fee_fen = coalesce(o.cancel_fee_fen, 0)
  from booking l left join opening o on o.device_id = l.device_id
  where b.id = l.id
    and l.state in ('awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use');
alter table booking add constraint booking_terms
  check (state not in ('awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use')
    or (terms_limit_minutes is not null and terms_fee_fen is not null));

-- Whoever writes a booking without saying its terms means those that hold now.
create function booking_terms() returns trigger language plpgsql as $$
begin
  select o.cancel_limit_minutes, o.cancel_fee_fen into new.terms_limit_minutes, new.terms_fee_fen
    from opening o where o.device_id = new.device_id;
  new.terms_limit_minutes := coalesce(new.terms_limit_minutes, 0);
  new.terms_fee_fen := coalesce(new.terms_fee_fen, 0);
  return new;
end $$;
create trigger booking_has_terms before insert on booking for each row
  when (new.terms_limit_minutes is null or new.terms_fee_fen is null) execute function booking_terms();
