-- On which campus day the owner of a card was last told that it was too short for what this person wanted: once a day is enough.
create table fund_card_short (
  card_id bigint not null references fund_card on delete cascade,
  user_id bigint not null references user_account on delete cascade,
  told_on date not null,
  primary key (card_id, user_id)
);
create index fund_card_short_user on fund_card_short (user_id);
