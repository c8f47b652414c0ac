import { expect, it } from 'vitest'
import { Trail } from './trail.ts'

it('comes back to a place by undoing, and to another one by doing something else instead', () => {
  const trail = new Trail()
  const follow = (...triggers: string[]) => {
    for (const trigger of triggers) trail.follow(trigger)
    return trail.place()
  }
  const begun = trail.place()
  const done = follow('execute')
  expect(done).not.toBe(begun)
  expect(follow('execute', 'undo')).toBe(done)
  expect(follow('undo')).toBe(begun)
  expect(follow('redo')).toBe(done)
  const other = follow('undo', 'execute')
  expect([begun, done]).not.toContain(other)
  // Another diagram was opened, so all earlier places are gone.
  expect([begun, done, other]).not.toContain(follow('clear'))
})
