import {
  PGBENCH_FROM,
  PGBENCH_SLOTS,
  SLOT_MS,
  anybody,
  findFirst,
  freeFrom,
  lookAt,
  findPerson,
  slotAt,
  type Campus,
} from '../campus.ts'
import { startSides, type Sides } from '../compare.ts'
import { full } from '../settings.ts'
import type { Sample, Task } from '../task.ts'
import { versus } from './versus.ts'
import type { Work } from './work.ts'

const makeBody = (deviceId: number, slot: ReturnType<typeof slotAt>) => ({
  deviceId,
  kind: 'self_operated',
  ...slot,
  purpose: '材料表征',
  project: '国家自然科学基金',
})

/** Bookings spread over a thousand instruments, each at its own time. `devices` limits the instruments. */
export function createTask(campus: Campus, devices = findFirst(campus, 'spread')): Task {
  const wish = (i: number, slot: ReturnType<typeof slotAt>): Sample => {
    const { token, tokenHash, userId } = findPerson(campus, i)
    const deviceId = devices.first + (i % devices.count)
    return {
      method: 'POST',
      path: '/api/v2/booking',
      token,
      body: makeBody(deviceId, slot),
      values: { deviceId, userId, tokenHash, version: campus.versions.get(deviceId) ?? 0, ...slot },
    }
  }
  // After the times of all other works.
  let again = (PGBENCH_FROM - 2) * 288
  return {
    name: 'create',
    variants: 1,
    status: 200,
    sample: (i) => wish(i, slotAt(Math.floor(i / devices.count))),
    like: (i) => wish(i, slotAt(again++)),
    pgbench: pgbenchSlots(campus, devices),
  }
}

export function pgbenchSlots(campus: Campus, devices: { first: number; count: number }): Task['pgbench'] {
  const at = (slot: string) => `to_timestamp(${freeFrom / 1000} + (${slot}) * ${SLOT_MS / 1000})`
  const from = PGBENCH_FROM * 288
  return {
    set: [
      anybody.set(campus),
      `device random(${devices.first}, ${devices.first + devices.count - 1})`,
      `slot random(${from}, ${from + PGBENCH_SLOTS})`,
    ],
    values: {
      ...anybody.values,
      deviceId: ':device',
      version: '(select version from device_rules where device_id = :device)',
      startAt: at(':slot'),
      endAt: at(':slot + 1'),
    },
  }
}

/**
 * Throws unless each side wrote one row of `booking`, `flow_log` and `operation_log` for every answer.
 */
export async function expectRows(campus: Campus, sides: Sides): Promise<void> {
  const count = async () =>
    (
      await campus.sql<{ booking: number; flow: number; log: number }>(
        `select (select count(*)::int from booking) as booking, (select count(*)::int from flow_log) as flow,
          (select count(*)::int from operation_log) as log`,
      )
    )[0] as { booking: number; flow: number; log: number } // sums always answer
  for (const side of [sides.all.product, sides.all.a]) {
    const before = await count()
    const { answers } = await side(4, 0.5)
    const after = await count()
    for (const table of ['booking', 'flow', 'log'] as const) {
      if (after[table] - before[table] !== answers)
        throw new Error(`${answers} answers, but ${after[table] - before[table]} rows in ${table}`)
    }
  }
}

export const create: Work = {
  name: 'create',
  async run({ data }) {
    const url = await data.copy(full, 'create')
    const campus = await lookAt(url)
    const sides = await startSides(url, createTask(campus), { least: true })
    try {
      await expectRows(campus, sides)
      return await versus('create a booking, whole', sides, {
        text: '≥ 0.5 of A; ≥ 2,000/s where A makes 5,000; p95 ≤ 45 ms at 64',
        reached: (product, a, clients) =>
          product.rate >= Math.min(0.5 * a.rate, a.rate >= 5000 ? 2000 : Infinity) &&
          (clients < 64 || product.p95 <= 45),
      })
    } finally {
      await sides.close()
      await campus.close()
    }
  },
}
