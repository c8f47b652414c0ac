import { describe, expect, test } from 'vitest'
import { isLate, nextAfter, readShown, writeShown } from './inbox.rules.ts'

const tasks = [1, 2, 3, 4].map((id) => ({ id }))
describe('the next task', () => {
  test.for([
    [[2], 3],
    [[1], 2],
    [[4], 3],
    [[3, 4], 2],
    [[1, 3], 4],
    [[2, 4], 3],
    [[1, 2, 3, 4], undefined],
  ] as const)('after %j opens %s', ([done, next]) => {
    expect(nextAfter(tasks, new Set(done))).toBe(next)
  })
})

describe('the address bar', () => {
  test('keeps what is shown', () => {
    const shown = {
      state: 'done',
      business: 'booking',
      step: 'reviewer',
      keyword: '电镜',
      all: true,
      task: 12,
    } as const
    expect(readShown(writeShown(shown))).toEqual(shown)
  })
  test('holds nothing that is usual, and believes nothing that is not', () => {
    const usual = readShown(new URLSearchParams('state=x&business=y&step=reviewer&task=-1&all=1'))
    expect(usual).toEqual({
      state: 'waiting',
      business: undefined,
      step: undefined,
      keyword: '',
      all: false,
      task: undefined,
    })
    expect(writeShown(usual).toString()).toBe('')
    expect(readShown(new URLSearchParams('business=booking&step=finance')).step).toBeUndefined()
  })
})

test('late is past its time, or a day without one', () => {
  const now = Date.parse('2026-03-02T12:00:00Z')
  expect(isLate({ since: '2026-03-01T12:30:00Z', dueAt: null }, now)).toBe(false)
  expect(isLate({ since: '2026-03-01T11:00:00Z', dueAt: null }, now)).toBe(true)
  expect(isLate({ since: '2026-01-01T00:00:00Z', dueAt: '2026-03-03T00:00:00Z' }, now)).toBe(false)
  expect(isLate({ since: '2026-03-02T11:00:00Z', dueAt: '2026-03-02T11:59:00Z' }, now)).toBe(true)
})
