-- Bookings, test orders, settlements, and who is awaited.
create table booking (
  id bigint generated always as identity primary key,
  device_id bigint not null references device,
  lab_id bigint not null references lab,
  seat smallint not null default 1 check (seat >= 1),
  kind text not null check (kind in ('self_operated', 'sample_delivery')),
  state text not null check (state in (
    'awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use', 'in_use', 'awaiting_test_order', 'done',
    'refused', 'cancelled', 'no_show', 'expired', 'revoked')),
  state_at timestamptz not null default now(),
  -- Sample delivery has none until the reviewer assigns one.
  period tstzrange check (period is null or (not isempty(period) and lower_inc(period) and not upper_inc(period) and not lower_inf(period) and not upper_inf(period))),
  booker_id bigint not null references user_account,
  experimenter_id bigint not null references user_account,
  payer_id bigint not null references user_account,
  purpose text not null,
  project text,
  phone text,
  pay_mode text not null check (pay_mode in ('immediate', 'post')),
  fund_card_id bigint references fund_card,
  price_plan_id bigint references price_plan,
  -- Frozen at booking: every line with its formula and inputs (see quote in the contract).
  quote jsonb not null,
  estimate_fen bigint not null check (estimate_fen >= 0),
  -- Frozen on the fund card now.
  held_fen bigint not null default 0 check (held_fen >= 0),
  -- Asked for because it was cancelled too late.
  cancel_fee_fen bigint not null default 0 check (cancel_fee_fen >= 0),
  sample_count int not null default 0 check (sample_count >= 0),
  remark text,
  reason text,
  overridden text[],
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  check (kind = 'sample_delivery' or period is not null),
  -- No double booking, on any path: two live bookings of a seat never overlap.
  constraint booking_no_overlap exclude using gist (device_id with =, seat with =, period with &&)
    where (state in ('awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use', 'in_use'))
);
create index booking_booker on booking (booker_id, id desc);
create index booking_payer on booking (payer_id, id desc) where payer_id <> booker_id;
create index booking_experimenter on booking (experimenter_id, id desc) where experimenter_id <> booker_id;
create index booking_lab on booking (lab_id, id desc);
-- A device's past weeks and what was used when; the coming ones are in booking_no_overlap.
create index booking_device on booking (device_id, lower(period));
create index booking_state on booking (state, id desc);
-- What the timing-out job looks at.
create index booking_due on booking (lower(period)) where state in ('awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use');
create index booking_running on booking (upper(period)) where state = 'in_use';

create table booking_sample (
  id bigint generated always as identity primary key,
  booking_id bigint not null references booking on delete cascade,
  name text not null,
  count int not null check (count between 1 and 100000),
  form text,
  hazard text,
  return_wanted boolean not null default false,
  wishes text,
  state text not null default 'declared' check (state in ('declared', 'received', 'tested', 'returned', 'kept'))
);
create index booking_sample_booking on booking_sample (booking_id);

create table violation (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  device_id bigint references device,
  booking_id bigint references booking,
  kind text not null check (kind in ('no_show', 'late_cancel')),
  at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (booking_id, kind)
);
create index violation_user on violation (user_id, at desc);

create table settlement (
  id bigint generated always as identity primary key,
  state text not null check (state in ('awaiting_card_owner', 'awaiting_remittance', 'awaiting_finance', 'settled', 'refused', 'cancelled', 'awaiting_reversal', 'reversed')),
  state_at timestamptz not null default now(),
  way text not null check (way in ('fund_card', 'offline')),
  starter_id bigint not null references user_account,
  payer_id bigint not null references user_account,
  lab_id bigint not null references lab,
  total_fen bigint not null check (total_fen >= 0),
  voucher_number text,
  voucher_file_id uuid references file,
  remitter text,
  remitted_on date,
  reason text,
  remark text,
  settled_at timestamptz,
  settled_by bigint references user_account,
  created_at timestamptz not null default now(),
  check ((state in ('settled', 'awaiting_reversal', 'reversed')) <= (settled_at is not null))
);
-- Finance is shown who else named the same voucher.
create index settlement_voucher on settlement (voucher_number) where voucher_number is not null;
create index settlement_payer on settlement (payer_id, id desc);
create index settlement_starter on settlement (starter_id, id desc);
create index settlement_lab on settlement (lab_id, id desc);
create index settlement_state on settlement (state, id desc);
create index settlement_state_at on settlement (state_at desc, id desc);
create index settlement_total on settlement (total_fen desc, id desc);

