import type { PageQuery } from '@portal/contract/kernel/page'
import type { Tier } from '@portal/contract/people/people'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Sought } from '../../kernel/search.rules.ts'
import { RECORD, type PersonRecord } from './people.store.ts'

// Lists of people: a hundred thousand of them are as quick as a hundred.

export interface Filters {
  sought?: Sought | undefined
  deptId?: number | undefined
  roleId?: number | undefined
  userType?: string | undefined
  tier?: Tier | undefined
  enabled?: boolean | undefined
  onCampus?: boolean | undefined
}
type Page = Pick<PageQuery, 'page' | 'size'>

interface Order {
  from: string
  by: string
}
const USERS = 'user_account u'
const columns = new Map([
  ['username', 'u.username'],
  ['name', 'u.name'],
  ['createdTime', 'u.created_at'],
])
const newestFirst: Order = { from: USERS, by: 'u.id desc' }
const byName: Order = { from: USERS, by: 'u.name, u.id' }
/** As the indexes are, in both directions. Who never signed in did so longest ago. */
function orderOf(order_by: string | undefined): Order {
  const [field = '', direction = ''] = order_by?.split(' ') ?? []
  if (field === 'lastLoginAt')
    return {
      from: `last_login s join ${USERS} on u.id = s.user_id`,
      by: `s.at ${direction} ${direction === 'desc' ? 'nulls last' : 'nulls first'}, s.user_id ${direction}`,
    }
  const column = columns.get(field)
  return column ? { from: USERS, by: `${column} ${direction}, u.id ${direction}` } : newestFirst
}

/** Conditions, and the values they speak of. */
class Where {
  readonly values: unknown[] = []
  readonly #conditions: string[] = []
  and(value: unknown, condition: (parameter: string) => string): this {
    if (value !== undefined) this.#conditions.push(condition(`$${this.values.push(value)}`))
    return this
  }
  toString(): string {
    return this.#conditions.length ? `where ${this.#conditions.join(' and ')}` : ''
  }
}
/** What the tally knows as well. */
const facets = (f: Filters, alias: string) =>
  new Where()
    .and(f.deptId, (p) => `${alias}.dept_id = ${p}`)
    .and(f.userType || undefined, (p) => `${alias}.user_type = ${p}`)
    .and(f.tier, (p) => `${alias}.tier = ${p}`)
    .and(f.enabled, (p) => `${alias}.enabled = ${p}`)
    .and(f.onCampus, (p) => `${alias}.on_campus = ${p}`)
const whereOf = (f: Filters) =>
  facets(f, 'u')
    .and(f.sought?.grams, (p) => `u.search_grams @> ${p}`)
    .and(
      f.sought?.recheck.length ? f.sought.recheck : undefined,
      (p) => `u.search_text like all (${p}::text[])`,
    )
    .and(f.roleId, (p) => `u.id in (select user_id from user_role where role_id = ${p})`)

export async function totalOf(db: Db, f: Filters): Promise<number> {
  if (f.sought || f.roleId !== undefined) {
    const where = whereOf(f)
    return (
      await runOne<{ total: number }>(
        db,
        `select count(*) as total from user_account u ${where}`,
        where.values,
      )
    ).total
  }
  const where = facets(f, 't')
  return (
    await runOne<{ total: number }>(
      db,
      `select coalesce(sum(n), 0)::int8 as total from user_tally t ${where}`,
      where.values,
    )
  ).total
}

async function idsOf(db: Db, f: Filters, { from, by }: Order, { page, size }: Page): Promise<number[]> {
  const where = whereOf(f)
  const ids = `select u.id from ${from} ${where} order by ${by} limit $${where.values.length + 1} offset $${where.values.length + 2}`
  return (await run<{ id: number }>(db, ids, [...where.values, size, page * size])).map((r) => r.id)
}

/** Who is sought by name: once through the hits, for their number and for the page of them. */
async function hitsOf(
  db: Db,
  f: Filters,
  { by }: Order,
  { page, size }: Page,
): Promise<{ total: number; ids: number[] }> {
  const where = whereOf(f)
  const hits = `with hits as materialized (select u.id, u.username, u.name, u.created_at from ${USERS} ${where})
    select (select count(*) from hits) as total, array(select u.id from hits u order by ${by} limit $${where.values.length + 1} offset $${where.values.length + 2}) as ids`
  return runOne(db, hits, [...where.values, size, page * size])
}

const ROWS = `select ${RECORD} from unnest($1::int8[]) with ordinality page (id, place) join user_account u on u.id = page.id left join dept d on d.id = u.dept_id order by page.place`
const rowsOf = async (db: Db, ids: readonly number[]) =>
  ids.length ? await run<PersonRecord>(db, ROWS, [ids]) : []

export const page = async (db: Db, f: Filters, query: PageQuery): Promise<PersonRecord[]> =>
  rowsOf(db, await idsOf(db, f, orderOf(query.order_by), query))

