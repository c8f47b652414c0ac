import type { BookingDetail } from '@portal/contract/booking/row'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { press } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { SurveyCard } from './survey-card.tsx'

const { answer } = stubCalls({ 'GET /api/v2/form/asked': refuse(500, 500, '服务器内部错误') })
// The only fields that the card reads.
const booking = { id: 3, device: { id: 5 }, answers: [] } as unknown as BookingDetail

test('questions that could not be read are not taken for none', async () => {
  renderPart(<SurveyCard booking={booking} />)
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('服务器内部错误')
  answer({ 'GET /api/v2/form/asked': { form: null } })
  await press('重试')
  await waitFor(() => expect(screen.queryByText('使用反馈')).toBeNull())
})
