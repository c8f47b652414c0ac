-- What an installation says of itself, around every page and at the head of what is printed and mailed.
create table site_setting (
  only_one boolean primary key default true check (only_one),
  name text not null check (name <> ''),
  school text not null check (school <> ''),
  place text,
  temperature text,
  air text,
  department text,
  address text,
  postcode text,
  phone text,
  mailbox text,
  advice text,
  -- [{ text, href }]
  links jsonb not null default '[]',
  updated_by bigint references user_account on delete set null,
  updated_at timestamptz not null default now()
);
insert into site_setting (name, school, place, temperature, air, department, address, postcode, phone, mailbox, advice, links)
values ('大型仪器共享平台', '示范大学', '示范大学 · 主校区', '18℃', '空气质量 良', '实验室与设备管理处', '示范市大学路 1 号', '100000', '010-00000000', 'equipment@example.edu.cn',
  '建议使用 Chrome、Firefox 或 IE10+ 浏览器访问', '[{"text": "国家网络管理平台", "href": "https://nrii.org.cn"}, {"text": "教育部", "href": "http://www.moe.gov.cn"}]');
create trigger site_setting_told after insert or delete or update or truncate on site_setting for each statement execute function tell_change();

-- Which pictures stand in which rich texts: a picture is read by whoever may read one of the texts that show it.
create table text_picture (
  file_id uuid not null references file on delete cascade,
  -- The text's: what its own pictures hang on.
  business text not null,
  row_id bigint not null,
  primary key (file_id, business, row_id)
);
create index text_picture_row on text_picture (business, row_id);
insert into text_picture (file_id, business, row_id)
  select distinct f.id, t.business, t.id
  from (select 'notice-text' as business, id, body_html as html from notice union all select 'lab-description', lab_id, body_html from lab_description
      union all select 'dept-text', dept_id, body_html from dept_duty union all select 'tender-text', id, announcement_html from tender) t,
    regexp_matches(t.html, '/api/v2/file/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') m
    join file f on f.id = m[1]::uuid
  where f.business in ('notice-text', 'lab-description', 'dept-text', 'tender-text', 'guidance-text', 'rich-text');
-- Articles of the help are for everybody, for ever; the other texts are not.
update file set visibility = 'private' where business in ('notice-text', 'lab-description', 'dept-text', 'tender-text', 'rich-text');

-- What an instrument costs in a year and which price follows from that, as a meeting found it. A new finding is a new version.
create table price_justification (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  version int not null check (version > 0),
  basis text not null check (basis in ('per_time', 'per_sample')),
  -- Hours, or samples, in a year.
  yearly_quantity int not null check (yearly_quantity > 0),
  -- Per part (depreciation, consumables, …): { fen, note }; see justification in the contract.
  costs jsonb not null,
  -- What others ask: [{ unit, fen, note }], per hour or sample.
  comparisons jsonb not null default '[]',
  -- Per tier, fen per hour or sample.
  proposed jsonb not null,
  grounds text not null,
  meeting_day date not null,
  meeting_place text,
  -- [{ name, unit, title }]
  participants jsonb not null check (jsonb_array_length(participants) > 0),
  conclusion text not null,
  created_by bigint references user_account,
  created_at timestamptz not null default now(),
  unique (device_id, version)
);
create trigger price_justification_kept before update on price_justification for each row execute function refuse_change();
