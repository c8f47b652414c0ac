import type { PageQuery } from '@portal/contract/kernel/page'
import type { Tier } from '@portal/contract/people/people'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { run, type Db } from '../../../kernel/db.ts'
import { joinConditions, type Condition } from '../../../kernel/list.store.ts'
import type { Sought } from '../../../kernel/search.rules.ts'
import { RECORD, type PersonRecord } from '../people.store.ts'

// Lists of people that stay quick with 100,000 people. They use the conditions of kernel/list.store.ts but
// their own paging: totals come from a tally table, or are counted with the hits of a name in one statement;
// the order by last sign-in is read along an index of another table.

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
/**
 * Each order follows an index, in both directions. A person who never signed in sorts as the oldest sign-in.
 */
function findOrder(order_by: string | undefined): Order {
  const [field = '', direction = ''] = order_by?.split(' ') ?? []
  if (field === 'lastLoginAt')
    return {
      from: `last_login s join ${USERS} on u.id = s.user_id`,
      by: `s.at ${direction} ${direction === 'desc' ? 'nulls last' : 'nulls first'}, s.user_id ${direction}`,
    }
  const column = columns.get(field)
  return column ? { from: USERS, by: `${column} ${direction}, u.id ${direction}` } : newestFirst
}

/** Conditions on the columns that user_account and the tally table share. `as`: the table's alias. */
const listFacets = (f: Filters, as: 'u' | 't'): Condition[] =>
  Object.entries({
    dept_id: f.deptId,
    user_type: f.userType || undefined,
    tier: f.tier,
    enabled: f.enabled,
    on_campus: f.onCampus,
  }).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(`${as}.${column}`)} = ${value}`],
  )
function listConditions(f: Filters): Condition[] {
  const all = listFacets(f, 'u')
  if (f.sought) all.push(sql`u.search_grams @> ${f.sought.grams}`)
  // Skipped if the grams are exact: otherwise PostgreSQL rechecks every hit of a surname.
  if (f.sought?.recheck.length) all.push(sql`u.search_text like all (${f.sought.recheck}::text[])`)
  if (f.roleId !== undefined)
    all.push(sql`u.id in (select user_id from user_role where role_id = ${f.roleId})`)
  return all
}
const makeWhere = (f: Filters, ...more: Condition[]) => joinConditions([...listConditions(f), ...more])

export async function countAll(db: Db, f: Filters): Promise<number> {
  const total =
    f.sought || f.roleId !== undefined
      ? sql<{ total: number }>`select count(*) as total from user_account u where ${makeWhere(f)}`
      : sql<{ total: number }>`select coalesce(sum(n), 0)::int8 as total from user_tally t
          where ${joinConditions(listFacets(f, 't'))}`
  return (await total.execute(db)).rows[0]?.total ?? 0
}

const readIds = async (db: Db, select: RawBuilder<{ id: number }>): Promise<number[]> =>
  (await select.execute(db)).rows.map((r) => r.id)
const readPageIds = (db: Db, f: Filters, { from, by }: Order, { page, size }: Page): Promise<number[]> =>
  readIds(
    db,
    sql`select u.id from ${sql.raw(from)} where ${makeWhere(f)} order by ${sql.raw(by)}
      limit ${size} offset ${page * size}`,
  )

/** Search by name: one statement reads the hits once, for their number and for the page. */
async function readHits(
  db: Db,
  f: Filters,
  { by }: Order,
  { page, size }: Page,
): Promise<{ total: number; ids: number[] }> {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with hits as materialized (select u.id, u.username, u.name, u.created_at from user_account u
      where ${makeWhere(f)})
    select (select count(*) from hits) as total,
      array(select u.id from hits u order by ${sql.raw(by)}
        limit ${size} offset ${page * size}) as ids`.execute(db)
  return rows[0] ?? { total: 0, ids: [] }
}

const ROWS = `select ${RECORD} from unnest($1::int8[]) with ordinality page (id, place)
  join user_account u on u.id = page.id left join dept d on d.id = u.dept_id order by page.place`
const readRows = async (db: Db, ids: readonly number[]) =>
  ids.length ? await run<PersonRecord>(db, ROWS, [ids]) : []

export const readPage = async (db: Db, f: Filters, query: PageQuery): Promise<PersonRecord[]> =>
  readRows(db, await readPageIds(db, f, findOrder(query.order_by), query))

/** One page and the total. */
export async function readCountedPage(
  db: Db,
  f: Filters,
  query: PageQuery,
): Promise<{ items: PersonRecord[]; total: number }> {
  const order = findOrder(query.order_by)
  if (f.sought && order.from === USERS) {
    const { total, ids } = await readHits(db, f, order, query)
    return { items: await readRows(db, ids), total }
  }
  const total = await countAll(db, f)
  return { items: total ? await readPage(db, f, query) : [], total }
}

