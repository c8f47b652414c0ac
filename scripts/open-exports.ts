// `node scripts/open-exports.ts`: opens each Excel file of statistics and finance reports with another
// program, LibreOffice (`apt-get install libreoffice-calc-nogui`), and compares it cell by cell with the
// call's reply. With E2E_URL set it uses the portal there, otherwise one with a fresh demo campus.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeAddress, type Call } from '@portal/contract/kernel/call'
import {
  ages,
  amounts,
  cardSumWords,
  entryKindWords,
  feeWords,
  financeReportCalls as finance,
  recipients,
  recipientWords,
} from '@portal/contract/finance-report/finance-report'
import { ledgerBusinessWords, ledgerKindWords as cardKindWords } from '@portal/contract/fund-card/fund-card'
import { ledgerNumber } from '@portal/contract/fund-card/ledger-number'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import { sessionCalls } from '@portal/contract/session/session'
import { payWayWords, settlementNumber } from '@portal/contract/settlement/settlement'
import { pivotCalls, type Pivot } from '@portal/contract/statistics/pivot'
import { measures, statisticsCalls, tableKeys, type UseRow } from '@portal/contract/statistics/statistics'
import { testOrderNumber, testOrderStateWords } from '@portal/contract/test-order/test-order'
import { ledgerKindWords, natureWords } from '@portal/contract/use-ledger/use-ledger'
import { DEMO_PASSWORD } from '../apps/server/src/demo/cast.ts'
import startServer from '../e2e/support/server.ts'

type Cell = string | number
/** Null: only the file has it, as the number and unit of a person. */
type Expected = Cell | null
const ZONE = process.env['CAMPUS_TZ'] ?? 'Asia/Shanghai'
const yuan = (fen: number): Cell => fen / 100
const hours = (minutes: number): Cell => Math.round(minutes / 6) / 10
const word = (text: string | null | undefined): Cell => text ?? ''
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })
const instant = (at: string): Cell => clock.format(new Date(at))

const use = (r: UseRow): Expected[] => [
  instant(r.begunAt),
  r.device.name,
  r.device.serialId,
  r.lab.name,
  word(r.user?.name),
  null,
  null,
  word(r.payer?.name),
  null,
  null,
  ledgerKindWords[r.kind],
  natureWords[r.nature],
  priceTierWords[r.tier],
  word(r.project),
  hours(r.reservedMinutes),
  hours(r.workingMinutes),
  r.samples,
  yuan(r.incomeFen),
]
const measured = (m: string, n: number | null): Cell =>
  n === null ? '' : m.endsWith('Minutes') ? hours(n) : m.endsWith('Fen') ? yuan(n) : n
function pivotCells(p: Pivot): Cell[][] {
  const line = (names: string[], cells: (number[] | null)[], sum: number[]) => [
    ...names,
    ...cells.flatMap((c) => p.measures.map((m, i) => (c ? measured(m, c[i] ?? 0) : ''))),
    ...p.measures.map((m, i) => measured(m, sum[i] ?? 0)),
  ]
  const [first] = p.rows
  return [
    ...p.rows.map((r) =>
      line(
        r.at.map((k) => k.name),
        r.cells,
        r.sum,
      ),
    ),
    line(
      (first?.at ?? []).map((_, i) => (i === 0 ? '合计' : '')),
      p.columnSums,
      p.sum,
    ),
  ]
}

/** A file, the list call with the same data, and how each row of its reply becomes cells. */
interface Opened {
  file: Call
  list: Call
  query: Record<string, string>
  cells: (reply: never) => Expected[][]
}
const listRows =
  <Row>(row: (r: Row) => Expected[]) =>
  (reply: { items: Row[] }) =>
    reply.items.map(row)
const define = (file: Call, list: Call, query: Record<string, string>, cells: unknown): Opened => ({
  file,
  list,
  query,
  cells: cells as Opened['cells'], // the pairs below pass the reply of their own list
})
const today = new Date().toISOString().slice(0, 10)
const span = { from: `${Number(today.slice(0, 4)) - 2}-01-01`, to: today }

type TableRow = { name: string; about: { serialId: string; lab: string; dept?: string } | null } & Record<
  string,
  number | null
