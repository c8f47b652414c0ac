-- What finance booked, who reversed it, and whether what was remitted was paid back.
alter table settlement
  -- The number of the accounting voucher and the day it was posted on; `voucher_number` is the remittance's.
  add column posting_number text,
  add column posted_on date,
  add column reversed_by bigint references user_account,
  -- What was remitted and reversed was paid back, under this voucher.
  add column refund_number text,
  add column refunded_on date,
  add column refunded_by bigint references user_account,
  add column refunded_at timestamptz,
  drop constraint settlement_state_check,
  add constraint settlement_state_check check (state in ('awaiting_card_owner', 'awaiting_remittance', 'awaiting_finance', 'settled', 'refused',
    'cancelled', 'awaiting_reversal', 'reversed', 'refunded')),
  add constraint settlement_posting check ((posting_number is null) = (posted_on is null)),
  -- Nobody both takes the money and gives it back.
  add constraint settlement_other_reverses check (reversed_by <> settled_by),
  add constraint settlement_refund check (
    (state = 'refunded') = (refunded_on is not null) and num_nonnulls(refund_number, refunded_on, refunded_by, refunded_at) in (0, 4)
    and (state <> 'refunded' or (way = 'offline' and settled_at is not null)));
-- Those reversed before this was asked may have been reversed by who had deducted them.
alter table settlement add constraint settlement_reversed_by check (state not in ('reversed', 'refunded') or reversed_by is not null) not valid;
update settlement s set reversed_by = f.actor_id from (
  select row_id, max(actor_id) as actor_id from flow_log where business = 'settlement' and event = 'reverse' group by row_id) f
where f.row_id = s.id and s.state = 'reversed' and f.actor_id <> s.settled_by;

-- A second person who may not act on a task: who did what is to be undone.
alter table approval_task add column barred_id bigint references user_account;
