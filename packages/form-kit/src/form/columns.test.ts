import { expect, test } from 'vitest'
import { readCell } from '../values/cell.ts'
import { listFormColumns } from './columns.ts'
import { parseForm } from './parse.ts'
import type { Form, Rule } from './form.ts'

const findForm = (rule: object[]): Form => {
  const { form } = parseForm(JSON.stringify({ rule, options: {} }))
  if (!form) throw new Error('the example is a form')
  return form
}
const options = [
  { value: 1, label: '室温' },
  { value: 2, label: '低温' },
]

test('simple fields are columns, also those that a layout or a control brings', () => {
  const form = findForm([
    { type: 'row', children: [{ type: 'col', children: [{ type: 'input', field: 'a', title: '编号' }] }] },
    {
      type: 'radio',
      field: 'b',
      title: '条件',
      options,
      control: [{ value: 2, rule: [{ type: 'inputNumber', field: 'c', title: '温度' }] }],
    },
    { type: 'switch', field: 'd', title: '干燥' },
    { type: 'datePicker', field: 'e', title: '日期' },
  ])
  expect(listFormColumns(form)).toMatchObject({
    columns: [{ title: '编号' }, { title: '条件' }, { title: '温度' }, { title: '干燥' }, { title: '日期' }],
    unfit: [],
  })
})

test('what a cell cannot hold is said with its title and why', () => {
  const { columns, unfit } = listFormColumns(
    findForm([
      { type: 'upload', field: 'a', title: '照片' },
      { type: 'datePicker', field: 'b', title: '期间', props: { type: 'daterange' } },
      { type: 'select', field: 'c', title: '课题', effect: { fetch: { action: '/api/v2/lab/select' } } },
      { type: 'group', field: 'd', title: '成分', props: { rule: [{ type: 'input', field: 'x' }] } },
      { type: 'cascader', field: 'e', title: '分类', props: { options: [] } },
    ]),
  )
  expect(columns).toEqual([])
  expect(unfit).toEqual([
    '“照片”不能作为一列：文件不能填在一格里',
    '“期间”不能作为一列：一格只能填一个值，不能是范围',
    '“课题”不能作为一列：选项来自数据接口，粘贴的内容无法核对',
    '“成分”不能作为一列：多行内容不能填在一格里',
    '“分类”不能作为一列：级联选择不能填在一格里',
  ])
})

test('a cell is read as its field has it; what is none stays, to be refused', () => {
  const read = (rule: Partial<Rule>, cell: string) => readCell({ type: 'input', field: 'x', ...rule }, cell)
  expect(read({}, ' 甲 ')).toBe('甲')
  expect(read({}, '  ')).toBeNull()
  expect([read({ type: 'inputNumber' }, '1,２00.5'), read({ type: 'inputNumber' }, '许多')]).toEqual([
    1200.5,
    '许多',
  ])
  expect([read({ type: 'radio', options }, '低温'), read({ type: 'radio', options }, '高温')]).toEqual([
    2,
    '高温',
  ])
  expect(read({ type: 'checkbox', options }, '室温、低温')).toEqual([1, 2])
  const props = { activeValue: 'y', inactiveValue: 'n', activeText: '已干燥', inactiveText: '未干燥' }
  expect(['已干燥', '否', '也许'].map((cell) => read({ type: 'switch', props }, cell))).toEqual([
    'y',
    'n',
    '也许',
  ])
  expect(['2026/3/5', '2026年3月5日', '2026-3', '昨天'].map((c) => read({ type: 'datePicker' }, c))).toEqual([
    '2026-03-05',
    '2026-03-05',
    '2026-03',
    '昨天',
  ])
  expect(read({ type: 'datePicker' }, '2026/3/5 9:05')).toBe('2026-03-05 09:05')
  expect(read({ type: 'timePicker' }, '9:05')).toBe('09:05')
})
