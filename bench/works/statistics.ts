import type { Campus } from '../campus.ts'
import { interleaved, productSide, type Side } from '../compare.ts'
import { once, requestBytes, type Measured } from '../load.ts'
import { makeToken } from '../prepare.ts'
import { startProduct } from '../product.ts'
import { POOL } from '../settings.ts'
import type { Task } from '../task.ts'
import * as naive from './naive.ts'
import { formatTimes, withTimes, type Row, type Work } from './work.ts'

// The statistics of a whole university, page by page, compared in the same rounds with queries that compute
// them from bookings and bills.

const CLIENTS = 4
const LIMIT_MS = 300
const TIMES = 20

const day = (yearsAgo: number): string => {
  const d = new Date()
  d.setUTCFullYear(d.getUTCFullYear() - yearsAgo)
  return d.toISOString().slice(0, 10)
}
// A year that begins and ends within a month: whole months plus single days at the edges.
const period = { from: day(1), to: day(0) }

type Who = 'equipoffice' | 'finance' | 'director' | 'payer'
interface Page {
  name: string
  who: Who
  path: string
  /** The naive query; undefined if no query gives the same answer. */
  naive?: string
}
const ask = (path: string, more: Record<string, string> = {}) =>
  `/api/v2/${path}?${new URLSearchParams({ ...period, ...more }).toString()}`
const office = (name: string, path: string, more: Record<string, string>, sql?: string): Page => ({
  name,
  who: 'equipoffice',
  path: ask(`statistics/${path}`, { scope: 'all', ...more }),
  ...(sql && { naive: sql }),
})
const clerk = (name: string, path: string, more: Record<string, string>, sql?: string): Page => ({
  name,
  who: 'finance',
  path: ask(`finance-report/${path}`, { scope: 'all', ...more }),
  ...(sql && { naive: sql }),
})
const MEASURES = { measures: 'uses,users,workingMinutes,incomeFen' }

export const pages: readonly Page[] = [
  office('overview', 'overview', {}, naive.usesBy()),
  ...(
    [
      ['instrument', 'device', 'b.device_id'],
      ['laboratory', 'lab', 'b.lab_id'],
      ['department', 'dept', 'b.lab_dept_id'],
      ['group', 'group', 'b.payer_id'],
      ['person', 'person', 'b.experimenter_id'],
      ['month', 'month', naive.MONTH],
    ] as const
  ).map(([name, by, key]) => office(`by ${name}`, 'table', { by }, naive.usesBy(key))),
  office('by instrument, tenth page', 'table', { by: 'device', page: '9' }, naive.usesBy('b.device_id')),
  office('one instrument', 'overview', { deviceId: '7' }),
  office('uses behind them', 'uses', {}, naive.USES),
  office(
    'pivot: department × month',
    'pivot',
    { row: 'dept', column: 'month', ...MEASURES },
    naive.usesBy('b.lab_dept_id', naive.MONTH),
  ),
  office(
    'pivot: laboratory, tier × nature',
    'pivot',
    { row: 'dept', row2: 'tier', column: 'nature', ...MEASURES },
    naive.usesBy('b.lab_dept_id', `b.quote ->> 'tier'`, 'b.nature'),
  ),
  office(
    'pivot: department × hour',
    'pivot',
    { row: 'dept', column: 'hour', ...MEASURES },
    naive.usesBy('b.lab_dept_id', naive.HOUR),
  ),
  office('pivot: uses behind a cell', 'pivot/uses', { only: 'nature:research' }, naive.USES),
  { name: 'leaders’ board', who: 'equipoffice', path: '/api/v2/statistics/board', naive: naive.usesBy() },
  {
    name: 'hall, kept for a minute',
    who: 'equipoffice',
    path: '/api/v2/statistics/hall',
    naive: naive.usesBy('b.lab_dept_id'),
  },
  { name: 'a director’s overview', who: 'director', path: ask('statistics/overview', { scope: 'lab' }) },
  {
    name: 'a director’s instruments',
    who: 'director',
    path: ask('statistics/table', { scope: 'lab', by: 'device' }),
  },
  { name: 'a group’s people', who: 'payer', path: ask('statistics/table', { scope: 'group', by: 'person' }) },
  clerk('summary', 'summary', {}, naive.moneyBy('1')),
  clerk('by laboratory', 'table', { by: 'lab' }, naive.moneyBy('o.lab_id')),
  clerk('by instrument', 'table', { by: 'device' }, naive.moneyBy('o.device_id')),
  clerk('by payer', 'table', { by: 'payer' }, naive.moneyBy('o.payer_id')),
  clerk('by fee', 'table', { by: 'fee' }, naive.MONEY_BY_FEE),
  clerk('entries behind them', 'entry', {}, naive.ENTRIES),
  clerk('cards', 'card', {}),
  clerk('outstanding', 'outstanding', {}, naive.OWED),
  clerk('unpaid orders', 'unpaid', {}),
  clerk('division', 'distribution', {}, naive.moneyBy('o.lab_id')),
]

