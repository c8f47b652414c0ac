-- What the home page shows.
create table notice (
  id bigint generated always as identity primary key,
  title text not null,
  kind text not null default 'notice' check (kind in ('notice', 'news', 'training')),
  -- Cleaned when it was written; the summary is its plain beginning.
  body_html text not null,
  summary text not null default '',
  lab_id bigint references lab on delete cascade,
  dept_id bigint references dept,
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  pinned boolean not null default false,
  publish_at timestamptz,
  views bigint not null default 0,
  author_id bigint references user_account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (state <> 'published' or publish_at is not null)
);
create index notice_public on notice (pinned desc, publish_at desc, id desc) where state = 'published' and lab_id is null;
create index notice_lab on notice (lab_id, publish_at desc) where lab_id is not null;
create table carousel (
  id bigint generated always as identity primary key,
  title text not null,
  subtitle text,
  file_id uuid references file,
  link text,
  sort int not null default 0,
  enabled boolean not null default true
);
create table download_category (
  id bigint generated always as identity primary key,
  -- 1 policies, 2 downloads, 3 help (the specification asks for type 2).
  type smallint not null check (type between 1 and 3),
  name text not null,
  sort int not null default 0
);
create table download (
  id bigint generated always as identity primary key,
  category_id bigint not null references download_category,
  title text not null,
  file_id uuid not null references file,
  downloads bigint not null default 0,
  created_at timestamptz not null default now()
);
create index download_category_id on download (category_id, id desc);
create table guidance (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  link text,
  search_text text not null default ''
);
