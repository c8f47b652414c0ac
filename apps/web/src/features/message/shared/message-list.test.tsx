import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import MessageList from './message-list.tsx'

const at = '2026-03-15T07:00:00.000Z'
const makeMessages = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    kind: 'booking',
    title: `消息 ${i + 1}`,
    body: '正文',
    link: null,
    readAt: at,
    createdAt: at,
  }))
let answer: ((size: number) => void) | undefined
beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) => {
    const size = Number(new URL(address, 'http://portal').searchParams.get('size'))
    const reply = () =>
      new Response(
        JSON.stringify({ code: 0, message: '', data: { items: makeMessages(size), total: 60, unread: 0 } }),
        { headers: { 'content-type': 'application/json' } },
      )
    if (size === 20) return Promise.resolve(reply())
    return new Promise((resolve) => (answer = () => resolve(reply())))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('while older messages come, those that are read stay where they are', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <MessageList />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('消息 20')
  fireEvent.click(screen.getByRole('button', { name: /查看更早的消息/ }))
  await waitFor(() => expect(answer).toBeDefined())
  expect(screen.getByText('消息 1')).toBeTruthy()
  answer?.(40)
  expect(await screen.findByText('消息 40')).toBeTruthy()
})
