import { bookingCalls } from '@portal/contract/booking/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, openLab, type OpenLab } from '../../testing/open-lab.ts'
import { startServer, type ServerProcess } from '../../testing/server.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// People book at two servers at once and one server is killed: every confirmed booking exists, and none
// exists twice.

const PEOPLE = 6
const DEVICES = 2
const DAYS = 4
const HOURS = 8
const SLOTS = DEVICES * DAYS * HOURS

let world: World
let lab: OpenLab
let devices: number[]
let crowd: Person[]
let doomed: ServerProcess
/** Addresses of the server that is killed and of this process, which survives. */
let servers: string[]
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  devices = await Promise.all(Array.from({ length: DEVICES }, () => lab.device()))
  crowd = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => world.person(`第${i + 1}人`)))
  doomed = await startServer(world.database.url)
  servers = [doomed.address, await world.app.listen({ port: 0, host: '127.0.0.1' })]
})
afterAll(async () => {
  await doomed.killAtOnce()
  await world.close()
})

interface Wish {
  deviceId: number
  startAt: string
  endAt: string
}
interface Told {
  status: number
  id: number | undefined
}
/** Undefined: the server died during the call. */
async function book(address: string, who: Person, wish: Wish, key: string): Promise<Told | undefined> {
  try {
    const response = await fetch(address + bookingCalls.create.path, {
      method: 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...wish, kind: 'self_operated', purpose: '形貌表征' }),
    })
    const { data } = (await response.json()) as { data?: { id?: number } }
    return { status: response.status, id: data?.id }
  } catch (e) {
    if (e instanceof TypeError) return undefined // fetch throws it when the connection breaks
    throw e
  }
}

test('each confirmed booking is there after kill -9, and none is doubled', async () => {
  const confirmed = new Map<number, Wish>()
  let lost = 0
  const slots = Array.from({ length: SLOTS }, (_, i): Wish => {
    const [device, hour, day] = [
      i % DEVICES,
      8 + (Math.floor(i / DEVICES) % HOURS),
      2 + Math.floor(i / DEVICES / HOURS),
    ]
    return { deviceId: devices[device] ?? 0, startAt: at(day, hour), endAt: at(day, hour + 1) }
  })

  /**
   * Tries all slots, each visitor from another start; a try without a reply is repeated at the other server
   * with the same key.
   */
  async function visitor(n: number): Promise<void> {
    for (let i = 0; i < SLOTS; i += 2) {
      const wish = slots[(i * 7 + n * 13) % SLOTS]
      const who = crowd[n]
      const key = `visitor-${n}-try-${i}`
      const [first, second] = (n + i / 2) % 2 ? servers : servers.toReversed()
      if (!wish || !who || !first || !second) throw new Error('there are as many')
      let told = await book(first, who, wish, key)
      if (!told) {
        lost++
        told = await book(second, who, wish, key)
      }
      expect([200, 409, 422]).toContain(told?.status)
      if (told?.status !== 200) continue
      expect(confirmed.has(told.id ?? 0), 'told to two people').toBe(false)
      confirmed.set(told.id ?? 0, wish)
    }
  }
  async function murder(): Promise<void> {
    while (confirmed.size < SLOTS / 4) await new Promise((resolve) => setTimeout(resolve, 2))
    await doomed.killAtOnce()
  }
  await Promise.all([...Array.from({ length: PEOPLE }, (_, n) => visitor(n)), murder()])

  expect(lost, 'the kill interrupted somebody').toBeGreaterThan(0)
  const there = await world.sql<{ id: number; deviceId: number; startAt: Date; logs: number; tasks: number }>(
    `select b.id, b.device_id as "deviceId", lower(b.period) as "startAt", (select count(*) from flow_log f where f.business = 'booking' and f.row_id = b.id and f.event = 'create') as logs,
      (select count(*) from approval_task t where t.business = 'booking' and t.row_id = b.id) as tasks
     from booking b where b.state not in ('cancelled', 'refused', 'expired')`,
  )
  const byId = new Map(there.map((b) => [b.id, b]))
  for (const [id, { deviceId, startAt }] of confirmed)
    expect(byId.get(id)).toMatchObject({ deviceId, startAt: new Date(startAt) })
  // A repeated try with its key returns the first booking, so nobody holds a booking they do not know of.
  expect(there.length).toBe(confirmed.size)
  expect(new Set(there.map((b) => `${b.deviceId} ${b.startAt.toISOString()}`)).size).toBe(there.length)
  expect(there.every((b) => b.logs === 1 && b.tasks === 1)).toBe(true)
})
