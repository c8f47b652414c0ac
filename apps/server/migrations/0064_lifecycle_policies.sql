-- The approvals of purchase, acceptance and scrapping are set like those of a booking, within what rules and flow fix.

alter table approval_policy
  drop constraint approval_policy_business_check,
  add constraint approval_policy_business_check check (business in ('booking', 'test_order', 'settlement', 'purchase', 'acceptance', 'scrap')),
  -- Who may act at the step beside whom it asks for.
  add column deputy_id bigint references user_account,
  -- Here silence neither approves nor refuses, an instrument that is not there yet has no rule of its own, only some steps may be
  -- left out, and where one acts for himself, nobody does it for him.
  add constraint approval_policy_bounds check (
    case when business in ('booking', 'test_order', 'settlement') then deputy_id is null
    else coalesce(on_timeout, 'remind') = 'remind' and (device_id is null or business = 'scrap')
      and (required and from_amount_fen = 0 or business || '.' || step in ('purchase.dept_head', 'purchase.finance', 'acceptance.dept_head', 'scrap.dept_head', 'scrap.finance'))
      and (deputy_id is null or step in ('dept_head', 'finance', 'equip_office', 'audit', 'dispose'))
    end);

alter table approval_task add column deputy_id bigint references user_account;
create index approval_task_deputy on approval_task (deputy_id, id) where state = 'waiting' and deputy_id is not null;

-- Which of the approvals that may be left out it goes through, as judged when it was handed in; null: handed in under the built-in rule.
alter table purchase add column steps text[];
alter table acceptance add column steps text[];
alter table scrap add column steps text[];

alter table purchase drop constraint purchase_state_check, add constraint purchase_state_check check (state in
  ('draft', 'awaiting_experts', 'awaiting_dept_head', 'awaiting_finance', 'awaiting_equip_office', 'awaiting_sourcing', 'awaiting_contract', 'awaiting_delivery',
    'in_acceptance', 'done', 'refused', 'cancelled', 'terminated'));
alter table acceptance drop constraint acceptance_state_check, add constraint acceptance_state_check check (state in
  ('draft', 'awaiting_signatures', 'awaiting_dept_head', 'awaiting_audit', 'accepted', 'cancelled'));
alter table scrap drop constraint scrap_state_check, add constraint scrap_state_check check (state in
  ('draft', 'awaiting_experts', 'awaiting_dept_head', 'awaiting_finance', 'awaiting_equip_office', 'awaiting_disposal', 'disposed', 'refused', 'cancelled'));
