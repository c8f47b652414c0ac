import type { Occasion } from '@portal/contract/form/binding'
import { run, type Db } from '../../kernel/db.ts'
import { WHOLE, type WholeAnswer } from './answer.store.ts'
import type { Fields } from './value.rules.ts'

// Answers about bookings. Per occasion only the newest counts.

export interface BoundAnswer extends WholeAnswer {
  occasion: Occasion
}
const OF_BOOKING = `select distinct on (a.occasion) ${WHOLE.row}, a.occasion
  from form_answer a ${WHOLE.joins} where a.booking_id = $1 order by a.occasion, a.id desc`
export const list = (db: Db, bookingId: number) => run<BoundAnswer>(db, OF_BOOKING, [bookingId])

const OF_REPORT = `select ${WHOLE.row}, a.occasion from form_answer a ${WHOLE.joins}
  where a.repair_order_id = $1`
export const listOfReport = (db: Db, repairOrderId: number) =>
  run<BoundAnswer>(db, OF_REPORT, [repairOrderId])

export interface Last {
  id: number
  formId: number
  version: number
  given: Fields
}
const LAST = `select id, form_id as "formId", version, given from form_answer
  where booking_id = $1 and occasion = $2 order by id desc limit 1`
export const findLast = async (db: Db, bookingId: number, occasion: Occasion): Promise<Last | undefined> =>
  (await run<Last>(db, LAST, [bookingId, occasion]))[0]

export interface Given {
  bookingId: number
  occasion: Occasion
  formId: number
  version: number
  given: Fields
  /** The sample it is about; null: the whole booking. */
  sample: string | null
}
const GIVEN = `
  (select distinct on (booking_id, occasion) booking_id as "bookingId", occasion, form_id as "formId",
    version, given, null as sample
  from form_answer where booking_id = any($1::int8[]) order by booking_id, occasion, id desc)
  union all
  (select booking_id, 'samples', form_id, form_version, given, name
  from booking_sample where booking_id = any($1::int8[]) and form_id is not null order by booking_id, id)`
/** Answers about many bookings and their samples. */
export const listGiven = (db: Db, bookingIds: readonly number[]) => run<Given>(db, GIVEN, [bookingIds])

export interface Version {
  occasion: Occasion
  formId: number
  form: string
  version: number
  text: string
}
const VERSIONS = `select v.occasion, r.form_id as "formId", r.name as form, r.version, r.text
  from unnest($1::text[], $2::int8[], $3::int4[]) v(occasion, form_id, version)
    join form_revision r on r.form_id = v.form_id and r.version = v.version
  order by array_position($4::text[], v.occasion), r.form_id, r.version desc`
/** Texts of answered versions, by occasion and form, newest version first. */
export const listVersions = (
  db: Db,
  kinds: readonly Pick<Version, 'occasion' | 'formId' | 'version'>[],
  order: readonly Occasion[],
) =>
  run<Version>(db, VERSIONS, [
    kinds.map((k) => k.occasion),
    kinds.map((k) => k.formId),
    kinds.map((k) => k.version),
    order,
  ])
