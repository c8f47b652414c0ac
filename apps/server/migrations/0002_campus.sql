-- Places, laboratories and instruments.
create table building (
  id bigint generated always as identity primary key,
  serial_id text not null unique,
  name text not null,
  campus text,
  address text,
  floors int,
  area_m2 numeric(10, 2),
  remark text,
  created_at timestamptz not null default now()
);
create table room (
  id bigint generated always as identity primary key,
  building_id bigint not null references building,
  name text not null,
  floor int,
  area_m2 numeric(10, 2),
  use text,
  unique (building_id, name)
);

create table lab (
  id bigint generated always as identity primary key,
  serial_id text not null unique check (serial_id like 'LAB%'),
  name text not null,
  dept_id bigint not null references dept,
  type text,
  grade text,
  room_id bigint references room,
  phone text,
  email text,
  intro text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  search_text text not null default '',
  search_grams text[] not null default '{}'
);
create index lab_dept on lab (dept_id);
create index lab_grams on lab using gin (search_grams);

create table lab_member (
  id bigint generated always as identity unique,
  lab_id bigint not null references lab on delete cascade,
  user_id bigint not null references user_account,
  role text not null check (role in ('lab_director', 'lab_admin', 'lab_member')),
  created_at timestamptz not null default now(),
  primary key (lab_id, user_id, role)
);
create index lab_member_user on lab_member (user_id, role);

create table device_category (
  id bigint generated always as identity primary key,
  parent_id bigint references device_category,
  code text not null unique,
  name text not null,
  sort int not null default 0
);

create table device (
  id bigint generated always as identity primary key,
  serial_id text not null unique,
  name text not null,
  english_name text,
  -- What people call it: 扫描电镜, SEM. Searched like the name.
  alias text,
  model text,
  spec text,
  manufacturer text,
  country text,
  category_id bigint references device_category,
  dept_id bigint not null references dept,
  lab_id bigint not null references lab,
  room_id bigint references room,
  price_fen bigint check (price_fen >= 0),
  bought_on date,
  enabled_on date,
  status text not null default 'normal' check (status in ('normal', 'maintenance', 'broken', 'scrapped')),
  status_note text,
  shared boolean not null default false,
  contact_id bigint references user_account,
  -- The picture that lists show, one of its files.
  image_file_id uuid references file on delete set null,
  functions text,
  indicators text,
  services text,
  notes text,
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Names in lower case, pinyin and initials; grams are their 1-, 2- and 3-letter pieces.
  search_text text not null default '',
  search_grams text[] not null default '{}'
);
create index device_lab on device (lab_id);
create index device_dept on device (dept_id);
create index device_category_id on device (category_id);
create index device_shared on device (lab_id) where shared;
-- For who wants some devices of a name, whichever; lists, which want all of them counted, read device_token.
create index device_grams on device using gin (search_grams) with (fastupdate = off);
-- Orders in which lists are read a page at a time. Names go by pinyin.
create index device_name on device (name collate "zh-x-icu", id);
create index device_price on device (price_fen, id);
create index device_price_down on device (price_fen desc nulls last, id);
create index device_room on device (room_id) where room_id is not null;
create index device_contact on device (contact_id) where contact_id is not null;

-- Which devices have a token: a piece of a name (电镜, sao), or a fact (`lab 17`, `shared`; pieces hold no blank). A bit a device,
-- 2048 devices a row, so that any mixture of search and filters is counted by ANDing a few rows instead of visiting devices:
-- to count the devices with 仪 among 50,000, a GIN index over the pieces took 20 ms and more, this takes less than one.
-- Reading: the devices of block b are b * 2048 … b * 2048 + 2047, the first bit from the left is the first device.
create table device_token (
  token text not null,
  block int not null,
  bits bit(2048) not null,
  primary key (token, block)
) with (fillfactor = 80);

-- Turns over the bits of devices that got a token or lost it. In order of the key, so that two writers wait and never deadlock.
create function turn_device_tokens(tokens text[], device_ids bigint[]) returns void language sql as $$
  insert into device_token as t (token, block, bits)
  select token, (id >> 11)::int, bit_or(set_bit(0::bit(2048), (id & 2047)::int, 1))
  from unnest(tokens, device_ids) as turned (token, id)
  group by 1, 2 order by 1, 2
  on conflict (token, block) do update set bits = t.bits # excluded.bits
