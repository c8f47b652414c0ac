-- Fund cards. Amounts are whole fen. The ledger is only ever appended to; the card row carries its sums.
create table fund_card (
  id bigint generated always as identity primary key,
  number text not null unique,
  name text not null,
  project_code text,
  owner_id bigint not null references user_account,
  dept_id bigint references dept,
  balance_fen bigint not null default 0,
  frozen_fen bigint not null default 0 check (frozen_fen >= 0),
  -- How far below zero the available sum may go.
  credit_fen bigint not null default 0 check (credit_fen >= 0),
  valid_from date,
  valid_to date,
  enabled boolean not null default true,
  remark text,
  created_at timestamptz not null default now(),
  constraint fund_card_covers check (balance_fen - frozen_fen + credit_fen >= 0)
);
create index fund_card_owner on fund_card (owner_id);

create table fund_card_user (
  card_id bigint not null references fund_card on delete cascade,
  user_id bigint not null references user_account,
  valid_from date,
  valid_to date,
  per_use_limit_fen bigint check (per_use_limit_fen > 0),
  total_limit_fen bigint check (total_limit_fen > 0),
  -- Frozen or spent so far by this person; never above the limit.
  used_fen bigint not null default 0 check (used_fen >= 0),
  created_at timestamptz not null default now(),
  -- Kept when it is withdrawn, so that what was used still counts if it is given again.
  revoked_at timestamptz,
  primary key (card_id, user_id),
  constraint fund_card_user_limit check (total_limit_fen is null or used_fen <= total_limit_fen)
);
create index fund_card_user_user on fund_card_user (user_id);

-- Numbers of what finance does by hand: top-ups and adjustments.
create sequence fund_card_movement;

create table ledger_entry (
  id bigint generated always as identity primary key,
  card_id bigint not null references fund_card,
  kind text not null check (kind in ('topup', 'freeze', 'release', 'deduct', 'reverse', 'adjust')),
  balance_delta_fen bigint not null,
  frozen_delta_fen bigint not null,
  balance_after_fen bigint not null,
  frozen_after_fen bigint not null,
  -- What it was for. One entry of a kind for a card, row and part, whatever is repeated or raced. A row that freezes again
  -- (a booking that is extended) counts its parts from 0; a release, deduction or reversal is of the whole row.
  business text not null check (business in ('booking', 'settlement', 'movement')),
  row_id bigint not null,
  part smallint not null default 0 check (part >= 0),
  -- Whose use it was, or who of finance did it.
  user_id bigint,
  note text,
  at timestamptz not null default now(),
  request_id text,
  constraint ledger_entry_once unique (card_id, business, row_id, kind, part),
  check (kind in ('topup', 'adjust') = (business = 'movement')),
  constraint ledger_entry_shape check (case kind
    when 'topup' then balance_delta_fen > 0 and frozen_delta_fen = 0
    when 'adjust' then balance_delta_fen <> 0 and frozen_delta_fen = 0
    when 'freeze' then balance_delta_fen = 0 and frozen_delta_fen > 0
    when 'release' then balance_delta_fen = 0 and frozen_delta_fen < 0
    when 'deduct' then balance_delta_fen < 0 and frozen_delta_fen = balance_delta_fen
    when 'reverse' then balance_delta_fen > 0 and frozen_delta_fen = 0 end)
);
create index ledger_entry_card on ledger_entry (card_id, id desc);
create index ledger_entry_row on ledger_entry (business, row_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each statement execute function refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();
