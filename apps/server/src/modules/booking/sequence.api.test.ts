import { bookingEvents, type BookingEvent } from '@portal/contract/booking/booking'
import { bookingCalls } from '@portal/contract/booking/calls'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { at, openLab, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type Answer, type Person, type World } from '../../testing/world.ts'
import { bookingFlow } from './booking.flow.ts'
import { bookingJobs } from './booking.jobs.ts'

// Invariants hold after any sequence of actions.

let world: World
let lab: OpenLab
let people: Person[]
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  people = [
    lab.booker,
    lab.experimenter,
    lab.payer,
    lab.reviewer,
    lab.director,
    lab.labAdmin,
    lab.sysadmin,
    lab.outsider,
  ]
})
afterAll(() => world.close())

type Op = {
  op: BookingEvent | 'clock' | 'decide' | 'samples'
  who: number
  which: number
  hour: number
  length: number
  delivery: boolean
  payer: boolean
}
const op: fc.Arbitrary<Op> = fc.record({
  op: fc.constantFrom<Op['op']>(
    'create',
    'create',
    'create',
    ...bookingEvents,
    'clock',
    'decide',
    'samples',
    'approve',
    'approve',
    'approve',
  ),
  who: fc.nat(7),
  which: fc.nat(30),
  hour: fc.nat(9),
  length: fc.integer({ min: 1, max: 3 }),
  delivery: fc.boolean(),
  payer: fc.boolean(),
})

async function act(deviceId: number, ids: number[], o: Op): Promise<Answer<unknown> | undefined> {
  const by = people[o.who]!
  const id = ids[o.which % Math.max(1, ids.length)] ?? 0
  const params = { id }
  const [startAt, endAt] = [at(3, 8 + o.hour), at(3, 8 + o.hour + o.length)]
  const [row] = await world.sql<{ state: 'awaiting_payer' }>('select state from booking where id = $1', [id])
  const state = row?.state ?? 'awaiting_payer'
  const form = {
    payerId: o.payer ? lab.payer.id : null,
    experimenterId: lab.experimenter.id,
    purpose: '随机',
    samples: o.delivery ? [{ name: '合金', count: 1 }] : [],
  }
  switch (o.op) {
    case 'create': {
      const answer = await world.send(by, bookingCalls.create, {
        body: {
          deviceId,
          kind: o.delivery ? 'sample_delivery' : 'self_operated',
          ...(o.delivery ? {} : { startAt, endAt }),
          ...form,
        },
      })
      if (answer.status === 200) ids.push(answer.data.id)
      return answer
    }
    case 'approve':
      return world.send(by, bookingCalls.approve, {
        params,
        body: { state, ...(o.delivery && { assign: { startAt, endAt } }) },
      })
    case 'refuse':
      return world.send(by, bookingCalls.refuse, { params, body: { state, reason: '不行' } })
    case 'change':
      return world.send(by, bookingCalls.change, { params, body: { startAt, endAt, ...form } })
    case 'extend':
      return world.send(by, bookingCalls.extend, { params, body: { endAt } })
    case 'cancel': {
      // Some act late.
      if (o.hour > 5 && state.startsWith('awaiting_')) await lab.shift(id, 60, 60).catch(() => undefined)
      return world.send(by, bookingCalls.cancel, { params, body: {} })
    }
    case 'revoke':
      return world.send(by, bookingCalls.revoke, { params, body: { reason: '停电' } })
    case 'start': {
      // Time passes: this booking's hour comes, unless another booking is in the way.
      if (o.hour > 6) await lab.shift(id, -5, 60).catch(() => undefined)
      return world.send(by, bookingCalls.start, { params })
    }
    case 'finish':
      return world.send(by, bookingCalls.finish, { params })
    case 'decide':
      return world.send(by, bookingCalls.decide, {
        body: {
          event: o.payer ? 'approve' : 'refuse',
          reason: '一起',
          items: [...new Set(ids)].slice(0, 5).map((i) => ({ id: i, state })),
        },
      })
    case 'samples': {
      const samples = await world.sql<{ id: number }>('select id from booking_sample where booking_id = $1', [
        id,
      ])
      return samples.length
        ? world.send(by, bookingCalls.samples, {
            params,
            body: { event: o.payer ? 'receive' : 'return', sampleIds: samples.map((s) => s.id) },
          })
        : undefined
    }
    default:
      for (const job of bookingJobs) await runJob(world.app.deps, job)
      return undefined
  }
}

