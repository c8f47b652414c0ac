import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const TASKS = '/proc/self/task'
/**
 * The niceness of each thread of this process, from proc(5): read after the name, which may
 * contain anything but `)`. Threads of files that ran before in this process may end meanwhile.
 */
const listNiceness = (): number[] =>
  readdirSync(TASKS).flatMap((id) => {
    try {
      return Number(readFileSync(`${TASKS}/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16])
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  })

// On other systems niceness applies to the whole process, so the server does not change it.
test.runIf(process.platform === 'linux')(
  'a hash steps back for requests, and is not starved by other programs',
  async () => {
    const phc = await hashPassword('Sehr.geheim1')
    expect(await verifyPassword('Sehr.geheim1', phc)).toBe(true)
    expect(await verifyPassword('Sehr.geheim2', phc)).toBe(false)
    const nicest = Math.max(...listNiceness())
    expect(nicest).toBeGreaterThan(0)
    // Each step of niceness takes a fifth of the share: at 19 a sign-in on a busy machine was not
    // answered for 90 seconds.
    expect(nicest).toBeLessThanOrEqual(5)
  },
)
