-- An instrument's life before and after it can be booked: purchase, tender, supplier, acceptance, stock-in, daily management.
-- States are those of the flow tables (*.flow.ts); every step is `update … where id = $1 and state = $2` and one row of flow_log.

-- ── Who may do what ──────────────────────────────────────────────────────────
insert into permission (code, name, sort, builtin) values ('LIFECYCLE_PAGE', '设备全周期', 65, true);
insert into permission (parent_id, code, name, sort, builtin)
select parent.id, child.code, child.name, child.sort, true
from (values ('PURCHASE_ALL', '申购、验收、入库与资产（设备处）', 10), ('TENDER_ALL', '招标与供应商（招标办）', 20)) as child (code, name, sort)
join permission parent on parent.code = 'LIFECYCLE_PAGE';
insert into role (code, name, description, builtin) values ('EXPERT', '论证专家', '对贵重仪器、进口设备与报废签署意见', true);
insert into role_permission (role_id, permission_id)
select role.id, permission.id
from (values ('EQUIP_OFFICE', 'LIFECYCLE_PAGE'), ('EQUIP_OFFICE', 'PURCHASE_ALL'), ('TENDER_OFFICE', 'LIFECYCLE_PAGE'), ('TENDER_OFFICE', 'TENDER_ALL')) as g (role, code)
join role on role.code = g.role join permission on permission.code = g.code;

-- ── One inbox over these businesses too ──────────────────────────────────────
alter table approval_task
  drop constraint approval_task_business_check,
  drop constraint approval_task_asked_role_check,
  drop constraint approval_task_role_check,
  add column dept_id bigint references dept,
  add constraint approval_task_business_check check (business in
    ('booking', 'test_order', 'settlement', 'purchase', 'panel', 'tender', 'supplier', 'delivery', 'acceptance', 'stock_in', 'transfer', 'repair', 'scrap')),
  add constraint approval_task_asked_role_check check (asked_role in ('person', 'reviewer', 'lab_director', 'finance', 'dept_head', 'equip_office', 'tender_office')),
  add constraint approval_task_role_check check (role in ('person', 'reviewer', 'lab_director', 'finance', 'dept_head', 'equip_office', 'tender_office', 'sysadmin'));
create index approval_task_dept on approval_task (dept_id, id) where state = 'waiting' and role = 'dept_head';
create index approval_task_office on approval_task (role, id) where state = 'waiting' and role in ('equip_office', 'tender_office');
-- What waits for an office, counted and by row, without a look at the tasks themselves.
create index approval_task_office_rows on approval_task (role, business, step, row_id) include (requester_id, id)
  where state = 'waiting' and role in ('finance', 'equip_office', 'tender_office', 'sysadmin');

-- Stock-in pays from a fund card.
alter table ledger_entry drop constraint ledger_entry_business_check, add constraint ledger_entry_business_check check (business in ('booking', 'settlement', 'stock_in', 'movement'));

-- ── Suppliers ────────────────────────────────────────────────────────────────
create table supplier (
  id bigint generated always as identity primary key,
  name text not null,
  -- 统一社会信用代码, 18 characters.
  credit_code text not null check (credit_code ~ '^[0-9A-Z]{18}$'),
  state text not null default 'invited' check (state in ('invited', 'awaiting_papers', 'awaiting_audit', 'approved', 'returned', 'suspended')),
  state_at timestamptz not null,
  reason text,
  contact text not null,
  phone text not null,
  email text not null,
  address text,
  legal_person text,
  business_scope text,
  bank_name text,
  bank_account text,
  -- Where invoices are made out to and sent.
  invoice_title text,
  invoice_address text,
  invited_by bigint references user_account,
  invited_at timestamptz not null,
  -- Of the invitation's token only the hash is kept.
  token_hash bytea,
  token_until timestamptz,
  created_at timestamptz not null,
  -- Names in lower case, pinyin and initials; grams are their 1-, 2- and 3-letter pieces.
  search_text text not null default '',
  search_grams text[] not null default '{}',
  constraint supplier_credit_code unique (credit_code)
);
create unique index supplier_token on supplier (token_hash) where token_hash is not null;
create index supplier_state on supplier (state, id desc);
create index supplier_grams on supplier using gin (search_grams) with (fastupdate = off);