$$;

create function tokens_of(d device) returns text[] language sql immutable as $$
  select d.search_grams || array['any', 'status ' || d.status, 'dept ' || d.dept_id, 'lab ' || d.lab_id]
    || case when d.category_id is not null then array['category ' || d.category_id] end
    || case when d.shared then array['shared'] end
    || array(select 'tag ' || tag from unnest(d.tags) tag)
$$;
create function keep_device_tokens() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform turn_device_tokens(array_agg(token), array_agg(id)) from (select id, unnest(tokens_of(n::device)) token from new_rows n) x;
  elsif tg_op = 'DELETE' then
    perform turn_device_tokens(array_agg(token), array_agg(id)) from (select id, unnest(tokens_of(o::device)) token from old_rows o) x;
  else
    perform turn_device_tokens(array_agg(token), array_agg(id)) from (
      (select id, unnest(tokens_of(n::device)) token from new_rows n except select id, unnest(tokens_of(o::device)) from old_rows o)
      union all
      (select id, unnest(tokens_of(o::device)) from old_rows o except select id, unnest(tokens_of(n::device)) from new_rows n)) x;
  end if;
  return null;
end $$;
create trigger device_tokens_insert after insert on device referencing new table as new_rows for each statement execute function keep_device_tokens();
create trigger device_tokens_update after update on device referencing old table as old_rows new table as new_rows for each statement execute function keep_device_tokens();
create trigger device_tokens_delete after delete on device referencing old table as old_rows for each statement execute function keep_device_tokens();

create table device_reviewer (
  id bigint generated always as identity primary key,
  lab_id bigint references lab on delete cascade,
  device_id bigint references device on delete cascade,
  user_id bigint not null references user_account,
  created_at timestamptz not null default now(),
  check (num_nonnulls(lab_id, device_id) = 1),
  unique nulls not distinct (lab_id, device_id, user_id)
);
create index device_reviewer_user on device_reviewer (user_id);
create index device_reviewer_device on device_reviewer (device_id) where device_id is not null;
create index device_reviewer_lab on device_reviewer (lab_id) where lab_id is not null;

-- How a device is opened for booking. One row a device; what is not opened has none.
create table opening (
  device_id bigint primary key references device on delete cascade,
  enabled boolean not null default true,
  self_operated boolean not null default true,
  sample_delivery boolean not null default false,
  -- Places that can be used at once; each is booked by itself.
  capacity smallint not null default 1 check (capacity between 1 and 200),
  grid_minutes smallint not null default 30 check (grid_minutes in (5, 10, 15, 20, 30, 60, 120, 240)),
  min_minutes int not null default 30 check (min_minutes > 0),
  max_minutes int not null default 480,
  horizon_days int not null default 30 check (horizon_days between 1 and 366),
  notice_minutes int not null default 0 check (notice_minutes >= 0),
  -- Free to cancel until so long before the start; later costs cancel_fee_fen, or counts as a violation.
  cancel_limit_minutes int not null default 120 check (cancel_limit_minutes >= 0),
  cancel_fee_fen bigint not null default 0 check (cancel_fee_fen >= 0),
  grace_minutes int not null default 30 check (grace_minutes >= 0),
  quota_day_minutes int check (quota_day_minutes > 0),
  quota_week_minutes int check (quota_week_minutes > 0),
  quota_running int check (quota_running > 0),
  admitted_tiers text[] not null default '{campus,school,company}',
  admitted_user_types text[],
  qualification_required boolean not null default false,
  pay_modes text[] not null default '{immediate,post}',
  fund_card_required boolean not null default false,
  notes text,
  updated_at timestamptz not null default now(),
  updated_by bigint references user_account,
  check (max_minutes >= min_minutes)
);

create function tokens_of(o opening) returns text[] language sql immutable as $$
  select case when o.enabled then array['opened']
    || case when o.self_operated then array['kind self_operated'] end
    || case when o.sample_delivery then array['kind sample_delivery'] end
    || array(select 'tier ' || tier from unnest(o.admitted_tiers) tier)
  else '{}'::text[] end
