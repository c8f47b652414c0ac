-- What was filled in is searched, and what stands still is looked for, among all that ever ran: both read
-- every row.

-- Found by pieces of its summary, as notices are by their words (0035), and by who has started it.
alter table workflow_instance
  add column search_text text not null default '', add column search_grams text[] not null default '{}';
create function pieces_of(written text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct piece collate "C"), '{}')
  from regexp_split_to_table(written, '\s+') word
    cross join lateral (select one, lead(one) over w as two, lead(one, 2) over w as three
      from unnest(string_to_array(word, null)) with ordinality letter (one, at) window w as (order by at)) x
    cross join lateral (values (one), (one || two), (one || two || three)) pieces (piece)
  where piece is not null
$$;
update workflow_instance i set search_text = t.written, search_grams = pieces_of(t.written)
  from (select id, lower(normalize(btrim(left(btrim(summary), 150)), nfkc)) as written from workflow_instance) t
  where t.id = i.id;
drop function pieces_of(text);
-- A summary brings hundreds of pieces: gathered first, they cost who starts a process little.
create index workflow_instance_grams on workflow_instance using gin (search_grams)
  with (fastupdate = on, gin_pending_list_limit = 256);

-- Those that run, beside those at which somebody is asked (workflow_task_seat): both in the order of their
-- numbers.
create index workflow_instance_open on workflow_instance (id) where state = 'running';
