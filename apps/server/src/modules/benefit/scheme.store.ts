import type { YearKind } from '@portal/contract/benefit/benefit'
import type { SchemeBody } from '@portal/contract/benefit/scheme-calls'
import type { SchemeRules } from '@portal/contract/benefit/scheme'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { wasKeptAfter } from '../../kernel/of-device.store.ts'

export interface Scheme {
  id: number
  revision: number
  yearKind: YearKind
  year: number
  dueOn: string | null
  prefixes: string[]
  minPriceFen: number
  rules: SchemeRules
}
const ROW = `s.id, s.revision, s.year_kind as "yearKind", s.year, s.due_on as "dueOn", s.prefixes,
  s.min_price_fen as "minPriceFen", s.rules`

const LIST = `select ${ROW}, coalesce(n.evaluations, 0)::int as evaluations,
  coalesce(n.published, 0)::int as published
  from benefit_scheme s left join (select scheme_id,
    count(*) filter (where state <> 'cancelled') as evaluations,
    count(*) filter (where state = 'published') as published from benefit_evaluation group by 1) n on
    n.scheme_id = s.id
  order by s.year desc, s.year_kind desc`
export const list = (db: Db) => run<Scheme & { evaluations: number; published: number }>(db, LIST, [])

const READ = `select ${ROW} from benefit_scheme s where s.id = $1`
export const read = async (db: Db, id: number): Promise<Scheme | undefined> =>
  (await run<Scheme>(db, READ, [id]))[0]
/** Reads and locks a scheme: nobody can change it until the transaction ends. */
export const hold = async (ctx: Ctx, id: number): Promise<Scheme | undefined> =>
  (await run<Scheme>(ctx.db, `${READ} for share`, [id]))[0]
/** Reads and locks a scheme: nobody else can change it, or start evaluations by it, meanwhile. */
export const holdAlone = async (ctx: Ctx, id: number): Promise<Scheme | undefined> =>
  (await run<Scheme>(ctx.db, `${READ} for no key update`, [id]))[0]

const ADD = `insert into benefit_scheme (year_kind, year, due_on, prefixes, min_price_fen, rules, created_by,
  created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`
const CHANGE = `update benefit_scheme set year_kind = $2, year = $3, due_on = $4, prefixes = $5,
  min_price_fen = $6, rules = $7, revision = revision + 1
  where id = $1`
const listValues = ({ yearKind, year, dueOn, prefixes, minPriceFen, ...rules }: SchemeBody) => [
  yearKind,
  year,
  dueOn,
  prefixes,
  minPriceFen,
  JSON.stringify(rules),
]
export const add = (ctx: Ctx, s: SchemeBody) =>
  runOne<{ id: number }>(ctx.db, ADD, [...listValues(s), ctx.me.id, ctx.now])
export const change = (ctx: Ctx, id: number, s: SchemeBody) => run(ctx.db, CHANGE, [id, ...listValues(s)])
const DUE = 'update benefit_scheme set due_on = $2, revision = revision + 1 where id = $1 returning id'
export const setDue = async (ctx: Ctx, id: number, dueOn: string | null): Promise<boolean> =>
  (await run(ctx.db, DUE, [id, dueOn])).length === 1
export const remove = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, 'delete from benefit_scheme where id = $1 returning id', [id])).length === 1

/** The last day of the year of scheme `s`, as the contract's `daysOfYear` has it. */
const LAST_DAY = `case s.year_kind when 'school' then make_date(s.year + 1, 8, 31)
  else make_date(s.year, 12, 31) end`
/**
 * Condition for instruments `d` in the scope of scheme `s`: those that were scrapped after its year belong to
 * it, those put into use (or, if that is not known, bought) after it do not. The range ends before ':', the
 * character after '9', so it matches all codes that begin with the prefix.
 */
export const IN_SCOPE = `${wasKeptAfter(LAST_DAY)} and d.price_fen >= s.min_price_fen
  and (coalesce(d.enabled_on, d.bought_on) > ${LAST_DAY}) is not true
  and exists (select from unnest(s.prefixes) p
  where d.moe_code >= p collate "C" and d.moe_code < p || ':' collate "C")`
const LEFT = `from benefit_scheme s, device d where s.id = $1 and ${IN_SCOPE} and not exists (
  select from benefit_evaluation e where e.scheme_id = s.id and e.device_id = d.id
    and e.state <> 'cancelled')`
/** The contact of `d`, if their account is open. */
export const OPEN_CONTACT = `(select u.id from user_account u
    where u.id = d.contact_id and u.enabled) as "contactId"`
export interface ToStart {
  deviceId: number
  /** Null also if the contact's account is closed. */
  contactId: number | null
  labId: number
}
/** Instruments in scope that are not evaluated yet. */
export const toStart = (db: Db, id: number, most: number) =>
  run<ToStart>(
    db,
    `select d.id as "deviceId", ${OPEN_CONTACT}, d.lab_id as "labId" ${LEFT} order by d.id
      limit $2`,
    [id, most],
  )
export const countLeft = async (db: Db, id: number): Promise<number> =>
  (await runOne<{ n: number }>(db, `select count(*)::int as n ${LEFT}`, [id])).n
