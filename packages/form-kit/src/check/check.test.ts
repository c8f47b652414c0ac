import { expect, test } from 'vitest'
import { components } from '../form/examples.ts'
import type { JsonObject, Rule, ValidateEntry } from '../form/form.ts'
import { checkValue, draftType, isRequired } from './check.ts'
import { draftMessage } from './title.ts'

const rule = (type: string, validate: ValidateEntry[], more: object = {}): Rule => ({
  type,
  field: 'f',
  title: '样品名称',
  validate,
  ...more,
})

test('a sentence that nobody wrote begins with 请输入 or 请选择, and asks for what is right', () => {
  expect(checkValue(rule('input', [{ required: true }]), '')).toEqual(['请输入样品名称'])
  expect(checkValue(rule('select', [{ required: true }]), undefined)).toEqual(['请选择样品名称'])
  expect(checkValue(rule('input', [{ type: 'email' }]), 'x')).toEqual(['请输入正确的样品名称'])
  expect(checkValue(rule('datePicker', [{ type: 'date' }]), 'x')).toEqual(['请选择正确的样品名称'])
  expect(checkValue(rule('input', [{ required: true }], { title: { title: '编号' } }), ' ')).toEqual([
    '请输入编号',
  ])
  expect(checkValue(rule('input', [{ required: true }], { title: undefined }), null)).toEqual(['请输入此项'])
  expect(draftMessage(rule('input', []), { mode: 'required' })).toBe('请输入样品名称')
  expect(draftMessage(rule('input', []), { mode: 'max' })).toBe('请输入正确的样品名称')
})

test('entries wait for their trigger, and a submission waits for none', () => {
  const late = rule('input', [
    { min: 3, trigger: 'blur', message: 'blur' },
    { max: 1, message: 'change' },
    { pattern: '^\\d+$', trigger: 'submit', message: 'submit' },
    { len: 9, trigger: ['blur', 'change'], message: 'both' },
  ])
  expect(checkValue(late, 'ab', 'blur')).toEqual(['blur', 'both'])
  expect(checkValue(late, 'ab', 'change')).toEqual(['change', 'both'])
  expect(checkValue(late, 'ab')).toEqual(['blur', 'change', 'submit', 'both'])
})

test('with a mode, keys that the designer left behind do not count', () => {
  const left = rule('input', [{ mode: 'max', max: 5, min: 4, required: true, pattern: 'x' }])
  expect(checkValue(left, 'abc')).toEqual([])
  expect(checkValue(left, '')).toEqual([])
})

test('the switch 必填 asks, with a sentence of its own or without', () => {
  expect(checkValue(rule('input', [], { $required: true }), '')).toEqual(['请输入样品名称'])
  expect(checkValue(rule('input', [], { $required: '别忘了' }), '')).toEqual(['别忘了'])
  expect(checkValue(rule('input', [], { $required: { message: '别忘了' } }), '')).toEqual(['别忘了'])
  expect(checkValue(rule('input', [{ required: true }], { $required: true }), '')).toHaveLength(1)
  expect(isRequired(rule('input', [{ required: false }], { $required: '' }))).toBe(false)
})

test('what is not required may be missing; false and 0 are not missing', () => {
  for (const value of [undefined, null, '', '  ', []])
    expect(checkValue(rule('input', [{ type: 'email', min: 3 }]), value)).toEqual([])
  for (const value of [false, 0]) expect(checkValue(rule('switch', [{ required: true }]), value)).toEqual([])
})

test('characters are counted as people count them, and text may say a number', () => {
  expect(checkValue(rule('input', [{ len: 2 }]), '😀好')).toEqual([])
  expect(checkValue(rule('input', [{ type: 'integer', min: 10 }]), '12')).toEqual([])
  expect(checkValue(rule('input', [{ type: 'integer' }]), '1e3')).toHaveLength(1)
  expect(checkValue(rule('input', [{ type: 'float' }]), '5.0')).toEqual([])
})

test('an expression that cannot be compiled lets nothing through', () => {
  expect(checkValue(rule('input', [{ pattern: '(?=a)' }]), 'a')).toHaveLength(1)
})

test('a new entry begins with the type of its component, a list where a setting makes it one', () => {
  const kinds = ['input', 'checkbox', 'inputNumber', 'radio', 'switch', 'userSelect', 'nobody']
  expect(kinds.map((type) => draftType(rule(type, [])))).toEqual([
    'string',
    'array',
    'number',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const withProps = (type: string, props: JsonObject) => draftType(rule(type, [], { props }))
  expect(withProps('select', { multiple: true })).toBe('array')
  expect(withProps('userSelect', { multiple: true })).toBe('array')
  expect(withProps('slider', { range: true })).toBe('array')
  expect(withProps('datePicker', { type: 'monthrange' })).toBe('array')
  expect(withProps('datePicker', { type: 'month' })).toBe('date')
})

test.each(components)('a new entry of %s accepts what the field accepts', (_, example, good) => {
  const field = example as Rule // each example is a rule
  const type = draftType(field)
  const entry: ValidateEntry = { ...(type && { type }), mode: 'required', required: true }
  expect(checkValue({ ...field, validate: [entry] }, good)).toEqual([])
})