-- People who act for a supplier. One person acts for one.
create table supplier_user (
  user_id bigint primary key references user_account,
  supplier_id bigint not null references supplier,
  created_at timestamptz not null
);
create index supplier_user_supplier on supplier_user (supplier_id);

create table supplier_paper (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references supplier,
  -- Dictionary supplier_paper.
  kind text not null,
  number text,
  file_id uuid not null references file,
  valid_from date,
  -- Null: does not expire.
  valid_to date,
  created_at timestamptz not null,
  check (valid_to is null or valid_from is null or valid_to >= valid_from)
);
create index supplier_paper_supplier on supplier_paper (supplier_id);
create index supplier_paper_expiry on supplier_paper (valid_to) where valid_to is not null;

-- ── Purchase ─────────────────────────────────────────────────────────────────
create table purchase (
  id bigint generated always as identity primary key,
  state text not null check (state in
    ('draft', 'awaiting_experts', 'awaiting_dept_head', 'awaiting_equip_office', 'awaiting_sourcing', 'awaiting_contract', 'awaiting_delivery', 'in_acceptance', 'done', 'refused', 'cancelled')),
  state_at timestamptz not null,
  reason text,
  title text not null,
  requester_id bigint not null references user_account,
  dept_id bigint not null references dept,
  -- Where it is meant to stand.
  lab_id bigint references lab,
  budget_source text not null check (budget_source in ('fund_card', 'project')),
  fund_card_id bigint references fund_card,
  project_code text,
  project_name text,
  purpose text not null default '',
  expected_on date,
  remark text,
  -- Sum of the items, kept with them.
  budget_fen bigint not null default 0 check (budget_fen >= 0),
  -- Judged on submission by the thresholds of that day.
  precious boolean not null default false,
  imported boolean not null default false,
  method text check (method in ('general', 'comparison', 'negotiation', 'invited', 'public')),
  submitted_at timestamptz,
  -- Who won, for how much, and the contract.
  supplier_id bigint references supplier,
  award_fen bigint check (award_fen > 0),
  awarded_at timestamptz,
  award_reason text,
  contract_number text,
  contract_on date,
  deliver_by date,
  contract_fen bigint check (contract_fen > 0),
  created_at timestamptz not null,
  done_at timestamptz,
  -- Title and items in lower case, pinyin and initials; grams are their 1-, 2- and 3-letter pieces.
  search_text text not null default '',
  search_grams text[] not null default '{}',
  check (state = 'draft' or method is not null or state = 'cancelled'),
  check (budget_source <> 'fund_card' or fund_card_id is not null or state in ('draft', 'cancelled')),
  constraint purchase_contracted check (state not in ('awaiting_delivery', 'in_acceptance', 'done') or (supplier_id is not null and contract_number is not null and contract_fen is not null)),
  constraint purchase_awarded check (state <> 'awaiting_contract' or (supplier_id is not null and award_fen is not null))
);
create index purchase_requester on purchase (requester_id, id desc);
create index purchase_dept on purchase (dept_id, id desc);
create index purchase_state on purchase (state, id desc);
create index purchase_supplier on purchase (supplier_id, id desc) where supplier_id is not null;
create index purchase_grams on purchase using gin (search_grams) with (fastupdate = off);
create unique index purchase_contract_number on purchase (contract_number) where contract_number is not null;

create table purchase_item (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchase on delete cascade,
  sort int not null,
  name text not null,
  english_name text,
  model text,
  spec text,
  category_id bigint references device_category,
  manufacturer text,
  country text,
  imported boolean not null default false,
  quantity int not null check (quantity between 1 and 1000),
  unit_price_fen bigint not null check (unit_price_fen > 0),
  -- What the price is based on, in words; papers hang on the purchase.
  price_basis text,
  justification text,
  -- Per piece, by the contract.
  contract_price_fen bigint check (contract_price_fen > 0),
  unique (purchase_id, sort)
);

