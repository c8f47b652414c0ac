-- Which days a version took from the one before, so that withdrawing it gives back these and no others: an
-- end that was set before stays. Null: it began where nothing held.

alter table price_plan add column cut daterange check (not isempty(cut) and lower(cut) = lower(effective));
-- Of versions to come that begin where another ends it is not known whether that had an end of its own. Most
-- had none.
update price_plan p set cut = daterange(lower(p.effective), null)
  where lower(p.effective) > current_date and exists (select from price_plan b where b.device_id = p.device_id
    and b.basis = p.basis and upper(b.effective) = lower(p.effective));

create or replace function keep_prices() returns trigger language plpgsql as $$
begin
  if (new.device_id, new.basis, new.version, new.rates, lower(new.effective), new.cut)
    is distinct from (old.device_id, old.basis, old.version, old.rates, lower(old.effective), old.cut) then
    raise exception 'a version of a price can end, but not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
