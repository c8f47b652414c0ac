import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataTable } from './data-table.tsx'

const screenWidth = vi.hoisted(() => ({ isNarrow: true }))
vi.mock('../use-media.ts', async (original) => ({
  ...(await original<object>()),
  useNarrow: () => screenWidth.isNarrow,
}))
beforeEach(() => void (screenWidth.isNarrow = true))
afterEach(cleanup)

const rows = [
  { id: 1, name: '电镜', price: 100 },
  { id: 2, name: '质谱', price: 200 },
  { id: 3, name: '离心机', price: 300 },
]
function draw(orderBy?: string) {
  const onOrder = vi.fn<(orderBy: string | undefined) => void>()
  const set = vi.fn<(keys: ReadonlySet<string>) => void>()
  render(
    <DataTable
      caption="仪器"
      columns={[
        { key: 'name', title: '名称', sort: true },
        { key: 'price', title: '原值', sort: 'priceFen' },
        { key: 'id', title: '编号' },
      ]}
      rows={rows}
      rowKey={(r) => r.id}
      orderBy={orderBy ?? 'name asc'}
      usualOrder="name asc"
      onOrder={onOrder}
      choice={{ keys: new Set(), may: (key) => key !== '2', set }}
    />,
  )
  return { onOrder, set }
}

test('a phone, which shows cards without headings, sorts and chooses all above them', () => {
  const { onOrder, set } = draw()
  const sort = screen.getByLabelText<HTMLSelectElement>('排序')
  expect([sort.value, [...sort.options].map((o) => o.textContent)]).toEqual([
    '',
    ['默认', '名称 升序', '名称 降序', '原值 升序', '原值 降序'],
  ])
  fireEvent.change(sort, { target: { value: 'priceFen desc' } })
  // The heading has the same name; a style sheet takes it away.
  const [all] = screen.getAllByLabelText('选择本页全部')
  fireEvent.click(all!) // found at least once
  expect([onOrder.mock.calls, [...(set.mock.calls[0]?.[0] ?? [])]]).toEqual([[['priceFen desc']], ['1', '3']])
})

test('the order in force is shown, and the usual one comes back', () => {
  const { onOrder } = draw('priceFen desc')
  const sort = screen.getByLabelText<HTMLSelectElement>('排序')
  expect(sort.value).toBe('priceFen desc')
  fireEvent.change(sort, { target: { value: '' } })
  expect(onOrder.mock.calls).toEqual([[undefined]])
})

test('a desk has its headings', () => {
  screenWidth.isNarrow = false
  draw()
  expect(screen.queryByLabelText('排序')).toBeNull()
  expect(screen.getAllByLabelText('选择本页全部').length).toBe(1)
})
