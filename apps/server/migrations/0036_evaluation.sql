-- Who evaluates a tender, what each of them says of every quotation, and what that comes to.
insert into dictionary (name, description, builtin) values
  ('tender_committee_size', '询价、谈判小组人数（奇数）', true),
  ('tender_committee_large_size', '评标委员会人数（奇数）', true),
  ('tender_price_points', '综合评分的价格分', true),
  ('tender_commercial_points', '综合评分的商务分', true);
insert into dictionary_item (dictionary_id, value, label, sort)
select dictionary.id, item.value, item.label, 10
from (values ('tender_committee_size', '3', '3 人'), ('tender_committee_large_size', '5', '5 人'), ('tender_price_points', '40', '40 分'), ('tender_commercial_points', '20', '20 分')) as item (name, value, label)
join dictionary on dictionary.name = item.name;

alter table tender
  -- By the dictionaries of the day it was drafted. What price and business leave of a hundred points is technical.
  add column committee_size int not null default 3 check (committee_size >= 3 and committee_size % 2 = 1),
  add column scoring text not null default 'points' check (scoring in ('points', 'lowest')),
  add column price_points int not null default 40 check (price_points >= 30),
  add column commercial_points int not null default 20 check (commercial_points >= 0),
  add column evaluated_at timestamptz,
  add column evaluation_summary text,
  drop constraint tender_state_check,
  add constraint tender_state_check check (state in ('draft', 'announced', 'opened', 'evaluated', 'awarded', 'failed', 'cancelled')),
  add constraint tender_points check (price_points + commercial_points <= 100),
  add constraint tender_evaluated check ((evaluated_at is null) = (evaluation_summary is null) and (evaluated_at is null or evaluated_at >= opened_at) and (state <> 'evaluated' or evaluated_at is not null));
update tender set committee_size = 5 where method in ('invited', 'public');
update tender set scoring = 'lowest' where method = 'comparison';

create table tender_member (
  id bigint generated always as identity primary key,
  tender_id bigint not null references tender,
  user_id bigint not null references user_account,
  -- As they were when he was named.
  name text not null,
  unit text not null,
  title text not null,
  -- Of the unit that buys.
  own boolean not null,
  chair boolean not null,
  named_at timestamptz not null,
  opinion text,
  signed_at timestamptz,
  signed_from text,
  -- SHA-256 over tender, member, opinion, ballots and time: what is printed under the opinion.
  seal bytea,
  constraint tender_member_once unique (tender_id, user_id),
  check ((signed_at is null) = (seal is null)),
  check (not (own and chair))
);
create unique index tender_member_chair on tender_member (tender_id) where chair;
create index tender_member_user on tender_member (user_id, tender_id desc);
create trigger tender_member_signed before update or delete on tender_member for each row execute function keep_signed();

create table tender_ballot (
  member_id bigint not null references tender_member,
  quotation_id bigint not null references quotation,
  qualified boolean not null,
  technical_score numeric(5, 2) check (technical_score between 0 and 100),
  commercial_score numeric(5, 2) check (commercial_score between 0 and 100),
  words text,
  primary key (member_id, quotation_id),
  constraint tender_ballot_why check (qualified or (words is not null and technical_score is null and commercial_score is null))
);
create index tender_ballot_quotation on tender_ballot (quotation_id);
-- Cast by who has not signed yet, on what was opened, and never changed.
create function keep_ballot() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'a ballot is not changed' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from tender_member m join tender t on t.id = m.tender_id join quotation q on q.tender_id = t.id
    where m.id = new.member_id and m.signed_at is null and t.state = 'opened' and q.id = new.quotation_id and q.opened_at is not null) then
    raise exception 'not a ballot of this tender' using errcode = 'check_violation', constraint = 'tender_ballot_cast';
  end if;
  return new;
end $$;
create trigger tender_ballot_kept before insert or update or delete on tender_ballot for each row execute function keep_ballot();

-- What the ballots come to.
alter table quotation
  add column commercial_score numeric(5, 2) check (commercial_score between 0 and 100),
  add column total_score numeric(5, 2) check (total_score between 0 and 100),
  add column rank int check (rank > 0),
  add constraint quotation_ranked check (rank is null or qualified);

-- Nobody is recommended before everybody has signed, and nobody is awarded before that.
create function keep_evaluation() returns trigger language plpgsql as $$
begin
  if new.state = 'evaluated' and old.state = 'opened' and (select count(*) filter (where signed_at is not null) < new.committee_size or bool_or(signed_at is null) from tender_member where tender_id = new.id) then
    raise exception 'not everybody has signed' using errcode = 'check_violation', constraint = 'tender_signed';
  end if;
  if new.state = 'awarded' and old.state not in ('evaluated', 'awarded') then
    raise exception 'not evaluated' using errcode = 'check_violation', constraint = 'tender_awarded';
  end if;
  return new;
end $$;
create trigger tender_evaluation before update of state on tender for each row execute function keep_evaluation();