-- Papers of a purchase by kind (dictionary purchase_paper): price evidence, justifications, contract, …
create table purchase_paper (
  file_id uuid primary key references file,
  purchase_id bigint not null references purchase on delete cascade,
  kind text not null,
  created_at timestamptz not null
);
create index purchase_paper_purchase on purchase_paper (purchase_id);

-- Quotes gathered for a general purchase or a comparison without a tender.
create table purchase_quote (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchase on delete cascade,
  supplier_id bigint not null references supplier,
  amount_fen bigint not null check (amount_fen > 0),
  note text,
  chosen boolean not null default false,
  created_at timestamptz not null,
  unique (purchase_id, supplier_id)
);
create unique index purchase_quote_chosen on purchase_quote (purchase_id) where chosen;

-- ── Experts: of precious and imported instruments, and of scrapping ──────────
create table panel (
  id bigint generated always as identity primary key,
  business text not null check (business in ('purchase', 'scrap')),
  row_id bigint not null,
  kind text not null check (kind in ('precious', 'import', 'scrap')),
  state text not null check (state in ('draft', 'signing', 'agreed', 'disagreed', 'void')),
  state_at timestamptz not null,
  -- What it is about, in the words of the day.
  title text not null,
  -- By the dictionaries of the day it was called.
  min_experts int not null check (min_experts > 0),
  odd boolean not null default false,
  min_lawyers int not null default 0,
  -- Every technical expert from outside the university.
  outside_only boolean not null default false,
  unanimous boolean not null default false,
  statement text not null default '',
  conclusion text,
  created_by bigint not null references user_account,
  created_at timestamptz not null
);
create unique index panel_live on panel (business, row_id, kind) where state <> 'void';
create index panel_row on panel (business, row_id, id desc);
create index panel_creator on panel (created_by, id desc);

create table panel_expert (
  id bigint generated always as identity primary key,
  panel_id bigint not null references panel on delete cascade,
  user_id bigint not null references user_account,
  profession text not null check (profession in ('technical', 'lawyer')),
  outside boolean not null,
  -- As they were when he signed.
  name text not null,
  unit text not null,
  title text not null,
  verdict text check (verdict in ('agree', 'disagree')),
  opinion text,
  signed_at timestamptz,
  signed_from text,
  -- SHA-256 over panel, expert, verdict, opinion and time: what is printed under the opinion.
  seal bytea,
  constraint panel_expert_once unique (panel_id, user_id),
  check ((signed_at is null) = (verdict is null) and (signed_at is null) = (opinion is null) and (signed_at is null) = (seal is null))
);
create index panel_expert_user on panel_expert (user_id, panel_id desc);
create function keep_signed() returns trigger language plpgsql as $$
begin
  if old.signed_at is not null then
    raise exception 'a signed opinion is not changed' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $$;
create trigger panel_expert_signed before update or delete on panel_expert for each row execute function keep_signed();

