import type { ChangedObject } from '@portal/contract/monitor/changes'
import { formatYuan } from '@portal/contract/kernel/money'
import { fieldWord, numberOfRow, objectWords, rowNamedBy, valueWord } from '@portal/contract/monitor/objects'
import type { Db } from './db.ts'
import { namesOfRows } from './objects.store.ts'
import { shownAt, shownMinute } from './time.ts'

// The operation log stores tables and ids; people read 仪器 200K 场发射透射电子显微镜（2026001）.

/** A change as the triggers of migration 0053 note it. */
export interface NotedChange {
  t: string
  id?: string
  op: 'i' | 'u' | 'd'
  was?: Record<string, unknown>
  now?: Record<string, unknown>
}
interface Row {
  table: string
  id: number
}
export interface Named {
  object: string | null
  link: string | null
}

/** Tables that services call by another name. */
const tableOf: Readonly<Record<string, string>> = {
  transfer: 'asset_transfer',
  repair: 'repair_order',
  exception: 'exception_log',
  benefit: 'benefit_evaluation',
}
function showRow(target: string | null): Row | undefined {
  const found = /^([a-z_]+(?: [a-z]+)?) (\d{1,15})\b/.exec(target ?? '')
  const word = found?.[1]?.replace(' ', '_')
  return word && found?.[2] && objectWords[word]
    ? { table: tableOf[word] ?? word, id: Number(found[2]) }
    : undefined
}

function called(row: Row, names: ReadonlyMap<string, string>): Named {
  const name = names.get(`${row.table} ${row.id}`)
  const { word, link } = objectWords[row.table] ?? { word: '记录' }
  const about =
    [numberOfRow[row.table]?.(row.id), name || undefined].filter((s) => s !== undefined).join(' ') ||
    String(row.id)
  return {
    object: `${word} ${about}${name === undefined ? '（已删除）' : ''}`,
    link: link && name !== undefined ? link + String(row.id) : null,
  }
}

/** The objects of these operations, by one query for each kind of row. */
export async function readObjects(db: Db, targets: readonly (string | null)[]): Promise<Named[]> {
  const rows = targets.map(showRow)
  const names = await namesOfRows(
    db,
    rows.filter((r) => r !== undefined),
  )
  return targets.map((target, i) => {
    const row = rows[i]
    if (row) return called(row, names)
    // For several rows, or a target that is no row, the word becomes Chinese and the
    // rest stays as it was noted.
    const [word = ''] = (target ?? '').split(' ', 1)
    const known = objectWords[word]
    return { object: target && known ? `${known.word}${target.slice(word.length)}` : target, link: null }
  })
}

const known = (changes: readonly NotedChange[] | null) => (changes ?? []).filter((c) => objectWords[c.t])
export const knownChanges = (changes: readonly NotedChange[] | null): number => known(changes).length

/** What an operation changed, field by field. */
export async function readChanges(
  db: Db,
  changes: readonly NotedChange[] | null,
  zone: string,
): Promise<ChangedObject[]> {
  const noted = known(changes)
  const rowIn = (table: string, column: string, value: unknown): Row | undefined => {
    const to = rowNamedBy(table, column)
    return to && typeof value === 'number' ? { table: to, id: value } : undefined
  }
  const rows = noted.flatMap((c) => [
    ...(c.id ? [{ table: c.t, id: Number(c.id) }] : []),
    ...[c.was, c.now].flatMap((side) =>
      Object.entries(side ?? {}).flatMap(([column, value]) => rowIn(c.t, column, value) ?? []),
    ),
  ])
  const names = await namesOfRows(db, rows)
  const shown = (table: string, column: string, value: unknown): string | null => {
    const row = rowIn(table, column, value)
    if (row) return names.get(`${row.table} ${row.id}`) || `编号 ${row.id}（已删除）`
    return findValue(table, column, value, zone)
  }
  return noted.map((c) => {
    const { object, link } = c.id
      ? called({ table: c.t, id: Number(c.id) }, names)
      : { object: objectWords[c.t]?.word ?? '记录', link: null }
    const gone =
      c.op === 'd' && typeof c.was?.['name'] === 'string'
        ? `${objectWords[c.t]?.word ?? ''} ${c.was['name']}`
        : undefined
    const columns = Object.keys({ ...c.was, ...c.now })
    return {
      object: gone ?? object ?? '',
      link: c.op === 'd' ? null : link,
      way: c.op === 'i' ? '新增' : c.op === 'd' ? '删除' : '修改',
      fields: columns.map((column) => ({
        field: fieldWord(column),
        before: shown(c.t, column, c.was?.[column]),
        after: shown(c.t, column, c.now?.[column]),
      })),
    }
  })
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
function findValue(table: string, column: string, value: unknown, zone: string): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number') {
    if (column.endsWith('_fen')) return `${formatYuan(value)} 元`
    if (/^(from|to)_minute$/.test(column)) return shownMinute(value)
    return String(value)
  }
  if (typeof value === 'string')
    return INSTANT.test(value) ? shownAt(new Date(value), zone) : (valueWord(table, column, value) ?? value)
  if (Array.isArray(value))
    return value.every((v) => typeof v !== 'object') ? value.join('、') || null : `共 ${value.length} 项`
  return '（已更改）'
}
