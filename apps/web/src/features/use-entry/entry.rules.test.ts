import { expect, test } from 'vitest'
import { makeBody, readKnown, readWish, type EntryValues } from './entry.rules.ts'

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

test('what an address says of a use is taken if it can be one', () => {
  const of = (query: string) => readKnown(new URLSearchParams(query))
  const times = 'from=2026-03-02T01:00:00.000Z&to=2026-03-02T02:00:00.000Z'
  expect(of(`device=7&deviceName=电镜&user=3&userName=张三&${times}`)).toEqual({
    device: { id: 7, name: '电镜' },
    user: { id: 3, name: '张三' },
    times: { startAt: '2026-03-02T01:00:00.000Z', endAt: '2026-03-02T02:00:00.000Z' },
  })
  expect(of(`device=7&${times}`)?.user).toBeNull()
  expect(of(`device=x&${times}`)).toBeUndefined()
  expect(of('device=7&from=yesterday&to=today')).toBeUndefined()
})
