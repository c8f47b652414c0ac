-- Who is away names somebody who acts in his stead meanwhile: at every step of every flow, drawn or not. The
-- tasks stay his, so that they are his again when he is back; who acts for him is asked anew each time.
create table absence (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  deputy_id bigint not null references user_account,
  starts_at timestamptz not null,
  -- Moved to the moment when he is back before his time.
  ends_at timestamptz not null,
  reason text check (reason <> ''),
  created_by bigint not null references user_account,
  created_at timestamptz not null,
  constraint absence_deputy_is_other check (user_id <> deputy_id),
  constraint absence_ends_later check (ends_at >= starts_at),
  -- One deputy at a time: of two nobody would know whose word it was.
  constraint absence_no_overlap exclude using gist (user_id with =, tstzrange(starts_at, ends_at) with &&)
);
-- Asked whenever somebody opens his inbox: whose deputy he is now. What is over stands at the end.
create index absence_deputy on absence (deputy_id, ends_at);
create index absence_user on absence (user_id, ends_at);

-- Its columns of text are told of in the operation log like those of other tables.
select note_changes_everywhere();
