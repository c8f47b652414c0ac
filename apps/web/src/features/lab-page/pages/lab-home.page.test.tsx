import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import LabHomePage from './lab-home.page.tsx'

// The only fields that the page reads.
const lab = {
  id: 3,
  serialId: 'LAB3',
  name: '电镜中心',
  dept: { id: 1, name: '材料学院' },
  intro: null,
  directors: [],
  room: null,
  phone: null,
  email: null,
}
let now: { enabled: boolean; favoriteId: number | null }
const sent: unknown[] = []
const answer = (data: unknown) =>
  new Response(JSON.stringify({ code: 0, message: '', data }), {
    headers: { 'content-type': 'application/json' },
  })
beforeEach(() => {
  now = { enabled: true, favoriteId: null }
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (address.includes('/favorite')) {
      sent.push(method === 'POST' ? JSON.parse(String(body)) : address)
      now.favoriteId = method === 'POST' ? 8 : null
      return answer(method === 'POST' ? { id: 8 } : null)
    }
    if (address.includes('/lab/detail')) return answer({ ...lab, ...now })
    // What the page asks besides stays on its way.
    return new Promise<Response>(() => {})
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})
const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/lab/homepage?serialId=LAB3']}>
        <LabHomePage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('a laboratory is marked, and the mark taken back', async () => {
  const press = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name })
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
  }
  draw()
  await press('收藏')
  await press('已收藏')
  await screen.findByRole('button', { name: '收藏' })
  expect(sent).toEqual([{ kind: 'lab', targetId: 3 }, expect.stringMatching(/\/favorite\/8$/)])
})

test('a closed laboratory says that it is closed, an open one says nothing', async () => {
  draw()
  await screen.findByRole('heading', { name: '电镜中心' })
  expect(screen.queryByRole('note')).toBeNull()
  cleanup()
  queryClient.clear()
  now.enabled = false
  draw()
  expect((await screen.findByRole('note')).textContent).toBe('该实验室已停用，仪器不接受预约')
})