/** Computes the same figures from bookings, bills and settlements, once. */
const naiveSide =
  (campus: Campus, text: string): Side =>
  async () => {
    const begin = performance.now()
    await campus.sql(text, [period.from, period.to])
    const took = performance.now() - begin
    return { rate: 1000 / took, p50: took, p95: took, p99: took, answers: 1 }
  }

export const statistics: Work = {
  name: 'statistics',
  apart: true,
  async run({ reading: { url, campus }, log }) {
    await campus.sql('update hall_setting set enabled = true')
    const ids = new Map<string, number>()
    for (const { id, username } of await campus.sql<{ id: string; username: string }>(
      'select id, username from user_account where username = any($1)',
      [['equipoffice', 'finance', 'director', 'payer']],
    ))
      ids.set(username, Number(id))
    const product = await startProduct({ databaseUrl: url, pool: POOL })
    const rows: Row[] = []
    try {
      for (const page of pages) {
        const area = page.path.includes('finance-report') ? 'finance' : 'statistics'
        const token = makeToken(ids.get(page.who) ?? 0)
        const task: Task = {
          name: page.name,
          variants: 1,
          status: 200,
          sample: () => ({ method: 'GET', path: page.path, token, values: {} }),
          pgbench: { set: [], values: {} },
        }
        // Nothing of this page is cached yet, as after each new row of the ledger.
        const began = performance.now()
        await once(product.port, requestBytes('GET', page.path, { token }))
        const first = `asked first ${(performance.now() - began).toFixed(0)} ms`
        const side = productSide(product.port, task)
        const alone: Side = (_, seconds) => side(1, seconds)
        const { sides, noisy } = await interleaved(
          [side, ...(page.naive ? [alone, naiveSide(campus, page.naive)] : [])],
          CLIENTS,
        )
        const [busy, one, plain] = sides as [Measured, Measured | undefined, Measured | undefined]
        // A query without an answer within its round has no times.
        const times = one && plain && one.answers > 0 ? plain.p50 / one.p50 : null
        rows.push({
          work: `${area} of a year: ${page.name}`,
          clients: CLIENTS,
          product: withTimes(busy),
          a: [
            ...(one && plain
              ? [`naive SQL ${plain.p50.toFixed(0)} ms, product alone ${formatTimes(one)}`]
              : []),
            first,
          ].join(', '),
          b: '',
          ratio: times === null ? '' : `${times.toFixed(times < 10 ? 1 : 0)} × naive`,
          target: `p95 ≤ ${LIMIT_MS} ms${page.naive ? `; ≥ ${TIMES} × naive` : ''}`,
          reached:
            busy.answers > 0 && busy.p95 <= LIMIT_MS && (!page.naive || (times !== null && times >= TIMES)),
          noisy,
        })
        log(`  ${page.name}: ${withTimes(busy)} ${rows.at(-1)?.ratio}, ${first}`)
      }
    } finally {
      await product.stop()
    }
    return rows
  },
}
