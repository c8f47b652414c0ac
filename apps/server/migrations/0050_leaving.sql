-- A bill whose payer has left: somebody else takes it over, or it is written off. Both are proposed by one person and agreed to by
-- another; the proposal stands with the bill as long as that waits to be paid, and ends with that.
-- Whatever states there are by now stay.
do $$
declare
  known text := (select string_agg(distinct quote_literal(m[1]), ', ') from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') m
    where c.conname = 'test_order_state_check' and c.conrelid = 'test_order'::regclass);
begin
  alter table test_order drop constraint test_order_state_check;
  execute format('alter table test_order add constraint test_order_state_check check (state in (%s, ''written_off''))', known);
end $$;
alter table test_order
  add column proposed text check (proposed in ('payer', 'write_off')),
  add column proposed_payer_id bigint references user_account,
  -- Null: the program, when an account was closed.
  add column proposed_by bigint references user_account,
  add column proposed_at timestamptz,
  add column proposed_reason text,
  add constraint test_order_proposal check (
    (proposed is not distinct from 'payer') = (proposed_payer_id is not null) and (proposed is null) = (proposed_at is null)
    and (proposed is null or state = 'confirmed'));

create function end_proposal() returns trigger language plpgsql as $$
begin
  new.proposed := null; new.proposed_payer_id := null; new.proposed_by := null; new.proposed_at := null; new.proposed_reason := null;
  return new;
end $$;
create trigger test_order_proposal_ends before update of state on test_order
  for each row when (new.state <> 'confirmed' and old.proposed is not null) execute function end_proposal();

-- What is written off stays what it was: neither its sum nor its state ever changes again.
create trigger test_order_written_off before update or delete on test_order
  for each row when (old.state = 'written_off') execute function refuse_change();

-- Who leaves: what he has to pay still. And whom somebody proposed.
create index test_order_due on test_order (payer_id) where state = 'confirmed';
create index test_order_proposed_payer on test_order (proposed_payer_id) where proposed_payer_id is not null;

with d as (
  insert into dictionary (name, description, builtin) values ('write_off_paper_from', '核销须上传依据的起点（元）', true) returning id
)
insert into dictionary_item (dictionary_id, value, label, sort) select id, '1000', '1,000 元', 10 from d;
