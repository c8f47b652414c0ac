import { sessionCalls } from '@portal/contract/session/session'
import { anybody, findPerson, type Campus } from '../campus.ts'
import { startSides } from '../compare.ts'
import type { Task } from '../task.ts'
import { atLeast, versus } from './versus.ts'
import type { Work } from './work.ts'

const emptyTask = (campus: Campus): Task => ({
  name: 'empty',
  variants: 1,
  status: 200,
  sample(i) {
    const { token, tokenHash, userId } = findPerson(campus, i)
    return { method: 'GET', path: sessionCalls.current.path, token, values: { userId, tokenHash } }
  },
  pgbench: { set: [anybody.set(campus)], values: anybody.values },
})

/** Who am I: little more than what every call costs before its own work. */
export const emptyCall: Work = {
  name: 'empty',
  async run({ reading: { url, campus } }) {
    const sides = await startSides(url, emptyTask(campus))
    try {
      return await versus('who am I', sides, atLeast(0.5))
    } finally {
      await sides.close()
    }
  },
}
