import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askedSql } from '../../apps/server/src/modules/form/form.service.ts'
import type { PlanRoute } from '../bare.ts'
import { lookAt } from '../campus.ts'
import { findLike, interleaved, type Side } from '../compare.ts'
import { load, requestBytes, type Measured } from '../load.ts'
import { startServer, type Server } from '../product.ts'
import { recorder } from '../record.ts'
import { POOL, full, quick } from '../settings.ts'
import { createTask } from './create.ts'
import { withTimes, type Work } from './work.ts'

// What a booking pays for the look-up of an instrument's own questions: the bare handler sends the statements
// of a booking with that look-up and without it, and nothing else differs.

const CLIENTS = 4
const MOST = 0.03
/** The difference is smaller than the variation between seconds, so there are many short rounds. */
const ROUNDS = { rounds: quick ? 9 : 15, seconds: 2 }

export const asked: Work = {
  name: 'asked',
  apart: true,
  async run({ data }) {
    const url = await data.copy(full, 'asked')
    const campus = await lookAt(url)
    const task = createTask(campus)
    const folder = mkdtempSync(join(tmpdir(), 'portal-asked-'))
    const servers: Server[] = []
    const startBare = async (name: string, route: PlanRoute): Promise<Side> => {
      const file = join(folder, `${name}.json`)
      writeFileSync(file, JSON.stringify({ '/0': route }))
      const env = { DATABASE_URL: url, DB_POOL_MAX: String(POOL), PLAN: file }
      const server = await startServer('bench/bare.ts', env)
      servers.push(server)
      return (clients, seconds) =>
        load({
          port: server.port,
          clients,
          seconds,
          request: (i) =>
            requestBytes('POST', '/0', {
              body: Object.fromEntries(Object.entries(task.sample(i).values).map(([k, v]) => [k, String(v)])),
            }),
        })
    }
    try {
      const ears = await recorder(url)
      const recording = await ears.record(() => findLike(task, 0), task.sample(0)).finally(() => ears.close())
      if (recording.status !== task.status) throw new Error(recording.reply.slice(0, 500))
      const lookUp = askedSql('d', 'booking')
      const without = recording.statements.map((s) => ({ ...s, text: s.text.replace(lookUp, 'null::json') }))
      const changed = without.filter((s, i) => s.text !== recording.statements[i]?.text).length
      if (changed !== 1) throw new Error(`${changed} statements look up what is asked`)
      const marks = task.sample(0).values
      const { sides, noisy } = await interleaved(
        [
          await startBare('with', { ...recording, marks }),
          await startBare('without', { ...recording, statements: without, marks }),
        ],
        CLIENTS,
        ROUNDS,
      )
      const [looked, blind] = sides as [Measured, Measured]
      const cost = looked.p50 / blind.p50 - 1
      return [
        {
          work: 'create a booking, with the look-up of bound questions and without (statements alone)',
          clients: CLIENTS,
          product: withTimes(looked),
          a: `without: ${withTimes(blind)}`,
          b: '',
          ratio: `${(100 * cost).toFixed(1)} % more (median of ${ROUNDS.rounds} rounds each)`,
          target: `≤ ${100 * MOST} %`,
          reached: cost <= MOST,
          noisy,
        },
      ]
    } finally {
      for (const server of servers) await server.stop()
      rmSync(folder, { recursive: true })
      await campus.close()
    }
  },
}
