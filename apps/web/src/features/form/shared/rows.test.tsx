import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { parseForm } from '@portal/form-kit/form/parse'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { FormView, type FormViewProps } from './form-view.tsx'
import type { Fields } from './view-context.ts'

afterEach(cleanup)
// Other test files call the same interface, and its answers are cached for a minute.
beforeEach(() => queryClient.clear())

async function show(rule: object[], props: Partial<FormViewProps> = {}) {
  const { form, faults } = parseForm({ rule, options: {} })
  if (!form) throw new Error(JSON.stringify(faults))
  const view = render(<FormView form={form} {...props} />)
  await waitFor(() => expect(view.container.querySelector('.bone')).toBeNull(), { timeout: 10_000 })
  return view
}
const send = () => fireEvent.click(screen.getByRole('button', { name: '提交' }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const row = (n: number) => within(screen.getByRole('group', { name: `样品 ${n}` }))
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })

const samples = {
  type: 'group',
  field: 'samples',
  title: '样品',
  props: {
    min: 1,
    max: 3,
    rules: [
      {
        type: 'input',
        field: 'sn',
        title: '编号',
        $required: true,
        control: [{ value: '有毒', rule: [{ type: 'input', field: 'care', title: '防护' }] }],
      },
    ],
  },
}

it('adds rows up to the most, takes them away down to the least, and says what is wrong in each', async () => {
  const onSubmit = vi.fn<(values: Fields) => void>()
  await show([samples], { onSubmit })
  expect(screen.queryByRole('button', { name: '移除样品 1' })).toBeNull()
  press('添加样品')
  press('添加样品')
  expect((screen.getByRole('button', { name: '添加样品' }) as HTMLButtonElement).disabled).toBe(true)
  type(row(1).getByLabelText('编号'), 'S1')
  send()
  expect(row(1).queryByRole('alert')).toBeNull()
  expect(row(2).getByRole('alert').textContent).toBe('请输入编号')
  await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText('编号')))
  type(row(2).getByLabelText('编号'), '有毒')
  expect(row(2).queryByRole('alert')).toBeNull()
  // Rows move up, so an old fault would stand at the wrong row.
  press('移除样品 1')
  expect(screen.queryByRole('alert')).toBeNull()
  expect((row(1).getByLabelText('编号') as HTMLInputElement).value).toBe('有毒')
  expect(row(2).queryByLabelText('防护')).toBeNull()
  type(row(1).getByLabelText('防护'), '手套')
  press('移除样品 2')
  send()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ samples: [{ sn: '有毒', care: '手套' }] }))
})

it('a group of values has values, and a sub-form is one row', async () => {
  const onSubmit = vi.fn<(values: Fields) => void>()
  await show(
    [
      {
        type: 'group',
        field: 'names',
        title: '样品',
        props: { min: 1, rule: { type: 'input', field: 'n', title: '名' } },
      },
      {
        type: 'subForm',
        field: 'sub',
        title: '联系人',
        props: { rule: [{ type: 'input', field: 'who', title: '姓名' }] },
      },
    ],
    { onSubmit },
  )
  type(row(1).getByLabelText('名'), 'x')
  type(screen.getByLabelText('姓名'), '王五')
  send()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ names: ['x'], sub: { who: '王五' } }))
})

it('a table has a column for each that is described, and pages', async () => {
  const onSubmit = vi.fn<(values: Fields) => void>()
  const table = {
    type: 'dynamicTable',
    field: 't',
    title: '明细',
    props: {
      pagination: true,
      emptyText: '还没有明细',
      columns: [
        { label: '名称', prop: 'n' },
        { label: '', prop: 'x' },
        { label: '说明', rule: [{ type: 'input', field: 'what', title: '说明' }] },
      ],
    },
  }
  const start = { t: Array.from({ length: 10 }, (_, i) => ({ n: `第${i + 1}` })) }
  const { unmount } = await show([table])
  expect(screen.getByText('还没有明细')).toBeTruthy()
  unmount()
  await show([table], { start, onSubmit })
  expect(screen.getAllByRole('columnheader').map((h) => h.textContent)).toEqual(['名称', '说明', '操作'])
  expect(screen.getAllByLabelText('名称')).toHaveLength(10)
  press('添加一行：明细')
  expect(screen.getAllByLabelText('名称')).toHaveLength(1)
  type(screen.getByLabelText('说明'), '最后')
  send()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ t: [...start.t, { what: '最后' }] }))
})

it('opens the tab in which something is wrong', async () => {
  const pane = (label: string, field: string) => ({
    type: 'tabPane',
    props: { label },
    children: [{ type: 'input', field, title: `栏${field}`, $required: field === 'b' }],
  })
  await show([{ type: 'tabs', children: [pane('一', 'a'), pane('二', 'b')] }], { onSubmit: () => {} })
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('一')
  send()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('二（有错误）')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('栏b')))
})

it('says above the form what is wrong where nobody sees it', async () => {
  const hidden = {
    type: 'input',
    field: 'a',
    title: '暗项',
    display: false,
    validate: [{ min: 3 }],
    value: 'x',
  }
  await show([hidden, { type: 'input', field: 'b', title: '明项' }], { onSubmit: () => {} })
  send()
  expect(screen.getByRole('alert').textContent).toBe('暗项：请输入正确的暗项')
})

it('ticks no more boxes than may be', async () => {
  const options = ['甲', '乙', '丙'].map((label) => ({ value: label, label }))
  await show([{ type: 'checkbox', field: 'c', title: '项目', options, props: { max: 2 } }])
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  fireEvent.click(box('甲'))
  fireEvent.click(box('乙'))
  expect([box('甲').disabled, box('丙').disabled]).toEqual([false, true])
})

it('says why options did not come, and asks again', async () => {
  const ask = vi.fn()
  ask.mockRejectedValueOnce(new Error('数据接口没有返回数据'))
  ask.mockResolvedValueOnce({ data: [{ value: 1, label: '材料实验室' }] })
  await show([{ type: 'radio', field: 'r', title: '实验室', effect: { fetch: { action: '/api/labs' } } }], {
    ask,
  })
  expect((await screen.findByRole('alert')).textContent).toContain('选项加载失败：数据接口没有返回数据')
  press('重试')
  expect(await screen.findByRole('radio', { name: '材料实验室' })).toBeTruthy()
})
