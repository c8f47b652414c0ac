import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { held, hold } from '../../../lib/held.ts'
import { session } from '../../../lib/session.ts'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import InboxPage from './inbox.page.tsx'

declare const happyDOM: { setViewport(to: { width: number }): void }

const task = (id: number) => ({
  id,
  business: 'settlement',
  rowId: id,
  step: 'finance',
  role: 'finance',
  title: `结算单 ${id}`,
  amountFen: 100,
  requester: null,
  lab: null,
  device: null,
  since: '2026-03-01T01:00:00Z',
  dueAt: null,
  outcome: 'approved',
  actedAt: '2026-03-01T02:00:00Z',
  reason: null,
})
let waiting: ReturnType<typeof task>[]
beforeEach(() => void (waiting = [task(1), task(2)]))
afterEach(() => happyDOM.setViewport({ width: 1024 }))
stubCalls({
  'GET /api/v2/approval/tasks': ({ query }) => ({
    items: query.has('keyword') ? [task(3)] : waiting,
    next: null,
  }),
  // The counts, and in their shape whatever the panel of an opened task reads.
  'GET *': { counts: [], total: 0 },
})

async function come(search = '') {
  const router = createMemoryRouter(
    [
      { path: '/before', element: null },
      { path: '/account/audit-list', element: <InboxPage /> },
    ],
    { initialEntries: ['/before', `/account/audit-list${search}`] },
  )
  renderPart(<RouterProvider router={router} />)
  await screen.findAllByRole('button', { name: /^结算单/ })
  return router
}
const opened = () => screen.queryByRole('heading', { level: 2 })?.textContent
const line = (id: number) => screen.getByRole('button', { name: new RegExp(`^结算单 ${id}`) })

test('the first opens by itself, takes no focus, and going back leaves the inbox', async () => {
  const router = await come()
  await waitFor(() => expect(opened()).toBe('结算单 1'))
  expect(document.activeElement).toBe(document.body)
  expect(router.state.location.search).toBe('?task=1')
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/before')
})

test('who belongs to the campus or decides for it is led to deputies', async () => {
  const countLinks = async (user: Partial<CurrentUser>) => {
    session.know({ uid: 1, username: 'li', roles: [], permissions: [], ...user } as unknown as CurrentUser)
    await come()
    const found = screen.queryAllByRole('link', { name: '不在岗代理' }).length
    cleanup()
    return found
  }
  const onCampus = false
  expect([await countLinks({ onCampus: true }), await countLinks({ onCampus })]).toEqual([1, 0])
  expect(await countLinks({ onCampus, roles: ['LAB_DIRECTOR'] })).toBe(1)
  expect(await countLinks({ onCampus, permissions: ['ADMIN'] })).toBe(1)
  session.end()
})

test('who takes it up himself is led to it', async () => {
  await come()
  await waitFor(() => expect(opened()).toBe('结算单 1'))
  await act(async () => void fireEvent.click(line(1)))
  expect(document.activeElement?.textContent).toBe('结算单 1')
  await act(async () => void fireEvent.click(line(2)))
  expect(document.activeElement?.textContent).toBe('结算单 2')
})

test('another search opens the first of what it found', async () => {
  await come()
  await waitFor(() => expect(opened()).toBe('结算单 1'))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '电镜' } })
  await act(async () => void fireEvent.submit(screen.getByRole('search')))
  await waitFor(() => expect(opened()).toBe('结算单 3'))
})

test('what the address names stays; a phone shows its list first', async () => {
  await come('?task=2')
  await waitFor(() => expect(opened()).toBe('结算单 2'))
  cleanup()
  happyDOM.setViewport({ width: 375 })
  const router = await come()
  expect(opened()).toBeUndefined()
  await act(async () => void fireEvent.click(line(2)))
  expect(opened()).toBe('结算单 2')
  await act(() => router.navigate(-1))
  expect(opened()).toBeUndefined()
  expect(router.state.location.pathname).toBe('/account/audit-list')
})

test('J and K go through the list, but not while something is typed', async () => {
  await come()
  await waitFor(() => expect(opened()).toBe('结算单 1'))
  const press = (key: string, at: Element = document.body) =>
    act(async () => void fireEvent.keyDown(at, { key, bubbles: true }))
  await press('k')
  expect(opened()).toBe('结算单 1')
  await press('j')
  expect(opened()).toBe('结算单 2')
  await press('j')
  expect(opened()).toBe('结算单 2')
  await press('k', screen.getByRole('searchbox'))
  expect(opened()).toBe('结算单 2')
  await press('k')
  expect(opened()).toBe('结算单 1')
})

test('after the last task is answered, Z still undoes it', async () => {
  waiting = [task(1)]
  const router = await come()
  await waitFor(() => expect(opened()).toBe('结算单 1'))
  const send = () => Promise.resolve()
  act(() => hold({ label: '通过', title: '结算单 1', reason: '', tasks: [1], send }))
  await screen.findByText('全部处理完毕，没有待您处理的事项')
  expect(opened()).toBeUndefined()
  fireEvent.keyDown(document.body, { key: 'z' })
  expect(held.get()).toEqual([])
  await waitFor(() => expect(opened()).toBe('结算单 1'))
  expect(router.state.location.search).toBe('?task=1')
})
