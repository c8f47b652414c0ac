import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { parseForm } from '@portal/form-kit/form/parse'
import { afterEach, expect, it, vi } from 'vitest'
import { fill } from '../../../testing/hands.ts'
import { FormView, type FormViewProps } from './form-view.tsx'
import type { Fields } from './view-context.ts'

afterEach(cleanup)

const show = (rule: object[], props: Partial<FormViewProps> = {}, options: object = {}) => {
  const { form, faults } = parseForm({ rule, options })
  if (!form) throw new Error(JSON.stringify(faults))
  return render(<FormView form={form} {...props} />)
}
const send = () => fireEvent.click(screen.getByRole('button', { name: '提交' }))

it('shows what a condition brings, and sends only what is shown', async () => {
  const onSubmit = vi.fn()
  const onChange = vi.fn()
  const rules = [
    {
      type: 'input',
      field: 'kind',
      title: '类别',
      control: [{ value: '其他', rule: [{ type: 'input', field: 'what', title: '说明', $required: true }] }],
    },
  ]
  show(rules, { onSubmit, onChange })
  expect(screen.queryByLabelText('说明')).toBeNull()
  fill('类别', '其他')
  fill('说明', '一种新材料')
  fill('类别', '金属')
  expect(screen.queryByLabelText('说明')).toBeNull()
  send()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ kind: '金属' }))
  expect(onChange).toHaveBeenLastCalledWith({ kind: '金属', what: '一种新材料' })
})

it('says at each field what is wrong, tied to it, and brings people to the first', async () => {
  const onSubmit = vi.fn()
  show(
    [
      { type: 'input', field: 'name', title: '名称', $required: true, info: '样品的名称' },
      { type: 'inputNumber', field: 'n', title: '数量', validate: [{ type: 'number', min: 3 }], value: 1 },
    ],
    { onSubmit },
  )
  send()
  const box = screen.getByLabelText('名称')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  const described = (box.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    '样品的名称',
    '请输入名称',
  ])
  expect(screen.getByText('请输入正确的数量')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
  await waitFor(() => expect(document.activeElement).toBe(box))
  fill('名称', '钢')
  expect(screen.queryByText('请输入名称')).toBeNull()
})

it('checks on blur what waits for it, and tells nobody who only passes by', () => {
  show([
    { type: 'input', field: 'a', title: '必填', $required: true },
    { type: 'input', field: 'b', title: '邮箱', validate: [{ type: 'email', trigger: 'blur' }] },
  ])
  fireEvent.blur(screen.getByLabelText('必填'))
  expect(screen.queryByRole('alert')).toBeNull()
  fill('邮箱', 'x')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.blur(screen.getByLabelText('邮箱'))
  expect(screen.getByRole('alert').textContent).toBe('请输入正确的邮箱')
})

it('says what the server refused at its field, and keeps what was typed', async () => {
  const rules = [{ type: 'input', field: 'a', title: '名称' }]
  const { rerender } = show(rules, { onSubmit: () => {} })
  fill('名称', '钢')
  const { form } = parseForm({ rule: rules, options: {} })
  if (!form) throw new Error('no form')
  rerender(<FormView form={form} onSubmit={() => {}} faults={[{ path: 'a', message: '名称重复' }]} />)
  expect(await screen.findByText('名称重复')).toBeTruthy()
  expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('钢')
})

it.each(['read', 'print'] as const)(
  '%s: a field that was left empty does not show its default',
  async (mode) => {
    const rules = [
      { type: 'input', field: 'topic', title: '课题' },
      {
        type: 'input',
        field: 'level',
        title: '紧急程度',
        value: '加急',
        control: [{ value: '加急', rule: ['why'] }],
      },
      { type: 'input', field: 'why', title: '加急原因' },
    ]
    show(rules, { mode, start: { topic: '加热台' } })
    expect(await screen.findByText('加热台')).toBeTruthy()
    expect(screen.getByText('紧急程度')).toBeTruthy()
    expect(screen.queryByText('加急')).toBeNull()
    expect(screen.queryByText('加急原因')).toBeNull()
  },
)

it('an answer that is changed begins as it was, without defaults of what it left empty', async () => {
  const onSubmit = vi.fn()
  const rules = [
    { type: 'input', field: 'topic', title: '课题' },
    { type: 'input', field: 'level', title: '紧急程度', value: '加急' },
  ]
  const given = { topic: '加热台' }
  show(rules, { start: given, before: given, onSubmit })
  expect(screen.getByLabelText<HTMLInputElement>('紧急程度').value).toBe('')
  send()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith(given))
})

it('a draft knows that a default was removed, and the answer has nothing of it', async () => {
  const rules = [
    { type: 'input', field: 'level', title: '紧急程度', value: '加急' },
    { type: 'input', field: 'topic', title: '课题' },
  ]
  const onChange = vi.fn<(values: Fields) => void>()
  show(rules, { onChange })
  fill('紧急程度', '')
  fill('课题', '加热台')
  fill('课题', '')
  const draft = onChange.mock.lastCall?.[0] ?? {}
  expect(draft).toEqual({ level: null })
  cleanup()
  const onSubmit = vi.fn()
  show(rules, { start: draft, onSubmit })
  expect(screen.getByLabelText<HTMLInputElement>('紧急程度').value).toBe('')
  send()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({}))
})

it('has the buttons that its options say', () => {
  const { unmount } = show([], { onSubmit: () => {} }, { submitBtn: { innerText: '发送' }, resetBtn: true })
  expect(screen.getAllByRole('button').map((b) => b.textContent)).toEqual(['发送', '重置'])
  unmount()
  const blank = show([], { onSubmit: () => {} }, { submitBtn: { innerText: ' ' }, resetBtn: { show: true } })
  expect(screen.getAllByRole('button').map((b) => b.textContent)).toEqual(['提交', '重置'])
  blank.unmount()
  show([], { onSubmit: () => {} }, { submitBtn: { show: false } })
  expect(screen.queryByRole('button')).toBeNull()
})

it('waits for a file that is on its way, and says so at its field', async () => {
  const onSubmit = vi.fn()
  const done = Promise.withResolvers<{ name: string; url: string }>()
  const rule = { field: 'files', accept: ['any'] as const, maxBytes: 1000, maxFiles: 1 }
  show([{ type: 'upload', field: 'paper', title: '附件' }], {
    onSubmit,
    upload: { rule, send: () => done.promise },
  })
  const button = await screen.findByRole('button', { name: '选择文件' }, { timeout: 20_000 })
  const input = button.parentElement?.querySelector('input')
  if (!input) throw new Error('no input for a file')
  await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'a.pdf')] } }))
  send()
  expect(await screen.findByText('文件还在上传，请稍候再提交')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
  const file = { name: 'a.pdf', url: '/api/files/1' }
  await act(async () => done.resolve(file))
  expect(screen.queryByText('文件还在上传，请稍候再提交')).toBeNull()
  send()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ paper: [file] }))
})