/** One page, and how many there are. */
export async function counted(
  db: Db,
  f: Filters,
  query: PageQuery,
): Promise<{ items: PersonRecord[]; total: number }> {
  const order = orderOf(query.order_by)
  if (f.sought && order.from === USERS) {
    const { total, ids } = await hitsOf(db, f, order, query)
    return { items: await rowsOf(db, ids), total }
  }
  const total = await totalOf(db, f)
  return { items: total ? await page(db, f, query) : [], total }
}

/** The next ones of a walk through all, newest first. */
export async function before(
  db: Db,
  f: Filters,
  id: number | undefined,
  size: number,
): Promise<PersonRecord[]> {
  const where = whereOf(f).and(id, (p) => `u.id < ${p}`)
  const ids = await run<{ id: number }>(
    db,
    `select u.id from user_account u ${where} order by u.id desc limit $${where.values.length + 1}`,
    [...where.values, size],
  )
  return rowsOf(
    db,
    ids.map((r) => r.id),
  )
}

// ── as others see them ──────────────────────────────────────────────────────────────────────────────────────────────────

export interface Card {
  id: number
  username: string
  name: string
  dept: string | null
  userType: string
}
const CARD = `u.id, u.username, u.name, d.name as dept, u.user_type as "userType"`
const TEACHERS = `u.id in (select ur.user_id from user_role ur join role r on r.id = ur.role_id where r.code in ('TEACHER', 'LAB_DIRECTOR'))`
/** Whoever bears this very username first. */
const CARDS = (
  which: string,
) => `with hits as (select u.id, u.name, u.username <> $1 as other from user_account u where ${which})
  select ${CARD}, (select count(*) from hits) as total from (select * from hits order by other, name, id limit $2 offset $3) page join user_account u on u.id = page.id left join dept d on d.id = u.dept_id
  order by page.other, page.name, page.id`

export async function cards(
  db: Db,
  who: 'all' | 'teachers',
  sought: Sought | undefined,
  exact: string,
  { page, size }: Page,
): Promise<{ items: Card[]; total: number }> {
  const conditions = [
    'u.enabled',
    ...(who === 'teachers' ? [TEACHERS] : []),
    ...(sought ? ['u.search_grams @> $4', 'u.search_text like all ($5::text[])'] : []),
  ]
  const rows = await run<Card & { total: number }>(db, CARDS(conditions.join(' and ')), [
    exact,
    size,
    page * size,
    ...(sought ? [sought.grams, sought.recheck] : []),
  ])
  return { items: rows, total: rows[0]?.total ?? 0 }
}
const CARD_OF = `select ${CARD} from user_account u left join dept d on d.id = u.dept_id where u.enabled and u.username = $1`
export const cardOf = (db: Db, username: string) => run<Card>(db, CARD_OF, [username])

const CARDS_BY_ID = `select ${CARD}, array(select distinct p.name from user_post up join post p on p.id = up.post_id where up.user_id = u.id and p.enabled) as posts
  from unnest($1::int8[]) with ordinality page (id, place) join user_account u on u.id = page.id left join dept d on d.id = u.dept_id order by page.place`

/** Everybody who may sign in, by name. */
export async function everybody(db: Db, page: Page): Promise<{ items: Card[]; total: number }> {
  const filters: Filters = { enabled: true }
  return {
    items: await run<Card>(db, CARDS_BY_ID, [await idsOf(db, filters, byName, page)]),
    total: await totalOf(db, filters),
  }
}

/** The university's own people, by name; not those who may no longer sign in. */
export async function directory(
  db: Db,
  f: { deptId?: number | undefined; postId?: number | undefined; sought?: Sought | undefined },
  { page, size }: Page,
): Promise<{ items: (Card & { posts: string[] })[]; total: number }> {
  const filters: Filters = { deptId: f.deptId, sought: f.sought, enabled: true, onCampus: true }
  if (f.postId === undefined) {
    const total = await totalOf(db, filters)
    return {
      items: await run(db, CARDS_BY_ID, [total ? await idsOf(db, filters, byName, { page, size }) : []]),
      total,
    }
  }
  // Few hold a post.
  const where = whereOf(filters).and(
    f.postId,
    (p) => `u.id in (select user_id from user_post where post_id = ${p})`,
  )
  const all = await run<{ id: number }>(
    db,
    `select u.id from user_account u ${where} order by u.name, u.id limit 10000`,
    where.values,
  )
  return {
    items: await run(db, CARDS_BY_ID, [all.slice(page * size, (page + 1) * size).map((r) => r.id)]),
    total: all.length,
  }
}

// ── the tally ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const SUM_UP = `with gone as (delete from user_tally returning *)
  insert into user_tally select on_campus, user_type, tier, enabled, dept_id, sum(n) from gone group by 1, 2, 3, 4, 5 having sum(n) <> 0 returning n`
/** Writes what has gathered as one line each. Changes that come meanwhile are lines of their own. */
export const sumUp = async (db: Db): Promise<number> => (await run(db, SUM_UP, [])).length
