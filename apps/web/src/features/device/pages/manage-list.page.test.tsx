import type { ManagedDevice } from '@portal/contract/device/manage'
import { MAX_LABELS } from '@portal/contract/stock-in/stock-in'
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { clearPage, renderPage } from '../../../testing/page.tsx'
import type { ListPageProps } from '../../../ui/list/list-page.tsx'
import ManageListPage from './manage-list.page.tsx'

const list = vi.hoisted(() => ({}) as { batch?: ListPageProps<ManagedDevice>['batch'] })
vi.mock('../../../ui/list/list-page.tsx', () => ({
  ListPage: ({ batch }: ListPageProps<ManagedDevice>): ReactNode => ((list.batch = batch), null),
}))
beforeEach(() => messages.set([]))
afterEach(() => {
  clearPage()
  messages.set([])
})

it('more labels than one page prints are refused in the list, where the choice stays', async () => {
  const { router } = renderPage(<ManageListPage />, { others: [{ path: '*', element: null }] })
  const print = list.batch?.find((b) => b.label(1).startsWith('打印标签'))
  const rows = Array.from({ length: MAX_LABELS + 1 }, (_, i) => ({ id: i + 1 })) as unknown as ManagedDevice[]
  let answer: unknown
  await act(async () => void (answer = await print?.run(rows, '')))
  expect([print?.opens, answer, router.state.location.pathname]).toEqual([true, false, '/'])
  expect(messages.get().map((m) => m.text)).toEqual([`一次最多打印 ${MAX_LABELS} 张标签`])
  await act(async () => void (await print?.run(rows.slice(1), '')))
  expect(router.state.location.pathname).toBe('/osp/storage/storageFinish')
})
