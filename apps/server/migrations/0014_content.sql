-- ── Notices ──────────────────────────────────────────────────────────────────
-- Who a notice is for; 'chosen': whoever one of its targets names. `announced_at`: when the job found that its time had come.
alter table notice
  add column audience text not null default 'everybody' check (audience in ('everybody', 'signed_in', 'chosen')),
  add column announced_at timestamptz;
update notice set announced_at = publish_at where state = 'published' and publish_at <= now();
create index notice_due on notice (publish_at) where state = 'published' and announced_at is null;
create index notice_managed on notice (updated_at desc, id desc) where lab_id is null;

create table notice_target (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notice on delete cascade,
  -- A dept with everything below it, a role, or a kind of user: one of them.
  dept_id bigint references dept on delete cascade,
  role_id bigint references role on delete cascade,
  user_type text,
  check (num_nonnulls(dept_id, role_id, user_type) = 1),
  unique nulls not distinct (notice_id, dept_id, role_id, user_type)
);
create index notice_target_dept on notice_target (dept_id) where dept_id is not null;
create index notice_target_role on notice_target (role_id) where role_id is not null;

-- ── Carousel ─────────────────────────────────────────────────────────────────
-- Days on which a picture is shown; both ends count.
alter table carousel
  add column from_day date,
  add column until_day date,
  add column updated_at timestamptz not null default now(),
  add constraint carousel_days check (until_day >= from_day);

-- ── Downloads, policies, help files ──────────────────────────────────────────
alter table download_category add constraint download_category_name unique (type, name);
alter table download
  add column audience text not null default 'everybody' check (audience in ('everybody', 'signed_in')),
  -- Of a policy: its number, who issued it, when.
  add column document_no text,
  add column issuer text,
  add column issued_on date,
  add column uploaded_by bigint references user_account;
create index download_file on download (file_id);

-- ── Help ─────────────────────────────────────────────────────────────────────
-- `body` is what is searched and shown in short; an article written at length has its text here, cleaned.
alter table guidance
  add column body_html text,
  add column sort int not null default 0,
  add column updated_at timestamptz not null default now();

-- ── Consulting ───────────────────────────────────────────────────────────────
create table consulting_category (
  id bigint generated always as identity primary key,
  name text not null,
  sort int not null default 0,
  constraint consulting_category_name unique (name)
);
-- Who answers the questions of a category, beside those who look after all content.
create table consulting_answerer (
  category_id bigint not null references consulting_category on delete cascade,
  user_id bigint not null references user_account,
  primary key (category_id, user_id)
);
create index consulting_answerer_user on consulting_answerer (user_id);

create table consulting (
  id bigint generated always as identity primary key,
  category_id bigint not null references consulting_category,
  title text not null,
  body text not null,
  asker_id bigint not null references user_account,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'answered')),
  -- Others may read it once it is answered. The asker may ask to keep it between the two.
  shared boolean not null default true,
  answer text,
  answered_by bigint references user_account,
  answered_at timestamptz,
  views bigint not null default 0,
  constraint consulting_answer check ((state = 'answered') = (answer is not null and answered_by is not null and answered_at is not null))
);
create index consulting_shared on consulting (answered_at desc, id desc) where state = 'answered' and shared;
create index consulting_category_id on consulting (category_id, asked_at desc);
create index consulting_asker on consulting (asker_id, asked_at desc);
create index consulting_waiting on consulting (asked_at) where state = 'waiting';

-- ── Contacts of the shared service ───────────────────────────────────────────
create table share_contact (
  id bigint generated always as identity primary key,
  -- Of a lab, or of the campus.
  lab_id bigint references lab on delete cascade,
  post text not null,
  name text not null,
  phone text,
  email text,
  office text,
  hours text,
  duty text,
  sort int not null default 0,
  updated_at timestamptz not null default now(),
  constraint share_contact_reachable check (num_nonnulls(phone, email, office) > 0)
);
create index share_contact_lab on share_contact (lab_id, sort, id);