-- ── Tender ───────────────────────────────────────────────────────────────────
create table tender (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchase,
  -- A tender that failed is held again.
  round int not null default 1,
  state text not null check (state in ('draft', 'announced', 'opened', 'awarded', 'failed', 'cancelled')),
  state_at timestamptz not null,
  reason text,
  method text not null check (method in ('comparison', 'negotiation', 'invited', 'public')),
  title text not null,
  announcement_html text not null default '',
  min_quotations int not null default 3 check (min_quotations between 1 and 20),
  announced_at timestamptz,
  -- Quotations until then, sealed; from then on they can be opened.
  opens_at timestamptz,
  opened_at timestamptz,
  -- Who was awarded; stays when the contract did not come about.
  quotation_id bigint,
  award_reason text,
  created_at timestamptz not null,
  -- The title in lower case, pinyin and initials; grams are their 1-, 2- and 3-letter pieces.
  search_text text not null default '',
  search_grams text[] not null default '{}',
  unique (purchase_id, round),
  check (state in ('draft', 'cancelled') or (announced_at is not null and opens_at is not null)),
  check (state not in ('opened', 'awarded') or opened_at >= opens_at)
);
create unique index tender_live on tender (purchase_id) where state not in ('failed', 'cancelled');
create index tender_state on tender (state, id desc);
create index tender_grams on tender using gin (search_grams) with (fastupdate = off);
create index tender_due on tender (opens_at) where state = 'announced';
create index tender_awarded on tender (state_at desc, id desc) where state = 'awarded';
-- The opening time is announced with the tender and sealed into every quotation: nobody brings it forward.
create function keep_opening_time() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and new.opens_at is distinct from old.opens_at then
    raise exception 'the opening time was announced' using errcode = 'check_violation', constraint = 'tender_opens_at_kept';
  end if;
  if old.state = 'announced' and new.state = 'opened' and clock_timestamp() < new.opens_at then
    raise exception 'before its time' using errcode = 'check_violation', constraint = 'tender_opens';
  end if;
  return new;
end $$;
create trigger tender_opening_time before update on tender for each row execute function keep_opening_time();

create table tender_invitation (
  tender_id bigint not null references tender on delete cascade,
  supplier_id bigint not null references supplier,
  invited_at timestamptz not null,
  primary key (tender_id, supplier_id)
);
create index tender_invitation_supplier on tender_invitation (supplier_id, tender_id desc);

create table quotation (
  id bigint generated always as identity primary key,
  tender_id bigint not null references tender,
  supplier_id bigint not null references supplier,
  -- The whole quotation under a key that is not in the database (decision 040); empty once withdrawn.
  sealed bytea not null,
  -- Of its files, each sealed under the same key.
  sealed_files uuid[] not null default '{}',
  -- SHA-256 of `sealed` as it came: what the supplier has in hand.
  receipt bytea not null,
  sealed_at timestamptz not null,
  sealed_by bigint not null references user_account,
  withdrawn_at timestamptz,
  -- It was changed while it lay here: it cannot be opened, and counts for nothing.
  broken_at timestamptz,
  -- Empty until opened.
  amount_fen bigint check (amount_fen > 0),
  delivery_days int,
  warranty_months int,
  content jsonb,
  opened_at timestamptz,
  -- Of the evaluation.
  qualified boolean,
  technical_score numeric(5, 2) check (technical_score between 0 and 100),
  price_score numeric(5, 2) check (price_score between 0 and 100),
  evaluation text,
  check ((opened_at is null) = (amount_fen is null) and (opened_at is null) = (content is null)),
  check (opened_at is null or (broken_at is null and withdrawn_at is null)),
  check (qualified is null or opened_at is not null)
);
create unique index quotation_live on quotation (tender_id, supplier_id) where withdrawn_at is null;
create index quotation_supplier on quotation (supplier_id, id desc);
alter table tender add constraint tender_quotation foreign key (quotation_id) references quotation, add check (state <> 'awarded' or quotation_id is not null);
-- By the database's own clock: sealed and withdrawn until the opening time, opened only after it, whoever asks.
create function quotation_in_time() returns trigger language plpgsql as $$
declare t tender;
begin
  -- Whoever opens it waits for what is on its way in.
  select * into t from tender where id = new.tender_id for share;
  if new.opened_at is not null then
    if t.opened_at is null or new.opened_at < t.opens_at or clock_timestamp() < t.opens_at then
      raise exception 'before its time' using errcode = 'check_violation', constraint = 'quotation_opens';
    end if;
  elsif (tg_op = 'INSERT' or new.withdrawn_at is distinct from old.withdrawn_at) and (t.state <> 'announced' or clock_timestamp() >= t.opens_at) then
    raise exception 'after its time' using errcode = 'check_violation', constraint = 'quotation_closed';
  end if;
  return new;
