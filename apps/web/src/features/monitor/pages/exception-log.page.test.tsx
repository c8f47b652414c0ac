import type { ExceptionRow } from '@portal/contract/monitor/monitor'
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import type { ListPageProps } from '../../../ui/list/list-page.tsx'
import ExceptionLogPage from './exception-log.page.tsx'

const list = vi.hoisted(() => ({}) as { batch?: ListPageProps<ExceptionRow>['batch'] })
vi.mock('../../../ui/list/list-page.tsx', () => ({
  ListPage: ({ batch }: ListPageProps<ExceptionRow>): ReactNode => ((list.batch = batch), null),
}))
vi.mock('../parts/exception-detail.tsx', () => ({ ExceptionDetail: () => null }))
beforeEach(() => messages.set([]))
afterEach(() => messages.set([]))
const { sent } = stubCalls({
  'POST /api/v2/monitor/exception-log/resolve': ({ body }) => ({
    changed: (body as { ids: number[] }).ids.length,
  }),
})

it('a page of exceptions is marked in parts that the server accepts, and told as one', async () => {
  renderPart(<ExceptionLogPage />)
  const rows = Array.from({ length: 250 }, (_, i) => ({ id: i + 1 })) as unknown as ExceptionRow[]
  await act(async () => void (await list.batch?.[0]?.run(rows, '已修复')))
  expect((sent as { ids: number[] }[]).map(({ ids }) => ids.length)).toEqual([200, 50])
  expect(messages.get().map((m) => [m.tone, m.text])).toEqual([['success', '已标记为已处理']])
})
