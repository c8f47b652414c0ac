import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import UserPostsPage from './user-posts.page.tsx'

const closed = {
  id: 7,
  code: 'SAFETY',
  name: '安全员',
  description: null,
  sort: 10,
  enabled: false,
  holders: 1,
}
const held = {
  id: 3,
  user: { id: 57, name: '林晓雨', username: '2026001', enabled: true },
  post: { id: 7, name: '安全员' },
  dept: { id: 2, name: '物理学院' },
  since: null,
  note: null,
}
const pages: Record<string, object> = { '/post/page': closed, '/user-post/page': held }
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const path = Object.keys(pages).find((part) => address.includes(part))
    const data = path ? { items: [{ ...pages[path], can: ['change', 'remove'] }], total: 1 } : []
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  session.begin('t', { uid: 1, roles: [], permissions: ['USER_ALL'] } as unknown as CurrentUser, false)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  session.end()
  vi.unstubAllGlobals()
})
const open = (address: string) => {
  const routes = [{ path: '/', element: <UserPostsPage /> }]
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
    </QueryClientProvider>,
  )
}

test('a closed post has its name where its holder is changed', async () => {
  open('/')
  const [change] = await screen.findAllByRole('button', { name: '修改' })
  fireEvent.click(change!) // found at least once
  expect(await screen.findByText('安全员（已停用）')).toBeTruthy()
})

test('and where its holders are looked for', async () => {
  open('/?postId=7')
  expect(await screen.findByDisplayValue('安全员（已停用）')).toBeTruthy()
})
