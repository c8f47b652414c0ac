import type { Occasion } from '@portal/contract/form/binding'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import {
  findMeaning,
  readOne,
  readPage,
  walkList,
  type At,
  type List,
  type Restriction,
} from '../../kernel/list.store.ts'
import type { Fields } from './value.rules.ts'

// Answers. They never change; the table itself refuses updates.

export interface Answer {
  id: number
  formId: number
  form: string
  version: number
  userId: number
  by: string
  at: Date
  summary: string
}
const ANSWERS: List = {
  table: 'form_answer',
  as: 'a',
  row: `a.id, a.form_id as "formId", r.name as form, a.version, a.user_id as "userId", u.name as by,
    a.answered_at as at, a.summary`,
  joins: `join user_account u on u.id = a.user_id
    join form_revision r on r.form_id = a.form_id and r.version = a.version`,
  named: [['user_id', 'user_account']],
}
export interface WholeAnswer extends Answer {
  given: Fields
  ownerId: number
  text: string
  /** The booking it is about. */
  bookingId: number | null
  /** The fault report it was sent with. */
  repairOrderId: number | null
  occasion: Occasion | null
}
export const WHOLE: List & { joins: string } = {
  ...ANSWERS,
  row: `${ANSWERS.row}, a.given, f.owner_id as "ownerId", r.text, a.booking_id as "bookingId",
    a.repair_order_id as "repairOrderId", a.occasion`,
  joins: `${ANSWERS.joins} join form f on f.id = a.form_id`,
}
const GIVEN: List = { ...ANSWERS, row: `${ANSWERS.row}, a.given` }

/** Searches the summaries of one form's answers sequentially. */
const saysSo = (formId: number, keyword: string) =>
  sql`select id from form_answer
    where form_id = ${formId} and position(lower(${keyword}) in lower(summary)) > 0`
/** Answers about a booking or a report belong to it, and are shown to those who may see that. */
const ALONE = sql`a.occasion is null`
const ofForm = (formId: number, keyword: string | undefined): Restriction[] => [
  sql`a.form_id = ${formId}`,
  ALONE,
  ...(keyword ? [findMeaning(ANSWERS, keyword, [saysSo(formId, keyword)])] : []),
]
interface Asked {
  keyword?: string | undefined
}
/** `keyword`: name of the person who answered, or part of the summary. */
export const list = (db: Db, formId: number, { keyword, ...at }: Asked & At) =>
  readPage<Answer>(db, ANSWERS, ofForm(formId, keyword), at)

/** The whole list, with values. */
export const walk = (db: Db, formId: number, { keyword }: Asked) =>
  walkList<Answer & { given: Fields }>(db, GIVEN, ofForm(formId, keyword))

export const listAnswers = (db: Db, userId: number, at: At) =>
  readPage<Answer>(db, ANSWERS, [sql`a.user_id = ${userId}`, ALONE], at)

export const find = (db: Db, id: number): Promise<WholeAnswer | undefined> =>
  readOne<WholeAnswer>(db, WHOLE, id)

const VERSIONS = `select distinct version from form_answer where form_id = $1 and occasion is null
  order by version desc`
/** The versions of a form that have answers. */
export const listVersions = async (db: Db, formId: number): Promise<number[]> =>
  (await run<{ version: number }>(db, VERSIONS, [formId])).map((r) => r.version)

const MINE = `select form_id as "formId", count(*)::int as n from form_answer
  where user_id = $1 and form_id = any($2::int8[]) and occasion is null group by form_id`
/** How often a person has answered each of these forms. */
export const countMine = async (
  db: Db,
  userId: number,
  formIds: readonly number[],
): Promise<Map<number, number>> =>
  new Map((await run<{ formId: number; n: number }>(db, MINE, [userId, formIds])).map((r) => [r.formId, r.n]))

const NEXT = `select nextval(pg_get_serial_sequence('form_answer', 'id'))::int8 as id`
/** Takes the id of an answer before it is inserted, so that files can be attached to it. */
export const takeNumber = async (db: Db): Promise<number> => (await runOne<{ id: number }>(db, NEXT, [])).id

const ADD = `insert into form_answer (id, form_id, version, user_id, answered_at, given, summary, booking_id,
    occasion, repair_order_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
export interface NewAnswer {
  id: number
  formId: number
  version: number
  given: Fields
  summary: string
}
/** `about`: the booking or the fault report that it concerns. */
export const add = (
  ctx: Ctx,
  a: NewAnswer,
  about?: { bookingId: number | null; repairOrderId?: number | undefined; occasion: Occasion },
) =>
  run(ctx.db, ADD, [
    a.id,
    a.formId,
    a.version,
    ctx.me.id,
    ctx.now,
    JSON.stringify(a.given),
    a.summary,
    about?.bookingId ?? null,
    about?.occasion ?? null,
    about?.repairOrderId ?? null,
  ])

const ACTIVE = 'select id, name from user_account where id = any($1::int8[]) and enabled'
const NAMED = 'select id, name from user_account where id = any($1::int8[])'
type Names = Map<number, string>
const asNames = (rows: readonly { id: number; name: string }[]): Names =>
  new Map(rows.map((r) => [r.id, r.name]))
/** Names of accounts that are not closed. */
export const listActive = async (db: Db, ids: readonly number[]): Promise<Names> =>
  ids.length ? asNames(await run(db, ACTIVE, [ids])) : new Map<number, string>()
/** Names of accounts, open or closed. */
export const listNames = async (db: Db, ids: readonly number[]): Promise<Names> =>
  ids.length ? asNames(await run(db, NAMED, [ids])) : new Map<number, string>()
