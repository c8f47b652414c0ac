import type { ConsultingState } from '@portal/contract/consulting/consulting'
import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Searchable } from '../../kernel/search.rules.ts'
import { defineFixedList, readFixedPage } from '../../kernel/fixed-list.store.ts'

/** The person who reads, and whether they manage all questions. */
export interface Asker {
  userId: number
  all: boolean
}
const askerValues = (a: Asker) => [a.userId, a.all]

/**
 * $1, $2: the reader. Visible are shared answers, the reader's own questions, and those the reader may
 * answer.
 */
const ANSWERS = `($2::boolean
    or exists (select from consulting_answerer a where a.category_id = c.category_id and a.user_id = $1))`
const SEEN = `((c.state = 'answered' and c.shared) or c.asker_id = $1 or ${ANSWERS})`

export interface CategoryRow {
  id: number
  name: string
  sort: number
  count: number
  answerers: Ref[]
}
const CATEGORIES = `select g.id, g.name, g.sort,
    (select count(*)::int from consulting c where c.category_id = g.id and ${SEEN}) as count,
    coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name)
        from consulting_answerer a join user_account u on u.id = a.user_id and u.enabled
        where a.category_id = g.id),
      '[]') as answerers
  from consulting_category g order by g.sort, g.id`
export const listCategories = (db: Db, asker: Asker) => run<CategoryRow>(db, CATEGORIES, askerValues(asker))

export interface ConsultingRow {
  id: number
  title: string
  category: Ref
  state: ConsultingState
  shared: boolean
  asker: string | null
  mine: boolean
  askedAt: Date
  answeredAt: Date | null
  views: number
}
const ROW = `c.id, c.title, jsonb_build_object('id', g.id, 'name', g.name) as category, c.state, c.shared,
    case when c.asker_id = $1 or ${ANSWERS} then u.name end as asker,
  c.asker_id = $1 as mine, c.asked_at as "askedAt", c.answered_at as "answeredAt", c.views`
const JOINS = `join consulting_category g on g.id = c.category_id join user_account u on u.id = c.asker_id`
const FROM = `consulting c ${JOINS}`
const FILTER = `${SEEN} and ($3::int8 is null or c.category_id = $3) and ($4::text is null or c.state = $4)
    and ($5::boolean is null or (c.asker_id = $1) = $5)`
// Waiting questions come first for everybody who sees them.
const ORDER = `c.state = 'answered', coalesce(c.answered_at, c.asked_at) desc, c.id desc`
// Selects the page first and joins people and categories for its rows only.
const LIST = defineFixedList('c', 6, (found, limit) => ({
  items: `select ${ROW}
    from (select c.* from consulting c where ${FILTER}${found} order by ${ORDER} ${limit}) c ${JOINS}
    order by ${ORDER}`,
  total: `select count(*)::int as total from consulting c where ${FILTER}${found}`,
}))

interface Filters {
  categoryId?: number | undefined
  state?: ConsultingState | undefined
  mine?: boolean | undefined
  keyword?: string | undefined
  page: number
  size: number
}
export const list = (db: Db, asker: Asker, f: Filters) =>
  readFixedPage<ConsultingRow>(
    db,
    LIST,
    [...askerValues(asker), f.categoryId ?? null, f.state ?? null, f.mine ?? null],
    f,
  )

export interface ConsultingContent extends ConsultingRow {
  askerId: number
  body: string
  answer: string | null
  answeredBy: string | null
  /** The asker lets others read it. */
  shareable: boolean
  seen: boolean
  answers: boolean
}
const FIND = `select ${ROW}, c.asker_id as "askerId", c.body, c.answer, r.name as "answeredBy",
    c.shared or c.held_back as shareable, ${SEEN} as seen, ${ANSWERS} as answers
  from ${FROM} left join user_account r on r.id = c.answered_by where c.id = $3`
