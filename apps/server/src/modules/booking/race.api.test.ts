import { bookingCalls } from '@portal/contract/booking/calls'
import { makeAddress, type Arguments, type Call } from '@portal/contract/kernel/call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { at, openLab, type OpenLab } from '../../testing/open-lab.ts'
import { startServer, type ServerProcess } from '../../testing/server.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Two server processes on one database, fifty people for one slot: one gets it, the others are told the free
// alternatives.
const CROWD = 50

let world: World
let lab: OpenLab
let here: string
let other: ServerProcess
let crowd: Person[]
beforeAll(async () => {
  world = await createWorld({ poolMax: 10 })
  lab = await openLab(world)
  other = await startServer(world.database.url)
  here = await world.app.listen({ port: 0, host: '127.0.0.1' })
  crowd = await Promise.all(Array.from({ length: CROWD }, (_, i) => world.person(`第${i + 1}人`)))
})
afterAll(async () => {
  await other.killAtOnce()
  await world.close()
})

interface Told {
  status: number
  code: string | number
  data?: { alternatives?: unknown[] }
}
interface Asked<C extends Call> {
  by: Person
  args: Arguments<C>
}
async function askAt<C extends Call>(address: string, call: C, { by, args }: Asked<C>): Promise<Told> {
  const headers = { authorization: by.token, 'content-type': 'application/json' }
  const answer = await fetch(address + makeAddress(call, args), {
    method: call.method,
    headers,
    body: JSON.stringify(args.body ?? {}),
  })
  return { status: answer.status, ...((await answer.json()) as Omit<Told, 'status'>) }
}
/** All calls at once, half of them at each server. */
const atOnce = <C extends Call>(call: C, of: (i: number) => Asked<C>): Promise<Told[]> =>
  Promise.all(crowd.map((_, i) => askAt(i % 2 ? other.address : here, call, of(i))))

/** Invariants of the seats after each run. */
async function judgeSeats(deviceId: number): Promise<void> {
  const overlapping = await world.sql(
    `select from booking a join booking b on b.device_id = a.device_id and b.seat = a.seat and b.id > a.id and a.period && b.period
     where a.device_id = $1 and a.state in ('awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use', 'in_use')
       and b.state in ('awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use', 'in_use')`,
    [deviceId],
  )
  expect(overlapping).toEqual([])
}
function judgeAnswers(answers: Told[], winners = 1): void {
  const refused = answers.filter((a) => a.status !== 200)
  expect(answers.length - refused.length).toBe(winners)
  for (const { status, code, data } of refused)
    expect([status, code, (data?.alternatives?.length ?? 0) > 0]).toEqual([409, 'OVERLAPS', true])
}

test('by create', async () => {
  for (let round = 0; round < 3; round++) {
    const deviceId = await lab.device()
    const body = {
      deviceId,
      kind: 'self_operated' as const,
      startAt: at(3, 10),
      endAt: at(3, 11),
      purpose: '抢',
    }
    judgeAnswers(await atOnce(bookingCalls.create, (i) => ({ by: crowd[i]!, args: { body } })))
    await judgeSeats(deviceId)
    expect(
      (
        await world.sql(
          `select from flow_log f join booking b on b.id = f.row_id where f.business = 'booking' and b.device_id = $1`,
          [deviceId],
        )
      ).length,
    ).toBe(1)
    expect((await world.sql(`select from approval_task where device_id = $1`, [deviceId])).length).toBe(1)
  }
})

test('by create at different, overlapping times and lengths', async () => {
  const deviceId = await lab.device()
  const answers = await atOnce(bookingCalls.create, (i) => ({
    by: crowd[i]!,
    args: {
      body: {
        deviceId,
        kind: 'self_operated' as const,
        startAt: at(3, 10 + (i % 8) / 2),
        endAt: at(3, 12 + (i % 8) / 2 + (i % 3)),
        purpose: '抢',
      },
    },
  }))
  expect(answers.every((a) => a.status === 200 || (a.status === 409 && a.code === 'OVERLAPS'))).toBe(true)
  expect(answers.some((a) => a.status === 200)).toBe(true)
  await judgeSeats(deviceId)
})

test('by create where several seats are free: as many get in as there are seats', async () => {
  const deviceId = await lab.device({ capacity: 4 })
  const body = {
    deviceId,
    kind: 'self_operated' as const,
    startAt: at(3, 10),
    endAt: at(3, 11),
    purpose: '抢',
  }
  judgeAnswers(await atOnce(bookingCalls.create, (i) => ({ by: crowd[i]!, args: { body } })), 4)
  await judgeSeats(deviceId)
})

test('by extend: of one booking fifty times, and into an hour that new bookings want', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const { id } = await lab.book({ deviceId, startAt: at(4, 8), endAt: at(4, 9) })
  const until = (hour: number) => ({
    by: lab.booker,
    args: { params: { id }, body: { endAt: at(4, hour) } },
  })
  // One at each server: both have read the booking before one of them writes it.
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from booking where id = $1 for update', [id])
    const two = [here, other.address].map((address) => askAt(address, bookingCalls.extend, until(9.5)))
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(2)
    await holder.query('commit')
    expect((await Promise.all(two)).map((a) => a.code)).toEqual(
      expect.arrayContaining<string | number>([0, 'TOO_LATE']),
    )
  } finally {
    holder.release()
  }
  expect((await askAt(here, bookingCalls.extend, until(9.5))).code).toBe('NOT_LATER')
  // Of fifty each is one or the other, as it comes.
  const fifty = await atOnce(bookingCalls.extend, () => until(10))
  expect(fifty.filter((a) => a.status === 200).length).toBe(1)
  for (const { status, code } of fifty)
    if (status !== 200) expect(['TOO_LATE', 'NOT_LATER'], String(code)).toContain(code)

  const body = {
    deviceId,
    kind: 'self_operated' as const,
    startAt: at(4, 10),
    endAt: at(4, 11),
    purpose: '抢',
  }
  const [created, extended] = await Promise.all([
    atOnce(bookingCalls.create, (i) => ({ by: crowd[i]!, args: { body } })),
    world.send(lab.booker, bookingCalls.extend, { params: { id }, body: { endAt: at(4, 11) } }),
  ])
  judgeAnswers([...created, extended as unknown as Told])
  await judgeSeats(deviceId)
})

test('by assign: fifty deliveries given one hour, and new bookings at it', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const sent = await Promise.all(
    crowd.map((by) =>
      lab.book(
        {
          deviceId,
          kind: 'sample_delivery',
          startAt: null,
          endAt: null,
          samples: [{ name: '合金', count: 1 }],
        },
        by,
      ),
    ),
  )
  const assign = { startAt: at(5, 9), endAt: at(5, 10) }
  const [assigned, booked] = await Promise.all([
    atOnce(bookingCalls.approve, (i) => ({
      by: lab.reviewer,
      args: { params: { id: sent[i]!.id }, body: { state: 'awaiting_reviewer' as const, assign } },
    })),
    atOnce(bookingCalls.create, (i) => ({
      by: crowd[i]!,
      args: { body: { deviceId, kind: 'self_operated' as const, ...assign, purpose: '抢' } },
    })),
  ])
  judgeAnswers([...assigned, ...booked])
  await judgeSeats(deviceId)
})
