-- Whoever pays for a purchase with another's card asks him first: the order waits for the owner before finance sees it.
alter table stock_in drop constraint stock_in_state_check, add constraint stock_in_state_check
  check (state in ('awaiting_info', 'awaiting_card_owner', 'awaiting_finance', 'awaiting_store', 'stored'));

-- Each time it is handed in, every owner agrees anew.
create table stock_in_agreement (
  stock_in_id bigint not null references stock_in,
  round smallint not null check (round > 0),
  card_id bigint not null references fund_card,
  agreed_by bigint not null references user_account,
  agreed_at timestamptz not null,
  primary key (stock_in_id, round, card_id)
);
create index stock_in_agreement_card on stock_in_agreement (card_id);
create index stock_in_agreement_by on stock_in_agreement (agreed_by);
