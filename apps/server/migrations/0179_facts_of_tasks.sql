-- The facts by which the policy gave a task its deadline. At the deadline the policy was asked with others, read
-- from the requester and from the laboratory whose people are asked: a bill that its booker confirms has no
-- requester and a settlement no laboratory, so the rule for companies or for one laboratory set the hours and
-- the general rule decided. The ids refer to nothing: an old task does not keep a department from being removed.

alter table approval_task
  add column case_device_id bigint,
  add column case_lab_id bigint,
  add column case_dept_id bigint,
  add column case_user_type text;

update approval_task t set case_device_id = b.device_id, case_lab_id = b.lab_id, case_dept_id = l.dept_id,
    case_user_type = u.user_type
  from booking b join lab l on l.id = b.lab_id join user_account u on u.id = b.booker_id
  where t.business = 'booking' and b.id = t.row_id and t.state = 'waiting' and t.due_at is not null;
update approval_task t set case_device_id = o.device_id, case_lab_id = o.lab_id, case_dept_id = l.dept_id,
    case_user_type = u.user_type
  from test_order o join lab l on l.id = o.lab_id join user_account u on u.id = o.booker_id
  where t.business = 'test_order' and o.id = t.row_id and t.state = 'waiting' and t.due_at is not null;
update approval_task t set case_lab_id = s.lab_id, case_dept_id = l.dept_id, case_user_type = u.user_type
  from settlement s join lab l on l.id = s.lab_id join user_account u on u.id = s.payer_id
  where t.business = 'settlement' and s.id = t.row_id and t.state = 'waiting' and t.due_at is not null;
update approval_task t set case_lab_id = p.lab_id, case_dept_id = p.dept_id, case_user_type = u.user_type
  from purchase p join user_account u on u.id = p.requester_id
  where t.business = 'purchase' and p.id = t.row_id and t.state = 'waiting' and t.due_at is not null;
update approval_task t set case_lab_id = p.lab_id, case_dept_id = p.dept_id, case_user_type = u.user_type
  from acceptance a join purchase p on p.id = a.purchase_id join user_account u on u.id = a.receiver_id
  where t.business = 'acceptance' and a.id = t.row_id and t.state = 'waiting' and t.due_at is not null;
update approval_task t set case_device_id = x.device_id, case_lab_id = d.lab_id, case_dept_id = d.dept_id,
    case_user_type = u.user_type
  from scrap x join device d on d.id = x.device_id join user_account u on u.id = x.requester_id
  where t.business = 'scrap' and x.id = t.row_id and t.state = 'waiting' and t.due_at is not null;
