-- Notices, questions and panels are found by pieces of what is written in them, as purchases and tenders are. A text brings
-- hundreds of pieces: gathered first, they cost the writer little (see 0025).
alter table notice add search_text text not null default '', add search_grams text[] not null default '{}';
alter table consulting add search_text text not null default '', add search_grams text[] not null default '{}';
alter table panel add search_text text not null default '', add search_grams text[] not null default '{}';

-- Reading counts the reader: a short row with room on its page stays out of the indexes when only `views` changes.
alter table notice set (fillfactor = 80, toast_tuple_target = 1280);
alter table consulting set (fillfactor = 80, toast_tuple_target = 1280);

-- What was written before is found by its words; by pinyin too, once it is written again.
create function pieces_of(written text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct piece collate "C"), '{}')
  from regexp_split_to_table(written, '\s+') word
    cross join lateral (select one, lead(one) over w as two, lead(one, 2) over w as three from unnest(string_to_array(word, null)) with ordinality letter (one, at) window w as (order by at)) x
    cross join lateral (values (one), (one || two), (one || two || three)) pieces (piece)
  where piece is not null
$$;
-- Words go on across tags that stand inside a line, and end at others.
create function words_of(html text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(regexp_replace(html, '</?(?:a|b|code|del|em|i|mark|s|span|strong|sub|sup|u)(?:\s[^>]*)?>', '', 'gi'), '<[^>]*>', ' ', 'g'), '\s+', ' ', 'g')
$$;
create function folded(title text, written text) returns text language sql immutable as $$
  select lower(normalize(btrim(title) || e'\n' || left(btrim(written), 150), nfkc))
$$;
update notice n set search_text = t.written, search_grams = pieces_of(t.written) from (select id, folded(title, words_of(body_html)) as written from notice) t where t.id = n.id;
update consulting c set search_text = t.written, search_grams = pieces_of(t.written) from (select id, folded(title, regexp_replace(body, '\s+', ' ', 'g')) as written from consulting) t where t.id = c.id;
update panel p set search_text = t.written, search_grams = pieces_of(t.written) from (select id, folded(title, '') as written from panel) t where t.id = p.id;
drop function pieces_of(text);
drop function words_of(text);
drop function folded(text, text);

create index notice_grams on notice using gin (search_grams) with (fastupdate = on, gin_pending_list_limit = 256);
create index consulting_grams on consulting using gin (search_grams) with (fastupdate = on, gin_pending_list_limit = 256);
create index panel_grams on panel using gin (search_grams) with (fastupdate = off);
