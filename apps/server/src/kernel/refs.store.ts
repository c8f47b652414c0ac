import type { RefTable } from '@portal/contract/kernel/refs'
import { run, type Db } from './db.ts'

// Matches serial numbers exactly as they are written; both columns are unique.
const BY_SERIAL: Record<RefTable, string> = {
  lab: 'select serial_id as serial, id from lab where serial_id = any($1)',
  device: 'select serial_id as serial, id from device where serial_id = any($1)',
}
export async function idsBySerial(
  db: Db,
  of: RefTable,
  serials: readonly string[],
): Promise<Map<string, number>> {
  const rows = await run<{ serial: string; id: number }>(db, BY_SERIAL[of], [serials])
  return new Map(rows.map((r) => [r.serial, r.id]))
}
