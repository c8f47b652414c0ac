import type { LabDetail } from '@portal/contract/lab/lab'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { RoomsForm } from './rooms.tsx'

const lab = { id: 3, room: { id: 4 }, rooms: [{ id: 4 }, { id: 5 }, { id: 6 }] } as unknown as LabDetail
const later = { ...lab, rooms: [{ id: 4 }, { id: 6 }, { id: 7 }] } as unknown as LabDetail

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(JSON.parse(String(body)))
    const data = method === 'PUT' ? null : []
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Page() {
  const [read, setRead] = useState(lab)
  return (
    <>
      <button onClick={() => setRead(later)}>再读一次</button>
      <RoomsForm lab={read} />
    </>
  )
}
const save = () => fireEvent.click(screen.getByRole('button', { name: /保存房间/ }))

test('it says with which rooms it began, whatever the page has read since', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '移除 房间 5' }))
  save()
  await waitFor(() => expect(sent).toEqual([{ roomIds: [6], seen: [5, 6] }]))
  await screen.findByRole('button', { name: /保存房间/ })
  // A colleague has added room 7; the form still shows what was saved here.
  fireEvent.click(screen.getByText('再读一次'))
  fireEvent.click(screen.getByRole('button', { name: '移除 房间 6' }))
  save()
  await waitFor(() => expect(sent[1]).toEqual({ roomIds: [], seen: [6] }))
})
