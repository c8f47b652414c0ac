import { anybody, findPerson, type Campus } from '../campus.ts'
import type { Task } from '../task.ts'

/** Searches the list of devices by these terms in turn. */
export const searchTask = (campus: Campus, terms: readonly string[]): Task => ({
  name: 'list',
  // One variant per term: the second statement contains the devices that the first one found.
  variants: terms.length,
  status: 200,
  sample(i) {
    const { token, tokenHash, userId } = findPerson(campus, i)
    return {
      method: 'GET',
      path: `/api/v2/device/list?${new URLSearchParams({ deviceName: terms[i % terms.length] ?? '' }).toString()}`,
      token,
      values: { userId, tokenHash },
    }
  },
  pgbench: { set: [anybody.set(campus)], values: anybody.values },
})
