import { startSides } from '../compare.ts'
import { FEW_CLIENTS } from '../settings.ts'
import type { Task } from '../task.ts'
import { atLeast, versus } from './versus.ts'
import type { Work } from './work.ts'

/** The call of the front page, for visitors. */
export const homeTask: Task = {
  name: 'home',
  variants: 1,
  status: 200,
  cold: true,
  sample: () => ({ method: 'GET', path: '/api/v2/home', token: '', values: {} }),
  pgbench: { set: [], values: {} },
}

export const home: Work = {
  name: 'home',
  async run({ reading: { url } }) {
    const sides = await startSides(url, homeTask)
    try {
      return await versus(
        'home data, kept by the server; A asks the database each time',
        sides,
        atLeast(0.6),
        FEW_CLIENTS,
      )
    } finally {
      await sides.close()
    }
  },
}
