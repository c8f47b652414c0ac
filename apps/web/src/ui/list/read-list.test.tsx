import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
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
