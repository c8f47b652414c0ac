import { nationalReportCalls as calls } from '@portal/contract/national-report/national-report'
import { makeAddress } from '@portal/contract/kernel/call'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { questions } from '../../../lib/tell.ts'
import { stubCalls } from '../../../testing/calls.ts'
import { answerQuestion } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import ReportsPage from './reports.page.tsx'

afterEach(() => questions.set([]))
const { asked, answer } = stubCalls()

const params = { id: 4 }
const none = { unreported: 0, reported: 0, failed: 0, locked: 0, withdrawn: 0 }
const report = {
  ...params,
  year: 2025,
  collectedAt: null,
  counts: { device: none, service: none, customs: none },
  schemas: [],
  can: ['collect'],
}

test('收集数据 can take the focus back from its question, and is busy while it collects', async () => {
  const collected = Promise.withResolvers<object>()
  const leaving = makeAddress(calls.leaving, { params })
  const collecting = makeAddress(calls.collect, { params })
  answer({
    'GET /api/v2/national-report': { items: [report], service: false, can: [] },
    'GET /api/v2/national-report/{id}/leaving': { rows: 0, filled: 0 },
    'POST /api/v2/national-report/{id}/collect': () => collected.promise,
  })
  const countCalls = (wanted: string) => asked.filter(({ address }) => address === wanted).length
  renderPart(
    <MemoryRouter>
      <ReportsPage />
    </MemoryRouter>,
  )
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '收集数据' })
  const start = async () => {
    fireEvent.click(button)
    fireEvent.click(button)
    expect(button.disabled).toBe(false)
    await waitFor(() => expect(questions.get()).toHaveLength(1))
    expect(button.disabled).toBe(false)
  }
  await start()
  await answerQuestion(false)
  expect(button.disabled).toBe(false)
  expect(countCalls(leaving)).toBe(1)
  await start()
  await answerQuestion(true)
  expect(button.disabled).toBe(true)
  collected.resolve({ added: 3, removed: 0 })
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(countCalls(collecting)).toBe(1)
})
