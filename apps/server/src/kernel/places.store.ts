// A person's labs and devices, by which lists of several modules are limited. They are in the kernel because
// a module reads no other module's store.

/**
 * SQL array of the labs of the person `$1`, as director, administrator or reviewer. If `$2`, a right of the
 * back office, also as a member, and with the labs of the dept `$3` and of all depts below it
 * (`deptInScope`).
 */
export const LABS_IN_SCOPE = `array(
    select lab_id from lab_member where user_id = $1 and (role in ('lab_director', 'lab_admin') or $2)
    union select lab_id from device_reviewer where user_id = $1 and lab_id is not null
    union select l.id from lab l where $2 and l.dept_id in (
      with recursive tree as (select id from dept where id = $3::int8 union select c.id from dept c
        join tree on c.parent_id = tree.id) select id from tree))`
/** SQL array of the devices that the person `$1` reviews one by one, not as reviewer of a whole lab. */
export const REVIEWED_DEVICES =
  'array(select device_id from device_reviewer where user_id = $1 and device_id is not null)'
