import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ListSetting } from '@portal/contract/list-setting/list-setting'
import { Failure } from '../../lib/failure.ts'
import type { ListQuery } from '../../lib/query.ts'
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
