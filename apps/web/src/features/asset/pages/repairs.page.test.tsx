import type { RepairOrderRow } from '@portal/contract/asset/repair'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import type { ListPageProps } from '../../../ui/list/list-page.tsx'
import RepairsPage from './repairs.page.tsx'

const list = vi.hoisted(() => ({}) as { batch?: ListPageProps<RepairOrderRow>['batch'] })
vi.mock('../../../lib/live.ts', async (original) => ({
  ...(await original<object>()),
  useLive: () => undefined,
}))
vi.mock('../../../ui/list/list-page.tsx', () => ({
  ListPage: ({ batch }: ListPageProps<RepairOrderRow>): ReactNode => ((list.batch = batch), null),
}))
afterEach(() => {
  cleanup()
  queryClient.clear()
})

it('orders stay chosen until they are assigned: the dialog says whether they were', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <RepairsPage /> }])} />
    </QueryClientProvider>,
  )
  const assign = list.batch?.find((b) => b.can === 'assign')
  expect(assign?.opens).toBe(true)
  let answer: unknown
  const order = { id: 5, state: 'reported', can: ['assign'] } as unknown as RepairOrderRow
  await act(async () => void (answer = assign?.run([order], '')))
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  expect(await answer).toBe(false)
})
