-- Who handed a stock-in in does not confirm its payment as finance; it need not be its requester, since somebody may stand in for him.

alter table stock_in add column submitted_by bigint references user_account;
-- Of those that wait, the log knows.
update stock_in t set submitted_by = (select u.id from flow_log f join user_account u on u.id = f.actor_id
    where f.business = 'stock_in' and f.row_id = t.id and f.event = 'submit' order by f.id desc limit 1)
  where t.state in ('awaiting_card_owner', 'awaiting_finance');