$$;
create function keep_opening_tokens() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform turn_device_tokens(array_agg(token), array_agg(device_id)) from (select device_id, unnest(tokens_of(n::opening)) token from new_rows n) x;
  elsif tg_op = 'DELETE' then
    perform turn_device_tokens(array_agg(token), array_agg(device_id)) from (select device_id, unnest(tokens_of(o::opening)) token from old_rows o) x;
  else
    perform turn_device_tokens(array_agg(token), array_agg(device_id)) from (
      (select device_id, unnest(tokens_of(n::opening)) token from new_rows n except select device_id, unnest(tokens_of(o::opening)) from old_rows o)
      union all
      (select device_id, unnest(tokens_of(o::opening)) from old_rows o except select device_id, unnest(tokens_of(n::opening)) from new_rows n)) x;
  end if;
  return null;
end $$;
create trigger opening_tokens_insert after insert on opening referencing new table as new_rows for each statement execute function keep_opening_tokens();
create trigger opening_tokens_update after update on opening referencing old table as old_rows new table as new_rows for each statement execute function keep_opening_tokens();
create trigger opening_tokens_delete after delete on opening referencing old table as old_rows for each statement execute function keep_opening_tokens();

-- Weekly windows in campus time, minutes from midnight. to_minute may be 1440.
create table opening_window (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute between 1 and 1440),
  valid_from date,
  valid_to date,
  enabled boolean not null default true,
  check (to_minute > from_minute),
  check (valid_to >= valid_from),
  -- Of two windows that say the same, one would be forgotten when hours change.
  constraint opening_window_no_overlap exclude using gist (
    device_id with =, weekday with =, int4range(from_minute, to_minute) with &&, daterange(valid_from, valid_to, '[]') with &&)
);
create index opening_window_device on opening_window (device_id);

-- Dated exceptions: a device's own, or, without a device, the whole campus's (holidays).
create table opening_exception (
  id bigint generated always as identity primary key,
  device_id bigint references device on delete cascade,
  first_day date not null,
  last_day date not null,
  open boolean not null default false,
  from_minute smallint not null default 0 check (from_minute between 0 and 1439),
  to_minute smallint not null default 1440 check (to_minute between 1 and 1440),
  reason text not null,
  created_by bigint references user_account,
  created_at timestamptz not null default now(),
  check (last_day >= first_day),
  check (to_minute > from_minute)
);
create index opening_exception_device on opening_exception (device_id, last_day);

-- Prices are never changed: a new version starts on a day, and the old one ends there.
create table price_plan (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  basis text not null check (basis in ('per_time', 'per_sample')),
  version int not null,
  effective daterange not null check (not isempty(effective)),
  -- Per tier (dept, campus, school, company): see pricePlan in the contract.
  rates jsonb not null,
  note text,
  created_by bigint references user_account,
  created_at timestamptz not null default now(),
  unique (device_id, basis, version),
  exclude using gist (device_id with =, basis with =, effective with &&)
);

create function keep_prices() returns trigger language plpgsql as $$
begin
  if (new.device_id, new.basis, new.version, new.rates, lower(new.effective)) is distinct from (old.device_id, old.basis, old.version, old.rates, lower(old.effective)) then
    raise exception 'a version of a price can end, but not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger price_plan_kept before update on price_plan for each row execute function keep_prices();

create table qualification (
  user_id bigint not null references user_account,
  device_id bigint not null references device on delete cascade,
  granted_by bigint references user_account,
  granted_at timestamptz not null default now(),
  valid_until timestamptz,
  primary key (user_id, device_id)
);

-- Use by month, for ranks: kept by a job from finished bookings.
create table device_use_month (
  device_id bigint not null references device on delete cascade,
  month date not null,
  bookings int not null default 0,
  minutes bigint not null default 0,
  samples bigint not null default 0,
  income_fen bigint not null default 0,
  primary key (device_id, month)
);
create index device_use_month_month on device_use_month (month, minutes desc);

-- The same over the last twelve months: ranks, and lists in order of use. Every device has a row.
create table device_use_year (
  device_id bigint primary key references device on delete cascade,
  bookings int not null default 0,
  minutes bigint not null default 0,
  samples bigint not null default 0
);
create index device_use_year_minutes on device_use_year (minutes desc, device_id);
create function begin_device_use() returns trigger language plpgsql as $$
begin
  insert into device_use_year (device_id) select id from new_rows;
  return null;
end $$;
create trigger device_use_begins after insert on device referencing new table as new_rows for each statement execute function begin_device_use();