end $$;
create trigger quotation_opens before insert or update on quotation for each row execute function quotation_in_time();

-- ── Delivery: what the supplier enters of each piece, checked by the tendering office ──
create table delivery (
  id bigint generated always as identity primary key,
  purchase_id bigint not null unique references purchase,
  supplier_id bigint not null references supplier,
  state text not null check (state in ('awaiting_entry', 'awaiting_check', 'checked')),
  state_at timestamptz not null,
  reason text,
  created_at timestamptz not null
);
create index delivery_supplier on delivery (supplier_id, id desc);
create index delivery_state on delivery (state, id desc);

create table piece (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchase,
  item_id bigint not null references purchase_item,
  number int not null check (number > 0),
  state text not null check (state in ('expected', 'entered', 'checked', 'accepted', 'stored')),
  -- As the contract has it.
  price_fen bigint not null check (price_fen > 0),
  name text not null,
  model text,
  spec text,
  manufacturer text,
  country text,
  factory_number text,
  made_on date,
  warranty_until date,
  indicators text,
  accessories text,
  hazards text,
  -- Why it went back to the supplier, until he has entered it again.
  refused_reason text,
  acceptance_id bigint,
  stock_in_id bigint,
  device_id bigint unique references device,
  updated_at timestamptz not null,
  constraint piece_number unique (item_id, number),
  check ((state = 'stored') = (device_id is not null)),
  check (state in ('expected') or factory_number is not null)
);
create index piece_purchase on piece (purchase_id);
create unique index piece_factory_number on piece (manufacturer, model, factory_number) where factory_number is not null;

-- ── Acceptance ───────────────────────────────────────────────────────────────
create table acceptance (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchase,
  scale text not null check (scale in ('small', 'medium', 'large')),
  state text not null check (state in ('draft', 'awaiting_signatures', 'awaiting_audit', 'accepted', 'cancelled')),
  state_at timestamptz not null,
  reason text,
  -- Who takes it over.
  receiver_id bigint not null references user_account,
  place text,
  accepted_on date,
  conclusion text,
  created_at timestamptz not null
);
create index acceptance_purchase on acceptance (purchase_id);
create index acceptance_state on acceptance (state, id desc);
create index acceptance_receiver on acceptance (receiver_id, id desc);

create table acceptance_piece (
  acceptance_id bigint not null references acceptance on delete cascade,
  piece_id bigint not null references piece,
  verdict text check (verdict in ('accept', 'refuse')),
  -- The number on the plate, as read by whoever accepts.
  factory_number text,
  reason text,
  -- Until the acceptance has ended.
  live boolean not null default true,
  primary key (acceptance_id, piece_id),
  check (verdict <> 'refuse' or reason is not null)
);
create index acceptance_piece_piece on acceptance_piece (piece_id);
create unique index acceptance_piece_live on acceptance_piece (piece_id) where live;

create table acceptance_check (
  acceptance_id bigint not null references acceptance on delete cascade,
  -- Dictionary acceptance_check.
  item text not null,
  label text not null,
  ok boolean,
  note text,
  sort int not null,
  primary key (acceptance_id, item)
);

create table acceptance_member (
  acceptance_id bigint not null references acceptance on delete cascade,
  user_id bigint not null references user_account,
  duty text not null default '',
  sort int not null,
  verdict text check (verdict in ('agree', 'disagree')),
  opinion text,
  signed_at timestamptz,
  primary key (acceptance_id, user_id),
  check ((signed_at is null) = (verdict is null))
);
create index acceptance_member_user on acceptance_member (user_id);

