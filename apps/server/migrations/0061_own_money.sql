-- Whose money it is says yes himself: silence spends nobody's money. Rows that said so remind from now on, as without a row.
update approval_policy set on_timeout = 'remind'
where on_timeout = 'approve' and (business, step) in (('booking', 'payer'), ('test_order', 'payer'), ('test_order', 'new_payer'), ('settlement', 'card_owner'));
alter table approval_policy add constraint approval_policy_own_money
  check (on_timeout <> 'approve' or (business, step) not in (('booking', 'payer'), ('test_order', 'payer'), ('test_order', 'new_payer'), ('settlement', 'card_owner')));
-- What has fallen to a director or an administrator because the payer's account is closed is his alone again.
update approval_task set role = 'person', user_id = asked_user_id
where state = 'waiting' and business = 'booking' and step = 'payer' and asked_role = 'person' and role <> 'person';
