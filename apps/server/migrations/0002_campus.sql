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
  image_file_id uuid references file,
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
create index device_shared on device (id) where shared;
create index device_grams on device using gin (search_grams) with (fastupdate = off);

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
  check (valid_to >= valid_from)
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