-- ── Stock-in ─────────────────────────────────────────────────────────────────
create table stock_in (
  id bigint generated always as identity primary key,
  acceptance_id bigint not null unique references acceptance,
  purchase_id bigint not null references purchase,
  state text not null check (state in ('awaiting_info', 'awaiting_finance', 'awaiting_store', 'stored')),
  state_at timestamptz not null,
  reason text,
  requester_id bigint not null references user_account,
  -- Sum of its pieces by the contract.
  total_fen bigint not null check (total_fen > 0),
  payment text check (payment in ('bank', 'loan', 'card')),
  remark text,
  -- How often it was handed in: money is frozen and released anew each time.
  round smallint not null default 0,
  reimbursed_by bigint references user_account,
  reimbursed_at timestamptz,
  stored_by bigint references user_account,
  stored_at timestamptz,
  created_at timestamptz not null,
  check (state not in ('awaiting_store', 'stored') or reimbursed_at is not null),
  check ((state = 'stored') = (stored_at is not null))
);
create index stock_in_purchase on stock_in (purchase_id);
create index stock_in_state on stock_in (state, id desc);
create index stock_in_requester on stock_in (requester_id, id desc);

alter table piece add constraint piece_acceptance foreign key (acceptance_id) references acceptance, add constraint piece_stock_in foreign key (stock_in_id) references stock_in;
create index piece_acceptance_id on piece (acceptance_id) where acceptance_id is not null;
create index piece_stock_in_id on piece (stock_in_id) where stock_in_id is not null;

-- What the requester completes of each piece before it becomes a device.
create table stock_in_piece (
  piece_id bigint primary key references piece,
  stock_in_id bigint not null references stock_in on delete cascade,
  lab_id bigint references lab,
  room_id bigint references room,
  keeper_id bigint references user_account,
  category_id bigint references device_category,
  gbt_code text,
  moe_code text,
  purpose text check (purpose in ('teaching', 'research', 'both')),
  funding text check (funding in ('central', 'local', 'own', 'other')),
  -- The number it got; device.serial_id from then on.
  asset_number text unique
);
create index stock_in_piece_of on stock_in_piece (stock_in_id);

create table invoice (
  id bigint generated always as identity primary key,
  stock_in_id bigint not null references stock_in on delete cascade,
  number text not null check (number ~ '^[0-9]{8,20}$'),
  code text check (code ~ '^[0-9]{10,12}$'),
  issued_on date not null,
  -- With tax.
  amount_fen bigint not null check (amount_fen > 0),
  tax_fen bigint not null check (tax_fen >= 0 and tax_fen < amount_fen),
  file_id uuid references file
);
create index invoice_stock_in on invoice (stock_in_id);
-- An invoice is reimbursed once.
create unique index invoice_once on invoice (coalesce(code, ''), number);

-- The last number given out for a pattern's fixed part. Locked by the transaction that takes the next: no gap, no double.
create table asset_counter (prefix text primary key, last bigint not null check (last >= 0));

-- ── Daily management ─────────────────────────────────────────────────────────
create table asset_transfer (
  id bigint generated always as identity primary key,
  device_id bigint not null references device,
  state text not null check (state in ('awaiting_giver', 'awaiting_receiver', 'done', 'refused', 'cancelled')),
  state_at timestamptz not null,
  reason text,
  why text not null,
  requester_id bigint not null references user_account,
  from_lab_id bigint not null references lab,
  to_lab_id bigint not null references lab,
  to_room_id bigint references room,
  to_keeper_id bigint references user_account,
  created_at timestamptz not null,
  done_at timestamptz
);
create unique index asset_transfer_live on asset_transfer (device_id) where state in ('awaiting_giver', 'awaiting_receiver');
create index asset_transfer_device on asset_transfer (device_id, id desc);
create index asset_transfer_state on asset_transfer (state, id desc);
create index asset_transfer_requester on asset_transfer (requester_id, id desc);

create table maintenance_plan (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  title text not null,
  detail text,
  every_days int not null check (every_days between 1 and 3660),
  next_on date not null,
  keeper_id bigint not null references user_account,
  enabled boolean not null default true,
  reminded_on date,
  created_at timestamptz not null
);
create index maintenance_plan_device on maintenance_plan (device_id);
create index maintenance_plan_due on maintenance_plan (next_on) where enabled;

