import { lookAt } from '../campus.ts'
import { interleaved, productSide, type Side } from '../compare.ts'
import type { Measured } from '../load.ts'
import { startProduct } from '../product.ts'
import { POOL, full } from '../settings.ts'
import { createTask } from './create.ts'
import { withTimes, type Work } from './work.ts'

// What the ledger costs whoever makes a booking: the same program on two copies of one database, of which one
// knows no ledger.

const CLIENTS = 4
const MOST = 0.03
/**
 * A difference of three in a hundred is smaller than what a second varies: many short rounds instead of three
 * long ones.
 */
const ROUNDS = { rounds: 15, seconds: 2 }
const TRIGGERS = {
  booking: ['booking_begins_its_time', 'booking_changes_its_time', 'booking_used_up', 'booking_begun_used'],
  test_order: ['test_order_agreed_on', 'test_order_payer_changed', 'test_order_begun_agreed'],
}

export const upkeep: Work = {
  name: 'upkeep',
  async run({ data }) {
    const sides: Side[] = []
    const closing: (() => Promise<void>)[] = []
    try {
      for (const name of ['upkeep', 'no_upkeep']) {
        const url = await data.copy(full, name)
        const campus = await lookAt(url)
        closing.push(() => campus.close())
        if (name === 'no_upkeep')
          for (const [table, triggers] of Object.entries(TRIGGERS))
            for (const trigger of triggers) await campus.sql(`drop trigger ${trigger} on ${table}`)
        const product = await startProduct({ databaseUrl: url, pool: POOL })
        closing.unshift(() => product.stop())
        sides.push(productSide(product.port, createTask(campus)))
      }
      const { sides: measured, noisy } = await interleaved(sides, CLIENTS, ROUNDS)
      const [kept, without] = measured as [Measured, Measured]
      const cost = kept.p50 / without.p50 - 1
      return [
        {
          work: 'create a booking, with the ledger’s triggers and without',
          clients: CLIENTS,
          product: withTimes(kept),
          a: `without: ${withTimes(without)}`,
          b: '',
          ratio: `${(100 * cost).toFixed(1)} % more (median of ${ROUNDS.rounds} rounds each)`,
          target: `≤ ${100 * MOST} %`,
          reached: cost <= MOST,
          noisy,
        },
      ]
    } finally {
      for (const close of closing) await close()
    }
  },
}
