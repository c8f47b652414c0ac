import { anybody, findPerson, type Campus } from '../campus.ts'
import { startSides } from '../compare.ts'
import type { Task } from '../task.ts'
import { atLeast, versus } from './versus.ts'
import type { Work } from './work.ts'

export const infoTask = (campus: Campus): Task => ({
  name: 'info',
  variants: 1,
  status: 200,
  sample(i) {
    const { token, tokenHash, userId } = findPerson(campus, i)
    const deviceId = campus.busy[i % campus.busy.length] ?? 0
    return {
      method: 'GET',
      path: `/api/v2/device/info/${deviceId}`,
      token,
      values: { deviceId, userId, tokenHash },
    }
  },
  pgbench: {
    set: [anybody.set(campus), `pick random(1, ${campus.busy.length})`],
    values: { ...anybody.values, deviceId: `(array[${campus.busy.join(',')}]::int8[])[:pick]` },
  },
})

export const info: Work = {
  name: 'info',
  async run({ reading: { url, campus } }) {
    const sides = await startSides(url, infoTask(campus), { least: true })
    try {
      return await versus('read a device by key, with session and right', sides, atLeast(0.45))
    } finally {
      await sides.close()
    }
  },
}
