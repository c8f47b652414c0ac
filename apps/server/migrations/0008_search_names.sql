-- Indexes give up the names that tables may want.
alter index device_name rename to device_by_name;
alter index device_price rename to device_by_price;
alter index device_price_down rename to device_by_price_down;

-- What devices are called, each name once, however many have it: the names' part of search_text, which ends at its first empty line.
-- Whether a long word is in a name is asked here, of some hundred rows, and not of thousands of devices.
create table device_name (
  key text primary key,
  text text not null
);
create function names_of(d device) returns text language sql immutable as $$ select split_part(d.search_text, e'\n\n', 1) $$;

create or replace function tokens_of(d device) returns text[] language sql immutable as $$
  select d.search_grams || array['any', 'name ' || md5(names_of(d)), 'status ' || d.status, 'dept ' || d.dept_id, 'lab ' || d.lab_id]
    || case when d.category_id is not null then array['category ' || d.category_id] end
    || case when d.shared then array['shared'] end
    || array(select 'tag ' || tag from unnest(d.tags) tag)
$$;
create or replace function keep_device_tokens() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into device_name (key, text) select distinct md5(names_of(n::device)), names_of(n::device) from new_rows n on conflict do nothing;
  end if;
  if tg_op = 'INSERT' then
    perform turn_device_tokens(array_agg(token), array_agg(id)) from (select id, unnest(tokens_of(n::device)) token from new_rows n) x;
  elsif tg_op = 'DELETE' then
    perform turn_device_tokens(array_agg(token), array_agg(id)) from (select id, unnest(tokens_of(o::device)) token from old_rows o) x;
  else
    perform turn_device_tokens(array_agg(token), array_agg(id)) from (
      (select id, unnest(tokens_of(n::device)) token from new_rows n except select id, unnest(tokens_of(o::device)) from old_rows o)
      union all
      (select id, unnest(tokens_of(o::device)) from old_rows o except select id, unnest(tokens_of(n::device)) from new_rows n)) x;
  end if;
  return null;
end $$;

-- Tokens are compared byte by byte: no language is asked for the order of 电镜 and `lab 17`.
alter table device_token alter column token type text collate "C";

-- Devices from before have no empty line yet: their whole search_text is a name, until they are next written.
insert into device_name (key, text) select distinct md5(names_of(d)), names_of(d) from device d;
select turn_device_tokens(array_agg('name ' || md5(names_of(d))), array_agg(d.id)) from device d having count(*) > 0;

create index booking_start on booking (lower(period));
-- The few among the many.
create index booking_delivered on booking (id desc) where kind = 'sample_delivery';
