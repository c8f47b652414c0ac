import type { Db } from '../../kernel/db.ts'
import { findInstant } from '../../kernel/time.ts'
import { collectRows } from './collecting.action.ts'
import { readRows, type ReadRow } from './reading.action.ts'
import * as reportStore from './report.store.ts'
import * as store from './row.store.ts'
import * as schemaStore from './schema.store.ts'
import { hashContent } from './hash.rules.ts'

const EVERYBODY = { userId: 0, office: true, ledLabIds: [], headedLabIds: [] }
const CLOSING = { month: '01', day: '20', minute: 600 }

export interface Past {
  now: Date
  zone: string
  year: number
  userId: number
  /** Values that are the same for every instrument of the campus, by field code. */
  fixed: Readonly<Record<string, string>>
  /** What a laboratory typed where the portal had no data; an empty object: still missing. */
  typed: (row: ReadRow) => Readonly<Record<string, string>>
}

/**
 * Begins a year's report for the demo's past: the schemas with
 * their fixed values, and all rows. Returns the report's id.
 */
export async function beginPast(db: Db, w: Past): Promise<number> {
  await schemaStore.takeOver(db, w.now, w.year)
  await schemaStore.fix(db, w.year, w.fixed)
  const { id } = await reportStore.add(db, w.now, w.year, w.userId)
  await collectRows(db, w.now, { id, year: w.year })
  for (const kind of ['device', 'customs', 'service'] as const)
    for await (const records of store.chunks(db, EVERYBODY, { reportId: id, kind })) {
      const reads = await readRows({ db, zone: w.zone, site: undefined }, records)
      await store.typePast(
        db,
        reads.flatMap((read) => {
          const said = Object.entries(w.typed(read))
          if (said.length === 0) return []
          const at = w.now.toISOString()
          const all = said.map(([code, value]) => [code, { value, by: w.userId, at }] as const)
          return [{ id: read.record.id, typed: Object.fromEntries(all) }]
        }),
      )
    }
  return id
}

/** Begins a year's report, and locks all rows without faults as reported in the next January. */
export async function reportPast(db: Db, w: Past): Promise<void> {
  const id = await beginPast(db, w)
  const at = findInstant(`${w.year + 1}-${CLOSING.month}-${CLOSING.day}`, CLOSING.minute, w.zone)
  for (const kind of ['device', 'customs', 'service'] as const)
    for await (const records of store.chunks(db, EVERYBODY, { reportId: id, kind })) {
      const reads = await readRows({ db, zone: w.zone, site: undefined }, records)
      const done = reads.filter((r) => r.faults.length === 0)
      await store.lockPast(
        db,
        at,
        done.map((r) => ({ id: r.record.id, values: r.values, hash: hashContent(r) })),
      )
    }
}
