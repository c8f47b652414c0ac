-- What a dept says of itself, the rooms of a lab, and the map of each campus.
create table dept_duty (
  dept_id bigint primary key references dept on delete cascade,
  body_html text not null,
  updated_by bigint references user_account,
  updated_at timestamptz not null default now()
);

create table dept_contact (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept on delete cascade,
  post text not null,
  name text not null,
  phone text,
  email text,
  office text,
  duty text,
  sort int not null default 0,
  created_at timestamptz not null default now()
);
create index dept_contact_dept on dept_contact (dept_id, sort, id);

-- A post's own number; without it the person's.
alter table lab_member add column phone text;

-- `lab.room_id` is where its door is; these are the others it works in.
create table lab_room (
  lab_id bigint not null references lab on delete cascade,
  room_id bigint not null references room,
  primary key (lab_id, room_id)
);
create index lab_room_room on lab_room (room_id);
create index lab_door on lab (room_id) where room_id is not null;

-- Where a building stands on the map of its campus: parts of its width and height, so that another picture of the same campus fits.
alter table building
  add column map_x double precision check (map_x between 0 and 1),
  add column map_y double precision check (map_y between 0 and 1),
  add check ((map_x is null) = (map_y is null));

create table campus_map (
  id bigint generated always as identity primary key,
  campus text not null unique,
  -- Units of the drawing, x to the right and y down.
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- A picture, or outlines read from GeoJSON.
  file_id uuid references file,
  shapes jsonb,
  updated_at timestamptz not null default now(),
  check ((file_id is null) <> (shapes is null))
);

-- The map counts shared devices by the building of their room, or else of their lab's door.
create index device_place on device (room_id, lab_id) where shared and status <> 'scrapped';
