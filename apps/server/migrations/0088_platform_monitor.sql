-- How each server process is, for the administrator who looks at another one (decision 074). Written when somebody looks, as
-- cache_report is; lost with a crash, and no harm done.
create unlogged table process_report (
  process text primary key,
  started_at timestamptz not null,
  at timestamptz not null,
  figures jsonb not null
);

-- What could not be delivered is counted every few seconds while somebody looks.
create index outbox_failed on outbox (kind) where state = 'failed';

-- A report is no change of anybody's: not noted in the operation log.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''cache_report''' in known) = 0 then
    raise exception 'note_changes_everywhere names no cache_report';
  end if;
  execute replace(known, '''cache_report''', '''cache_report'', ''process_report''');
end $$;
