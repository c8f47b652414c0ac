import { bookingCalls } from '@portal/contract/booking/calls'
import { sessionCalls } from '@portal/contract/session/session'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { countTrips, type Trips } from '../../../testing/statements.ts'
import { createWorld, type World } from '../../../testing/world.ts'

// A process with the session (decision 102) and the instrument's rules (108) in its cache asks PostgreSQL for
// the rest in one round trip and writes together with the commit (109). The test notices any added wait
// between statements.

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
})
afterAll(() => world.close())

/** The fewest round trips of a call: the first calls fill the caches. */
async function settle(call: (n: number) => Promise<unknown>, most: number): Promise<Trips> {
  let found: Trips = { statements: 1, trips: Number.POSITIVE_INFINITY }
  for (let n = 0; n < 60 && found.trips > most; n++) {
    found = await countTrips(() => call(n))
    // Caches serve only while notifications are known to arrive, which is checked every 40 ms.
    await sleep(5)
  }
  return found
}

test('who asks who he is is known: nothing is asked of the database', async () => {
  expect(await settle(() => world.ok(lab.booker, sessionCalls.current), 0)).toEqual({
    statements: 0,
    trips: 0,
  })
})

test('a week of an instrument is one trip', async () => {
  const query = { deviceId: lab.deviceId, from: at(0, 0), to: at(7, 0) }
  expect((await settle(() => world.ok(lab.booker, bookingCalls.week, { query }), 1)).trips).toBe(1)
})

test('a booking is two trips: what it needs, and what it writes with the commit', async () => {
  const book = (n: number) =>
    world.ok(lab.booker, bookingCalls.create, {
      body: {
        deviceId: lab.deviceId,
        kind: 'self_operated',
        startAt: at(2 + Math.floor(n / 8), 9 + (n % 8)),
        endAt: at(2 + Math.floor(n / 8), 10 + (n % 8)),
        purpose: '观察',
      },
    })
  expect((await settle(book, 2)).trips).toBe(2)
})

test('a time that is taken is two trips: what it needs, and what is free instead with the end', async () => {
  const body = {
    deviceId: lab.deviceId,
    kind: 'self_operated',
    // Behind all that the test before may have tried, an hour at a time.
    startAt: at(12, 9),
    endAt: at(12, 10),
    purpose: '观察',
  } as const
  await world.ok(lab.booker, bookingCalls.create, { body })
  const refused = async () => {
    const { status, code } = await world.send(lab.experimenter, bookingCalls.create, { body })
    expect([status, code]).toEqual([409, 'OVERLAPS'])
  }
  expect((await settle(refused, 2)).trips).toBe(2)
})

test('what follows from a step leaves with its commit: an approval, a start and a cancellation are two trips', async () => {
  const book = (n: number) =>
    lab.book({
      startAt: at(20 + Math.floor(n / 8), 9 + (n % 8)),
      endAt: at(20 + Math.floor(n / 8), 10 + (n % 8)),
    })
  const most = { approve: 2, cancel: 2, start: 2, finish: 6 }
  const fewest = { approve: 99, cancel: 99, start: 99, finish: 99 }
  const count = async (name: keyof typeof fewest, run: () => Promise<unknown>) => {
    fewest[name] = Math.min(fewest[name], (await countTrips(run)).trips)
  }
  const names = Object.keys(most) as (keyof typeof most)[]
  for (let n = 0; n < 12 && names.some((name) => fewest[name] > most[name]); n++) {
    const gone = { id: (await book(2 * n)).id }
    const { id, state } = await book(2 * n + 1)
    const params = { id }
    await sleep(5)
    await count('approve', () =>
      world.ok(lab.reviewer, bookingCalls.approve, { params, body: { state: state as 'awaiting_reviewer' } }),
    )
    await world.sql(
      `update booking set state = 'awaiting_use', period = tstzrange(now(), now() + interval '1 hour')
        where id = $1`,
      [id],
    )
    await count('cancel', () =>
      world.ok(lab.booker, bookingCalls.cancel, { params: gone, body: { reason: '不用了' } }),
    )
    await count('start', () => world.ok(lab.booker, bookingCalls.start, { params }))
    await count('finish', () => world.ok(lab.booker, bookingCalls.finish, { params }))
    // The next one gets the seat and the time.
    await world.sql(
      `update booking set period = tstzrange(lower(period) - make_interval(days => $2),
        upper(period) - make_interval(days => $2)) where id = $1`,
      [id, 90 + n],
    )
  }
  expect(fewest).toEqual(most)
})
