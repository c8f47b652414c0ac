import { anybody, findPerson, type Campus } from '../campus.ts'
import { startSides } from '../compare.ts'
import type { Task } from '../task.ts'
import { atLeast, versus } from './versus.ts'
import type { Work } from './work.ts'

const DAY = 86_400_000
/** The current week from Monday, in campus time. */
function thisWeek(): { from: string; to: string } {
  const campus = new Date(Date.now() + 8 * 3_600_000)
  const monday =
    Date.UTC(
      campus.getUTCFullYear(),
      campus.getUTCMonth(),
      campus.getUTCDate() - ((campus.getUTCDay() + 6) % 7),
    ) -
    8 * 3_600_000
  return { from: new Date(monday).toISOString(), to: new Date(monday + 7 * DAY).toISOString() }
}

export function weekTask(campus: Campus): Task {
  const { from, to } = thisWeek()
  return {
    name: 'week',
    variants: 1,
    status: 200,
    sample(i) {
      const { token, tokenHash, userId } = findPerson(campus, i)
      const deviceId = campus.busy[i % campus.busy.length] ?? 0
      return {
        method: 'GET',
        path: `/api/v2/booking/week?${new URLSearchParams({ deviceId: String(deviceId), from, to }).toString()}`,
        token,
        values: { deviceId, userId, tokenHash },
      }
    },
    pgbench: {
      set: [anybody.set(campus), `pick random(1, ${campus.busy.length})`],
      values: { ...anybody.values, deviceId: `(array[${campus.busy.join(',')}]::int8[])[:pick]` },
    },
  }
}

export const week: Work = {
  name: 'week',
  async run({ reading: { url, campus } }) {
    const sides = await startSides(url, weekTask(campus), { least: true })
    try {
      return await versus(
        "a device's week, with session, rights, zone",
        sides,
        atLeast(0.5, '≥ 0.5 of A (then 0.75)'),
      )
    } finally {
      await sides.close()
    }
  },
}
