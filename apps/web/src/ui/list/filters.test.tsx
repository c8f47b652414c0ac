import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { FilterBar } from './filters.tsx'

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
)
afterEach(cleanup)
// antd keeps the first observer that it makes: in the next test file this one would lack `unobserve`.
afterAll(() => void vi.unstubAllGlobals())

const show = (values: Record<string, string>) => {
  const [onChange, onAgain] = [vi.fn(), vi.fn()]
  const filters = [{ kind: 'text', name: 'keyword', label: '关键词' }] as const
  render(<FilterBar filters={filters} values={values} onChange={onChange} onAgain={onAgain} />)
  return { onChange, onAgain, box: screen.getByLabelText<HTMLInputElement>('关键词') }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('重置 empties a word that was typed and not asked for, and goes nowhere', () => {
  const { onChange, box } = show({})
  fireEvent.change(box, { target: { value: '张三' } })
  press('重置')
  expect([box.value, onChange.mock.calls]).toEqual(['', []])
})

it('查询 of what is in force asks again; of anything else it asks for that', () => {
  const { onChange, onAgain, box } = show({ keyword: '张三' })
  fireEvent.change(box, { target: { value: '张三 ' } })
  press('查询')
  expect([onChange.mock.calls.length, onAgain.mock.calls.length]).toEqual([0, 1])
  fireEvent.change(box, { target: { value: '李四' } })
  press('查询')
  expect(onChange).toHaveBeenCalledWith({ keyword: '李四' })
})
