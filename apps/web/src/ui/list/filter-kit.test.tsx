import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { MoneyInput } from '../form/money-input.tsx'
import { FilterBar, type Filter } from './filters.tsx'

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
)
afterEach(cleanup)
afterAll(() => void vi.unstubAllGlobals())

type Custom = Filter & { kind: 'custom' }
const filter: Custom = {
  kind: 'custom',
  name: 'price',
  label: '原值',
  render: (value, set, id) => <input id={id} value={value ?? ''} onChange={(e) => set(e.target.value)} />,
}
async function show(one: Custom) {
  const onChange = vi.fn<(values: object) => void>()
  render(<FilterBar filters={[one]} values={{}} onChange={onChange} onAgain={() => undefined} />)
  const box = () => screen.getByLabelText<HTMLInputElement>('原值')
  // The real control replaces its stand-in when somebody comes near.
  act(() => box().focus())
  await waitFor(() => expect(box().readOnly).toBe(false))
  return { onChange, box }
}

test('a typed value waits for 查询, so that no half of it is asked for', async () => {
  const { onChange, box } = await show({ ...filter, typed: true })
  fireEvent.change(box(), { target: { value: '5' } })
  fireEvent.change(box(), { target: { value: '50' } })
  expect([box().value, onChange.mock.calls]).toEqual(['50', []])
  fireEvent.submit(screen.getByRole('search'))
  expect(onChange.mock.calls).toEqual([[{ price: '50' }]])
})

test('a chosen one applies at once', async () => {
  const { onChange, box } = await show(filter)
  fireEvent.change(box(), { target: { value: '5' } })
  expect(onChange.mock.calls).toEqual([[{ price: '5' }]])
})

test('重置 empties an amount that could not be read as a number', async () => {
  const { onChange, box } = await show({
    ...filter,
    typed: true,
    render: (value, set, id) => (
      <MoneyInput id={id} {...(value && { value: Number(value) })} onChange={(fen) => set(fen ?? null)} />
    ),
  })
  fireEvent.change(box(), { target: { value: '十元' } })
  expect([box().value, screen.getByRole('alert').textContent]).toEqual(['十元', '请填写数字'])
  fireEvent.click(screen.getByRole('button', { name: '重置' }))
  expect([box().value, screen.queryByRole('alert'), onChange.mock.calls]).toEqual(['', null, []])
})

test('back takes away an amount that could not be read, one more choice does not', async () => {
  const filters: Filter[] = [
    {
      ...filter,
      typed: true,
      render: (value, set, id) => (
        <MoneyInput id={id} {...(value && { value: Number(value) })} onChange={(fen) => set(fen ?? null)} />
      ),
    },
    { kind: 'flag', name: 'open', label: '只看可用' },
  ]
  const onChange = vi.fn<(values: object) => void>()
  const bar = (values: Record<string, string>) => (
    <FilterBar filters={filters} values={values} onChange={onChange} onAgain={() => undefined} />
  )
  const { rerender } = render(bar({}))
  const box = () => screen.getByLabelText<HTMLInputElement>('原值')
  act(() => box().focus())
  await waitFor(() => expect(box().readOnly).toBe(false))
  fireEvent.change(box(), { target: { value: '十元' } })
  fireEvent.click(screen.getByLabelText('只看可用'))
  expect(onChange).toHaveBeenCalledWith({ price: null, open: true })
  rerender(bar({ open: 'true' }))
  expect([box().value, screen.getByRole('alert').textContent]).toEqual(['十元', '请填写数字'])
  rerender(bar({}))
  expect([box().value, screen.queryByRole('alert')]).toEqual(['', null])
})

test('whoever was in the stand-in goes on in the control', async () => {
  const { box } = await show(filter)
  expect(document.activeElement).toBe(box())
})
