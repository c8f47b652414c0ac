-- What a contract says beside its prices; the prices it was awarded at; the most a quotation may come to.

alter table purchase
  -- Of the dictionary contract_payment_way.
  add column payment_way text,
  add column payment_note text,
  add column warranty_months int check (warranty_months between 0 and 600),
  add column warranty_until date check (warranty_until >= contract_on),
  -- 履约保证金, and of the contract's amount where it was agreed so.
  add column bond_fen bigint check (bond_fen > 0 and bond_fen <= contract_fen),
  add column bond_percent numeric(5, 2) check (bond_percent > 0 and bond_percent <= 100),
  add column bond_return text,
  add constraint purchase_bond check (bond_fen is not null or (bond_percent is null and bond_return is null));

-- Per piece, by the quotation that won; null where only its total was quoted.
alter table purchase_item add column award_price_fen bigint check (award_price_fen > 0);

alter table tender add column max_price_fen bigint check (max_price_fen > 0);
-- Suppliers reckon with what was announced.
create function keep_max_price() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and new.max_price_fen is distinct from old.max_price_fen then
    raise exception 'the maximum price was announced' using errcode = 'check_violation', constraint = 'tender_max_price_kept';
  end if;
  return new;
end $$;
create trigger tender_max_price before update on tender for each row execute function keep_max_price();

insert into dictionary (name, description, builtin) values ('contract_payment_way', '合同付款方式', true);
insert into dictionary_item (dictionary_id, value, label, sort)
select dictionary.id, item.value, item.label, item.sort
from (values
  ('accepted', '验收合格后一次付清', 10),
  ('advance', '预付款后付清余款', 20),
  ('instalments', '分期付款', 30),
  ('credit', '信用证', 40),
  ('other', '其他', 90)) as item (value, label, sort)
join dictionary on dictionary.name = 'contract_payment_way';
