import type { ExceptionRow } from '@portal/contract/monitor/monitor'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { messages } from '../../../lib/tell.ts'
import type { ListPageProps } from '../../../ui/list/list-page.tsx'
import ExceptionLogPage from './exception-log.page.tsx'

const list = vi.hoisted(() => ({}) as { batch?: ListPageProps<ExceptionRow>['batch'] })
vi.mock('../../../ui/list/list-page.tsx', () => ({
  ListPage: ({ batch }: ListPageProps<ExceptionRow>): ReactNode => ((list.batch = batch), null),
}))
vi.mock('../parts/exception-detail.tsx', () => ({ ExceptionDetail: () => null }))
beforeEach(() => messages.set([]))
afterEach(() => {
  cleanup()
  queryClient.clear()
  messages.set([])
  vi.unstubAllGlobals()
})

it('a page of exceptions is marked in parts that the server accepts, and told as one', async () => {
  const sent: number[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    const { ids } = JSON.parse(body) as { ids: number[] }
    sent.push(ids.length)
    return Response.json({ code: 0, message: '', data: { changed: ids.length }, requestId: 'r' })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ExceptionLogPage />
    </QueryClientProvider>,
  )
  const rows = Array.from({ length: 250 }, (_, i) => ({ id: i + 1 })) as unknown as ExceptionRow[]
  await act(async () => void (await list.batch?.[0]?.run(rows, '已修复')))
  expect(sent).toEqual([100, 100, 50])
  expect(messages.get().map((m) => [m.tone, m.text])).toEqual([['success', '已标记为已处理']])
})
