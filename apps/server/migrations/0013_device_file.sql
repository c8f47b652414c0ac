-- What a university keeps on file about an instrument beyond what people choose it by: the fields of the national platform's
-- 单台套 report and of the ministry's yearly tables. Lengths are the contract's.
alter table device
  add column factory_number text,
  add column made_on date,
  add column supplier text,
  add column origin text check (origin in ('bought', 'built', 'donated', 'transferred', 'other')),
  add column funding text check (funding in ('central', 'local', 'own', 'other')),
  add column gbt_code text,
  add column moe_code text,
  add column design text check (design in ('general', 'special')),
  add column purpose text check (purpose in ('teaching', 'research', 'both')),
  add column under_customs boolean not null default false,
  add column warranty_until date,
  add column share_mode text check (share_mode in ('inside', 'outside', 'none')),
  add column running text check (running in ('good', 'occasional', 'frequent', 'repair', 'scrap')),
  add column subjects text[] not null default '{}' check (cardinality(subjects) <= 4),
  add column accessories text,
  add column results text,
  add column sharing_rules text,
  add column fee_note text;

-- Ranks by income and by bookings, besides those by hours.
alter table device_use_year add column income_fen bigint not null default 0;
create index device_use_year_bookings on device_use_year (bookings desc, device_id);
create index device_use_year_income on device_use_year (income_fen desc, device_id);

-- What was achieved with a device: papers, patents, awards, projects.
create table device_achievement (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  kind text not null check (kind in ('paper', 'patent', 'award', 'project', 'book', 'other')),
  level text check (level in ('indexed', 'core', 'teacher', 'student', 'national', 'provincial')),
  title text not null,
  people text not null,
  -- The journal, the office that granted it, who awarded or funded it.
  source text,
  number text,
  achieved_on date not null,
  remark text,
  created_by bigint references user_account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint device_achievement_level check (level is null or (kind, level) in (
    ('paper', 'indexed'), ('paper', 'core'), ('patent', 'teacher'), ('patent', 'student'),
    ('award', 'national'), ('award', 'provincial'), ('project', 'national'), ('project', 'provincial')))
);
create index device_achievement_of on device_achievement (device_id, achieved_on desc, id desc);

-- Teaching on a device: courses, training, theses.
create table device_teaching (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  kind text not null check (kind in ('course', 'training', 'thesis', 'innovation', 'visit')),
  title text not null,
  teacher text not null,
  held_on date not null,
  minutes int not null check (minutes between 1 and 600000),
  -- By how far they got: alone, under guidance, shown only.
  mastery text not null check (mastery in ('independent', 'guided', 'shown')),
  students int not null default 0 check (students >= 0),
  teachers int not null default 0 check (teachers >= 0),
  others int not null default 0 check (others >= 0),
  remark text,
  created_by bigint references user_account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint device_teaching_somebody check (students + teachers + others > 0)
);
create index device_teaching_of on device_teaching (device_id, held_on desc, id desc);

-- A repair or maintenance. While one is open the device cannot be used.
create table device_repair (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  kind text not null check (kind in ('repair', 'maintenance', 'calibration')),
  state text not null check (state in ('reported', 'repairing', 'done')),
  title text not null,
  detail text,
  handler text,
  vendor text,
  started_at timestamptz not null,
  expected_at timestamptz check (expected_at > started_at),
  finished_at timestamptz,
  result text,
  cost_fen bigint check (cost_fen >= 0),
  created_by bigint references user_account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint device_repair_finished check ((state = 'done') = (finished_at is not null)),
  constraint device_repair_order check (finished_at >= started_at)
);
create index device_repair_of on device_repair (device_id, started_at desc, id desc);
create unique index device_repair_open on device_repair (device_id) where state <> 'done';

-- 固定资产填报: who works with a device says where it is, who keeps it and how it is; the equipment office takes that over.
create table asset_report (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  reporter_id bigint not null references user_account,
  state text not null check (state in ('submitted', 'accepted', 'returned', 'withdrawn')),
  state_at timestamptz not null default now(),
  custodian_id bigint not null references user_account,
  room_id bigint references room on delete set null,
  condition text not null check (condition in ('in_use', 'idle', 'to_repair', 'to_scrap', 'missing', 'other')),
  remark text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index asset_report_open on asset_report (device_id) where state in ('submitted', 'returned');
create index asset_report_reporter on asset_report (reporter_id, id desc);
create index asset_report_state on asset_report (state, id desc);

-- Heads of a dept keep the devices of their own dept.
insert into role_permission (role_id, permission_id)
select r.id, p.id from role r, permission p where r.code = 'DEPT_HEAD' and p.code = 'LABORATORY_DEVICE_EDIT';
