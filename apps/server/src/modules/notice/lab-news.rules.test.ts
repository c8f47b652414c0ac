import { expect, test } from 'vitest'
import { actionsOfNews, isPublic, choosePublishTime } from './lab-news.rules.ts'

const now = new Date('2026-03-02T00:00:00Z')
const before = new Date('2026-03-01T00:00:00Z')
const later = new Date('2026-03-03T00:00:00Z')

test('what is published is read once its time has come', () => {
  expect(isPublic({ state: 'published', publishAt: before }, now)).toBe(true)
  expect(isPublic({ state: 'published', publishAt: now }, now)).toBe(true)
  expect(isPublic({ state: 'published', publishAt: later }, now)).toBe(false)
  expect(isPublic({ state: 'draft', publishAt: before }, now)).toBe(false)
  expect(isPublic({ state: 'withdrawn', publishAt: before }, now)).toBe(false)
})
test('a wish for later stays, one for earlier is now', () => {
  expect(choosePublishTime(later, now)).toEqual(later)
  expect(choosePublishTime(before, now)).toEqual(now)
  expect(choosePublishTime(null, now)).toEqual(now)
})
test('only who edits the lab does anything, and only what the state allows', () => {
  expect(actionsOfNews('draft', true)).toEqual(['edit', 'publish', 'remove'])
  expect(actionsOfNews('published', true)).toEqual(['edit', 'withdraw', 'remove'])
  expect(actionsOfNews('published', false)).toEqual([])
})
