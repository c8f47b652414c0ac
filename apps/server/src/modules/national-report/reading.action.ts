import type { KnownValues } from '@portal/contract/national-report/known'
import type { NationalKind, NationalSchema } from '@portal/contract/national-report/schema'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import { readRatings } from '../use-rating/use-rating.service.ts'
import { checkRow, type Fault, type RowToCheck } from './check.rules.ts'
import { hashContent } from './hash.rules.ts'
import { knownOfCustoms, knownOfDevice, knownOfService, type ServiceFacts } from './known.rules.ts'
import * as known from './known.store.ts'
import * as store from './row.store.ts'
import { ofYear } from './schema.store.ts'
import { listCells, listValues, type ReportedCell, type Values } from './value.rules.ts'

// Reads rows with everything needed: values and their origin, last year's values, and faults.

export interface ReadRow {
  record: store.RowRecord
  schema: NationalSchema
  cells: ReportedCell[]
  values: Values
  before: Values | null
  toCheck: RowToCheck
  /** Faults of the row by itself; unique keys are checked over the whole report. */
  faults: Fault[]
  /** The platform accepted values that differ from the present ones. */
  changed: boolean
}
/** Independent of the caller, because jobs and the demo read rows too. */
export interface Source {
  db: Db
  zone: string
  /** The portal's public URL. */
  site: string | undefined
}
export const makeSource = (ctx: Ctx): Source => ({
  db: ctx.db,
  zone: ctx.env.CAMPUS_TZ,
  site: ctx.env.PUBLIC_URL,
})

/**
 * Reads rows of one report and kind; none if its year has no
 * schema for the kind. A few statements for any number of rows.
 */
export async function readRows(
  source: Source,
  records: readonly store.RowRecord[],
  schemas?: ReadonlyMap<NationalKind, NationalSchema>,
): Promise<ReadRow[]> {
  const [first] = records
  if (!first) return []
  const schema = (schemas ?? (await ofYear(source.db, first.year))).get(first.kind)
  if (!schema) return []
  const { db } = source
  const deviceIds = [...new Set(records.map((r) => r.deviceId))]
  const facts = await findKnown(source, first, records)
  const before = await store.before(
    db,
    records.map((r) => r.id),
  )
  const kinds = await store.listKinds(db, first.reportId, deviceIds)
  return records.map((record) => {
    const cells = cellsAt(schema, record, facts(record))
    const values = listValues(cells)
    const toCheck = {
      values,
      kinds: kinds.get(record.deviceId) ?? new Set([record.kind]),
      before: before.get(record.id) ?? null,
    }
    return {
      record,
      schema,
      cells,
      values,
      before: toCheck.before,
      toCheck,
      faults: checkRow(schema, toCheck),
      changed:
        record.state === 'reported' &&
        record.sentHash !== null &&
        record.sentHash !== hashContent({ schema, record, values }),
    }
  })
}

/** Locked rows show the values that were sent, whatever the portal's data are now. */
function cellsAt(
  schema: NationalSchema,
  { state, sent, typed }: store.RowRecord,
  facts: KnownValues,
): ReportedCell[] {
  const cells = listCells(schema, facts, typed)
  if (state !== 'locked' || !sent) return cells
  return cells.map((c) => ({ ...c, value: sent[c.field.code] ?? '' }))
}

const NOTHING: KnownValues = {}
async function findKnown(
  { db, zone, site }: Source,
  { kind, year }: store.RowRecord,
  records: readonly store.RowRecord[],
): Promise<(r: store.RowRecord) => KnownValues> {
  const deviceIds = [...new Set(records.map((r) => r.deviceId))]
  if (kind === 'device') {
    const found = await known.devices(db, deviceIds, `${year}-01-01`, `${year}-12-31`)
    return by(
      found,
      (d) => d.deviceId,
      (d) => knownOfDevice(d, site),
      (r) => r.deviceId,
    )
  }
  if (kind === 'customs') {
    const found = await known.customs(db, deviceIds)
    return by(
      found,
      (c) => c.deviceId,
      knownOfCustoms,
      (r) => r.deviceId,
    )
  }
  const of = records.map((r) => ({ source: r.source ?? '', sourceId: r.sourceId ?? 0 }))
  const found = await known.services(db, of)
  const scores = new Map(
    (
      await readRatings(
        db,
        of.filter((s) => s.source === 'booking').map((s) => s.sourceId),
      )
    ).map((s) => [s.bookingId, s.score]),
  )
  const keyFrom = (s: { source: string | null; sourceId: number | null }) => `${s.source} ${s.sourceId}`
  const score = (s: ServiceFacts) => (s.source === 'booking' ? (scores.get(s.sourceId) ?? null) : null)
  return by(found, keyFrom, (s) => knownOfService(s, score(s), zone), keyFrom)
}

function by<Facts, Key>(
  found: readonly Facts[],
  keyFrom: (facts: Facts) => Key,
  valuesFrom: (facts: Facts) => KnownValues,
  keyOfRow: (r: store.RowRecord) => Key,
): (r: store.RowRecord) => KnownValues {
  const all = new Map(found.map((f) => [keyFrom(f), valuesFrom(f)]))
  return (r) => all.get(keyOfRow(r)) ?? NOTHING
}

export const findKey = ({ schema, values, record }: ReadRow): string => values[schema.key] || `#${record.id}`
