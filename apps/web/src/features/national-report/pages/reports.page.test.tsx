import { nationalReportCalls as calls } from '@portal/contract/national-report/national-report'
import { makeAddress } from '@portal/contract/kernel/call'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { questions } from '../../../lib/tell.ts'
import ReportsPage from './reports.page.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  questions.set([])
  vi.unstubAllGlobals()
})

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
  const sent: string[] = []
  const collected = Promise.withResolvers<object>()
  const leaving = makeAddress(calls.leaving, { params })
  const collecting = makeAddress(calls.collect, { params })
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address)
    const data =
      address === collecting
        ? await collected.promise
        : address === leaving
          ? { rows: 0, filled: 0 }
          : { items: [report], service: false, can: [] }
    return Response.json({ code: 0, message: '', data, requestId: 'r' }, { status: 200 })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ReportsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '收集数据' })
  const answer = (yes: boolean) => act(async () => questions.get()[0]?.answer(yes, ''))
  const start = async () => {
    fireEvent.click(button)
    fireEvent.click(button)
    expect(button.disabled).toBe(false)
    await waitFor(() => expect(questions.get()).toHaveLength(1))
    expect(button.disabled).toBe(false)
  }
  await start()
  await answer(false)
  expect(button.disabled).toBe(false)
  expect(sent.filter((address) => address === leaving)).toHaveLength(1)
  await start()
  await answer(true)
  expect(button.disabled).toBe(true)
  collected.resolve({ added: 3, removed: 0 })
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(sent.filter((address) => address === collecting)).toHaveLength(1)
})
