-- Who takes over a small instrument does not do so alone: another of the laboratory signs with him, from a price on two others.

insert into dictionary (name, description, builtin, kept_by) values ('acceptance_self_three_from', '自行验收三人签字起点（元，单价）', true, 'PURCHASE_ALL');
insert into dictionary_item (dictionary_id, value, label, sort)
select id, '50000', '5 万元', 10 from dictionary where name = 'acceptance_self_three_from';

-- How many have to sign beside the receiver, as the rules said when it was handed in; null: handed in before there was a number.
alter table acceptance add column cosigners int check (cosigners between 1 and 30);

-- Nothing goes on to the office but what so many others have signed. What waits for the office already was handed in under the rules of its day.
create function keep_acceptance_signed() returns trigger language plpgsql as $$
begin
  if old.state in ('draft', 'awaiting_signatures') and new.state not in ('draft', 'awaiting_signatures', 'cancelled')
    and (select count(*) filter (where m.verdict = 'agree') < coalesce(new.cosigners, 1) or count(*) filter (where m.verdict is distinct from 'agree') > 0
      from acceptance_member m where m.acceptance_id = new.id) then
    raise exception 'others have to sign first' using errcode = 'check_violation', constraint = 'acceptance_signed';
  end if;
  if new.receiver_id <> old.receiver_id and exists (select from acceptance_member m where m.acceptance_id = new.id and m.user_id = new.receiver_id) then
    raise exception 'who takes over does not sign with himself' using errcode = 'check_violation', constraint = 'acceptance_member_other';
  end if;
  return new;
end $$;
create trigger acceptance_signed before update of state, receiver_id on acceptance for each row execute function keep_acceptance_signed();

create function keep_acceptance_member_other() returns trigger language plpgsql as $$
begin
  -- Share: whoever changes the receiver meanwhile waits, and looks at the members then.
  if exists (select from acceptance a where a.id = new.acceptance_id and a.receiver_id = new.user_id for share) then
    raise exception 'who takes over does not sign with himself' using errcode = 'check_violation', constraint = 'acceptance_member_other';
  end if;
  return new;
end $$;
create trigger acceptance_member_other before insert or update of user_id on acceptance_member for each row execute function keep_acceptance_member_other();
