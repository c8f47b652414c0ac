-- The operation log says of a new row its table and id only, but its whole row was turned into JSON for that,
-- which took six times as long as the rest of the note (100 and 17 µs for a row of 47 columns).

create or replace function note_change() returns trigger language plpgsql as $$
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
  if tg_op = 'INSERT' then
    begin
      key := new.id;
    exception when undefined_column then
      key := null;
    end;
  end if;
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if key is null and tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  key := coalesce(key, new_row ->> 'id', old_row ->> 'id');
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
