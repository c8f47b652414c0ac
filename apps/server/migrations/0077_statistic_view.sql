-- 我的视图: choices made on the pages of statistics, and who has them sent by mail (decision 066).

create table statistic_view (
  id bigint generated always as identity primary key,
  owner_id bigint not null references user_account on delete cascade,
  name text not null,
  screen text not null check (screen in ('overview', 'device', 'lab', 'pivot')),
  -- The address of the page: a question, never an answer.
  params jsonb not null check (jsonb_typeof(params) = 'object'),
  -- Whose uses it is about: all of the campus, of the opener's depts, labs, group, or his own.
  scope text not null check (scope in ('all', 'dept', 'lab', 'group', 'own')),
  shared boolean not null check (not shared or scope in ('all', 'dept', 'lab')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, name)
);
create index statistic_view_shared on statistic_view (scope) where shared;

create table statistic_subscription (
  id bigint generated always as identity primary key,
  view_id bigint not null references statistic_view on delete cascade,
  user_id bigint not null references user_account on delete cascade,
  every text not null check (every in ('month', 'week')),
  -- Known to whoever has the mail: ends the subscription, and nothing else.
  stop_token text not null unique,
  created_at timestamptz not null default now(),
  unique (view_id, user_id)
);
create index statistic_subscription_user on statistic_subscription (user_id);

-- What has been sent: written with the mail's row in the outbox, so that a period is sent once, whatever crashes.
create table statistic_sending (
  subscription_id bigint not null references statistic_subscription on delete cascade,
  period_from date not null,
  sent_at timestamptz not null default now(),
  primary key (subscription_id, period_from)
);
