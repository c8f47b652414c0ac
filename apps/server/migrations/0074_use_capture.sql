-- What of a use has to be reported and was not asked for: whom it trained, how long it took to prepare and clean up, how content its
-- user was, and what came of it (decision 064).

-- ── Training, preparation and clean-up, beside the hours of a test order ─────
alter table test_order
  add column preparation_minutes int not null default 0 check (preparation_minutes between 0 and 100000),
  add column cleanup_minutes int not null default 0 check (cleanup_minutes between 0 and 100000),
  add column trained_students int not null default 0 check (trained_students between 0 and 100000),
  add column trained_teachers int not null default 0 check (trained_teachers between 0 and 100000),
  add column trained_others int not null default 0 check (trained_others between 0 and 100000),
  -- How far they got; null where nobody was trained, or nobody said.
  add column trained_mastery text check (trained_mastery in ('independent', 'guided', 'shown'));
alter table test_order_version
  add column preparation_minutes int not null default 0,
  add column cleanup_minutes int not null default 0,
  add column trained_students int not null default 0,
  add column trained_teachers int not null default 0,
  add column trained_others int not null default 0,
  add column trained_mastery text;

-- They are figures as hours and samples are: confirmed ones stand until the next version is.
create or replace function test_order_keeps_versions() returns trigger language plpgsql as $$
begin
  if new.version = old.version then
    if old.confirmed_at is null and old.state = 'draft' then return new; end if;
    if (new.bill, new.total_fen, new.sample_count, new.actual, new.preparation_minutes, new.cleanup_minutes, new.trained_students,
          new.trained_teachers, new.trained_others, new.trained_mastery)
        is not distinct from (old.bill, old.total_fen, old.sample_count, old.actual, old.preparation_minutes, old.cleanup_minutes,
          old.trained_students, old.trained_teachers, old.trained_others, old.trained_mastery)
      and (old.confirmed_at is null or new.state <> 'draft') then
      return new;
    end if;
  elsif new.version = old.version + 1 and old.confirmed_at is not null and new.state = 'draft' and new.settlement_id is null
    and exists (select from test_order_version where test_order_id = old.id and version = old.version) then
    return new;
  end if;
  raise exception 'test_order_version_kept: the bill of test order % is confirmed', old.id
    using errcode = 'check_violation', constraint = 'test_order_version_kept', table = 'test_order';
end $$;
drop trigger test_order_version_kept on test_order;
create trigger test_order_version_kept before update of bill, total_fen, sample_count, actual, version, state, preparation_minutes,
    cleanup_minutes, trained_students, trained_teachers, trained_others, trained_mastery on test_order
  for each row execute function test_order_keeps_versions();

alter table use_record
  add column trained_students int not null default 0,
  add column trained_teachers int not null default 0,
  add column trained_others int not null default 0,
  add column trained_mastery text;
-- Few uses train anybody: those are found without reading the others.
create index use_record_trained on use_record (device_id, day) where (trained_students, trained_teachers, trained_others) <> (0, 0, 0);

-- ── How content the user was ─────────────────────────────────────────────────
-- One word on a use, of the experimenter or the booker: 5 非常满意 … 1 极差.
create table use_rating (
  booking_id bigint primary key references booking,
  user_id bigint not null references user_account,
  score int not null check (score between 1 and 5),
  words text check (words <> ''),
  rated_at timestamptz not null,
  changed_at timestamptz not null,
  -- Whoever has thought better of it has 30 days.
  constraint use_rating_changeable check (changed_at between rated_at and rated_at + interval '720 hours')
);
create index use_rating_user on use_rating (user_id);
create function use_rating_is_the_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.booking_id, new.user_id, new.rated_at) is distinct from (old.booking_id, old.user_id, old.rated_at) then
      raise exception 'use_rating_kept: the rating of booking % is somebody''s own', old.booking_id
        using errcode = 'check_violation', constraint = 'use_rating_kept', table = 'use_rating';
    end if;
  elsif not exists (select from booking b where b.id = new.booking_id and b.state in ('awaiting_test_order', 'done')
      and new.user_id in (b.experimenter_id, b.booker_id)) then
    raise exception 'use_rating_of_user: booking % is no finished use of user %', new.booking_id, new.user_id
      using errcode = 'check_violation', constraint = 'use_rating_of_user', table = 'use_rating';
  end if;
  return new;
end $$;
create trigger use_rating_of_user before insert or update on use_rating for each row execute function use_rating_is_the_users();

-- ── What came of it ──────────────────────────────────────────────────────────
-- One result may thank several instruments; those who keep each of them say whether it does.
alter table device_achievement
  -- Who typed it for his group; null where those who keep the instrument did.
  add column owner_id bigint references user_account,
  -- What makes it the same as another, so that two people of one group do not count it twice.
  add column number_key text,
  drop constraint device_achievement_level_check,
  drop constraint device_achievement_level,
  add constraint device_achievement_level check (level is null or (kind, level) in (
    ('paper', 'indexed'), ('paper', 'core'), ('paper', 'other'), ('patent', 'teacher'), ('patent', 'student'),
    ('award', 'national'), ('award', 'provincial'), ('award', 'other'),
    ('project', 'national'), ('project', 'provincial'), ('project', 'other')));
create table achievement_device (
  achievement_id bigint not null references device_achievement on delete cascade,
  device_id bigint not null references device on delete cascade,
  -- Does it thank the instrument in words (致谢)? Null: nobody said.
  thanked boolean,
  state text not null check (state in ('awaiting', 'confirmed', 'refused')),
  judged_by bigint references user_account,
  judged_at timestamptz,
  reason text check (reason <> ''),
  primary key (achievement_id, device_id),
  check ((state = 'awaiting') = (judged_at is null)),
  check ((state = 'refused') = (reason is not null))
);
create index achievement_device_of on achievement_device (device_id, state);
create index achievement_device_awaiting on achievement_device (device_id) where state = 'awaiting';
insert into achievement_device (achievement_id, device_id, state, judged_by, judged_at)
  select id, device_id, 'confirmed', created_by, created_at from device_achievement;
alter table device_achievement drop column device_id;
create index device_achievement_on on device_achievement (achieved_on desc, id desc);
create index device_achievement_owner on device_achievement (owner_id, id desc) where owner_id is not null;
with keyed as (
  select id, kind, case when kind = 'paper' and number ~ '^10\.\d{4,9}/' then lower(number)
      when kind = 'patent' then lower(regexp_replace(number, '\s', '', 'g')) end as key
  from device_achievement
), first as (select min(id) as id, key from keyed where key is not null group by kind, key)
update device_achievement a set number_key = f.key from first f where f.id = a.id;
create unique index device_achievement_same on device_achievement (kind, number_key);
