-- What finance's journal holds by month: how many entries. Entries are only ever added, so as many of a month
-- are the same ones, and what was divided of it is so still (decision 112). Folded, compared and made anew
-- with the other sums.
create table finance_whole_sum (
  month date not null primary key,
  entries bigint not null,
  amount_fen bigint not null
) with (fillfactor = 80);

create or replace function finance_sums() returns regclass[] language sql immutable as $$
  select array['finance_campus_sum', 'finance_lab_sum', 'finance_payer_sum', 'finance_device_sum',
    'finance_device_quarter', 'finance_device_year', 'finance_class_sum', 'finance_card_sum',
    'finance_whole_sum']::regclass[]
$$;

-- What is folded already.
insert into finance_whole_sum
  select month, sum(entries), sum(amount_fen) from finance_campus_sum group by 1 order by 1;

-- When all sums were last made anew: what was reckoned from those before is no longer believed.
alter table finance_fold add column made_at timestamptz not null default now();
do $$
declare
  known text := pg_get_functiondef('finance_fold(bigint, bigint, text)'::regprocedure);
begin
  if position('folded_at = now()' in known) = 0 then
    raise exception 'finance_fold says no folded_at';
  end if;
  execute replace(known, 'folded_at = now()', 'folded_at = now(),
      made_at = case when held.zone is distinct from wanted_zone then now() else finance_fold.made_at end');
end $$;

-- Not noted in the operation log: they are reckoned.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''finance_device_sum''' in known) = 0 then
    raise exception 'note_changes_everywhere names no finance_device_sum';
  end if;
  execute replace(known, '''finance_device_sum''', '''finance_device_sum'', ''finance_whole_sum''');
end $$;
