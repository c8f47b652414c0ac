import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findComponent } from '@portal/form-kit/components/components'
import { findId } from '@portal/form-kit/edit/list'
import type { Rule } from '@portal/form-kit/form/form'
import { messages } from '../../../lib/tell.ts'
import { fill } from '../../../testing/hands.ts'
import { BasePanel } from './base-panel.tsx'
import { changeMode, draftEntry } from './drafted.ts'
import { DefaultField } from './default-field.tsx'
import { createDesigner, DesignerContext, useDesign, type Designer } from './designer.ts'
import { OptionsField } from './options-field.tsx'
import { findFault, readStructured } from './read-structured.ts'
import { SettingField } from './setting-field.tsx'
import { ValidatePanel } from './validate-panel.tsx'
import { parseValue } from '../shared/conditions.ts'

vi.mock('./fetch-field.tsx', () => ({ FetchField: () => null }))
afterEach(cleanup)

const about = { name: '登记', category: '', description: '' }
const findDesigner = (rule: Rule[]): Designer =>
  createDesigner({ rule, options: {}, more: {}, bare: false }, about)
const first = (designer: Designer): Rule => {
  const [rule] = designer.store.get().design.form.rule
  if (typeof rule !== 'object') throw new Error('no rule')
  return rule
}
/** Renders a panel of the first rule, again after each edit. */
function show(designer: Designer, Part: (props: { rule: Rule }) => React.ReactNode) {
  function Drawn() {
    useDesign(({ design }) => design.form)
    return <Part rule={first(designer)} />
  }
  render(
    <DesignerContext value={designer}>
      <Drawn />
    </DesignerContext>,
  )
}

test('what is selected shows its properties, and nothing selected the form', () => {
  const designer = findDesigner([{ type: 'input', field: 'a' }])
  const tab = () => designer.store.get().tab
  expect(tab()).toBe('form')
  designer.select(findId(first(designer)))
  expect(tab()).toBe('props')
  designer.setTab('form')
  designer.setAbout({ name: '别的' })
  expect(tab()).toBe('form')
  designer.select(findId(first(designer)))
  expect(tab()).toBe('props')
  designer.act({ do: 'remove', id: findId(first(designer)) })
  expect(tab()).toBe('form')
})

test('where a rule has come to is said, and why it cannot be moved', () => {
  const designer = findDesigner([
    { type: 'input', field: 'a', title: '姓名' },
    { type: 'input', field: 'b', title: '学号' },
  ])
  const id = findId(first(designer))
  expect(designer.act({ do: 'shift', id, way: 'down' })).toBe(true)
  expect(designer.store.get().said).toBe('已移动输入框“姓名”，表单第 2 项，共 2 项')
  expect(designer.act({ do: 'shift', id, way: 'down' })).toBe(false)
  expect(messages.get().at(-1)?.text).toBe('已经是最后一项')
})

test('a name counts when it is typed to the end, and only if nobody else has it', () => {
  const designer = findDesigner([
    { type: 'input', field: 'a', title: '姓名' },
    { type: 'input', field: 'b' },
  ])
  show(designer, BasePanel)
  fill('字段名', 'b')
  expect(screen.getByText('字段名“b”重复')).toBeTruthy()
  fireEvent.blur(screen.getByLabelText('字段名'))
  expect(first(designer).field).toBe('a')
  fill('字段名', 'name')
  expect(first(designer).field).toBe('a')
  fireEvent.blur(screen.getByLabelText('字段名'))
  expect(first(designer).field).toBe('name')
})

test('a sentence that was filled in follows the title, one that was written stays', () => {
  const rule: Rule = { type: 'input', field: 'a', title: '姓名' }
  const drafted = draftEntry(rule)
  expect(drafted).toMatchObject({
    mode: 'required',
    trigger: 'change',
    type: 'string',
    message: '请输入姓名',
  })
  const pattern = changeMode(rule, drafted, 'pattern')
  expect(pattern).toEqual({ type: 'string', trigger: 'change', mode: 'pattern', message: '请输入正确的姓名' })
  const written = changeMode(rule, { ...pattern, message: '看清楚' }, 'len')
  expect(written.message).toBe('看清楚')
  const designer = findDesigner([{ ...rule, validate: [drafted, written] }])
  show(designer, BasePanel)
  fill('标题', '学号')
  expect(first(designer).validate?.map(({ message }) => message)).toEqual(['请输入学号', '看清楚'])
})

test('a check of a choice begins without a type, and a type that was chosen can be taken back', () => {
  const radio = findDesigner([{ type: 'radio', field: 'a', title: '形态' }])
  show(radio, ValidatePanel)
  fireEvent.click(screen.getByText('添加校验'))
  expect(first(radio).validate).toEqual([
    { trigger: 'change', mode: 'required', required: true, message: '请选择形态' },
  ])
  cleanup()
  const switched = findDesigner([{ type: 'switch', field: 'b', validate: [{ type: 'string' }] }])
  show(switched, ValidatePanel)
  const clear = document.querySelector('.ant-select-clear')
  if (!clear) throw new Error('the type cannot be cleared')
  fireEvent.click(clear)
  expect(first(switched).validate).toEqual([{}])
})

