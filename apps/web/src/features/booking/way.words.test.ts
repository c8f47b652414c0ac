import { bookingStates } from '@portal/contract/booking/booking'
import { expect, test } from 'vitest'
import { listWay, listWholeWay } from './way.words.ts'

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
  const at = '2026-11-27T00:00:00Z'
  const end = (status: 'done' | 'next' | 'stopped') => ({
    progress: [
      { key: 'create', title: '提交预约', status: 'done' as const, who: null, at },
      { key: 'end', title: '完成', status, who: null, at },
    ],
  })
  const last = (way: ReturnType<typeof listWholeWay>) => `${way.at(-1)?.title} ${way.at(-1)?.state}`
  expect(last(listWholeWay({ state: 'awaiting_use', bill: null, ...end('next') }))).toBe('结算 coming')
  const bill = (state: 'open' | 'settled' | 'written_off') =>
    last(listWholeWay({ state: 'done', bill: { state, at }, ...end('done') }))
  expect([bill('open'), bill('settled'), bill('written_off')]).toEqual([
    '结算 current',
    '结算 done',
    '结算 skipped',
  ])
  // Nothing was billed, or the booking was not used: it ends with its own last step.
  expect(last(listWholeWay({ state: 'done', bill: null, ...end('done') }))).toBe('完成 done')
  expect(last(listWholeWay({ state: 'cancelled', bill: null, ...end('stopped') }))).toBe('完成 refused')
})
