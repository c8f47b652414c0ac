import { expect, test } from 'vitest'
import { changesOrdered, standingAfter } from './repair.rules.ts'

const zone = 'Asia/Shanghai'
const open = { kind: 'repair' as const, state: 'reported' as const, title: '离子源异常', expectedAt: null }

test('an open repair takes the device out of use, the end of it gives it back', () => {
  expect(standingAfter({ status: 'normal' }, undefined, open, zone)).toEqual({
    status: 'broken',
    note: '离子源异常',
  })
  const expected = { ...open, kind: 'maintenance' as const, expectedAt: new Date('2026-03-02T04:00:00Z') }
  expect(standingAfter({ status: 'normal' }, undefined, expected, zone)).toEqual({
    status: 'maintenance',
    note: '离子源异常，预计 2026-03-02 12:00 恢复',
  })
  expect(standingAfter({ status: 'broken' }, 'repairing', { ...open, state: 'done' }, zone)).toEqual({
    status: 'normal',
    note: null,
  })
  expect(standingAfter({ status: 'broken' }, 'reported', undefined, zone)).toEqual({
    status: 'normal',
    note: null,
  })
})
test('what cannot be repaired stays out of use', () =>
  expect(
    standingAfter({ status: 'broken' }, 'repairing', { ...open, state: 'done', beyondRepair: true }, zone),
  ).toEqual({ status: 'broken', note: '不可修复：离子源异常' }))
test('what was over before, and what is scrapped, stays as it is', () => {
  expect(standingAfter({ status: 'normal' }, undefined, { ...open, state: 'done' }, zone)).toBeUndefined()
  expect(standingAfter({ status: 'broken' }, 'done', { ...open, state: 'done' }, zone)).toBeUndefined()
  expect(standingAfter({ status: 'broken' }, 'done', undefined, zone)).toBeUndefined()
  expect(standingAfter({ status: 'scrapped' }, undefined, open, zone)).toBeUndefined()
})
test('state, expected and real end are the order’s, however the instant is written', () => {
  const before = {
    state: 'repairing' as const,
    expectedAt: new Date('2026-03-02T04:00:00Z'),
    finishedAt: null,
  }
  const same = { state: 'repairing' as const, expectedAt: '2026-03-02T12:00:00+08:00', finishedAt: null }
  expect(changesOrdered(before, same)).toBe(false)
  expect(changesOrdered(before, { ...same, expectedAt: null })).toBe(true)
  expect(changesOrdered(before, { ...same, expectedAt: '2026-03-03T04:00:00Z' })).toBe(true)
  expect(changesOrdered(before, { ...same, state: 'reported' })).toBe(true)
  expect(changesOrdered(before, { ...same, state: 'done', finishedAt: '2026-03-02T04:00:00Z' })).toBe(true)
})