create table maintenance_record (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  plan_id bigint references maintenance_plan on delete set null,
  done_on date not null,
  done_by text not null,
  what text not null,
  cost_fen bigint not null default 0 check (cost_fen >= 0),
  created_by bigint not null references user_account,
  created_at timestamptz not null
);
create index maintenance_record_device on maintenance_record (device_id, done_on desc, id desc);

-- A fault, from its report to the device back in service. The repair itself (device_repair) is what closes the device meanwhile.
create table repair_order (
  id bigint generated always as identity primary key,
  device_id bigint not null references device,
  state text not null check (state in ('reported', 'assigned', 'repairing', 'done', 'refused')),
  state_at timestamptz not null,
  reason text,
  fault text not null,
  urgent boolean not null default false,
  reporter_id bigint not null references user_account,
  assignee_id bigint references user_account,
  expected_at timestamptz,
  company text,
  solution text,
  cost_fen bigint check (cost_fen >= 0),
  repair_id bigint references device_repair on delete set null,
  created_at timestamptz not null,
  done_at timestamptz,
  check (state not in ('assigned', 'repairing', 'done') or assignee_id is not null),
  check (state <> 'done' or (solution is not null and cost_fen is not null and done_at is not null))
);
create index repair_order_device on repair_order (device_id, id desc);
create index repair_order_state on repair_order (state, id desc);
create index repair_order_reporter on repair_order (reporter_id, id desc);
create unique index repair_order_live on repair_order (device_id) where state in ('assigned', 'repairing');

create table scrap (
  id bigint generated always as identity primary key,
  device_id bigint not null references device,
  state text not null check (state in ('draft', 'awaiting_experts', 'awaiting_dept_head', 'awaiting_equip_office', 'awaiting_disposal', 'disposed', 'refused', 'cancelled')),
  state_at timestamptz not null,
  reason text,
  why text not null,
  condition text,
  requester_id bigint not null references user_account,
  -- When it was asked for.
  price_fen bigint not null check (price_fen >= 0),
  way text check (way in ('recycle', 'sell', 'transfer', 'destroy')),
  recycler text,
  -- What it brought in.
  income_fen bigint check (income_fen >= 0),
  disposed_on date,
  created_at timestamptz not null,
  check (state <> 'disposed' or (way is not null and income_fen is not null and disposed_on is not null))
);
create unique index scrap_live on scrap (device_id) where state not in ('refused', 'cancelled');
create index scrap_state on scrap (state, id desc);
create index scrap_requester on scrap (requester_id, id desc);

create table stocktake (
  id bigint generated always as identity primary key,
  title text not null,
  year int not null check (year between 2000 and 2100),
  -- A dept with all below it; null: the whole campus.
  dept_id bigint references dept,
  state text not null check (state in ('open', 'closed')),
  created_by bigint not null references user_account,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);
create table stocktake_scan (
  stocktake_id bigint not null references stocktake on delete cascade,
  device_id bigint not null references device,
  -- Where it was found; null: where it belongs.
  room_id bigint references room,
  condition text not null check (condition in ('good', 'idle', 'broken', 'label_lost')),
  note text,
  scanned_by bigint not null references user_account,
  scanned_at timestamptz not null,
  primary key (stocktake_id, device_id)
);

