import { lookAt } from '../campus.ts'
import { interleaved, productSide, type Side } from '../compare.ts'
import type { Measured } from '../load.ts'
import { startProduct } from '../product.ts'
import { POOL, full } from '../settings.ts'
import { createTask } from './create.ts'
import { withTimes, type Row, type Work } from './work.ts'

// What the ledger, and the before and after values of the operation log, cost a booking: one program on one
// database, with the triggers switched off and on between rounds. First both sides have them on, which shows
// the noise between equal sides.

const CLIENTS = 4
const MOST = 0.03
/**
 * A difference of 3 % is smaller than the variation between seconds, so there are many short rounds instead
 * of three long ones.
 */
const ROUNDS = { rounds: 15, seconds: 2 }
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const TRIGGERS = {
  booking: ['booking_begins_its_time', 'booking_changes_its_time', 'booking_used_up', 'booking_begun_used'],
  test_order: ['test_order_agreed_on', 'test_order_payer_changed', 'test_order_begun_agreed'],
}
const LEDGER = Object.entries(TRIGGERS).flatMap(([table, triggers]) =>
  triggers.map((trigger): [table: string, trigger: string] => [table, trigger]),
)
const NOTED = `select event_object_table as table, trigger_name as trigger
  from information_schema.triggers where trigger_name = 'change_noted' group by 1, 2 order by 1`

type Trigger = readonly [table: string, name: string]
type Sets = { name: string; triggers: readonly Trigger[]; most: number | null }[]

export const upkeep: Work = {
  name: 'upkeep',
  apart: true,
  async run({ data, log }) {
    const url = await data.copy(full, 'upkeep')
    const campus = await lookAt(url)
    const product = await startProduct({ databaseUrl: url, pool: POOL })
    const side = productSide(product.port, createTask(campus))
    const turn = async (triggers: readonly Trigger[], way: 'disable' | 'enable') => {
      for (const [table, name] of triggers) await campus.sql(`alter table ${table} ${way} trigger ${name}`)
    }
    const compare = async (triggers: readonly Trigger[]) => {
      const without: Side = async (clients, seconds) => {
        await turn(triggers, 'disable')
        return side(clients, seconds).finally(() => turn(triggers, 'enable'))
      }
      // Altering a table invalidates the plans of its connections, so this side alters it as well.
      const all: Side = async (clients, seconds) => {
        await turn(triggers, 'enable')
        return side(clients, seconds)
      }
      const { sides, noisy } = await interleaved([all, without], CLIENTS, ROUNDS)
      const [kept, lacking] = sides as [Measured, Measured]
      return { kept, lacking, noisy, cost: kept.p50 / lacking.p50 - 1 }
    }
    try {
      const noted = await campus.sql<{ table: string; trigger: string }>(NOTED)
      const sets: Sets = [
        { name: 'the ledger’s triggers', triggers: LEDGER, most: MOST },
        {
          name: 'the operation log’s triggers',
          triggers: noted.map(({ table, trigger }): Trigger => [table, trigger]),
          most: null,
        },
      ]
      const alike = await compare([])
      log(`  alike: ${percent(alike.cost)} apart`)
      const rows: Row[] = []
      for (const { name, triggers, most } of sets) {
        const { kept, lacking, noisy, cost } = await compare(triggers)
        log(`  ${name}: ${percent(cost)}`)
        rows.push({
          work: `create a booking, with ${name} and without`,
          clients: CLIENTS,
          product: withTimes(kept),
          a: `without: ${withTimes(lacking)}`,
          b: '',
          ratio: `${percent(cost)} more, where equals are ${percent(alike.cost)} apart (median of ${ROUNDS.rounds} rounds each)`,
          target: most === null ? 'no limit is set' : `≤ ${100 * most} %`,
          // If equal sides already differ by more than the limit, there is no verdict.
          reached: most === null || Math.abs(alike.cost) > most ? null : cost <= most,
          noisy: noisy + alike.noisy,
        })
      }
      return rows
    } finally {
      await product.stop()
      await campus.close()
    }
  },
}
