-- Who pays for somebody else's booking agrees to it himself, paid at once or later: no row leaves him out, whatever the amount.
update approval_policy set required = true, from_amount_fen = 0 where business = 'booking' and step = 'payer';
alter table approval_policy add constraint approval_policy_payer_agrees
  check (business <> 'booking' or step <> 'payer' or required and from_amount_fen = 0);
