-- What the offices' lists lacked: who heads a dept, how large and how old a lab is, who answers for a room and whose it is.
alter table dept add column head_id bigint references user_account on delete set null;
create index dept_head on dept (head_id) where head_id is not null;

alter table lab add column area_m2 numeric(10, 2) check (area_m2 >= 0), add column founded_year int check (founded_year between 1850 and 2200);

alter table room add column keeper_id bigint references user_account on delete set null, add column dept_id bigint references dept;
create index room_keeper on room (keeper_id) where keeper_id is not null;
create index room_dept on room (dept_id) where dept_id is not null;
