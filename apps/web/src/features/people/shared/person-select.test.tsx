import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { PersonSelect } from './person-select.tsx'

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const person = { id: 57, username: '2026001', name: '林晓雨', dept: '物理学院', userType: '1' }
    const data = { items: [person], total: 1 }
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
const show = (props: ComponentProps<typeof PersonSelect>) =>
  render(
    <QueryClientProvider client={queryClient}>
      <PersonSelect {...props} />
    </QueryClientProvider>,
  )

test('a person known by number only, as from a restored draft, is shown by name', async () => {
  show({ value: 57, known: { id: 9, name: '王五' } })
  expect(await screen.findByText('林晓雨（2026001，物理学院）')).toBeTruthy()
  expect(asked).toEqual([expect.stringContaining('ids=57')])
})

test('nobody is asked for a name that is known', async () => {
  show({ value: 9, known: { id: 9, name: '王五' } })
  expect(await screen.findByText('王五')).toBeTruthy()
  await act(async () => {})
  expect(asked).toEqual([])
})
