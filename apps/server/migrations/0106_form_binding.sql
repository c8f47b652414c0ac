-- Forms where the work is (decision 85): which form an instrument or a laboratory asks on which occasion, and
-- of which booking an answer speaks.

create table form_binding (
  id bigint generated always as identity primary key,
  device_id bigint references device,
  lab_id bigint references lab,
  occasion text not null check (occasion in ('booking', 'fault', 'survey', 'result')),
  -- Null: an instrument asks nothing here, though its laboratory does.
  form_id bigint references form,
  bound_by bigint not null references user_account,
  bound_at timestamptz not null,
  constraint form_binding_target check (num_nonnulls(device_id, lab_id) = 1),
  constraint form_binding_asks check (form_id is not null or device_id is not null),
  constraint form_binding_of_device unique (device_id, occasion),
  constraint form_binding_of_lab unique (lab_id, occasion)
);
create index form_binding_form on form_binding (form_id);
create index form_binding_by on form_binding (bound_by);

-- The newest answer of a booking on an occasion counts: what was said before a change stays, as every answer
-- does.
alter table form_answer
  add column booking_id bigint references booking,
  add column occasion text check (occasion in ('booking', 'fault', 'survey', 'result')),
  add constraint form_answer_occasion check ((booking_id is null) = (occasion is null));
create index form_answer_booking on form_answer (booking_id, occasion, id desc) where booking_id is not null;
-- A use fails once and is spoken of once; questions to a booking and results may be answered anew.
create unique index form_answer_once on form_answer (booking_id, occasion)
  where occasion in ('fault', 'survey');

select note_changes_everywhere();
