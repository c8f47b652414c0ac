import { offices, ownMoney, type ActorRole, type AskedRole } from '@portal/contract/approval/approval'
import type { Permission } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'

// The people behind a role, as SQL fragments over a task `t`: looked up each time, never copied.

const holders = (
  ...codes: Permission[]
) => `select ur.user_id as id from permission p join role_permission rp on rp.permission_id = p.id
  join user_role ur on ur.role_id = rp.role_id where p.code in (${codes.map((c) => `'${c}'`).join(', ')})`
export type Office = keyof typeof offices
export const officeNames = Object.keys(offices) as Office[]

export const idsOf: Record<ActorRole, string> = {
  person: 'select t.asked_user_id as id',
  reviewer: `select r.user_id as id from device_reviewer r where r.device_id = t.device_id
    union all select r.user_id from device_reviewer r where r.lab_id = t.lab_id`,
  lab_director: `select m.user_id as id from lab_member m
    where m.lab_id = t.lab_id and m.role = 'lab_director'`,
  finance: holders(...offices.finance),
  dept_head: `with recursive up as (select d.id, d.parent_id from dept d where d.id = t.dept_id
      union select p.id, p.parent_id from dept p join up on p.id = up.parent_id)
    select h.id from up join user_account h on h.dept_id = up.id join user_role ur on ur.user_id = h.id
    join role r on r.id = ur.role_id and r.code = 'DEPT_HEAD'`,
  equip_office: holders(...offices.equip_office),
  tender_office: holders(...offices.tender_office),
  sysadmin: holders('ADMIN'),
}
const roles = Object.keys(idsOf) as ActorRole[]

/** SQL: neither the requester, nor the barred person, nor a closed account. */
const isOther = 'u.enabled and u.id is distinct from t.requester_id and u.id is distinct from t.barred_id'
const anybody = (role: ActorRole) =>
  `exists (select from (${idsOf[role]}) c join user_account u on u.id = c.id where ${isOther})`

/**
 * SQL: the role a task falls to. If the asked role has no people, the next above acts, so that no task
 * is stuck.
 */
export const ROLE = `case
    ${roles
      .filter((role) => role !== 'lab_director' && role !== 'sysadmin')
      .map((role) => `when t.asked_role = '${role}' and ${anybody(role)} then '${role}'`)
      .join('\n    ')}
    when t.asked_role <> 'sysadmin' and ${anybody('lab_director')} then 'lab_director'
    else 'sysadmin' end`

/** Steps that stay with the person they ask, even if that account is closed. */
const personal = `(t.business, t.step) in (('settlement', 'card_owner'), ('stock_in', 'card_owner'), ('booking', 'payer'))`
const ownSteps = Object.entries(ownMoney).flatMap(([business, steps]) =>
  steps.map((step) => `('${business}', '${step}')`),
)
/**
 * SQL: may administrators act on the task too? Not where a person decides on their own money. Once such a
 * task has fallen to the administrators because the person left, they can send it back.
 */
export const takesAdmin = `not (t.role = 'person' and (t.business, t.step) in (${ownSteps.join(', ')}))`
/**
 * SQL: does task `t` ask the absent person `away`, whose deputy may act then? Looked up live. Tasks that fell
 * to administrators are left out. `isAway` needs $1, the deputy, and `now`, the moment. Queries add
 * `takesAdmin` to leave out decisions on a person's own money.
 */
export const isAskedAway = (away: string): string => `case t.role
    ${roles
      .filter((role) => role !== 'sysadmin')
      .map((role) =>
        role === 'person'
          ? `when 'person' then t.user_id = ${away}`
          : `when '${role}' then ${away} in (${idsOf[role]})`,
      )
      .join('\n    ')}
    else false end`
export const isAway = (now: string): string =>
  `a.deputy_id = $1 and a.starts_at <= ${now} and a.ends_at > ${now} and ${standsIn}`
/**
 * SQL: the absent account is open, and the deputy's too. A closed account may do nothing, and neither may its
 * deputy. A deputy from outside the campus may not decide for it.
 */
export const standsIn = `exists (select from user_account w where w.id = a.user_id and w.enabled)
    and exists (select from user_account w where w.id = a.deputy_id and w.enabled and w.on_campus)`
export const TASK_ROLE = `case when ${personal} then 'person' else ${ROLE} end`

/** Like `TASK_ROLE` for a known asked role: a quarter of the SQL, because thousands of tasks are opened. */
export const chooseRole = (
  asked: AskedRole,
): string => `case ${asked === 'person' ? `when ${personal} then 'person'` : ''}
    ${asked === 'lab_director' ? '' : `when ${anybody(asked)} then '${asked}'`}
    when ${anybody('lab_director')} then 'lab_director'
    else 'sysadmin' end`

/**
 * SQL: everybody who can act on a task of the given role. `offset 0` makes PostgreSQL look up each account by
 * its key; in a plain join it estimates the holders of all roles together and reads every account.
 */
export const PEOPLE = `select distinct u.id, u.name from (
    ${roles
      .map((role) => `select c.id from (${idsOf[role]}) c where t.role = '${role}'`)
      .join('\n    union all ')}
    union all select t.deputy_id where t.deputy_id is not null
  ) c, lateral (select a.id, a.name, a.enabled from user_account a where a.id = c.id offset 0) u
  where ${isOther}`

export interface Ask {
  role: ActorRole
  /** For `person`. */
  userId?: number | null
  labId: number | null
  deviceId: number | null
  /** For `dept_head`. */
  deptId?: number | null
  exceptUserId: number | null
  /** May not act either. */
  barredId?: number | null
  /** May act as well as the role. */
  deputyId?: number | null
}
export interface Answer {
  /** The role that the task falls to if the asked one has no people. */
  role: ActorRole
  ids: number[]
  /** Names of the first few of them. */
  names: string[]
}
const ANSWERS = `
  select t.role, coalesce(p.ids, '{}') as ids, coalesce(p.names[1:5], '{}') as names
  from (
    select t.*, x.role from (
      select u.n, u.asked_role, u.asked_user_id, u.lab_id, u.device_id, u.dept_id, u.requester_id,
        u.deputy_id, u.barred_id
      from unnest($1::text[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int8[],
        $8::int8[]) with ordinality
        u(asked_role, asked_user_id, lab_id, device_id, dept_id, requester_id, deputy_id, barred_id, n)
    ) t, lateral (select ${ROLE} as role offset 0) x
  ) t, lateral (
    select array_agg(q.id order by q.id) as ids, array_agg(q.name order by q.id) as names from (${PEOPLE}) q
  ) p
  order by t.n`

/** The people of each ask, in the order of the asks. */
export async function findPeople(ctx: Ctx, asks: readonly Ask[]): Promise<Answer[]> {
  if (asks.length === 0) return []
  return await run<Answer>(ctx.db, ANSWERS, [
    asks.map((a) => a.role),
    asks.map((a) => a.userId ?? null),
    asks.map((a) => a.labId),
    asks.map((a) => a.deviceId),
    asks.map((a) => a.deptId ?? null),
    asks.map((a) => a.exceptUserId),
    asks.map((a) => a.deputyId ?? null),
    asks.map((a) => a.barredId ?? null),
  ])
}
