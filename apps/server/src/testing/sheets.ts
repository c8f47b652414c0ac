import { bulkCalls, type BulkImport, type ImportKind } from '@portal/contract/bulk/bulk'
import { writeXlsx } from 'hucre/xlsx'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person, World } from './world.ts'

/** A workbook as people upload it: a header and its rows. */
export async function workbook(rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet1', rows: rows.map((r) => [...r]) }] }))
}
export const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((r) => r.join(',')).join('\r\n'))

/** The rows of a file of figures without the last line, which must state their age. */
export function dropAge<Row extends readonly unknown[]>(rows: readonly Row[]): Row[] {
  const foot = String(rows.at(-1)?.[0])
  if (!/^数据截至 \d{4}-\d\d-\d\d \d\d:\d\d$/.test(foot)) throw new Error(`no age, but ${foot}`)
  return rows.slice(0, -1)
}

/** Waits until an import has been read or written. */
export async function settled(world: World, by: Person, id: number): Promise<BulkImport> {
  for (;;) {
    const now = await world.ok(by, bulkCalls.get, { params: { id } })
    if (now.state !== 'reading' && now.state !== 'committing') return now
    await sleep(20)
  }
}

export async function uploaded(
  world: World,
  by: Person,
  kind: ImportKind,
  content: Buffer,
  name = '名单.xlsx',
): Promise<BulkImport> {
  const { id } = await world.ok(by, bulkCalls.upload, { params: { kind }, files: [{ name, content }] })
  return settled(world, by, id)
}

export async function committed(world: World, by: Person, id: number, skipBad = false): Promise<BulkImport> {
  await world.ok(by, bulkCalls.commit, { params: { id }, body: { skipBad } })
  return settled(world, by, id)
}
