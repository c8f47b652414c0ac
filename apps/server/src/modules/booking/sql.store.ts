import { beforeUseStates, liveStates, qualificationReasons } from '@portal/contract/booking/booking'
import { view, type Permission } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals } from '../../kernel/db.ts'
import { isBeingScrapped } from '../../kernel/of-device.store.ts'
import { deptInScope } from '../dept/scope.rules.ts'

// SQL fragments shared by several statements of this module.

/** Literals, not parameters: only then does the planner use the partial indexes. */
export const LIVE = `(${literals(liveStates)})`

/**
 * Device d of lab l with opening o can be booked: the SQL form of `listObstacles` (opening module), for
 * searches over many devices.
 */
export const BOOKABLE = `(l.enabled and d.shared and d.status = 'normal' and o.enabled
  and not ${isBeingScrapped('d.id')})`

/**
 * The person is a member of the booking's lab, or the lab belongs to the person's department or one below it.
 * Climbs from the lab's department, which reads only a few rows.
 */
const inScope = (lab: string, me: string, dept: string) => `(
  exists (select from lab_member m where m.user_id = ${me} and m.lab_id = ${lab}.id)
  or exists (with recursive up as (
      select id, parent_id from dept where id = ${lab}.dept_id union select p.id, p.parent_id from dept p
        join up on up.parent_id = p.id
    ) select from up where up.id = ${dept}))`

/**
 * A person's standing towards a device and its lab, as columns `reviewer`, `director`, `admin`, `viewer` (see
 * roles.rules.ts). Its five parameters come from {@link bindPerson}, in this order from number `first` on.
 * `scoped` false: for people without the permission of {@link mayLook}; planning the department query costs
 * more than a short statement, even if it never runs.
 */
export function standingSql(device: string, lab: string, first: number, scoped = true): string {
  const [me, all, edit, look, dept] = [0, 1, 2, 3, 4].map((i) => `$${first + i}`)
  const within = scoped ? inScope(lab, `${me}`, `${dept}::int8`) : `(false and ${dept}::int8 is null)`
  return `
    exists (select from device_reviewer r where r.device_id = ${device}.id and r.user_id = ${me})
      or exists (select from device_reviewer r where r.lab_id = ${lab}.id and r.user_id = ${me}) as reviewer,
    exists (select from lab_member m where m.lab_id = ${lab}.id and m.user_id = ${me}
      and m.role = 'lab_director') as director,
    ${all}::bool or exists (select from lab_member m where m.lab_id = ${lab}.id and m.user_id = ${me}
      and m.role = 'lab_admin')
      or (${edit}::bool and ${within}) as admin,
    ${all}::bool or (${look}::bool and ${within}) as viewer`
}

const lookers: readonly Permission[] = view('SUBSCRIBE_ORDER')
const editors: readonly Permission[] = ['SUBSCRIBE_ORDER_ALL', 'SUBSCRIBE_ORDER_EDIT']
/** True if the caller sees every booking of the campus. */
export const seesAll = (ctx: Ctx): boolean => ctx.holds('SUBSCRIBE_ORDER_ALL')
export const mayLook = (ctx: Ctx): boolean => ctx.holds(...lookers)
/** The parameters of {@link standingSql}. Without a session (jobs) there is no standing. */
export const bindPerson = (ctx: Ctx): [number, boolean, boolean, boolean, number | null] => [
  ctx.actor?.id ?? 0,
  seesAll(ctx),
  ctx.holds(...editors),
  mayLook(ctx),
  deptInScope(ctx.actor),
]

/**
 * The device of booking b (d, with its opening o) requires a qualification that the experimenter lacks for
 * this time: the requirement came, or the qualification ended, after the booking was made.
 */
export const UNQUALIFIED = `coalesce(o.qualification_required, false) and b.kind = 'self_operated'
  and b.state in (${literals(beforeUseStates)})
  and not coalesce(b.overridden && array[${literals(qualificationReasons)}], false)
  and not exists (select from may_operate(d.id, d.lab_id, b.experimenter_id, upper(b.period)))`