/** Finds the question whether or not the reader may see it; the row tells which. */
export const find = async (db: Db, asker: Asker, id: number) =>
  (await run<ConsultingContent>(db, FIND, [...askerValues(asker), id]))[0]

export const lock = (ctx: Ctx, id: number) =>
  run(ctx.db, 'select id from consulting where id = $1 for no key update', [id])
export const countView = (ctx: Ctx, id: number) =>
  run(ctx.db, 'update consulting set views = views + 1 where id = $1', [id])

const WAITING = `select count(*)::int as n from consulting where asker_id = $1 and state = 'waiting'`
export const countWaiting = async (db: Db, userId: number): Promise<number> =>
  (await runOne<{ n: number }>(db, WAITING, [userId])).n

const ASK = `insert into consulting (category_id, title, body, shared, asker_id, asked_at, search_text,
    search_grams) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`
export const ask = (
  ctx: Ctx,
  q: { categoryId: number; title: string; body: string; shared: boolean },
  search: Searchable,
) =>
  runOne<{ id: number }>(ctx.db, ASK, [
    q.categoryId,
    q.title,
    q.body,
    q.shared,
    ctx.me.id,
    ctx.now,
    search.text,
    search.grams,
  ])

const ANSWER = `update consulting
  set state = 'answered', answer = $2, shared = $3, held_back = (shared or held_back) and not $3::boolean,
    answered_by = $4, answered_at = $5 where id = $1`
export const answer = (ctx: Ctx, id: number, text: string, shared: boolean) =>
  run(ctx.db, ANSWER, [id, text, shared, ctx.me.id, ctx.now])
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from consulting where id = $1', [id])

const ANSWERERS = `select u.id from consulting_answerer a
  join user_account u on u.id = a.user_id and u.enabled where a.category_id = $1`
/** Answerers of the category with open accounts. */
export const listAnswerers = async (db: Db, categoryId: number): Promise<number[]> =>
  (await run<{ id: number }>(db, ANSWERERS, [categoryId])).map((r) => r.id)

const WAITING_IN = `select count(*)::int as n from consulting where category_id = $1 and state = 'waiting'`
export const countWaitingIn = async (db: Db, categoryId: number): Promise<number> =>
  (await runOne<{ n: number }>(db, WAITING_IN, [categoryId])).n
const LEFT_ALONE = `select g.id, g.name, count(*)::int as waiting
  from consulting_category g join consulting c on c.category_id = g.id and c.state = 'waiting'
  where g.id in (select category_id from consulting_answerer where user_id = any($1::int8[]))
    and not exists (select from consulting_answerer a join user_account u on u.id = a.user_id and u.enabled
      where a.category_id = g.id)
  group by g.id order by g.id`
/**
 * Categories with waiting questions that these people answered and that have no other answerer with an open
 * account.
 */
export const listLeftAlone = (db: Db, userIds: readonly number[]) =>
  run<{ id: number; name: string; waiting: number }>(db, LEFT_ALONE, [userIds])

export const addCategory = (ctx: Ctx, name: string, sort: number) =>
  runOne<{ id: number }>(
    ctx.db,
    'insert into consulting_category (name, sort) values ($1, $2) returning id',
    [name, sort],
  )
export const changeCategory = async (ctx: Ctx, id: number, name: string, sort: number) =>
  (
    await run<{ id: number }>(
      ctx.db,
      'update consulting_category set name = $2, sort = $3 where id = $1 returning id',
      [id, name, sort],
    )
  )[0]
export async function setAnswerers(ctx: Ctx, categoryId: number, userIds: readonly number[]): Promise<void> {
  await run(ctx.db, 'delete from consulting_answerer where category_id = $1', [categoryId])
  await run(
    ctx.db,
    `insert into consulting_answerer (category_id, user_id) select distinct $1::int8, id
      from unnest($2::int8[]) id`,
    [categoryId, userIds],
  )
}
export const removeCategory = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, 'delete from consulting_category where id = $1 returning id', [id])).length > 0
