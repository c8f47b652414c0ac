-- How a person likes a list: which columns in which order, how close its rows stand, filters by name. Small, and
-- gone with the account.
create table list_setting (
  user_id int8 not null references user_account on delete cascade,
  -- The address of the screen, and which of its lists.
  list text not null check (length(list) between 2 and 120),
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) <= 60),
  density text not null check (density in ('normal', 'compact')),
  filters jsonb not null check (jsonb_typeof(filters) = 'array' and jsonb_array_length(filters) <= 10),
  updated_at timestamptz not null,
  primary key (user_id, list),
  constraint list_setting_small check (octet_length(columns::text) + octet_length(filters::text) <= 16384)
);
