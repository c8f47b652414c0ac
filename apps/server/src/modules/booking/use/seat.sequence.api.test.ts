import { bookingCalls } from '@portal/contract/booking/calls'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJob } from '../../../kernel/jobs.ts'
import { openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Answer, type Person, type World } from '../../../testing/world.ts'
import { bookingJobs } from '../booking.jobs.ts'

// People start, finish, extend, overrun, report faults and hand over in any order: a seat serves one person
// at a time. `USE_SEQUENCES=2000` runs that many; the suite runs a share.

const RUNS = Number(process.env['USE_SEQUENCES'] ?? 25)

let world: World
let lab: OpenLab
let people: Person[]
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  // This lab needs no approvals; the process caches the policy and must be notified.
  await world.sql(
    `insert into approval_policy (business, step, lab_id, required) select 'booking', step, $1, false from unnest(array['reviewer', 'director']) step`,
    [lab.labId],
  )
  await lab.approvals(lab.deviceId)
  // Mostly people who may do everything.
  people = [lab.booker, lab.experimenter, lab.reviewer, lab.reviewer, lab.reviewer, lab.director]
})
afterAll(() => world.close())

const ops = [
  'book',
  'start',
  'start',
  'start',
  'start',
  'start',
  'finish',
  'extend',
  'fault',
  'handOver',
  'pass',
  'pass',
  'jobs',
] as const
type Op = { op: (typeof ops)[number]; who: number; which: number; slot: number; minutes: number }
const op: fc.Arbitrary<Op> = fc.record({
  op: fc.constantFrom(...ops),
  who: fc.nat(5),
  which: fc.nat(3),
  slot: fc.nat(2),
  minutes: fc.constantFrom(4, 11, 19, 32, 47),
})

const GRID = 5 * 60_000
/** The start of the n-th half hour, counted from the next full five minutes. */
const slot = (n: number) => new Date(Math.ceil(Date.now() / GRID) * GRID + n * 30 * 60_000).toISOString()

// Time passes for one device: all its recorded times move back by the same amount, the earliest first so that
// none overlap. What has ended goes by its use: a seat that was freed early is booked anew, and that booking
// may be planned before the one that ended, and used after it.
const PASS = `do $$ declare r record; begin
  for r in select id from booking where device_id = DEVICE order by finished_at is null,
    case when finished_at is null then lower(period) else started_at end, id loop
    update booking set period = tstzrange(lower(period) - BY, upper(period) - BY), started_at = started_at - BY, finished_at = finished_at - BY,
      overrun_told_at = overrun_told_at - BY where id = r.id;
  end loop; end $$`

async function act(deviceId: number, ids: number[], o: Op): Promise<Answer<unknown> | undefined> {
  const by = people[o.who]!
  const id = ids[o.which % Math.max(1, ids.length)] ?? 0
  const params = { id }
  switch (o.op) {
    case 'book': {
      const answer = await world.send(people[o.who % 2]!, bookingCalls.create, {
        body: {
          deviceId,
          kind: 'self_operated',
          startAt: slot(o.slot),
          endAt: slot(o.slot + 1),
          purpose: '随机',
        },
      })
      if (answer.status === 200) ids.push(answer.data.id)
      return answer
    }
    case 'start':
      return world.send(o.who === 0 ? by : lab.reviewer, bookingCalls.start, { params })
    case 'finish':
      return world.send(by, bookingCalls.finish, { params })
    case 'extend':
      return world.send(by, bookingCalls.extend, { params, body: { endAt: slot(o.slot + 1) } })
    case 'fault':
      return world.send(by, bookingCalls.fault, { params, body: { reason: '报警' } })
    case 'handOver':
      return world.send(by, bookingCalls.handOver, { params, body: { reason: '下一位已到' } })
    case 'pass':
      await world.sql(
        PASS.replaceAll('BY', `interval '${o.minutes} minutes'`).replace('DEVICE', String(deviceId)),
      )
      return undefined
    case 'jobs':
      for (const job of bookingJobs) await runJob(world.app.deps, job)
      return undefined
  }
}

test(`uses of a seat never overlap: ${RUNS} random sequences`, async () => {
  let [begun, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 16, maxLength: 32 }), async (sequence) => {
      const deviceId = await lab.device({ capacity: 1, grid_minutes: 5, max_minutes: 240, grace_minutes: 20 })
      await world.sql(`update user_account set suspended_until = null`)
      const ids: number[] = []
      for (const n of [0, 1, 2])
        await act(deviceId, ids, { op: 'book', who: n, which: 0, slot: n, minutes: 4 })
      // Two actions at once, so their order varies.
      for (let i = 0; i < sequence.length; i += 2) {
        const pair = sequence.slice(i, i + 2)
        // A shift of time runs alone.
        const alone = pair.some((o) => o.op === 'pass')
        const answers: (Answer<unknown> | undefined)[] = []
        if (alone) for (const o of pair) answers.push(await act(deviceId, ids, o))
        else answers.push(...(await Promise.all(pair.map((o) => act(deviceId, ids, o)))))
        for (const [j, answer] of answers.entries()) {
          expect([pair[j], answer?.message, (answer?.status ?? 200) < 500]).toEqual([
            pair[j],
            answer?.message,
            true,
          ])
          if (answer?.code === 'SEAT_IN_USE' || answer?.code === 'SEAT_RESERVED') refused += 1
        }
      }
      const used = await world.sql<{ id: number; state: string; kind: string | null }>(
        `select id, state, end_kind as kind from booking where device_id = $1 and started_at is not null`,
        [deviceId],
      )
      begun += used.length
      // Checked by the recorded clicks, not by the column with the database constraint.
      const overlaps = await world.sql(
        `select a.id, b.id as other from booking a join booking b on b.device_id = a.device_id and b.seat = a.seat and b.id > a.id and a.started_at is not null and b.started_at is not null
        and tstzrange(a.started_at, a.finished_at) && tstzrange(b.started_at, b.finished_at) where a.device_id = $1`,
        [deviceId],
      )
      expect(overlaps).toEqual([])
      for (const u of used) expect([u.id, u.state === 'in_use']).toEqual([u.id, u.kind === null])
    }),
    { numRuns: RUNS, endOnFailure: true, ...(RUNS <= 25 && { seed: 20260928 }) },
  )
  // The sequences have reached the interesting cases.
  expect([begun > RUNS / 2, refused > 0]).toEqual([true, true])
}, 1_800_000)
