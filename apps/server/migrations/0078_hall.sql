-- 数据大屏: what everybody may see without signing in. Off until an administrator switches it on.
create table hall_setting (
  only_one boolean primary key default true check (only_one),
  enabled boolean not null default false,
  title text not null default '大型仪器开放共享',
  updated_by bigint references user_account on delete set null,
  updated_at timestamptz not null default now()
);
insert into hall_setting default values;
create trigger hall_setting_told after insert or delete or update or truncate on hall_setting for each statement execute function tell_change();
