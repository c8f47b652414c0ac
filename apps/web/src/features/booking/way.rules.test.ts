import { bookingStates } from '@portal/contract/booking/booking'
import { expect, test } from 'vitest'
import { listSettled, listWay } from './way.rules.ts'

const words = (state: Parameters<typeof listWay>[0]) =>
  listWay(state)
    .map((s) => `${s.title}:${s.state}`)
    .join(' ')

test('a booking’s way in its row', () => {
  expect(words('awaiting_reviewer')).toBe('预约:done 审核:current 使用:coming 测试单:coming 完成:coming')
  expect(words('in_use')).toBe('预约:done 审核:done 使用:current 测试单:coming 完成:coming')
  expect(words('done')).toBe('预约:done 审核:done 使用:done 测试单:done 完成:done')
  expect(words('refused')).toBe('预约:done 审核:refused')
  expect(words('no_show')).toBe('预约:done 审核:done 使用:refused')
})

test('every state has one place, and but for the last it is not done with', () => {
  for (const state of bookingStates) {
    const way = listWay(state)
    expect(way.filter((s) => s.state === 'current' || s.state === 'refused')).toHaveLength(
      state === 'done' ? 0 : 1,
    )
  }
})

test('the last place is the bill', () => {
  const order = (state: 'draft' | 'in_settlement' | 'settled' | 'written_off') =>
    listSettled({ state, stateAt: '2026-11-27T00:00:00Z' }).state
  expect([listSettled(null).state, order('draft'), order('in_settlement')]).toEqual([
    'coming',
    'coming',
    'current',
  ])
  expect([order('settled'), order('written_off')]).toEqual(['done', 'skipped'])
})
