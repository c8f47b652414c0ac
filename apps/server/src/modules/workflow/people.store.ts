import type { ActorKind } from '@portal/process-kit/model/graph'
import { run, type Db } from '../../kernel/db.ts'

// People named by an actor of a diagram: looked up each time a step is entered, never copied.

export interface Sought {
  kind: ActorKind
  value: string | null
  /** Ids of people or laboratories that the form names. */
  named: number[]
  /** Null before the process is started. */
  starterId: number | null
}

const LEVELS = `with recursive up as (
    select d.id, d.parent_id, 0 as level from dept d
      where d.id = coalesce($1::int8, (select dept_id from user_account where id = $2))
    union all select p.id, p.parent_id, up.level + 1 from dept p
      join up on p.id = up.parent_id where up.level < 20)`
/** The heads of the nearest department that has a head other than the starter. */
const DEPT_HEAD = `${LEVELS}, heads as (select h.id, up.level from up join user_account h on h.dept_id = up.id
    join user_role ur on ur.user_id = h.id join role r on r.id = ur.role_id and r.code = 'DEPT_HEAD'
    where h.enabled and h.id is distinct from $2)
  select id from heads where level = (select min(level) from heads)`

const SQL: Record<ActorKind, string> = {
  person: '',
  role: `select ur.user_id as id from role r join user_role ur on ur.role_id = r.id
    where r.code = $1 and $2::int8 is distinct from 0`,
  post: `select p.user_id as id from post o join user_post p on p.post_id = o.id
    where (o.code = $1 or o.id::text = $1) and o.enabled and $2::int8 is distinct from 0`,
  labRole: '',
  deptHead: DEPT_HEAD,
  starterSuperior: `select supervisor_id as id from user_account
    where id = $2 and $1::text is distinct from ''`,
  formField: '',
  starter: `select $2::int8 as id, $1::text`,
}
const LAB_ROLE = `select m.user_id as id from lab_member m where m.role = $1 and m.lab_id = any(
    case when $3 then $4::int8[] else array(select lab_id from lab_member where user_id = $2) end)`

async function findIds(
  db: Db,
  { kind, value, named, starterId }: Sought,
  namesLabs: boolean,
): Promise<number[]> {
  if (kind === 'formField') return named
  if (kind === 'person') return [Number(value)]
  const rows =
    kind === 'labRole'
      ? await run<{ id: number | null }>(db, LAB_ROLE, [value, starterId, namesLabs, named])
      : await run<{ id: number | null }>(db, SQL[kind], [value, starterId])
  return rows.flatMap(({ id }) => (id === null ? [] : [id])).toSorted((a, b) => a - b)
}

const ENABLED = `select u.id, u.name from unnest($1::int8[]) with ordinality as meant (id, n)
  join user_account u on u.id = meant.id and u.enabled order by meant.n`
/**
 * The enabled accounts that the actors name, in the order drawn or filled in, which is also the order of
 * sequential steps. The starter is left out, except where the diagram asks the starter.
 *
 * @param namesLabs For a laboratory role: use the laboratories that the form names, not those of the starter.
 */
export async function findPeople(
  db: Db,
  sought: readonly (Sought & { namesLabs: boolean })[],
): Promise<{ id: number; name: string }[]> {
  const ids = new Set<number>()
  for (const one of sought)
    for (const id of await findIds(db, one, one.namesLabs))
      if (one.kind === 'starter' || id !== one.starterId) ids.add(id)
  return ids.size === 0 ? [] : run<{ id: number; name: string }>(db, ENABLED, [[...ids]])
}

const OFFICE = `select distinct u.id, u.name from permission p
  join role_permission rp on rp.permission_id = p.id join user_role ur on ur.role_id = rp.role_id
  join user_account u on u.id = ur.user_id and u.enabled
  where p.code = $1 and u.id is distinct from $2 order by u.id limit 50`
/** The holders of WORKFLOW_ALL, or the administrators if there is none; at most 50 people. */
export async function findOffice(db: Db, exceptId: number): Promise<{ id: number; name: string }[]> {
  const office = await run<{ id: number; name: string }>(db, OFFICE, ['WORKFLOW_ALL', exceptId])
  return office.length > 0 ? office : run(db, OFFICE, ['ADMIN', exceptId])
}
