import type { QualificationRow } from '@portal/contract/qualification/qualification'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { GrantForm } from './grant-form.tsx'

const held: QualificationRow = {
  user: { id: 3, name: '预约人', username: 'booker', deptName: null },
  grantedBy: null,
  grantedAt: '2026-01-01T00:00:00.000Z',
  validTo: '2026-12-31',
  state: 'valid',
  note: '考核 92 分',
  can: ['renew'],
}
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function draw(held: readonly QualificationRow[]) {
  const element = <GrantForm deviceId={7} held={held} onEnd={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
}

test('a renewal without an end is chosen, not left over from an empty day', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') sent.push(String(body))
    return new Response(JSON.stringify({ code: 0, message: '', data: { granted: 0, renewed: 1 } }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  draw([held])
  fireEvent.click(screen.getByRole('button', { name: '续期 1 人' }))
  await screen.findByText('有效期不能为空')
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: '长期' }))
  fireEvent.click(screen.getByRole('button', { name: '续期 1 人' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.parse(sent[0]!)).toEqual({ userIds: [3], validTo: null, note: null })
})

test('more people than the server takes at once are renewed in parts', async () => {
  const sent: { userIds: number[] }[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)))
    return new Response(JSON.stringify({ code: 0, message: '', data: { granted: 0, renewed: 50 } }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  draw(Array.from({ length: 150 }, (_, i) => ({ ...held, user: { ...held.user, id: i + 1 } })))
  fireEvent.click(screen.getByRole('radio', { name: '长期' }))
  fireEvent.click(screen.getByRole('button', { name: '续期 150 人' }))
  await waitFor(() => expect(sent.map((body) => body.userIds.length)).toEqual([100, 50]))
  expect(new Set(sent.flatMap((body) => body.userIds)).size).toBe(150)
})
