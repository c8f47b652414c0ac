-- What a laboratory tells of itself on its own pages, and the files that labs and devices hand out.
create table lab_description (
  lab_id bigint primary key references lab on delete cascade,
  -- Cleaned when it was written.
  body_html text not null,
  updated_at timestamptz not null default now(),
  updated_by bigint references user_account
);

create table resource_category (
  id bigint generated always as identity primary key,
  lab_id bigint not null references lab on delete cascade,
  name text not null,
  sort int not null default 0,
  constraint resource_category_name unique (lab_id, name),
  unique (lab_id, id)
);

-- Files of a lab or of one device. Categories are the lab's own.
create table resource (
  id bigint generated always as identity primary key,
  lab_id bigint references lab on delete cascade,
  device_id bigint references device on delete cascade,
  category_id bigint,
  title text not null,
  file_id uuid not null references file,
  downloads bigint not null default 0,
  uploaded_by bigint references user_account,
  created_at timestamptz not null default now(),
  check (num_nonnulls(lab_id, device_id) = 1),
  check (category_id is null or lab_id is not null),
  constraint resource_category_of_lab foreign key (lab_id, category_id) references resource_category (lab_id, id)
);
create index resource_lab on resource (lab_id, id desc) where lab_id is not null;
create index resource_device on resource (device_id, id desc) where device_id is not null;
create index resource_category_id on resource (category_id) where category_id is not null;
create index resource_file on resource (file_id);
