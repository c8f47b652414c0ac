-- Bulk imports: a file's rows wait here with their verdicts until somebody says yes.
create table bulk_import (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id bigint not null references user_account on delete cascade,
  file_name text not null,
  state text not null check (state in ('reading', 'ready', 'committing', 'done', 'failed')),
  -- Rows read or written so far.
  progress int not null default 0,
  new_count int not null default 0,
  changed_count int not null default 0,
  same_count int not null default 0,
  bad_count int not null default 0,
  warned_count int not null default 0,
  message text,
  -- Last sign of life of whoever reads or writes it.
  beat_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index bulk_import_busy on bulk_import (user_id, kind) where state in ('reading', 'committing');
create index bulk_import_user on bulk_import (user_id);
create index bulk_import_created on bulk_import (created_at);
create table bulk_row (
  import_id bigint not null references bulk_import on delete cascade,
  line int not null,
  verdict text not null check (verdict in ('new', 'changed', 'same', 'bad')),
  -- What the file says, by column.
  cells jsonb not null,
  reasons jsonb not null,
  primary key (import_id, line)
);
create index bulk_row_verdict on bulk_row (import_id, verdict, line);

-- A password that somebody else set is to be changed before anything else is done with it. Sessions begun with it know.
alter table user_account add column must_change_password boolean not null default false;
alter table session add column must_change_password boolean not null default false;

-- How many people there are of each sort, as changes to be summed up: nobody counts a hundred thousand rows to say so, and nobody
-- waits for another's lock to count on. A job sums up what has gathered.
create table user_tally (on_campus boolean not null, user_type text not null, tier text not null, enabled boolean not null, dept_id bigint, n int not null);
insert into user_tally select on_campus, user_type, tier, enabled, dept_id, count(*) from user_account group by 1, 2, 3, 4, 5;

create function tally_new_users() returns trigger language plpgsql as $$
begin
  insert into user_tally select on_campus, user_type, tier, enabled, dept_id, count(*) from new_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger user_account_tally_new after insert on user_account referencing new table as new_rows for each statement execute function tally_new_users();

create function tally_gone_users() returns trigger language plpgsql as $$
begin
  insert into user_tally select on_campus, user_type, tier, enabled, dept_id, -count(*) from old_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger user_account_tally_gone after delete on user_account referencing old table as old_rows for each statement execute function tally_gone_users();

-- By row, so that a sign-in, which changes none of this, does not pay for it.
create function tally_changed_user() returns trigger language plpgsql as $$
begin
  insert into user_tally values (old.on_campus, old.user_type, old.tier, old.enabled, old.dept_id, -1), (new.on_campus, new.user_type, new.tier, new.enabled, new.dept_id, 1);
  return null;
end $$;
create trigger user_account_tally_changed after update on user_account for each row
  when ((old.on_campus, old.user_type, old.tier, old.enabled, old.dept_id) is distinct from (new.on_campus, new.user_type, new.tier, new.enabled, new.dept_id))
  execute function tally_changed_user();

-- The list's filters and orders. None on last_login_at: every sign-in would rewrite all of a person's index entries.
create index user_account_name on user_account (name, id);
create index user_account_created on user_account (created_at, id);
create index user_account_type on user_account (user_type, id);
create index user_account_off_campus on user_account (id) where not on_campus;
create index user_account_closed on user_account (id) where not enabled;

-- Posts of the depts, and who holds them.
create table post (
  id bigint generated always as identity primary key,
  code text not null constraint post_code unique check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]*$'),
  name text not null,
  description text,
  sort int not null default 0,
  enabled boolean not null default true,
  created_at timestamptz not null default now()
);
create table user_post (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account on delete cascade,
  post_id bigint not null references post,
  dept_id bigint not null references dept,
  since date,
  note text,
  created_at timestamptz not null default now(),
  constraint user_post_once unique (user_id, post_id, dept_id)
);
create index user_post_post on user_post (post_id, dept_id);
create index user_post_dept on user_post (dept_id);

-- Where remittances go. The finance office fills in what belongs here; until then the portal says that it has not.
insert into dictionary_item (dictionary_id, label, value, sort)
select d.id, item.label, item.value, item.sort
from dictionary d, (values ('户名', '（待财务处填写户名）', 10), ('开户银行', '（待财务处填写开户银行）', 20), ('账号', '（待财务处填写账号）', 30)) as item (label, value, sort)
where d.name = 'remittance_account' and not exists (select from dictionary_item i where i.dictionary_id = d.id);
