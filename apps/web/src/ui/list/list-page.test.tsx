import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListSetting } from '@portal/contract/list-setting/list-setting'
import { Failure } from '../../lib/failure.ts'
import type { ListQuery } from '../../lib/query.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { ListPage, type ListPageProps } from './list-page.tsx'

interface Row {
  id: number
  name: string
}
const { asked, found } = vi.hoisted(() => ({
  asked: [] as unknown[],
  found: {
    totalExact: false,
    refuses: undefined as unknown,
    setting: null as ListSetting | null | undefined,
  },
}))
vi.mock('../../lib/list-setting.ts', () => ({ useListSetting: () => found.setting }))
const rows = (query: ListQuery) => {
  asked.push(query.order_by)
  const error = query.order_by ? found.refuses : null
  return {
    data: error
      ? undefined
      : { items: [{ id: 1, name: '扫描电镜' }], total: 10_000, totalExact: found.totalExact },
    error: error ?? null,
    isPending: false,
    refetch: vi.fn(),
  }
}
const draw = (more: Partial<ListPageProps<Row>> = {}, at = '/list') => {
  const page = (
    <ListPage<Row>
      title="预约单"
      rows={rows as never}
      columns={[{ key: 'name', title: '仪器', sort: true }]}
      {...more}
    />
  )
  const routes = [{ path: '*', element: page }]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [at] })} />)
}
beforeEach(() => {
  asked.length = 0
  Object.assign(found, { totalExact: false, refuses: undefined, setting: null })
})
afterEach(cleanup)

it('what was not counted to its end is not given a number', () => {
  draw({ whole: (_, total, exact) => <b>{exact ? `结算全部 ${total} 单` : '结算全部'}</b> })
  screen.getByText('共 10000 条以上，可缩小筛选范围')
  expect(screen.queryByText(/共 500 页/)).toBeNull()
  screen.getByText('结算全部')
})
it('what was counted is', () => {
  found.totalExact = true
  draw({ sortsCounted: true })
  screen.getByText('共 10000 条')
  screen.getByText('共 500 页')
  screen.getByRole('button', { name: '仪器' })
})
it('is drawn once the settings of the user are known, not with other columns before', () => {
  found.setting = undefined
  const columns = [
    { key: 'name', title: '仪器' },
    { key: 'id', title: '编号' },
  ]
  draw({ columns })
  expect(screen.queryByRole('table')).toBeNull()
  cleanup()
  const shown = [
    { key: 'id', shown: true },
    { key: 'name', shown: true },
  ]
  found.setting = { list: '/list', columns: shown, density: 'normal', filters: [] }
  draw({ columns })
  expect(screen.getAllByRole('columnheader').map((h) => h.textContent)).toEqual(['编号', '仪器'])
})
it('where so many are not sorted, no heading offers it', () => {
  draw({ sortsCounted: true })
  screen.getByRole('columnheader', { name: '仪器' })
  expect(screen.queryByRole('button', { name: '仪器' })).toBeNull()
})
it('an order that is refused can be given up', () => {
  const message = '结果超过 10000 条，请先缩小筛选范围再排序'
  found.refuses = new Failure({
    kind: 'refused',
    status: 409,
    message,
    reasons: [{ code: 'REFUSED', field: 'order_by', message }],
  })
  draw({ sortsCounted: true }, '/list?order_by=name+asc')
  expect(asked.at(-1)).toBe('name asc')
  screen.getByText(message)
  fireEvent.click(screen.getByRole('button', { name: '取消排序' }))
  return waitFor(() => expect(asked.at(-1)).toBeUndefined())
})

