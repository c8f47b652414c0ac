-- Shares are chosen by the trees of departments and of classes. A year is divided by where these stood when a
-- month of it was closed, whatever is moved later (decision 129): the first closed month keeps what there is,
-- each later one what is new.

create table finance_place (
  year int not null,
  tree text not null check (tree in ('dept', 'category')),
  -- They refer to nothing: a place from which all have gone may be removed.
  place_id bigint not null,
  above_id bigint,
  primary key (year, tree, place_id)
);
create trigger finance_place_append_only before update or delete on finance_place
  for each statement execute function refuse_change();
create trigger finance_place_no_truncate before truncate on finance_place
  for each statement execute function refuse_change();

create function finance_keep_places(of_year int) returns void language sql as $$
  insert into finance_place (year, tree, place_id, above_id)
    select of_year, 'dept', id, parent_id from dept
    union all select of_year, 'category', id, parent_id from device_category
    on conflict do nothing
$$;
create function finance_month_keeps_places() returns trigger language plpgsql as $$
begin
  perform finance_keep_places(extract(year from new.month)::int);
  return null;
end $$;
create trigger finance_month_keeps_places after insert on finance_month
  for each row execute function finance_month_keeps_places();

-- Where things stood when earlier months were closed is not known: as they stand now.
select finance_keep_places(year) from (
  select distinct extract(year from month)::int as year from finance_month) y;

-- Not noted in the operation log: they follow from closing.
do $$
declare
  known text := pg_get_functiondef('note_changes_everywhere()'::regprocedure);
begin
  if position('''finance_snapshot''' in known) = 0 then
    raise exception 'note_changes_everywhere names no finance_snapshot';
  end if;
  execute replace(known, '''finance_snapshot''', '''finance_snapshot'', ''finance_place''');
end $$;
