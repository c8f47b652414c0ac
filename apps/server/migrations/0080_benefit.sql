-- Benefit evaluation of precious instruments, by year (decision 071).

-- What a year is judged by. Points, weights and bounds are data: sources differ, and each university has its own.
create table benefit_scheme (
  id bigint generated always as identity primary key,
  year_kind text not null check (year_kind in ('school', 'calendar')),
  -- A school year is called by the calendar year in which it begins.
  year int not null check (year between 2000 and 2098),
  -- Which instruments: classes of the ministry's code that begin so, from this price on.
  prefixes text[] not null check (cardinality(prefixes) between 1 and 20),
  min_price_fen bigint not null check (min_price_fen >= 0),
  -- Until when those who keep the instruments report.
  due_on date,
  -- Quotas, weights, caps, points, bands and grades: `schemeRules` of the contract.
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  created_by bigint references user_account,
  created_at timestamptz not null,
  constraint benefit_scheme_once unique (year_kind, year)
);

create table benefit_evaluation (
  id bigint generated always as identity primary key,
  scheme_id bigint not null references benefit_scheme,
  device_id bigint not null references device,
  state text not null check (state in ('draft', 'submitted', 'published', 'cancelled')),
  state_at timestamptz not null,
  reason text,
  started_by bigint references user_account,
  created_at timestamptz not null,
  submitted_by bigint references user_account,
  -- What only its keeper knows.
  functions_total int check (functions_total > 0),
  functions_used int check (functions_used >= 0),
  functions_new int check (functions_new >= 0),
  note text,
  -- What he holds against computed figures: {figure: {value, reason}}.
  corrections jsonb not null default '{}' check (jsonb_typeof(corrections) = 'object'),
  -- Scores that the office gives in place of computed ones: {item: {score, reason}}.
  judged jsonb not null default '{}' check (jsonb_typeof(judged) = 'object'),
  reminded_on date,
  -- Once published, for good: what it was computed from, where the instrument stood, what it came to in hundredths of a point.
  inputs jsonb,
  lab_id bigint references lab,
  dept_id bigint references dept,
  class_code text,
  hours_score int,
  talent_score int,
  results_score int,
  income_score int,
  functions_score int,
  total_score int,
  grade text check (grade in ('excellent', 'good', 'pass', 'fail')),
  constraint benefit_evaluation_functions check (functions_used <= functions_total),
  constraint benefit_evaluation_reported check (state in ('draft', 'cancelled')
    or num_nonnulls(functions_total, functions_used, functions_new, submitted_by) = 4),
  constraint benefit_evaluation_result check (num_nonnulls(inputs, lab_id, dept_id, class_code, hours_score, talent_score,
    results_score, income_score, functions_score, total_score, grade) = case state when 'published' then 11 else 0 end)
);
create unique index benefit_evaluation_live on benefit_evaluation (scheme_id, device_id) where state <> 'cancelled';
create index benefit_evaluation_device on benefit_evaluation (device_id);
create index benefit_evaluation_published on benefit_evaluation (scheme_id, total_score desc) where state = 'published';
create index benefit_evaluation_draft on benefit_evaluation (scheme_id) where state = 'draft';

-- Decided stays decided. Who publishes holds the scheme, so that nobody changes it in between.
create function benefit_evaluation_decided() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state = 'published' then
    raise exception 'benefit_evaluation_decided: % is published', old.id
      using errcode = 'check_violation', constraint = 'benefit_evaluation_decided', table = 'benefit_evaluation';
  end if;
  if tg_op <> 'DELETE' and new.state = 'published' then
    perform from benefit_scheme where id = new.scheme_id for share;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger benefit_evaluation_decided before insert or update or delete on benefit_evaluation
  for each row execute function benefit_evaluation_decided();

-- What has been decided by it does not change; the day until which the others report may.
create function benefit_scheme_decided() returns trigger language plpgsql as $$
begin
  if exists (select from benefit_evaluation where scheme_id = old.id and state = 'published') then
    raise exception 'benefit_scheme_decided: evaluations of % % are published', old.year_kind, old.year
      using errcode = 'check_violation', constraint = 'benefit_scheme_decided', table = 'benefit_scheme';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger benefit_scheme_decided_update before update on benefit_scheme for each row
  when ((old.year_kind, old.year, old.prefixes, old.min_price_fen, old.rules)
    is distinct from (new.year_kind, new.year, new.prefixes, new.min_price_fen, new.rules))
  execute function benefit_scheme_decided();
create trigger benefit_scheme_decided_delete before delete on benefit_scheme for each row
  execute function benefit_scheme_decided();

-- The inbox knows the business. Added to whatever else is in it by now.
do $$
declare
  known text := (select string_agg(distinct quote_literal(m[1]), ', ') from pg_constraint c,
    regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m
    where c.conname = 'approval_task_business_check' and c.conrelid = 'approval_task'::regclass);
begin
  alter table approval_task drop constraint approval_task_business_check;
  execute format('alter table approval_task add constraint approval_task_business_check check (business in (%s, ''benefit''))', known);
end $$;
