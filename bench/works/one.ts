import { findFirst, lookAt } from '../campus.ts'
import { interleaved, startSides, type Side } from '../compare.ts'
import type { Measured } from '../load.ts'
import { CLIENTS, full } from '../settings.ts'
import type { Task } from '../task.ts'
import { createTask } from './create.ts'
import { formatRate, withTimes, type Row, type Work } from './work.ts'

/** All clients at one instrument (another one each round), compared with clients spread over a thousand. */
export const one: Work = {
  name: 'one',
  async run({ data }) {
    const url = await data.copy(full, 'one')
    const campus = await lookAt(url)
    const { first, count } = findFirst(campus, 'one')
    let round = 0
    const spread = createTask(campus)
    const onFirst = createTask(campus, { first, count: 1 })
    // Every run of a side uses the next instrument, whose times are all free.
    const onOne: Task = {
      ...onFirst,
      name: 'one',
      sample: (i) => createTask(campus, { first: first + (round % count), count: 1 }).sample(i % 48_000),
    }
    const spreadSides = await startSides(url, spread)
    const oneSides = await startSides(url, onOne)
    const next =
      (side: Side): Side =>
      (clients, seconds) => {
        round++
        return side(clients, seconds)
      }
    const rows: Row[] = []
    try {
      for (const clients of CLIENTS.filter((n) => n > 1)) {
        const { sides, noisy } = await interleaved(
          [spreadSides.all.product, next(oneSides.all.product), spreadSides.all.a, next(oneSides.all.a)],
          clients,
        )
        const [apart, together, a, aTogether] = sides as [Measured, Measured, Measured, Measured]
        const ratio = together.rate / apart.rate
        rows.push({
          work: 'all clients on one device',
          clients,
          product: withTimes(together),
          a: withTimes(aTogether),
          b: '',
          ratio: `${ratio.toFixed(2)} of spread (${formatRate(apart)}); A ${(aTogether.rate / a.rate).toFixed(2)}`,
          target: '≥ 0.7 of the spread rate',
          reached: ratio >= 0.7,
          noisy,
        })
      }
      return rows
    } finally {
      await oneSides.close()
      await spreadSides.close()
      await campus.close()
    }
  },
}
