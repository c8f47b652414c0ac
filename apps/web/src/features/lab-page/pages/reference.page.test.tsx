import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import ReferencePage from './reference.page.tsx'

const lab = { id: 3, serialId: 'LAB3', name: '电镜中心', enabled: true, can: [] }
const own = { id: 7, name: '操作规程', sort: 0, count: 2 }
const rest = { id: 0, name: '未分类', sort: 10_000, count: 3 }
const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const data = address.includes('/lab/detail')
      ? lab
      : address.includes('/download/category/')
        ? [own, ...(address.includes('rest=true') ? [rest] : [])]
        : { items: [], total: 0 }
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

test('all files are counted, and those without a category can be chosen', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/lab/reference?serialId=LAB3']}>
        <ReferencePage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const nav = await screen.findByRole('navigation', { name: '资料分类' })
  const listButtons = () => within(nav).getAllByRole('button')
  await waitFor(() =>
    expect(listButtons().map((b) => b.textContent)).toEqual(['全部资料5', '操作规程2', '未分类3']),
  )
  fireEvent.click(within(nav).getByText('未分类'))
  await waitFor(() => expect(asked.some((a) => /\/resource\?.*\bcategoryId=0\b/.test(a))).toBe(true))
})