-- ── Thresholds, tiers, papers and lists: a university changes them ───────────
insert into dictionary (name, description, builtin) values
  ('purchase_precious_from', '贵重仪器论证起点（元，单价）', true),
  ('purchase_comparison_from', '比价采购起点（元，总价）', true),
  ('purchase_negotiation_from', '谈判采购起点（元，总价）', true),
  ('purchase_invited_from', '邀请招标起点（元，总价）', true),
  ('purchase_public_from', '公开招标起点（元，总价）', true),
  ('panel_precious_size', '贵重仪器论证专家人数', true),
  ('panel_precious_large_from', '贵重仪器加大专家组起点（元，单价）', true),
  ('panel_precious_large_size', '贵重仪器加大专家组人数', true),
  ('panel_import_size', '进口论证专家人数（奇数）', true),
  ('panel_import_lawyers', '进口论证法律专家人数', true),
  ('acceptance_medium_from', '中型设备起点（元，单价）：学院验收', true),
  ('acceptance_large_from', '大型设备起点（元，单价）：学院验收', true),
  ('acceptance_members_min', '学院验收会签人数', true),
  ('scrap_panel_from', '报废论证起点（元，原值）', true),
  ('scrap_panel_size', '报废论证专家人数', true),
  ('tender_min_quotations', '招标最少报价家数', true),
  ('tender_min_days', '公开招标公告最少天数', true),
  ('asset_number_pattern', '资产编号规则：{YYYY} 年份，{SEQ5} 五位流水号', true),
  ('purchase_paper', '申购材料种类', true),
  ('supplier_paper', '供应商证照种类', true),
  ('acceptance_check', '验收检查项目', true);
insert into dictionary_item (dictionary_id, value, label, sort)
select dictionary.id, item.value, item.label, item.sort
from (values
  ('purchase_precious_from', '400000', '40 万元', 10),
  ('purchase_comparison_from', '100000', '10 万元', 10),
  ('purchase_negotiation_from', '300000', '30 万元', 10),
  ('purchase_invited_from', '500000', '50 万元', 10),
  ('purchase_public_from', '1000000', '100 万元', 10),
  ('panel_precious_size', '3', '3 人', 10),
  ('panel_precious_large_from', '1000000', '100 万元', 10),
  ('panel_precious_large_size', '5', '5 人', 10),
  ('panel_import_size', '5', '5 人', 10),
  ('panel_import_lawyers', '1', '1 人', 10),
  ('acceptance_medium_from', '100000', '10 万元', 10),
  ('acceptance_large_from', '400000', '40 万元', 10),
  ('acceptance_members_min', '3', '3 人', 10),
  ('scrap_panel_from', '100000', '10 万元', 10),
  ('scrap_panel_size', '5', '5 人', 10),
  ('tender_min_quotations', '3', '3 家', 10),
  ('tender_min_days', '20', '20 天', 10),
  ('asset_number_pattern', '{YYYY}{SEQ5}', '年份 + 五位流水号', 10),
  ('purchase_paper', 'price_evidence', '价格依据', 10),
  ('purchase_paper', 'precious_report', '贵重仪器可行性论证报告', 20),
  ('purchase_paper', 'import_application', '进口产品申请表', 30),
  ('purchase_paper', 'import_opinion', '进口产品专家论证意见', 40),
  ('purchase_paper', 'authority_opinion', '行业主管部门意见', 50),
  ('purchase_paper', 'tender_document', '招标文件', 60),
  ('purchase_paper', 'contract', '采购合同', 70),
  ('purchase_paper', 'other', '其他材料', 90),
  ('supplier_paper', 'licence', '营业执照', 10),
  ('supplier_paper', 'authorisation', '制造商授权书', 20),
  ('supplier_paper', 'medical', '医疗器械经营许可证', 30),
  ('supplier_paper', 'bank', '开户许可证', 40),
  ('supplier_paper', 'other', '其他证照', 90),
  ('acceptance_check', 'package', '包装完好，无破损、受潮', 10),
  ('acceptance_check', 'quantity', '数量、配件与合同一致', 20),
  ('acceptance_check', 'appearance', '外观完好，铭牌清晰', 30),
  ('acceptance_check', 'documents', '说明书、合格证等随机资料齐全', 40),
  ('acceptance_check', 'installation', '安装调试完成，运行正常', 50),
  ('acceptance_check', 'indicators', '技术指标达到合同要求', 60),
  ('acceptance_check', 'training', '操作培训完成', 70),
  ('acceptance_check', 'safety', '用电、气路、辐射等安全条件符合要求', 80)
) as item (dictionary, value, label, sort)
join dictionary on dictionary.name = item.dictionary;
