import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Json } from '@portal/form-kit/form/form'
import { useState } from 'react'
import { fill } from '../../../testing/hands.ts'
import { ColumnsField } from './columns-field.tsx'

afterEach(cleanup)

/** Shows the columns; returns how to read them, and how to set them from outside, as undo and the JSON do. */
function show(start: Json[]) {
  let columns: Json = start
  let set: (value: Json) => void = () => {}
  function Drawn() {
    const [value, setValue] = useState<Json>(start)
    columns = value
    set = setValue
    return <ColumnsField value={value} onChange={setValue} />
  }
  render(<Drawn />)
  return { read: () => columns, put: (value: Json) => act(() => set(value)) }
}

const name = { label: '名称', prop: 'n' }
const material = { label: '材质', width: 90, rule: { type: 'select', field: 'm', options: [] } }
const untitled = { rule: [{ type: 'datePicker', field: 'd', title: '日期' }] }
const half = { label: '', prop: 'x' }

test('columns with components of their own stay as they are, whatever is edited beside them', () => {
  const { read } = show([name, material, untitled, half])
  expect(screen.getByLabelText<HTMLInputElement>('列字段名 2').disabled).toBe(true)
  fill('列标题 1', '样品')
  expect(read()).toEqual([{ label: '样品', prop: 'n' }, material, untitled, half])
  fill('列标题 2', '材料')
  expect(read()).toEqual([{ label: '样品', prop: 'n' }, { ...material, label: '材料' }, untitled, half])
  fireEvent.click(screen.getByLabelText('删除第 3 行'))
  expect(read()).toEqual([{ label: '样品', prop: 'n' }, { ...material, label: '材料' }, half])
})

test('a new column takes a name that no other has', () => {
  const { read } = show([{ label: '名称', prop: 'column2' }, material])
  fireEvent.click(screen.getByLabelText('删除第 2 行'))
  fireEvent.click(screen.getByText('添加列'))
  expect(read()).toEqual([{ label: '名称', prop: 'column2' }])
  fill('列标题 2', '备注')
  expect(read()).toEqual([
    { label: '名称', prop: 'column2' },
    { label: '备注', prop: 'column3' },
  ])
})

test('what was changed in the JSON meanwhile is not given back by an edit of a text', () => {
  const { read, put } = show([name, material])
  put([name, { ...material, width: 120 }])
  fill('列标题 1', '样品')
  expect(read()).toEqual([
    { label: '样品', prop: 'n' },
    { ...material, width: 120 },
  ])
})
