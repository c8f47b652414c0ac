-- A supplier does not deliver, or what was refused never comes back: the equipment office ends the contract. The purchase is completed
-- with what was accepted, or ends without anything; pieces that were not accepted are struck off, and stay on record.

alter table purchase drop constraint purchase_state_check, add constraint purchase_state_check check (state in
  ('draft', 'awaiting_experts', 'awaiting_dept_head', 'awaiting_equip_office', 'awaiting_sourcing', 'awaiting_contract', 'awaiting_delivery', 'in_acceptance', 'done',
    'refused', 'cancelled', 'terminated'));
alter table purchase drop constraint purchase_contracted, add constraint purchase_contracted check
  (state not in ('awaiting_delivery', 'in_acceptance', 'done', 'terminated') or (supplier_id is not null and contract_number is not null and contract_fen is not null));

alter table delivery drop constraint delivery_state_check, add constraint delivery_state_check check (state in ('awaiting_entry', 'awaiting_check', 'checked', 'ended'));

alter table piece drop constraint piece_state_check, add constraint piece_state_check check (state in ('expected', 'entered', 'checked', 'accepted', 'stored', 'struck')),
  drop constraint piece_check1, add constraint piece_entered check (state in ('expected', 'struck') or factory_number is not null);
-- The same instrument may come with another contract.
drop index piece_factory_number;
create unique index piece_factory_number on piece (manufacturer, model, factory_number) where factory_number is not null and state <> 'struck';
