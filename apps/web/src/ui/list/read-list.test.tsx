import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Failure } from '../../lib/failure.ts'
import { ReadList } from './read-list.tsx'

afterEach(cleanup)

it('a page past the end gives way to the last one that there is', () => {
  const list = { data: { items: [], total: 25 }, error: null, isPending: false, isPlaceholderData: false }
  const onChange = vi.fn()
  const state = { page: 7, size: 20, orderBy: undefined, filters: {} }
  // The only fields of the query that it reads.
  render(
    <ReadList list={list as never} state={state} onChange={onChange} what="公告" none="还没有公告">
      {() => null}
    </ReadList>,
  )
  expect(onChange.mock.calls).toEqual([[{ page: 1 }, true]])
})

it('what could not be loaded again says how old it is, above what stays', () => {
  const refetch = vi.fn<() => void>()
  const list = {
    data: { items: ['停电通知'], total: 1 },
    error: new Failure({ kind: 'network', message: '网络错误' }),
    dataUpdatedAt: Date.parse('2026-01-05T02:30:00Z'),
    isPending: false,
    isPlaceholderData: false,
    isFetching: false,
    refetch,
  }
  const state = { page: 0, size: 20, orderBy: undefined, filters: {} }
  render(
    <ReadList<string> list={list as never} state={state} onChange={vi.fn()} what="公告" none="还没有公告">
      {(items) => items.map((text) => <p key={text}>{text}</p>)}
    </ReadList>,
  )
  screen.getByText(/未能刷新，显示的是 10:30 的数据/)
  screen.getByText('停电通知')
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('screen readers hear how much there is, and which page they are on', () => {
  const list = { data: { items: ['停电通知'], total: 21 }, error: null, isPending: false }
  const state = { page: 1, size: 20, orderBy: undefined, filters: {} }
  render(
    <ReadList<string> list={list as never} state={state} onChange={vi.fn()} what="公告" none="还没有公告">
      {(items) => items.map((text) => <p key={text}>{text}</p>)}
    </ReadList>,
  )
  expect(screen.getByRole('status').textContent).toBe('找到 21 条记录，当前为第 2 页')
})
