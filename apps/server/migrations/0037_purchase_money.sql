-- A purchase is paid from one or several sources, and what comes from abroad has a price in parts.

create table purchase_source (
  purchase_id bigint not null references purchase on delete cascade,
  sort int not null,
  kind text not null check (kind in ('fund_card', 'project')),
  fund_card_id bigint references fund_card,
  project_code text,
  project_name text,
  amount_fen bigint not null check (amount_fen >= 0),
  primary key (purchase_id, sort),
  constraint purchase_source_own check (case kind when 'fund_card' then project_code is null and project_name is null else fund_card_id is null end)
);
create unique index purchase_source_card on purchase_source (purchase_id, fund_card_id);
create index purchase_source_of_card on purchase_source (fund_card_id) where fund_card_id is not null;

insert into purchase_source (purchase_id, sort, kind, fund_card_id, project_code, project_name, amount_fen)
select id, 1, budget_source, case budget_source when 'fund_card' then fund_card_id end, case budget_source when 'project' then project_code end,
  case budget_source when 'project' then project_name end, budget_fen
from purchase;
alter table purchase drop column budget_source, drop column fund_card_id, drop column project_code, drop column project_name;

-- Once handed in, its sources cover the budget to the fen, each with its part. Asked at the end of the transaction: rows come one by one.
create function purchase_sources_agree() returns trigger language plpgsql as $$
declare
  about record;
  wanted bigint;
begin
  if tg_table_name = 'purchase' then wanted := new.id;
  elsif tg_op = 'DELETE' then wanted := old.purchase_id;
  else wanted := new.purchase_id;
  end if;
  select id, state, budget_fen into about from purchase where id = wanted;
  if about.id is null or about.state in ('draft', 'cancelled') then return null; end if;
  if about.budget_fen <> coalesce((select sum(amount_fen) from purchase_source where purchase_id = about.id), 0)
    or exists (select from purchase_source where purchase_id = about.id and (amount_fen = 0 or (kind = 'fund_card' and fund_card_id is null))) then
    raise exception 'the sources of purchase % do not cover its budget', about.id using errcode = 'check_violation', constraint = 'purchase_sources_agree', table = 'purchase_source';
  end if;
  return null;
end $$;
create constraint trigger purchase_sources_agree after insert or update of state, budget_fen on purchase deferrable initially deferred
  for each row execute function purchase_sources_agree();
create constraint trigger purchase_sources_agree after insert or update or delete on purchase_source deferrable initially deferred
  for each row execute function purchase_sources_agree();

-- Per piece, of what is imported: the price of the goods in foreign money at the rate of a day, and what comes on top in yuan.
alter table purchase_item
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  -- In hundredths of the currency.
  add column foreign_price bigint check (foreign_price > 0),
  -- Yuan for one of the currency, in millionths.
  add column rate_micro bigint check (rate_micro > 0),
  add column rate_on date,
  add column price_term text check (price_term in ('CIF', 'CIP', 'FOB', 'FCA', 'EXW')),
  add column freight_fen bigint check (freight_fen >= 0),
  add column insurance_fen bigint check (insurance_fen >= 0),
  add column duty_free boolean,
  add column duty_free_number text,
  add column tariff_fen bigint check (tariff_fen >= 0),
  add column vat_fen bigint check (vat_fen >= 0),
  add column agency_fen bigint check (agency_fen >= 0),
  add column customs_fen bigint check (customs_fen >= 0),
  add constraint purchase_item_import_whole check (
    num_nonnulls(currency, foreign_price, rate_micro, rate_on, price_term, freight_fen, insurance_fen, duty_free, tariff_fen, vat_fen, agency_fen, customs_fen) = case when currency is null then 0 else 12 end),
  add constraint purchase_item_import_only check (imported or currency is null),
  add constraint purchase_item_import_sum check (currency is null
    or unit_price_fen = round(foreign_price::numeric * rate_micro / 1000000) + freight_fen + insurance_fen + tariff_fen + vat_fen + agency_fen + customs_fen),
  add constraint purchase_item_yuan check (currency <> 'CNY' or rate_micro = 1000000),
  -- Exempt from tariff and import VAT; the number of the certificate, where there is one, belongs to that.
  add constraint purchase_item_duty_free check ((not duty_free or (tariff_fen = 0 and vat_fen = 0)) and (duty_free_number is null or duty_free));
