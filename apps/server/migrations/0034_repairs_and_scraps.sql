-- A repair that comes to nothing: the device stays out of use.
alter table repair_order
  drop constraint repair_order_state_check,
  add constraint repair_order_state_check check (state in ('reported', 'assigned', 'repairing', 'done', 'given_up', 'refused')),
  add constraint repair_order_given_up check (state <> 'given_up' or (reason is not null and assignee_id is not null));

-- What nobody knows the price of is not cheap: whoever asks says what it was worth before he hands it in.
alter table scrap
  alter column price_fen drop not null,
  add constraint scrap_valued check (state in ('draft', 'cancelled') or price_fen is not null);
update scrap x set price_fen = null from device d where d.id = x.device_id and d.price_fen is null and x.price_fen = 0 and x.state in ('draft', 'cancelled');

-- d.5 of scrapping: professors and their like, and at most a third of them of the unit that asks.
alter table panel
  add column senior_only boolean not null default false,
  add column own_third boolean not null default false;
