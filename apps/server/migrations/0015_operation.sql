-- What the people who run the portal look at: logs, mailbox, timed work; and how caches hear of changes.

-- A sign-in that was turned away is written down too.
alter table operation_log add column result text not null default 'done' check (result in ('done', 'refused'));
-- Pages go by id; where a day begins among the ids is looked up here. An exact index also lets old days be deleted quickly.
drop index operation_log_at;
create index operation_log_at on operation_log (at);

alter table exception_log add column resolved_by bigint references user_account on delete set null;
alter table exception_log add column resolved_note text;
create index exception_log_last on exception_log (last_at desc, id desc);

-- Timed work: each run, and what is paused.
create table job_run (
  id bigint generated always as identity primary key,
  job text not null,
  -- null: its time had come.
  asked_by bigint references user_account on delete set null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Rows it dealt with.
  row_count bigint,
  error text,
  check (ended_at is not null or (row_count is null and error is null))
);
create index job_run_job on job_run (job, id desc);
create index job_run_started on job_run (started_at);

create table job_pause (
  job text primary key,
  paused_by bigint references user_account on delete set null,
  paused_at timestamptz not null default now()
);

-- How mail leaves the portal, where the environment does not say so. One row, or none.
create table mail_setting (
  only_one boolean primary key default true check (only_one),
  host text not null,
  port int not null check (port between 1 and 65535),
  -- tls from the first byte, starttls after a greeting, or plain within the campus.
  security text not null check (security in ('tls', 'starttls', 'plain')),
  username text,
  -- Encrypted (AES-256-GCM); it is never shown again.
  password bytea,
  from_name text not null,
  from_address text not null,
  enabled boolean not null default true,
  updated_by bigint references user_account on delete set null,
  updated_at timestamptz not null default now()
);

-- A policy can be set aside without being forgotten.
alter table approval_policy add column enabled boolean not null default true;

-- Why a card cannot pay at the moment.
alter table fund_card add column disabled_reason text;

-- Which sign-in of the campus a session came from, hashed as tokens are: the campus may end it.
alter table session add column sso_ticket_hash bytea;
create index session_sso_ticket on session (sso_ticket_hash) where sso_ticket_hash is not null;

-- Caches hear of a change by whatever path it came, once it is committed. Such a NOTIFY makes its transaction queue for a lock over
-- the database until the commit is on disk: only for tables that are written now and then.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal_live', 'table:' || tg_table_name);
  return null;
end $$;
do $$
declare told text;
begin
  foreach told in array array['dictionary', 'dictionary_item', 'dept', 'role', 'permission', 'role_permission', 'role_menu', 'approval_policy', 'carousel', 'guidance', 'mail_setting', 'job_pause'] loop
    execute format('create trigger %I after insert or update or delete or truncate on %I for each statement execute function tell_change()', told || '_told', told);
  end loop;
end $$;
-- Reading a notice counts it, which changes nothing for anybody else.
create trigger notice_told after insert or delete or update of title, summary, body_html, state, publish_at, pinned, kind on notice for each statement execute function tell_change();

-- What each server process holds in its caches: written when an administrator looks. Lost with a crash, and no harm done.
create unlogged table cache_report (
  process text not null,
  cache text not null,
  entries int not null,
  bytes bigint not null,
  hits bigint not null,
  misses bigint not null,
  emptied bigint not null,
  started_at timestamptz not null,
  at timestamptz not null,
  primary key (process, cache)
);
