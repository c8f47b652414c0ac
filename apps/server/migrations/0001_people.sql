-- People, what they may do, and what is remembered of what they did.
create extension if not exists btree_gist;

create table meta (key text primary key, value jsonb not null);

create table dept (
  id bigint generated always as identity primary key,
  parent_id bigint references dept,
  code text not null unique,
  name text not null,
  kind text not null default 'college',
  sort int not null default 0,
  enabled boolean not null default true,
  address text, phone text, email text,
  created_at timestamptz not null default now(),
  check (parent_id is distinct from id)
);
create index dept_parent on dept (parent_id);

create table user_account (
  id bigint generated always as identity primary key,
  username text not null check (username = lower(username)),
  name text not null,
  password_hash text,
  email text,
  phone text,
  dept_id bigint references dept,
  -- Dictionary campus_user_type; '1' is the specification's default.
  user_type text not null default '1',
  -- What the person pays: 'campus' (own university), 'school' (another one), 'company'.
  tier text not null default 'campus' check (tier in ('campus', 'school', 'company')),
  on_campus boolean not null default true,
  organization text,
  enabled boolean not null default true,
  suspended_until timestamptz,
  suspended_reason text,
  avatar_file_id uuid,
  cas_subject text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login_at timestamptz,
  search_text text not null default '',
  search_grams text[] not null default '{}'
);
create unique index user_account_username on user_account (username);
create unique index user_account_email on user_account (lower(email)) where email is not null;
create index user_account_dept on user_account (dept_id);
create index user_account_grams on user_account using gin (search_grams);

create table role (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z][A-Z0-9_]*$'),
  name text not null unique,
  description text,
  builtin boolean not null default false,
  created_at timestamptz not null default now()
);
create table permission (
  id bigint generated always as identity primary key,
  parent_id bigint references permission,
  code text not null unique check (code ~ '^[A-Z][A-Z0-9_]*$'),
  name text not null,
  sort int not null default 0,
  -- The program asks for these codes by name: they can be renamed and moved, not removed.
  builtin boolean not null default false,
  check (parent_id is distinct from id)
);
create index permission_parent on permission (parent_id);
create table role_permission (
  role_id bigint not null references role on delete cascade,
  permission_id bigint not null references permission on delete cascade,
  primary key (role_id, permission_id)
);
create index role_permission_permission on role_permission (permission_id);
create table role_menu (
  role_id bigint not null references role on delete cascade,
  path text not null,
  primary key (role_id, path)
);
create table user_role (
  user_id bigint not null references user_account on delete cascade,
  role_id bigint not null references role on delete cascade,
  primary key (user_id, role_id)
);
create index user_role_role on user_role (role_id);

-- A session's token and a remember-me credential are kept as SHA-256 only.
create table session (
  token_hash bytea primary key,
  -- What the person's own list calls it by.
  id bigint generated always as identity unique,
  user_id bigint not null references user_account on delete cascade,
  kind text not null default 'session' check (kind in ('session', 'remember')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text,
  user_agent text,
  -- A remembered sign-in is found by its constant half (token_hash); the other half changes with each use. The one before is
  -- still good for a moment (two tabs at once); any other means that two use one credential.
  current_hash bytea,
  previous_hash bytea,
  rotated_at timestamptz,
  check ((kind = 'remember') = (current_hash is not null))
);
create index session_by_user on session (user_id);
create index session_expires on session (expires_at);

-- Failed sign-ins, per account and per address.
create table login_throttle (
  key text primary key,
  failures int not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz
);

create table email_code (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  purpose text not null check (purpose in ('register', 'reset', 'change')),
  code_hash bytea not null,
  expires_at timestamptz not null,
  attempts int not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index email_code_email on email_code (email, purpose, id desc);

create table operation_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint,
  username text,
  ip text,
  call text not null,
  summary text not null,
  target text,
  request_id text not null
);
create index operation_log_user on operation_log (user_id, id desc);
create index operation_log_at on operation_log using brin (at);

create table exception_log (
  id bigint generated always as identity primary key,
  fingerprint text not null unique,
  message text not null,
  stack text,
  call text,
  request_id text,
  user_id bigint,
  request jsonb,
  times bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  resolved_at timestamptz
);

create table idempotency (
  user_id bigint not null,
  key text not null,
  call text not null,
  request_hash bytea not null,
  status int not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_created on idempotency (created_at);

-- News that must not be lost: written with what it tells of, sent by a job.
create table outbox (
  id bigint generated always as identity primary key,
  -- 'mail' goes to one address; 'tell' is spread by the job into messages in the site and mail for everybody it names.
  kind text not null check (kind in ('mail', 'tell')),
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_due on outbox (kind, next_at, id) where state = 'waiting';
create index outbox_mail on outbox (id desc) where kind = 'mail';

create table message (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  link text,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index message_user on message (user_id, id desc);
create index message_unread on message (user_id) where read_at is null;

create table file (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  mime text not null,
  bytes bigint not null,
  sha256 bytea not null,
  owner_id bigint references user_account,
  -- 'public' is for everybody; 'private' is shown to whoever may see the row it hangs on.
  visibility text not null check (visibility in ('public', 'private')),
  business text,
  row_id bigint,
  width int, height int,
  created_at timestamptz not null default now()
);
create index file_row on file (business, row_id);
alter table user_account add constraint user_account_avatar foreign key (avatar_file_id) references file on delete set null;

create table favorite (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account on delete cascade,
  kind text not null check (kind in ('device', 'lab')),
  target_id bigint not null,
  created_at timestamptz not null default now(),
  unique (user_id, kind, target_id)
);

create table dictionary (
  id bigint generated always as identity primary key,
  name text not null unique,
  description text,
  -- The program asks for these by name: their items can be changed, they cannot be removed or renamed.
  builtin boolean not null default false,
  created_at timestamptz not null default now()
);
create table dictionary_item (
  id bigint generated always as identity primary key,
  dictionary_id bigint not null references dictionary on delete cascade,
  label text not null,
  value text not null,
  sort int not null default 0,
  enabled boolean not null default true,
  unique (dictionary_id, value)
);
