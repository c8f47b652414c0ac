-- Who may start a drawn process (decision 88): people, roles, posts, roles in a laboratory, departments with
-- those below them, and types of users, as its diagram says. Nobody named is everybody. Beside the graph,
-- which is large: what one may start is asked of all processes at once.

alter table workflow_version
  add column starters jsonb not null default '[]' check (jsonb_typeof(starters) = 'array');

-- Fault reports by a scanned label, which are about no booking: what the instrument asks then hangs on the
-- report.
alter table form_answer
  add column repair_order_id bigint references repair_order,
  drop constraint form_answer_occasion,
  add constraint form_answer_about check (num_nonnulls(booking_id, repair_order_id) <= 1),
  add constraint form_answer_occasion
    check ((num_nonnulls(booking_id, repair_order_id) = 0) = (occasion is null)),
  add constraint form_answer_of_report check (repair_order_id is null or occasion = 'fault');
create unique index form_answer_report on form_answer (repair_order_id) where repair_order_id is not null;

select note_changes_everywhere();
