-- What an operation changed: the object it is about, and each field before and after. Noted by triggers, so that no call can forget it;
-- kept for the length of the transaction in a setting of its own, and written with the row of the operation log.
-- [{ t: table, id, op: 'i' | 'u' | 'd', was: {…}, now: {…} }]
alter table operation_log add column changes jsonb;

-- Never noted, whatever table they are in: secrets, what is searched by, counters and clocks.
create function noted_value(field text, value jsonb) returns jsonb language sql immutable as $$
  select case
    when value is null or value = 'null'::jsonb then null
    when field ~ '(password|secret|token|hash|sha256|ticket|credential|cookie)' then to_jsonb('（已更改）'::text)
    when length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…')
    else value
  end
$$;
create function unnoted_field(field text) returns boolean language sql immutable as $$
  select field ~ '^(search_text|search_grams|updated_at|updated_by|created_at|created_by|views|downloads|token_hash|password_hash|current_hash|previous_hash|state_at|bits|acted_no|attempts)$'
$$;

create function note_change() returns trigger language plpgsql as $$
declare
  noted jsonb := coalesce(nullif(current_setting('portal.noted', true), ''), '[]')::jsonb;
  old_row jsonb;
  new_row jsonb;
  was jsonb;
  became jsonb;
  key text;
begin
  -- Of an import of thousands the first ones tell enough.
  if jsonb_array_length(noted) >= 30 then return null; end if;
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  key := coalesce(new_row ->> 'id', old_row ->> 'id');
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, noted_value(o.key, o.value)), jsonb_object_agg(o.key, noted_value(o.key, new_row -> o.key)) into was, became
      from jsonb_each(old_row) o where o.value is distinct from new_row -> o.key and not unnoted_field(o.key);
    if was is null then
      -- A password is changed, and nothing more is said of it.
      if old_row -> 'password_hash' is not distinct from new_row -> 'password_hash' then return null; end if;
      was := '{"password": "（已更改）"}';
      became := was;
    end if;
  elsif tg_op = 'DELETE' then
    select jsonb_object_agg(o.key, noted_value(o.key, o.value)) into was from jsonb_each(old_row) o where o.value <> 'null' and o.key <> 'id' and not unnoted_field(o.key);
  elsif key is null then
    -- Of what only joins two rows, the rows are the news.
    select jsonb_object_agg(o.key, noted_value(o.key, o.value)) into became from jsonb_each(new_row) o where o.value <> 'null' and not unnoted_field(o.key);
  end if;
  -- Null within `was` and `now` says "nothing there", so only the entry itself is stripped.
  noted := noted || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('t', tg_table_name, 'id', key, 'op', lower(left(tg_op, 1))))
    || case when was is null then '{}' else jsonb_build_object('was', was) end
    || case when became is null then '{}' else jsonb_build_object('now', became) end);
  perform set_config('portal.noted', noted::text, true);
  return null;
end $$;

-- Attached to every table that does not keep a journal itself and is not about machinery, tables of later migrations too (called after each).
-- Sealed quotations and ballots are never noted: what is under seal stands nowhere else.
create function note_changes_everywhere() returns void language plpgsql as $$
declare
  found text;
begin
  for found in
    select c.relname from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname <> all (array['schema_migration', 'meta', 'session', 'email_code', 'login_throttle', 'last_login', 'idempotency', 'outbox', 'message', 'operation_log',
        'exception_log', 'flow_log', 'ledger_entry', 'bulk_row', 'cache_report', 'job_run', 'device_use_month', 'device_use_year', 'lab_use_year', 'user_tally', 'device_name',
        'device_token', 'text_picture', 'quotation', 'tender_ballot', 'approval_task', 'notice_target', 'asset_counter'])
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'change_noted')
  loop
    execute format('create trigger change_noted after insert or update or delete on %I for each row when (current_setting(''portal.noting'', true) = ''on'') execute function note_change()', found);
  end loop;
end $$;
