import { lookAt, type Campus } from '../campus.ts'
import { interleaved, productSide, type Side } from '../compare.ts'
import type { Measured } from '../load.ts'
import { startProduct } from '../product.ts'
import { POOL, full } from '../settings.ts'
import { createTask } from './create.ts'
import { withTimes, type Work } from './work.ts'

// What the ledger costs whoever makes a booking: the same program on two copies of one database. First both
// know the ledger, which says how far apart equals are here; then one of them no longer does.

const CLIENTS = 4
const MOST = 0.03
/**
 * A difference of three in a hundred is smaller than what a second varies: many short rounds instead of three
 * long ones.
 */
const ROUNDS = { rounds: 15, seconds: 2 }
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const TRIGGERS = {
  booking: ['booking_begins_its_time', 'booking_changes_its_time', 'booking_used_up', 'booking_begun_used'],
  test_order: ['test_order_agreed_on', 'test_order_payer_changed', 'test_order_begun_agreed'],
}

export const upkeep: Work = {
  name: 'upkeep',
  async run({ data, log }) {
    const sides: Side[] = []
    const closing: (() => Promise<void>)[] = []
    try {
      const campuses: Campus[] = []
      for (const name of ['upkeep', 'no_upkeep']) {
        const url = await data.copy(full, name)
        const campus = await lookAt(url)
        campuses.push(campus)
        closing.push(() => campus.close())
        const product = await startProduct({ databaseUrl: url, pool: POOL })
        closing.unshift(() => product.stop())
        sides.push(productSide(product.port, createTask(campus)))
      }
      const compare = async () => {
        const { sides: measured, noisy } = await interleaved(sides, CLIENTS, ROUNDS)
        const [kept, without] = measured as [Measured, Measured]
        return { kept, without, noisy, cost: kept.p50 / without.p50 - 1 }
      }
      const alike = await compare()
      log(`  alike: ${percent(alike.cost)} apart`)
      for (const [table, triggers] of Object.entries(TRIGGERS))
        for (const trigger of triggers) await campuses[1]?.sql(`drop trigger ${trigger} on ${table}`)
      const { kept, without, noisy, cost } = await compare()
      return [
        {
          work: 'create a booking, with the ledger’s triggers and without',
          clients: CLIENTS,
          product: withTimes(kept),
          a: `without: ${withTimes(without)}`,
          b: '',
          ratio: `${percent(cost)} more, where both with triggers are ${percent(alike.cost)} apart (median of ${ROUNDS.rounds} rounds each)`,
          target: `≤ ${100 * MOST} %`,
          // What equals differ by says nothing.
          reached: Math.abs(alike.cost) > MOST ? null : cost <= MOST,
          noisy: noisy + alike.noisy,
        },
      ]
    } finally {
      for (const close of closing) await close()
    }
  },
}
