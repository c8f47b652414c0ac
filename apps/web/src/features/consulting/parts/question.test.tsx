import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { press } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { Question } from './question.tsx'

const question = {
  id: 5,
  title: '能否延长',
  category: { id: 1, name: '预约' },
  state: 'answered',
  shared: false,
  shareable: true,
  asker: '提问人',
  mine: false,
  askedAt: '2026-03-02T02:00:00.000Z',
  answeredAt: '2026-03-02T03:00:00.000Z',
  views: 0,
  body: '上机时间能否延长？',
  answer: '可以。',
  answeredBy: '答复人',
  can: ['answer'],
}
const { answer } = stubCalls({ 'GET /api/consulting/info': question })

async function openForm() {
  renderPage(<Question id={5} />)
  await screen.findByText('可以。')
  await press('修改答复')
}

test('an answer that was kept back can be shown to all', async () => {
  await openForm()
  expect(screen.getByLabelText('公开').getAttribute('aria-checked')).toBe('false')
})

test('what the asker keeps private is not offered to all', async () => {
  answer({ 'GET /api/consulting/info': { ...question, shareable: false } })
  await openForm()
  expect(screen.queryByLabelText('公开')).toBeNull()
})
