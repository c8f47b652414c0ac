import type { RepairOrderRow } from '@portal/contract/asset/repair'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearPage, renderPage } from '../../../testing/page.tsx'
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
afterEach(clearPage)

it('orders stay chosen until they are assigned: the dialog says whether they were', async () => {
  renderPage(<RepairsPage />)
  const assign = list.batch?.find((b) => b.can === 'assign')
  expect(assign?.opens).toBe(true)
  let answer: unknown
  const order = { id: 5, state: 'reported', can: ['assign'] } as unknown as RepairOrderRow
  await act(async () => void (answer = assign?.run([order], '')))
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  expect(await answer).toBe(false)
})