async function judgeInvariants(deviceId: number, ids: number[]): Promise<void> {
  const live = `('awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use', 'in_use')`
  const overlaps = await world.sql(
    `select from booking a join booking b on b.device_id = a.device_id and b.seat = a.seat and b.id > a.id and a.period && b.period
    where a.device_id = $1 and a.state in ${live} and b.state in ${live}`,
    [deviceId],
  )
  expect(overlaps).toEqual([])

  // Each booking's log is one path through the flow to its state; a task waits if, and only if, the state has
  // an approver.
  const log = await world.sql<{ id: number; event: BookingEvent; from: string | null; to: string }>(
    `select row_id as id, event, from_state as "from", to_state as "to" from flow_log where business = 'booking' and row_id = any($1) order by id`,
    [ids],
  )
  const rows = await world.sql<{ id: number; state: string; tasks: string[] }>(
    `select b.id, b.state, array(select t.step from approval_task t where t.business = 'booking' and t.row_id = b.id and t.state = 'waiting') as tasks from booking b where b.id = any($1)`,
    [ids],
  )
  for (const { id, state, tasks } of rows) {
    let here: string | null = null
    for (const step of log.filter((l) => l.id === id)) {
      expect([id, step.from]).toEqual([id, here])
      expect(
        bookingFlow.steps.some((s) => s.from === step.from && s.on === step.event && s.to === step.to),
      ).toBe(true)
      here = step.to
    }
    expect([id, state]).toEqual([id, here])
    expect([id, tasks]).toEqual([
      id,
      ['payer', 'reviewer', 'director'].filter((a) => state === `awaiting_${a}`),
    ])
  }

  // The fee of a late cancellation is a bill of its own; other bookings without a use have no bill.
  const fees = await world.sql<{ id: number; fee: number; bills: number[] }>(
    `select b.id, b.cancel_fee_fen as fee, array(select t.total_fen from test_order t where t.booking_id = b.id) as bills
    from booking b where b.id = any($1) and b.finished_at is null`,
    [ids],
  )
  for (const { id, fee, bills } of fees) expect([id, bills]).toEqual([id, fee > 0 ? [fee] : []])

  // Nobody sees a button that the flow does not have; people without access see nothing.
  for (const person of people) {
    const { items } = await world.ok(person, bookingCalls.list, {
      query: { scope: person === lab.sysadmin ? 'all' : 'lab', deviceId, size: 100 },
    })
    for (const b of items)
      for (const event of b.can)
        expect(bookingFlow.steps.some((s) => s.from === b.state && s.on === event)).toBe(true)
    if (person === lab.outsider) expect(items).toEqual([])
  }
}

test('random sequences', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 10, maxLength: 40 }), async (ops) => {
      const deviceId = await lab.device({ capacity: 2, cancel_fee_fen: 500 })
      await world.sql(`update user_account set suspended_until = null`)
      const ids: number[] = []
      // Three actions at once, so their order varies.
      for (let i = 0; i < ops.length; i += 3) {
        const answers = await Promise.all(ops.slice(i, i + 3).map((o) => act(deviceId, ids, o)))
        for (const [j, answer] of answers.entries())
          expect([ops[i + j], answer?.message, (answer?.status ?? 200) < 500]).toEqual([
            ops[i + j],
            answer?.message,
            true,
          ])
      }
      await judgeInvariants(deviceId, ids)
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 180_000)
