import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const TASKS = '/proc/self/task'
/** Of the threads of this process; proc(5): what follows the name, which may hold anything but `)`. */
const listNiceness = (): number[] =>
  readdirSync(TASKS).map((id) =>
    Number(readFileSync(`${TASKS}/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]),
  )

// Elsewhere niceness is the whole process's and left alone.
test.runIf(process.platform === 'linux')(
  'a hash steps back for requests, and is not starved by other programs',
  async () => {
    const phc = await hashPassword('Sehr.geheim1')
    expect(await verifyPassword('Sehr.geheim1', phc)).toBe(true)
    expect(await verifyPassword('Sehr.geheim2', phc)).toBe(false)
    const nicest = Math.max(...listNiceness())
    expect(nicest).toBeGreaterThan(0)
    // A step is a fifth of the share: at 19 a sign-in beside a busy program was not answered for 90 seconds.
    expect(nicest).toBeLessThanOrEqual(5)
  },
)
