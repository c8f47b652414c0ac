-- What an instrument asks of each delivered sample (decision 88). Samples of a booking that changes are taken
-- away and written anew, so that answers stand with their row and not in form_answer, which is appended to.

alter table form_binding drop constraint form_binding_occasion_check,
  add constraint form_binding_occasion_check
    check (occasion in ('booking', 'samples', 'fault', 'survey', 'result'));

alter table booking_sample
  add column form_id bigint,
  -- What was answered, for good.
  add column form_version int,
  add column given jsonb check (jsonb_typeof(given) = 'object'),
  add constraint booking_sample_answered check (num_nulls(form_id, form_version, given) in (0, 3)),
  add constraint booking_sample_of_version foreign key (form_id, form_version)
    references form_revision (form_id, version);
create index booking_sample_form on booking_sample (form_id, form_version) where form_id is not null;
