import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call } from '@portal/contract/kernel/call'
import { OK } from '@portal/contract/kernel/codes'
import { Waiting } from '../ui/waiting.tsx'
import { NETWORK_MESSAGE } from './failure.ts'
import { defineRead, defineWrite, queryClient } from './query.ts'
import { messages } from './tell.ts'

const about = { path: '/api/x', summary: '', access: 'public', reply: z.string() } as const
const useName = defineRead(call({ ...about, method: 'GET' }))
const useTopUp = defineWrite(call({ ...about, method: 'POST', idempotent: true }))

const away = () => Promise.reject(new TypeError('Failed to fetch'))
const there = () => Promise.resolve(new Response(JSON.stringify({ code: OK, message: '', data: '硅片' })))
const line = vi.fn<typeof fetch>()
const show = (node: ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{node}</QueryClientProvider>)
const comeBack = () => {
  line.mockImplementation(there)
  return act(async () => onlineManager.setOnline(true))
}

beforeEach(() => {
  vi.stubGlobal('fetch', line.mockReset().mockImplementation(away))
  messages.set([])
  queryClient.clear()
  onlineManager.setOnline(false)
})
afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

it('without a line a press is told that it did not work, and is not carried out when the line is back', async () => {
  function Page() {
    const write = useTopUp()
    return (
      <button type="button" disabled={write.busy} onClick={() => void write.run({}).catch(() => {})}>
        充值
      </button>
    )
  }
  const { unmount } = show(<Page />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '充值' })
  await act(async () => void fireEvent.click(button))
  await waitFor(() => expect(messages.get().map((m) => m.text)).toEqual([NETWORK_MESSAGE]))
  await waitFor(() => expect(button.disabled).toBe(false))
  unmount()
  await comeBack()
  expect(line).toHaveBeenCalledTimes(1)
})

it('without a line a page says so and offers 重试; what it lacked is read when the line is back', async () => {
  function Page() {
    const query = useName()
    return query.data ? <p>{query.data}</p> : <Waiting query={query} />
  }
  show(<Page />)
  // The query is retried once, after a second.
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
  expect(screen.getByText(NETWORK_MESSAGE)).toBeTruthy()
  await comeBack()
  expect(await screen.findByText('硅片')).toBeTruthy()
})
