import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queryGrams } from '../../apps/server/src/kernel/search.rules.ts'
import { ROW, ROW_JOINS } from '../../apps/server/src/modules/device/row.store.ts'
import type { PlanRoute } from '../bare.ts'
import type { Campus } from '../campus.ts'
import { bareSide, interleaved, startSides } from '../compare.ts'
import { costing } from '../cost.ts'
import type { Measured } from '../load.ts'
import { startServer } from '../product.ts'
import { databasePid } from '../quiet.ts'
import { POOL } from '../settings.ts'
import type { Task } from '../task.ts'
import { searchTask } from './search.ts'
import { searchTerms } from './tail.ts'
import { formatCost, withTimes, type Row, type Work } from './work.ts'

// The product's index of bits (decision 23) beside PostgreSQL's own: a GIN index over the same pieces, asked
// by one statement for the exact total and the page. Both sides are the bare handler, so that only what
// PostgreSQL is asked differs.

const CLIENTS = [1, 16]

/** Counts in one walk over the hits, and reads the page along the order's index or from the hits. */
const FIND = `
  with hits as materialized (
    select d.id, y.minutes from device d join device_use_year y on y.device_id = d.id
    where d.search_grams @> $1::text[] and d.search_text like all ($2::text[])
      and d.status in ('normal', 'maintenance', 'broken')
      and (d.shared or d.lab_id in (select lab_id from lab_member where user_id = $3::int8))
      and d.lab_id not in (select id from lab where not enabled)),
    page as (select id, minutes from hits order by minutes desc, id limit 20)
  select (select count(*) from hits) as total, ${ROW}
  from page p join device d on d.id = p.id ${ROW_JOINS} order by p.minutes desc, p.id`

interface Found {
  total: number
  id: number
}

/** Ends the bench if GIN finds anything else than the product did. */
function expectSameDevices(term: string, reply: string, found: readonly Found[]): void {
  const { items, total } = (JSON.parse(reply) as { data: { items: { id: number }[]; total: number } }).data
  const [theirs, own] = [items, found].map((rows) => rows.map(({ id }) => Number(id)).join())
  if (theirs !== own || Number(found[0]?.total ?? 0) !== total)
    throw new Error(`${term}: the product finds ${total} (${theirs}), GIN ${found[0]?.total ?? 0} (${own})`)
}

async function startGin(
  campus: Campus,
  task: Task,
  terms: readonly string[],
  url: string,
  replies: string[],
) {
  const plan: Record<string, PlanRoute> = {}
  for (const [i, term] of terms.entries()) {
    const { values } = task.sample(i)
    const sought = queryGrams(term)
    const asked = [sought?.grams ?? [], sought?.recheck ?? [], Number(values['userId'])]
    const reply = replies[i] ?? ''
    expectSameDevices(term, reply, await campus.sql<Found>(FIND, asked))
    plan[`/${i}`] = {
      statements: [{ text: FIND, values: asked, together: false }],
      reply,
      status: 200,
      marks: values,
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'portal-gin-'))
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const server = await startServer('bench/bare.ts', {
    DATABASE_URL: url,
    DB_POOL_MAX: String(POOL),
    PLAN: file,
  })
  return {
    side: costing(bareSide(server.port, task), { server: server.pid, database: databasePid() }),
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

export const gin: Work = {
  name: 'gin',
  apart: true,
  async run({ reading: { url, campus } }) {
    const rows: Row[] = []
    for (const [name, { terms }] of Object.entries(searchTerms)) {
      const task = searchTask(campus, terms)
      const sides = await startSides(url, task)
      const other = await startGin(campus, task, terms, url, sides.replies).catch(async (e: unknown) => {
        await sides.close()
        throw e
      })
      try {
        for (const clients of CLIENTS) {
          const { sides: measured, noisy } = await interleaved([sides.all.a, other.side], clients)
          const [bits, pieces] = measured as [Measured, Measured]
          rows.push({
            work: `search, with total: ${name}; bits beside GIN`,
            clients,
            product: withTimes(bits),
            a: `GIN: ${withTimes(pieces)}`,
            b: '',
            cost: `${formatCost(bits)}; GIN ${formatCost(pieces)}`,
            ratio: `GIN takes ${(bits.rate / pieces.rate).toFixed(2)} ×`,
            target: 'stays if GIN takes > 3 ×',
            reached: null,
            noisy,
          })
        }
      } finally {
        await other.close()
        await sides.close()
      }
    }
    return rows
  },
}
