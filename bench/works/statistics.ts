import { performance } from 'node:perf_hooks'
import { startSides } from '../compare.ts'
import { tokenOf } from '../prepare.ts'
import type { Task } from '../task.ts'
import { versus, type Target } from './versus.ts'
import type { Row, Work } from './work.ts'

// Figures of a whole university: what an office opens in the morning, beside the same reckoned from bookings and bills.

const CLIENTS = 4
const LIMIT_MS = 300
const target: Target = {
  text: `p95 < ${LIMIT_MS} ms at ${CLIENTS} clients`,
  reached: (product) => product.p95 < LIMIT_MS,
}

const day = (yearsAgo: number): string => {
  const d = new Date()
  d.setUTCFullYear(d.getUTCFullYear() - yearsAgo)
  return d.toISOString().slice(0, 10)
}
// Months and the days at their edges.
const period = { from: day(1), to: day(0) }
const pathOf = (name: string, more: Record<string, string> = {}) =>
  `/api/v2/statistics/${name}?${new URLSearchParams({ ...period, scope: 'all', ...more }).toString()}`

const pages: readonly [name: string, path: string][] = [
  ['overview', pathOf('overview')],
  ['by instrument', pathOf('table', { by: 'device' })],
  ['by laboratory', pathOf('table', { by: 'lab' })],
  ['by group', pathOf('table', { by: 'group' })],
  ['the rows behind them', pathOf('uses')],
]

/** The year's hours and income by laboratory from what the ledger is made of: how one would ask without it. */
const NAIVE = `
  select b.lab_id, count(*), sum(extract(epoch from upper(w.time) - lower(w.time)) / 60), sum(o.total_fen), count(distinct b.experimenter_id)
  from booking b left join test_order o on o.booking_id = b.id and o.confirmed_at is not null
  cross join lateral (select coalesce(o.actual,
    case when b.started_at < b.finished_at then tstzrange(b.started_at, b.finished_at) end, b.period) as time) w
  where b.state in ('awaiting_test_order', 'done') and (lower(w.time) at time zone 'Asia/Shanghai')::date between $1 and $2
  group by 1 order by 3 desc limit 20`

export const statistics: Work = {
  name: 'statistics',
  async run({ reading: { url, campus } }) {
    const [office] = await campus.sql<{ id: string }>(
      `select id from user_account where username = 'equipoffice'`,
    )
    const token = tokenOf(Number(office?.id))
    const rows: Row[] = []
    for (const [name, path] of pages) {
      const task: Task = {
        name,
        variants: 1,
        status: 200,
        sample: () => ({ method: 'GET', path, token, values: {} }),
        pgbench: { set: [], values: {} },
      }
      const sides = await startSides(url, task)
      try {
        rows.push(...(await versus(`statistics of a year: ${name}`, sides, target, [1, CLIENTS])))
      } finally {
        await sides.close()
      }
    }
    const times: number[] = []
    for (let i = 0; i < 4; i++) {
      const start = performance.now()
      await campus.sql(NAIVE, [period.from, period.to])
      if (i > 0) times.push(performance.now() - start)
    }
    const naive = times.toSorted((a, b) => a - b)[1] ?? 0
    return rows.map((r) => ({ ...r, b: `naive SQL by laboratory ${naive.toFixed(0)} ms` }))
  },
}
