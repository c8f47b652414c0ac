import { expect, test } from 'vitest'
import { makeBody, readWish, type EntryValues } from './entry.rules.ts'

const values: EntryValues = {
  deviceId: 3,
  kind: 'staff',
  intervals: [{ startAt: '2026-03-01T01:00:00Z', endAt: '2026-03-01T02:00:00Z' }],
  userId: 7,
  outsideName: '李四',
  outsideTier: 'company',
  reason: '停电',
  paperIds: [{ id: 'f1', name: '表.pdf', mime: 'application/pdf', bytes: 1, createdAt: '', url: '' }],
}

test('either an account or a name, whatever was typed before one changed his mind', () => {
  expect(makeBody(values)).toMatchObject({ userId: 7, outsideName: '', outsideTier: null, paperIds: ['f1'] })
  expect(makeBody({ ...values, outside: true })).toMatchObject({
    userId: null,
    outsideName: '李四',
    outsideTier: 'company',
  })
})

test('times are judged once they are whole', () => {
  expect(readWish(values)).toEqual({ deviceId: 3, intervals: values.intervals })
  expect(readWish({ ...values, intervals: [{ startAt: '2026-03-01T01:00:00Z', endAt: '' }] })).toBeNull()
  expect(readWish({ intervals: values.intervals })).toBeNull()
})