create table test_order (
  id bigint generated always as identity primary key,
  booking_id bigint not null unique references booking,
  device_id bigint not null references device,
  lab_id bigint not null references lab,
  booker_id bigint not null references user_account,
  payer_id bigint not null references user_account,
  state text not null check (state in ('draft', 'awaiting_director', 'awaiting_booker', 'confirmed', 'in_settlement', 'settled')),
  state_at timestamptz not null default now(),
  actual tstzrange,
  sample_count int not null default 0 check (sample_count >= 0),
  -- Lines with formula and inputs, discounts with reasons; total_fen is their sum.
  bill jsonb not null,
  total_fen bigint not null check (total_fen >= 0),
  result text,
  remark text,
  reason text,
  filled_by bigint references user_account,
  confirmed_at timestamptz,
  confirmed_by_system boolean not null default false,
  -- The settlement that pays for it now; released when that is refused.
  settlement_id bigint references settlement,
  created_at timestamptz not null default now(),
  check ((state in ('in_settlement')) <= (settlement_id is not null))
);
create index test_order_booker on test_order (booker_id, id desc);
create index test_order_payer on test_order (payer_id, id desc);
create index test_order_lab on test_order (lab_id, id desc);
create index test_order_device on test_order (device_id, id desc);
create index test_order_state on test_order (state, id desc);
-- The sorts of its lists, over the whole campus.
create index test_order_start on test_order (lower(actual) desc nulls last, id desc);
create index test_order_state_at on test_order (state_at desc, id desc);
create index test_order_total on test_order (total_fen desc, id desc);
create index test_order_settlement on test_order (settlement_id) where settlement_id is not null;

create table settlement_share (
  settlement_id bigint not null references settlement,
  card_id bigint not null references fund_card,
  amount_fen bigint not null check (amount_fen > 0),
  owner_approved_at timestamptz,
  primary key (settlement_id, card_id)
);
create index settlement_share_card on settlement_share (card_id);

-- Which test orders a settlement was made of, kept when it is refused.
create table settlement_item (
  settlement_id bigint not null references settlement,
  test_order_id bigint not null references test_order,
  amount_fen bigint not null check (amount_fen >= 0),
  primary key (settlement_id, test_order_id)
);
create index settlement_item_test_order on settlement_item (test_order_id);

-- One inbox over every business. The flow asks for `asked_role` (a named person where asked_user_id is set); `role` is who can
-- act: the same, or, where nobody but the requester could, the lab's directors, then the system administrators.
create table approval_task (
  id bigint generated always as identity primary key,
  business text not null check (business in ('booking', 'test_order', 'settlement')),
  row_id bigint not null,
  step text not null,
  asked_role text not null check (asked_role in ('person', 'reviewer', 'lab_director', 'finance')),
  asked_user_id bigint references user_account,
  role text not null check (role in ('person', 'reviewer', 'lab_director', 'finance', 'sysadmin')),
  user_id bigint references user_account,
  lab_id bigint references lab,
  device_id bigint references device,
  -- Who asked: may not act on it where the step asks for another person.
  requester_id bigint references user_account,
  title text not null,
  amount_fen bigint,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn')),
  due_at timestamptz,
  reminded_at timestamptz,
  acted_by bigint references user_account,
  acted_at timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  check ((asked_role = 'person') = (asked_user_id is not null)),
  check ((role = 'person') = (user_id is not null))
);
-- Of one row and step waits one task (one for each owner, where several cards pay).
create unique index approval_task_waiting on approval_task (business, row_id, step, (coalesce(asked_user_id, 0))) where state = 'waiting';
create index approval_task_person on approval_task (user_id, id) where state = 'waiting' and user_id is not null;
create index approval_task_lab on approval_task (lab_id, role, id) where state = 'waiting';
create index approval_task_device on approval_task (device_id, id) where state = 'waiting' and role = 'reviewer';
create index approval_task_role on approval_task (role, id) where state = 'waiting' and role in ('finance', 'sysadmin');
create index approval_task_due on approval_task (due_at) where state = 'waiting';
create index approval_task_acted on approval_task (acted_by, acted_at desc, id desc) where acted_by is not null;

-- Which steps a business has. The most specific row that fits decides: device, lab, dept (the nearest above), campus;
-- of one place, the row for the user type.
create table approval_policy (
  id bigint generated always as identity primary key,
  business text not null check (business in ('booking', 'test_order', 'settlement')),
  step text not null,
  device_id bigint references device on delete cascade,
  lab_id bigint references lab on delete cascade,
  dept_id bigint references dept on delete cascade,
  user_type text,
  -- The step is asked for from this amount on.
  from_amount_fen bigint not null default 0 check (from_amount_fen >= 0),
  required boolean not null,
  timeout_hours int check (timeout_hours > 0),
  on_timeout text check (on_timeout in ('remind', 'approve', 'refuse')),
  updated_by bigint references user_account,
  updated_at timestamptz not null default now(),
  check (num_nonnulls(device_id, lab_id, dept_id) <= 1),
  check ((timeout_hours is null) = (on_timeout is null)),
  constraint approval_policy_one unique nulls not distinct (business, step, device_id, lab_id, dept_id, user_type)
);

-- Every step of every flow, once.
create table flow_log (
  id bigint generated always as identity primary key,
  business text not null,
  row_id bigint not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id bigint,
  actor_name text,
  reason text,
  detail jsonb,
  at timestamptz not null default now(),
  request_id text
);
create index flow_log_row on flow_log (business, row_id, id);
create trigger flow_log_append_only before update or delete on flow_log
  for each statement execute function refuse_change();
