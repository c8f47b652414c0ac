import type { TableKey } from '@portal/contract/statistics/statistics'
import type { LedgerNature } from '@portal/contract/use-ledger/use-ledger'
import { sql, type RawBuilder } from 'kysely'
import { any, joinConditions, type Condition } from '../../kernel/list.store.ts'
import { cutPieces, type Days } from '../../kernel/span.rules.ts'
import type { Period } from './period.rules.ts'

// Chooses where the figures of uses are read. Whole months come from the smallest table of sums that has the
// data, the days at the edges from the ledger's rows; what no sum contains (a person's own uses, the people
// of an instrument) comes from the rows alone. The conditions are built dynamically, as for lists.

/** Filters of uses; null: no limit. `labIds` and `deptIds` are those at the time of the use. */
export interface Wanted {
  labIds: readonly number[] | null
  deptIds: readonly number[] | null
  userId: number | null
  payerId: number | null
  deviceId: number | null
  nature: LedgerNature | null
}

export function matchUses(w: Wanted): Condition[] {
  const all: Condition[] = []
  if (w.labIds) all.push(sql`lab_id = ${any(w.labIds)}`)
  if (w.deptIds) all.push(sql`dept_id = ${any(w.deptIds)}`)
  if (w.userId !== null) all.push(sql`user_id = ${w.userId}`)
  if (w.payerId !== null) all.push(sql`payer_id = ${w.payerId}`)
  if (w.deviceId !== null) all.push(sql`device_id = ${w.deviceId}`)
  if (w.nature !== null) all.push(sql`nature = ${w.nature}`)
  return all
}

/** The tables of the ledger's monthly sums, and its rows. */
type Source =
  | 'use_campus_month'
  | 'use_lab_total'
  | 'use_lab_month'
  | 'use_month'
  | 'use_device'
  | 'use_payer_total'
  | 'use_user_total'
  | 'use_home_total'
  | 'use_person_month'
  | 'use_record'
/** Tables with a column for people from outside; for the others the price tier decides. */
const TOLD_OUTSIDE: readonly Source[] = [
  'use_campus_month',
  'use_lab_total',
  'use_payer_total',
  'use_user_total',
  'use_home_total',
]
/** Tables with sums of instruments only, and the column with their period. */
const OF_DEVICES = {
  month: 'use_device_month',
  quarter: 'use_device_quarter',
  year: 'use_device_year',
} as const
export type Key = TableKey | 'all' | 'users'

/**
 * The question is about the campus or some of its departments, not about a laboratory, person or instrument.
 */
export const isOfCampus = (w: Wanted): boolean =>
  w.labIds === null && w.userId === null && w.payerId === null && w.deviceId === null && w.nature === null

/** Tables with sums of people, each by one key and for the whole campus. */
const PEOPLE = {
  group: 'use_payer_total',
  person: 'use_user_total',
  users: 'use_user_total',
  userDept: 'use_home_total',
} as const satisfies Partial<Record<Key, Source>>
const isOfPeople = (key: Key): key is keyof typeof PEOPLE => key in PEOPLE

/** The smallest table of sums that has the key and every condition; otherwise the ledger's rows. */
function chooseSource(key: Key, w: Wanted): Source {
  const device = key === 'device' || w.deviceId !== null
  if (isOfPeople(key)) {
    if (device || w.nature !== null) return 'use_record'
    return isOfCampus(w) && w.deptIds === null ? PEOPLE[key] : 'use_person_month'
  }
  if (w.userId !== null || w.payerId !== null) return 'use_record'
  // For a laboratory or a single instrument the rows of `use_month` are found by an index.
  if (device) return isOfCampus(w) ? 'use_device' : 'use_month'
  if (w.labIds === null && key !== 'lab') return 'use_campus_month'
  const isPlain = key === 'all' || key === 'month' || key === 'lab' || key === 'dept'
  return isPlain && w.nature === null ? 'use_lab_total' : 'use_lab_month'
}

const keyColumns: Record<Key, RawBuilder<unknown>> = {
  all: sql`0`,
  users: sql`user_id`,
  device: sql`device_id`,
  lab: sql`lab_id`,
  dept: sql`dept_id`,
  userDept: sql`nullif(user_dept_id, 0)`,
  group: sql`payer_id`,
  person: sql`user_id`,
  month: sql`month`,
  nature: sql`nature`,
  kind: sql`kind`,
  tier: sql`tier`,
}

const OUTSIDE = sql`tier in ('school', 'company')`

/** Rows of key and measures, not yet added up. */
export function makeRows(key: Key, { months, edges }: Period, w: Wanted): RawBuilder<unknown> {
  const source = chooseSource(key, w)
  const column = keyColumns[key]
  const where = matchUses(w)
  const within = ([from, until]: Days, by: 'day' | 'month') =>
    sql`${sql.ref(by)} >= ${from}::date and ${sql.ref(by)} < ${until}::date`
  const rows = (spans: readonly Days[], more: readonly Condition[] = []) => {
    const days = sql.join(
      spans.map((s) => sql`(${within(s, 'day')})`),
      sql` or `,
    )
    const of = key === 'month' ? sql`date_trunc('month', day)::date` : column
    return sql`select ${of} as key, ${OUTSIDE} as outside, uses, reserved_minutes, working_minutes,
      billed_minutes, samples, income_fen
      from use_record where (${days}) and ${joinConditions([...where, ...more])}`
  }
  const sums = (table: string, by: string, [from, until]: Days, outside: RawBuilder<unknown>, sign = sql``) =>
    sql`select ${column} as key, ${outside} as outside, ${sign}uses as uses,
      ${sign}reserved_minutes as reserved_minutes, ${sign}working_minutes as working_minutes,
      ${sign}billed_minutes as billed_minutes, ${sign}samples as samples, ${sign}income_fen as income_fen
      from ${sql.table(table)} where ${sql.ref(by)} >= ${from}::date and ${sql.ref(by)} < ${until}::date
        and ${joinConditions(where)}`
  if (source === 'use_record') return rows([...edges, ...(months ? [months] : [])])
  const parts: RawBuilder<unknown>[] = []
  if (months && source === 'use_device')
    for (const { length, days, taken } of cutPieces(months))
      parts.push(sums(OF_DEVICES[length], length, days, sql`outside`, taken ? sql`-` : sql``))
  else if (months)
    parts.push(sums(source, 'month', months, TOLD_OUTSIDE.includes(source) ? sql`outside` : OUTSIDE))
  // Entries without a person are in no sum of people; a question about one person has none of them.
  if (months && isOfPeople(key) && key !== 'users' && w.userId === null && w.payerId === null)
    parts.push(rows([months], [sql`user_id is null`]))
  if (edges.length > 0) parts.push(rows(edges))
  return sql.join(parts, sql` union all `)
}