describe('when the rows are loaded again', () => {
  interface Bill extends Row {
    totalFen: number
    can: string[]
  }
  const bill = (id: number, totalFen: number): Bill => ({
    id,
    name: `结算单 ${id}`,
    totalFen,
    can: ['approve'],
  })
  const answer = (items: readonly Bill[], error: Failure | null = null) => ({
    data: { items, total: items.length },
    error,
    dataUpdatedAt: Date.parse('2026-01-05T02:30:00Z'),
    isPending: false,
    isFetching: false,
    refetch: vi.fn<() => void>(),
  })

  it('those stay chosen that say what they said; one with another amount is to be chosen anew', async () => {
    const bills = createStore(answer([bill(1, 100), bill(2, 200), bill(3, 300)]))
    const useBills = () => useStore(bills)
    const run = vi.fn<(some: readonly Row[]) => void>()
    draw({
      rows: useBills as never,
      batch: [{ label: (n) => `通过 ${n} 笔`, can: 'approve', run }],
    })
    for (const row of ['选择第 1 行', '选择第 2 行', '选择第 3 行'])
      fireEvent.click(screen.getByLabelText(row))
    screen.getByRole('button', { name: '通过 3 笔' })
    // One has come, one is another sum now, and one is gone.
    act(() => bills.set(answer([bill(4, 400), bill(1, 100), bill(2, 250)])))
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)).toEqual([
      false,
      false,
      true,
      false,
    ])
    screen.getByText('已选 1 条')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '通过 1 笔' })))
    expect(run.mock.calls.map(([some]) => some.map((row) => row.id))).toEqual([[1]])
  })

  it('another page ends the choice: it does not come back with its rows', async () => {
    const useBills = ({ page }: ListQuery) => ({
      ...answer([]),
      data: { items: [bill(page * 20 + 1, 100)], total: 40 },
    })
    draw({
      rows: useBills as never,
      batch: [{ label: (n) => `通过 ${n} 笔`, can: 'approve', run: vi.fn() }],
    })
    fireEvent.click(screen.getByLabelText('选择第 1 行'))
    screen.getByText('已选 1 条')
    fireEvent.click(screen.getByRole('button', { name: '下一页' }))
    await screen.findByText('结算单 21')
    fireEvent.click(screen.getByRole('button', { name: '上一页' }))
    await screen.findByText('结算单 1')
    expect(screen.getByLabelText<HTMLInputElement>('选择第 1 行').checked).toBe(false)
    expect(screen.queryByText(/已选/)).toBeNull()
  })

  it('screen readers hear what has come, also if it is as many rows as before', () => {
    const bills = createStore({ ...answer([bill(1, 100)]), isPlaceholderData: false })
    const useBills = () => useStore(bills)
    draw({ rows: useBills as never })
    const said = () => screen.getByRole('status').textContent
    expect(said()).toBe('找到 1 条记录，当前为第 1 页')
    // The rows of the last query stay on screen until the next ones come.
    act(() => bills.set({ ...answer([bill(1, 100)]), isPlaceholderData: true }))
    expect(said()).toBe('')
    act(() => bills.set({ ...answer([bill(2, 200)]), isPlaceholderData: false }))
    expect(said()).toBe('找到 1 条记录，当前为第 1 页')
    act(() => bills.set({ ...answer([]), isPlaceholderData: false }))
    expect(said()).toBe('没有找到记录')
  })

  it('a list within a page says which one it is, because there may be several', () => {
    draw({ rows: (() => answer([bill(1, 100)])) as never, plain: true })
    expect(screen.getByRole('status').textContent).toBe('预约单：找到 1 条记录，当前为第 1 页')
  })

  it('and cannot be, how old they are is said above them, with 重试', () => {
    const failure = new Failure({ kind: 'http', status: 500, message: '服务器内部错误', requestId: 'r-7' })
    const list = answer([bill(1, 100)], failure)
    draw({ rows: (() => list) as never })
    const said = screen.getByText(/未能刷新，显示的是 10:30 的数据/)
    expect(said.textContent).toContain('请求编号 r-7')
    screen.getByText('结算单 1')
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(list.refetch).toHaveBeenCalledOnce()
  })
})