/** The next rows of a walk by descending id, before `id`; undefined: from the newest. */
export async function readBefore(
  db: Db,
  f: Filters,
  id: number | undefined,
  size: number,
): Promise<PersonRecord[]> {
  const where = id === undefined ? makeWhere(f) : makeWhere(f, sql`u.id < ${id}`)
  return readRows(
    db,
    await readIds(db, sql`select u.id from user_account u where ${where} order by u.id desc limit ${size}`),
  )
}

// ── as others see them ─────────────────────────────────────────────────────

export interface Card {
  id: number
  username: string
  name: string
  dept: string | null
  userType: string
}
const CARD = `u.id, u.username, u.name, d.name as dept, u.user_type as "userType"`
const TEACHERS = `u.id in (select ur.user_id from user_role ur join role r on r.id = ur.role_id
    where r.code in ('TEACHER', 'LAB_DIRECTOR'))`
/** The person whose username equals the search text comes first. */
const cardsSql = (
  which: string,
) => `with hits as (select u.id, u.name, u.username <> $1 as other from user_account u where ${which})
  select ${CARD}, (select count(*) from hits) as total
  from (select * from hits order by other, name, id limit $2 offset $3) page
  join user_account u on u.id = page.id left join dept d on d.id = u.dept_id
  order by page.other, page.name, page.id`

export async function findCards(
  db: Db,
  who: 'all' | 'campus' | 'teachers',
  sought: Sought | undefined,
  exact: string,
  { page, size }: Page,
): Promise<{ items: Card[]; total: number }> {
  const conditions = [
    'u.enabled',
    ...(who === 'teachers' ? [TEACHERS] : []),
    ...(who === 'campus' ? ['u.on_campus'] : []),
    ...(sought ? ['u.search_grams @> $4', 'u.search_text like all ($5::text[])'] : []),
  ]
  const rows = await run<Card & { total: number }>(db, cardsSql(conditions.join(' and ')), [
    exact,
    size,
    page * size,
    ...(sought ? [sought.grams, sought.recheck] : []),
  ])
  return { items: rows, total: rows[0]?.total ?? 0 }
}
const CARD_OF = `select ${CARD} from user_account u left join dept d on d.id = u.dept_id
  where u.enabled and u.username = $1`
export const findCard = (db: Db, username: string) => run<Card>(db, CARD_OF, [username])

const CARDS_BY_ID = `select ${CARD}, array(select distinct p.name from user_post up
    join post p on p.id = up.post_id where up.user_id = u.id and p.enabled) as posts
  from unnest($1::int8[]) with ordinality page (id, place) join user_account u on u.id = page.id
  left join dept d on d.id = u.dept_id order by page.place`
/** The people with these ids, in this order; closed accounts too. */
export const listCards = (db: Db, ids: readonly number[]) => run<Card>(db, CARDS_BY_ID, [ids])

/** People with open accounts, or only those of the university, by name. */
export async function listEverybody(
  db: Db,
  who: 'all' | 'campus',
  page: Page,
): Promise<{ items: Card[]; total: number }> {
  const filters: Filters = { enabled: true, ...(who === 'campus' && { onCampus: true }) }
  return {
    items: await listCards(db, await readPageIds(db, filters, byName, page)),
    total: await countAll(db, filters),
  }
}

/** The university's people with open accounts, by name. */
export async function readDirectory(
  db: Db,
  f: { deptId?: number | undefined; postId?: number | undefined; sought?: Sought | undefined },
  { page, size }: Page,
): Promise<{ items: (Card & { posts: string[] })[]; total: number }> {
  const filters: Filters = { deptId: f.deptId, sought: f.sought, enabled: true, onCampus: true }
  if (f.postId === undefined) {
    const total = await countAll(db, filters)
    return {
      items: await run(db, CARDS_BY_ID, [
        total ? await readPageIds(db, filters, byName, { page, size }) : [],
      ]),
      total,
    }
  }
  // Few people hold a given post, so all ids are read.
  const where = makeWhere(filters, sql`u.id in (select user_id from user_post where post_id = ${f.postId})`)
  const all = await readIds(
    db,
    sql`select u.id from user_account u where ${where} order by u.name, u.id limit 10000`,
  )
  return {
    items: await run(db, CARDS_BY_ID, [all.slice(page * size, (page + 1) * size)]),
    total: all.length,
  }
}

// ── the tally ──────────────────────────────────────────────────────────────

const SUM_UP = `with gone as (delete from user_tally returning *)
  insert into user_tally select on_campus, user_type, tier, enabled, dept_id, sum(n) from gone
  group by 1, 2, 3, 4, 5 having sum(n) <> 0 returning n`
/** Merges the tally rows of each group into one. Concurrent changes add rows of their own. */
export const sumUp = async (ctx: Ctx): Promise<number> => (await run(ctx.db, SUM_UP, [])).length