test('a drafted type follows a setting that makes the value a list, a chosen one stays', () => {
  const slider = findComponent('slider')
  const setting = slider?.settings.find(({ name }) => name === 'range')
  if (!slider || !setting) throw new Error('no such setting')
  const rule: Rule = { type: 'slider', field: 'a', title: '温度' }
  const designer = findDesigner([{ ...rule, validate: [draftEntry(rule), { type: 'integer', min: 1 }] }])
  show(designer, ({ rule: shown }) => <SettingField rule={shown} component={slider} setting={setting} />)
  const flip = () => {
    fireEvent.click(screen.getByLabelText('范围选择'))
    return first(designer).validate?.map((entry) => entry.type)
  }
  expect(flip()).toEqual(['array', 'integer'])
  expect(flip()).toEqual(['number', 'integer'])
})

test('a must has a prompt of its own, or none', () => {
  const designer = findDesigner([{ type: 'input', field: 'a', title: '姓名', $required: false }])
  show(designer, BasePanel)
  fireEvent.click(screen.getByLabelText('必填'))
  expect(first(designer).$required).toBe(true)
  fill('未填写时的提示', '没有名字怎么行')
  expect(first(designer).$required).toBe('没有名字怎么行')
  fill('未填写时的提示', '')
  expect(first(designer).$required).toBe(true)
})

test('an option counts when both of its texts are there, and keeps what else it has', () => {
  const options = [{ value: 1, label: '甲', disabled: true }]
  const designer = findDesigner([{ type: 'select', field: 'a', options }])
  show(designer, ({ rule }) => <OptionsField rule={rule} path="options" />)
  fireEvent.click(screen.getByText('添加选项'))
  expect(first(designer).options).toEqual(options)
  expect(screen.getByText('两项都填写后才生效')).toBeTruthy()
  fill('选项名称 2', '乙')
  expect(first(designer).options).toEqual([...options, { value: 2, label: '乙' }])
  fill('选项名称 1', '')
  expect(first(designer).options).toEqual([{ value: 2, label: '乙' }])
})

test('what is typed for a value is a number where it is one', () => {
  expect(['1', '-2.5', '007', '1e3', ' 甲 ', '12345678901234567'].map(parseValue)).toEqual([
    1,
    -2.5,
    '007',
    '1e3',
    '甲',
    '12345678901234567',
  ])
})

test('where a text stops being JSON is told by line and column', () => {
  const place = (text: string) => {
    const read = readStructured(text)
    return 'message' in read ? read.message : read.value
  }
  expect(place(' ')).toBeUndefined()
  expect(place('{"a": [1, -2.5e3, "x\\n", null]}')).toEqual({ a: [1, -2500, 'x\n', null] })
  expect(place('{\n  "a": 1,\n}')).toBe('输入内容格式有误：第 3 行第 1 列')
  expect(place('[1, 2')).toBe('输入内容格式有误：第 1 行第 6 列')
  expect(place('{a: 1}')).toBe('输入内容格式有误：第 1 行第 2 列')
  expect(place('[1] 2')).toBe('输入内容格式有误：第 1 行第 5 列')
  expect(place('{"__proto__": 1}')).toMatch(/^输入内容格式有误：不允许使用名称/)
  // Text that the browser parses has no fault position; text that it refuses has one.
  for (const text of ['{}', '[]', '"x"', '01', '[1,]', '{"a" 1}', '"\t"', 'nul', '{"a":{"b":[{}]}}']) {
    const reads = (() => {
      try {
        return JSON.parse(text) !== undefined
      } catch {
        return false
      }
    })()
    expect(findFault(text) === null, text).toBe(reads)
  }
})

test('a field begins with what stands in its own control, and with nothing once that is emptied', async () => {
  const designer = findDesigner([{ type: 'input', field: 'a', title: '单位' }])
  show(designer, DefaultField)
  fill('默认值', '材料学院')
  expect(first(designer).value).toBe('材料学院')
  designer.undo()
  expect('value' in first(designer)).toBe(false)
  designer.redo()
  fill('默认值', '')
  expect('value' in first(designer)).toBe(false)
})

test('each kind has its own control: options are chosen, rows in a dialog, a password never', async () => {
  const options = [
    { label: '甲', value: 1 },
    { label: '乙', value: 2 },
  ]
  const radio = findDesigner([{ type: 'radio', field: 'a', options }])
  show(radio, DefaultField)
  fireEvent.click(screen.getByRole('radio', { name: '乙' }))
  expect(first(radio).value).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: '清除默认值' }))
  expect('value' in first(radio)).toBe(false)
  cleanup()
  const group = findDesigner([
    {
      type: 'group',
      field: 'g',
      title: '样品',
      props: { rules: [{ type: 'input', field: 'n', title: '编号' }] },
    },
  ])
  show(group, DefaultField)
  fireEvent.click(screen.getByRole('button', { name: '设置默认值…' }))
  fireEvent.click(await screen.findByRole('button', { name: '添加样品' }))
  fireEvent.change(await screen.findByLabelText('编号'), { target: { value: 'S1' } })
  expect(first(group).value).toEqual([{ n: 'S1' }])
  cleanup()
  show(findDesigner([{ type: 'input', field: 'p', props: { type: 'password' } }]), DefaultField)
  expect(screen.queryByText('默认值')).toBeNull()
  cleanup()
  show(findDesigner([{ type: 'upload', field: 'f' }]), DefaultField)
  expect(screen.queryByText('默认值')).toBeNull()
})

test('a default that the field itself would refuse is said to be wrong', () => {
  show(
    findDesigner([{ type: 'input', field: 'a', title: '邮箱', value: 'x', validate: [{ type: 'email' }] }]),
    DefaultField,
  )
  expect(screen.getByLabelText('默认值').getAttribute('aria-invalid')).toBe('true')
})
