import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { RatingOfUse } from '@portal/contract/use-rating/use-rating'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { clearPage, renderPage } from '../../../testing/page.tsx'
import { averageText } from './averages.tsx'
import { RatingCard } from './rating-card.tsx'

const none: RatingOfUse = { bookingId: 7, rating: null, mayRate: true, changeableUntil: null }
const given: RatingOfUse = {
  ...none,
  rating: {
    score: 4,
    words: '样品台偏紧',
    user: { id: 1, name: '林晓雨' },
    ratedAt: '2026-11-20T02:00:00Z',
    changedAt: '2026-11-20T02:00:00Z',
  },
  changeableUntil: '2026-12-20T02:00:00Z',
}
const { sent, answer } = stubCalls()

function show(data: RatingOfUse): void {
  answer({ 'GET /api/v2/use-rating/{bookingId}': data, 'POST /api/v2/use-rating/{bookingId}': data })
  renderPage(<RatingCard bookingId={7} />)
}

test('asks for one of five words, and sends it with the remark', async () => {
  show(none)
  fireEvent.click(await screen.findByRole('button', { name: '提交评价' }))
  expect(await screen.findByText('请选择满意度')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: '满意' }))
  fill('意见', '服务周到')
  fireEvent.click(screen.getByRole('button', { name: '提交评价' }))
  await waitFor(() => expect(sent).toEqual([{ score: 4, words: '服务周到' }]))
})

test('begins with what was said while it may be changed, and is read afterwards', async () => {
  show(given)
  expect(await screen.findByRole('button', { name: '修改评价' })).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '满意' }).checked).toBe(true)
  expect(screen.getByLabelText<HTMLTextAreaElement>('意见').value).toBe('样品台偏紧')
  clearPage()
  show({ ...given, mayRate: false })
  expect(await screen.findByText('样品台偏紧')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('few ratings have a number and no mean', () => {
  expect(averageText(undefined)).toBeNull()
  expect(averageText({ deviceId: 1, count: 2, mean: null })).toBe('2 次评价')
  expect(averageText({ deviceId: 1, count: 3, mean: 4 })).toBe('4.0 分（3 次评价）')
})
