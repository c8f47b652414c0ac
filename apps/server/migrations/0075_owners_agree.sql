-- Whose card pays agrees himself, and whoever pays agrees himself to a price that rose: no row of the policy leaves them out.
update approval_policy set required = true, from_amount_fen = 0 where (business, step) in (('settlement', 'card_owner'), ('test_order', 'payer'));
alter table approval_policy add constraint approval_policy_owner_agrees
  check ((business, step) not in (('settlement', 'card_owner'), ('test_order', 'payer')) or required and from_amount_fen = 0);
