import { pendingScrapStates } from '@portal/contract/asset/asset'
import { beforeUseStates, liveStates, qualificationReasons } from '@portal/contract/booking/booking'
import { view, type Permission } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals } from '../../kernel/db.ts'
import { deptInScope } from '../dept/scope.rules.ts'

// Pieces of SQL that several statements of this module are made of.

/** Spelt out, not passed: only so does the planner see that the partial indexes fit. */
export const LIVE = `(${literals(liveStates)})`

/**
 * Device d of lab l, opened by o, is offered: what `listObstacles` of the openings says of one device, for
 * those who look for any.
 */
export const BOOKABLE = `(l.enabled and d.shared and d.status = 'normal' and o.enabled
  and not exists (select from scrap x where x.device_id = d.id
    and x.state in (${literals(pendingScrapStates)})))`

/**
 * The person's lab is the booking's lab, or it belongs to his dept or one below. Climbs from the lab's dept,
 * a few rows.
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
 * `scoped` false: for somebody who looks at nobody else's (see {@link mayLook}); to make ready what asks for
 * his scope costs more than a short statement itself, asked or not.
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
/** Whoever sees every booking of the campus. */
export const seesAll = (ctx: Ctx): boolean => ctx.holds('SYSTEM_ADMIN', 'SUBSCRIBE_ORDER_ALL')
export const mayLook = (ctx: Ctx): boolean => ctx.holds(...lookers)
/** The values that {@link standingSql} wants. Without a session (timed work) nobody has a standing. */
export const bindPerson = (ctx: Ctx): [number, boolean, boolean, boolean, number | null] => [
  ctx.actor?.id ?? 0,
  seesAll(ctx),
  ctx.holds(...editors),
  mayLook(ctx),
  deptInScope(ctx.actor),
]

/**
 * The device of booking b (d, with its opening o) asks for a qualification that its experimenter has not for
 * this time: it was asked for, or ended, after he was booked for it.
 */
export const UNQUALIFIED = `coalesce(o.qualification_required, false) and b.kind = 'self_operated'
  and b.state in (${literals(beforeUseStates)})
  and not coalesce(b.overridden && array[${literals(qualificationReasons)}], false)
  and not exists (select from may_operate(d.id, d.lab_id, b.experimenter_id, upper(b.period)))`
