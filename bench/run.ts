import { lookAt } from './campus.ts'
import { openData } from './data.ts'
import { pgbenchVersion } from './pgbench.ts'
import { rawRates } from './raw.ts'
import { machine, printTable, writeReport } from './report.ts'
import { BUDGET, POOL, ROUNDS, SECONDS, full, keep, middle, quick, wanted, whole } from './settings.ts'
import { inShort, type Row, type Work } from './works/work.ts'
import { asked } from './works/asked.ts'
import { backDevices, backUsers } from './works/back.ts'
import { beforeAndNow } from './works/before.ts'
import { cache } from './works/cache.ts'
import { conflict } from './works/conflict.ts'
import { create } from './works/create.ts'
import { emptyCall } from './works/empty.ts'
import { exportAll } from './works/export.ts'
import { gin } from './works/gin.ts'
import { decade, growth } from './works/growth.ts'
import { home } from './works/home.ts'
import { info } from './works/info.ts'
import { list } from './works/list.ts'
import { login } from './works/login.ts'
import { memory } from './works/memory.ts'
import { offices } from './works/offices.ts'
import { one } from './works/one.ts'
import { race } from './works/race.ts'
import { statistics } from './works/statistics.ts'
import { tail } from './works/tail.ts'
import { upkeep } from './works/upkeep.ts'
import { walk } from './works/walk.ts'
import { week } from './works/week.ts'
import { workflow } from './works/workflow.ts'

// npm run bench: runs every work in turn, except those that have their own page. `-- week create` runs only
// these; `-- --quick` checks on small data whether everything works.
// `BEFORE=/another/checkout npm run bench -- before` compares this checkout with that one.

const works: readonly Work[] = [
  emptyCall,
  week,
  create,
  conflict,
  race,
  one,
  home,
  cache,
  list,
  tail,
  info,
  login,
  growth,
  backDevices,
  backUsers,
  offices,
  statistics,
  exportAll,
  upkeep,
  asked,
  decade,
  workflow,
  gin,
  walk,
  memory,
  beforeAndNow,
]
const log = (line: string) => console.error(line)

const unknown = wanted.filter((name) => !works.some((w) => w.name === name))
if (unknown.length > 0)
  throw new Error(`no such work: ${unknown.join(' ')}; there are ${works.map((w) => w.name).join(' ')}`)

const data = await openData(log, { keep })
const rows: Row[] = []
const failed: string[] = []
const took: string[] = []
let alone = ''
let begun = performance.now()
const minutesSince = (then: number) => (performance.now() - then) / 60_000
try {
  const url = await data.copy(full, 'reading')
  // The time for filling templates does not count.
  begun = performance.now()
  const campus = await lookAt(url)
  alone = await rawRates(url)
  for (const work of works) {
    if (whole ? work.apart : !wanted.includes(work.name)) continue
    log(`${work.name} …`)
    const then = performance.now()
    try {
      await data.warm()
      const found = await work.run({ data, reading: { url, campus }, log })
      for (const r of found)
        log(`  ${r.clients} clients: ${r.product} | ${r.a} | ${r.l ?? ''} | ${r.b} | ${r.ratio}`)
      rows.push(...found)
    } catch (e) {
      failed.push(work.name)
      log(`  failed: ${(e as Error).stack ?? String(e)}`)
    }
    await data.dropCopies(['reading'])
    took.push(`${work.name} ${minutesSince(then).toFixed(1)}`)
    log(`  ${took.at(-1)} min`)
  }
  await campus.close()
} finally {
  await data.close()
}

/** A figure without the response times in brackets. */
const bare = (figure: string) => figure.replace(/ \(.*/, '')
const verdict = (r: Row) => (r.reached === null ? '' : r.reached ? 'yes' : 'no')
const table = printTable(
  [
    'work',
    'clients',
    'product',
    'A: bare handler',
    'L: least handler',
    'B: pgbench',
    'statements in trips',
    'ms of processor, server + PostgreSQL',
    'ratio',
    'target',
    'reached',
    'noise',
  ],
  rows.map((r) => [
    r.work,
    String(r.clients),
    r.product,
    r.a,
    r.l ?? '',
    r.b,
    r.sent ?? '',
    r.cost ?? '',
    r.ratio,
    r.target,
    verdict(r),
    r.noisy > 0 ? `${r.noisy} noisy` : '',
  ]),
)
const head = `${machine(data.version)}, pgbench ${pgbenchVersion() ?? 'not installed'}. ${full.devices.toLocaleString('en')} devices, ${full.bookings.toLocaleString('en')} bookings; one server process, ${POOL} connections on each side; median of ${ROUNDS} rounds of ${SECONDS} s.${quick ? ' Quick: on small data, without waiting for silence.' : ''}`
const minutes = minutesSince(begun)
const missed = [
  ...rows
    .filter((r) => r.reached === false)
    .map((r) => `${r.work}, ${r.clients} clients: ${r.ratio || r.product} (${r.target})`),
  ...(minutes > BUDGET && whole ? [`the run itself: ${minutes.toFixed(0)} min (≤ ${BUDGET} min)`] : []),
  ...failed.map((name) => `${name}: not measured, it failed`),
]
const judged = rows.filter((r) => r.reached !== null).length
const verdicts = [
  `${judged - rows.filter((r) => r.reached === false).length} of ${judged} targets reached${missed.length > 0 ? '; missed:' : '.'}`,
  missed.map((line) => `- ${line}`).join('\n'),
  `Minutes: ${minutes.toFixed(1)} in all; ${took.join(', ')}.`,
].filter(Boolean)
console.log([head, alone, table, ...verdicts].join('\n\n'))
if (whole && failed.length === 0 && !quick && !middle) {
  writeReport('bench', [head, alone, table, ...verdicts])
  const short = inShort(rows).map((r) => [
    r.work,
    String(r.clients),
    bare(r.product),
    r.ratio,
    r.target,
    verdict(r),
  ])
  writeReport(
    'bench-short',
    [machine(data.version), printTable(['work', 'clients', 'product', 'ratio', 'target', 'reached'], short)],
    'README.md',
  )
}
if (failed.length > 0) {
  log(`failed: ${failed.join(' ')}`)
  process.exitCode = 1
}
