-- Tasks whose yes has to name more: the time of delivered samples, the card of a payer, another payer. The
-- inbox offered a yes for several of them at once, and the server refused each.

alter table approval_task add column single boolean not null default false;

update approval_task t set single = true
  from booking b left join opening o on o.device_id = b.device_id
  where t.business = 'booking' and b.id = t.row_id and t.state = 'waiting' and (
    t.step = 'reviewer' and b.kind = 'sample_delivery' and b.period is null
    or t.step = 'payer' and t.asked_user_id is distinct from b.payer_id
    or t.step = 'payer' and b.fund_card_id is null and (b.estimate_fen > 0 or b.period is null)
      and (b.pay_mode = 'immediate' or o.fund_card_required));
