import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Json, Rule } from '@portal/form-kit/form/form'
import { fill } from '../../../testing/hands.ts'
import { createDesigner, DesignerContext, useDesign, type Designer } from './designer.ts'
import { OptionsField } from './options-field.tsx'
import { FaultsContext, judge } from './verdict.ts'

vi.mock('./fetch-field.tsx', () => ({ FetchField: () => null }))
afterEach(cleanup)

const begin = (options: Json[]): Designer =>
  createDesigner(
    { rule: [{ type: 'radio', field: 'a', options }], options: {}, more: {}, bare: false },
    { name: '登记', category: '', description: '' },
  )
const optionsIn = (designer: Designer) => {
  const [rule] = designer.store.get().design.form.rule
  return (rule as Rule).options // of the one rule above
}
function Drawn() {
  const form = useDesign(({ design }) => design.form)
  return (
    <FaultsContext value={judge(form).byRule}>
      <OptionsField rule={form.rule[0] as Rule} path="options" />
    </FaultsContext>
  )
}
const show = (designer: Designer) =>
  render(
    <DesignerContext value={designer}>
      <Drawn />
    </DesignerContext>,
  )

test('a new option takes a value that no other has', () => {
  const designer = begin([
    { value: 1, label: '甲' },
    { value: 2, label: '乙' },
  ])
  show(designer)
  fireEvent.click(screen.getByLabelText('删除第 1 行'))
  fireEvent.click(screen.getByText('添加选项'))
  fill('选项名称 2', '丙')
  expect(optionsIn(designer)).toEqual([
    { value: 2, label: '乙' },
    { value: 3, label: '丙' },
  ])
})

test('two options of one value are said to be wrong until one has another', () => {
  const designer = begin([
    { value: 1, label: '甲' },
    { value: 1, label: '乙' },
  ])
  show(designer)
  const said = '选项“甲”和“乙”的值相同（1），请改成不同的值'
  expect(screen.getByText(said)).toBeTruthy()
  fill('选项值 2', '2')
  expect(screen.queryByText(said)).toBeNull()
})
