import type { Db } from '../../kernel/db.ts'
import * as store from './report.store.ts'
import * as schemaStore from './schema.store.ts'

const FEN_IN_WAN = 1_000_000
const MANY = 1000

const parseFen = (wan: number) => Math.round(wan * FEN_IN_WAN)
async function readScopes(db: Db, year: number) {
  const schemas = await schemaStore.ofYear(db, year)
  const [device, service, customs] = (['device', 'service', 'customs'] as const).map((k) => schemas.get(k))
  return { device, service, customs, days: { from: `${year}-01-01`, to: `${year}-12-31` } }
}
type Report = Pick<store.ReportRecord, 'id' | 'year'>
type Scopes = Awaited<ReturnType<typeof readScopes>>

const listOutside = (db: Db, id: number, { device, service, days }: Scopes) =>
  store.listLeaving(db, id, {
    deviceFen: device ? parseFen(device.scope.priceWan) : null,
    serviceFen: service ? parseFen(service.scope.priceWan) : null,
    ...days,
    kinds: service?.scope.uses ?? [],
  })

/** Rows that collecting would remove now. */
export const findLeaving = async (db: Db, { id, year }: Report) =>
  listOutside(db, id, await readScopes(db, year))

/**
 * Adds missing instruments, customs imports and uses of the year to a
 * report, and removes rows that do not belong in it. Returns both numbers.
 */
export async function collectRows(db: Db, now: Date, { id, year }: Report) {
  await store.lockToCollect(db, now, id)
  const scopes = await readScopes(db, year)
  const { device, service, customs, days } = scopes
  let added = 0
  if (device) added += await store.addDevices(db, now, id, parseFen(device.scope.priceWan), days.to)
  if (customs) added += await store.addCustoms(db, now, id, parseFen(customs.scope.priceWan))
  if (service)
    added += await store.addServices(db, now, id, {
      fromFen: parseFen(service.scope.priceWan),
      ...days,
      kinds: service.scope.uses,
    })
  if (added >= MANY) await store.learnRows(db)
  const leaving = await listOutside(db, id, scopes)
  if (leaving.length > 0)
    await store.forget(
      db,
      leaving.map((r) => r.id),
    )
  return { added, removed: leaving.length }
}
