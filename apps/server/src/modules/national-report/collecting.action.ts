import type { Db } from '../../kernel/db.ts'
import * as store from './report.store.ts'
import * as schemaStore from './schema.store.ts'

const FEN_IN_WAN = 1_000_000
const MANY = 1000

/**
 * Adds missing instruments, customs imports and uses of the year to a
 * report, and removes rows that do not belong in it. Returns both numbers.
 */
export async function collectRows(db: Db, now: Date, { id, year }: store.ReportRecord) {
  await store.lockToCollect(db, now, id)
  const schemas = await schemaStore.ofYear(db, year)
  const [device, service, customs] = (['device', 'service', 'customs'] as const).map((k) => schemas.get(k))
  const parseFen = (wan: number) => Math.round(wan * FEN_IN_WAN)
  const days = { from: `${year}-01-01`, to: `${year}-12-31` }
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
  let removed = 0
  if (device) removed += await store.forgetDevices(db, id, parseFen(device.scope.priceWan), days.to)
  removed += await store.forgetCustoms(db, id)
  if (service) removed += await store.forgetServices(db, id, parseFen(service.scope.priceWan))
  return { added, removed }
}