>
const opened = (card: { id: number; number: string; name: string }): Opened[] => [
  ...tableKeys.map((by) =>
    define(
      statisticsCalls.exportTable,
      statisticsCalls.table,
      { by },
      listRows((r: TableRow) => [
        r.name,
        word(r.about?.serialId),
        word(r.about?.lab),
        word(r.about?.dept),
        ...measures.map((m) => measured(m, r[m] ?? null)),
      ]),
    ),
  ),
  define(statisticsCalls.exportUses, statisticsCalls.uses, {}, listRows(use)),
  define(pivotCalls.exportPivotUses, pivotCalls.pivotUses, { only: 'nature:research' }, listRows(use)),
  define(
    pivotCalls.exportPivot,
    pivotCalls.pivot,
    { row: 'dept', column: 'year', measures: 'uses,users,workingMinutes,incomeFen' },
    pivotCells,
  ),
  define(
    pivotCalls.exportPivot,
    pivotCalls.pivot,
    { row: 'lab', row2: 'nature', column: 'tier', measures: 'incomeFen' },
    pivotCells,
  ),
  ...(['lab', 'device', 'payer', 'month', 'fee'] as const).map((by) =>
    define(
      finance.exportTable,
      finance.table,
      { by },
      listRows((r: TableRow) => [r.name, word(r.about?.serialId), ...amounts.map((a) => yuan(r[a] ?? 0))]),
    ),
  ),
  define(
    finance.exportEntries,
    finance.entries,
    {},
    listRows((r: (typeof finance.entries.reply._zod.output)['items'][number]) => [
      instant(r.at),
      entryKindWords[r.kind],
      r.late ? '是' : '否',
      instant(r.originAt),
      testOrderNumber(r.testOrderId),
      r.settlementId === null ? '' : settlementNumber(r.settlementId),
      r.way ? payWayWords[r.way] : '',
      r.device.name,
      r.lab.name,
      r.dept.name,
      r.payer.name,
      feeWords[r.fee],
      yuan(r.amountFen),
    ]),
  ),
  define(
    finance.exportCards,
    finance.cards,
    {},
    listRows((r: (typeof finance.cards.reply._zod.output)['items'][number]) => [
      r.number,
      r.name,
      r.owner,
      ...(Object.keys(cardSumWords) as (keyof typeof cardSumWords)[]).map((c) => yuan(r[c])), // its keys
    ]),
  ),
  define(
    finance.exportCardEntries,
    finance.cardEntries,
    { cardId: String(card.id) },
    listRows((r: (typeof finance.cardEntries.reply._zod.output)['items'][number]) => [
      card.number,
      card.name,
      instant(r.at),
      cardKindWords[r.kind],
      yuan(r.balanceDeltaFen),
      yuan(r.frozenDeltaFen),
      yuan(r.balanceAfterFen),
      yuan(r.frozenAfterFen),
      ledgerBusinessWords[r.business],
      ledgerNumber(r),
      word(r.note),
    ]),
  ),
  define(
    finance.exportOutstanding,
    finance.outstanding,
    {},
    listRows((r: (typeof finance.outstanding.reply._zod.output)['items'][number]) => [
      r.name,
      word(r.dept),
      r.orders,
      yuan(r.totalFen),
      ...ages.map((a) => yuan(r[a])),
    ]),
  ),
  define(
    finance.exportUnpaid,
    finance.unpaid,
    {},
    listRows((r: (typeof finance.unpaid.reply._zod.output)['items'][number]) => [
      testOrderNumber(r.id),
      r.device.name,
      r.lab.name,
      r.payer.name,
      instant(r.billedAt),
      r.days,
      testOrderStateWords[r.state],
      yuan(r.amountFen),
    ]),
  ),
  define(
    finance.exportDistribution,
    finance.distribution,
    {},
    listRows((r: (typeof finance.distribution.reply._zod.output)['items'][number]) => [
      r.month,
      r.dept.name,
      r.labOf.name,
      word(r.category),
      r.year,
      word(r.parts),
      yuan(r.amountFen),
      ...recipients.map((p) => yuan(r[p])),
      yuan(r.unset),
    ]),
  ),
  define(
    finance.exportReceived,
    finance.received,
    {},
    listRows((r: (typeof finance.received.reply._zod.output)['items'][number]) => [
      r.recipient ? recipientWords[r.recipient] : '未设置',
      r.name,
      yuan(r.amountFen),
    ]),
  ),
]

// ── The other program ────────────────────────────────────────────────────────

/** Converts a file to LibreOffice's plain XML, which holds numbers unformatted, and reads its cells. */
function openBy(folder: string, name: string, content: Buffer): Cell[][] {
  const file = path.join(folder, `${name}.xlsx`)
  writeFileSync(file, content)
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      file,
    ],
    { stdio: 'ignore' },
  )
  return readSheet(readFileSync(path.join(folder, `${name}.fods`), 'utf8'))
}
/** The cells of the first sheet, without empty cells at the end of rows and empty rows. */
function readSheet(xml: string): Cell[][] {
  const sheet = xml.slice(xml.indexOf('<table:table '), xml.indexOf('</table:table>'))
  return listElements(sheet, 'table:table-row').flatMap((row) => {
    const cells = listElements(row.inner, 'table:table-cell').flatMap((cell) =>
      repeated(cell.attributes, 'columns', makeCell(cell)),
    )
    while (cells.at(-1) === '') cells.pop()
    return cells.length === 0 ? [] : repeated(row.attributes, 'rows', cells)
  })
}
interface Element {
  attributes: string
  inner: string
}
const listElements = (xml: string, name: string): Element[] =>
  [...xml.matchAll(new RegExp(`<${name}\\b([^>]*?)(?:/>|>(.*?)</${name}>)`, 'gs'))].map(
    ([, attributes = '', inner = '']) => ({ attributes, inner }),
  )
const findAttribute = (attributes: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]
function repeated<T>(attributes: string, what: 'rows' | 'columns', one: T): T[] {
  const times = Number(findAttribute(attributes, `table:number-${what}-repeated`) ?? 1)
  return Array.from({ length: times }, () => one)
}
function makeCell({ attributes, inner }: Element): Cell {
  const value = findAttribute(attributes, 'office:value')
  if (value !== undefined) return Number(value)
  return listElements(inner, 'text:p')
    .map((p) => makeText(p.inner))
    .join('\n')
}
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const makeText = (xml: string): string =>
  xml
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, n: string | undefined) => ' '.repeat(Number(n ?? 1)))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)

// ── Asking ───────────────────────────────────────────────────────────────────

const stop = await startServer()
const folder = mkdtempSync(path.join(tmpdir(), 'portal-exports-'))
let differing = 0
try {
  const base = process.env['E2E_URL'] ?? ''
  const get = (call: Call, query: object, token: string) =>
    fetch(base + makeAddress(call, { query }), { headers: { authorization: token } })
  const signIn = async (username: string) => {
    const answer = await fetch(base + sessionCalls.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: DEMO_PASSWORD }),
    })
    return ((await answer.json()) as { data: { token: string } }).data.token
  }
  const [office, clerk] = [await signIn('equipoffice'), await signIn('finance')]
  const cards = (await (await get(finance.cards, span, clerk)).json()) as {
    data: { items: { id: number; number: string; name: string }[] }
  }
  const [card = { id: 0, number: '', name: '' }] = cards.data.items
  for (const [i, { file, list, query, cells }] of opened(card).entries()) {
    const token = file.path.includes('finance-report') ? clerk : office
    const asked = { ...span, ...query }
    const expected: Expected[][] = []
    // Read page by page; a pivot has only one page.
    for (let page = 0; ; page++) {
      const paged = list === pivotCalls.pivot ? asked : { ...asked, page, size: 1000 }
      const { data } = (await (await get(list, paged, token)).json()) as { data: { items?: unknown[] } }
      expected.push(...cells(data as never))
      if ((data.items?.length ?? 0) < 1000) break
    }
    // The server limits each user to ten files of a kind per minute, so retry.
    let answer = await get(file, asked, token)
    for (; answer.status === 429; answer = await get(file, asked, token))
      await new Promise((r) => setTimeout(r, 5_000))
    const [headers = [], ...found] = openBy(folder, String(i), Buffer.from(await answer.arrayBuffer()))
    const age = String(found.pop()?.[0])
    const wrong: string[] = headers
      .filter((h) => !/[\u4e00-\u9fff]/.test(String(h)))
      .map((h) => `heading ${h}`)
    if (!/^数据截至 \d{4}-\d\d-\d\d \d\d:\d\d$/.test(age)) wrong.push(`no age, but ${age}`)
    if (found.length !== expected.length) wrong.push(`${found.length} rows instead of ${expected.length}`)
    for (const [y, row] of expected.entries())
      for (const [x, cell] of row.entries())
        if (cell !== null && (found[y]?.[x] ?? '') !== cell)
          wrong.push(
            `row ${y + 1} ${headers[x]}: ${JSON.stringify(found[y]?.[x])} instead of ${JSON.stringify(cell)}`,
          )
    differing += wrong.length
    console.log(
      `${wrong.length ? '✗' : '✓'} ${file.path} ${JSON.stringify(query)}: ${expected.length} rows × ${headers.length}`,
    )
    for (const line of wrong.slice(0, 5)) console.log(`    ${line}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
  await stop()
}
console.log(differing ? `${differing} cells differ` : 'every cell is what the call says')
process.exitCode = differing ? 1 : 0
