import { describe, expect, test } from 'vitest'
import { checkValue } from '../check/check.ts'
import { flatten, showRules, type Values } from '../control/show.ts'
import { findOptionSource } from '../options/options.ts'
import { listDefaults } from '../values/defaults.ts'
import { readValues } from '../values/read.ts'
import { components, pair, region } from './examples.ts'
import type { Form, Json, Rule } from './form.ts'
import { parseForm, writeForm } from './parse.ts'

// The cases of form-create's public documentation: each kind of component with its value, each kind of
// control, validation, layout and source. Titles and values are our own.

function readForm(json: Json): Form {
  const { form, faults } = parseForm(JSON.stringify(json))
  expect(faults).toEqual([])
  if (!form) throw new Error('no form')
  expect(JSON.parse(writeForm(form))).toEqual(json)
  return form
}
const shownAt = (form: Form, values: Values): string[] =>
  flatten(showRules(form, values)).map(({ rule }) => rule.field ?? rule.type)

describe.each(components)('%s', (_, rule, good, bad) => {
  const form = readForm([rule])
  const mustHaveOne = JSON.stringify(rule).includes('"min":1')
  test('is written as it was read and takes its value', () => {
    const read = readValues(form, { f: good })
    expect(read.faults).toEqual([])
    expect(read.values?.['f']).toEqual(good === '12' ? 12 : good)
  })
  test('refuses what is no value of it', () => {
    const { faults } = readValues(form, { f: bad })
    expect(faults).toHaveLength(1)
    expect(faults[0]?.message).toMatch(/[\u4e00-\u9fa5]/)
  })
  test('begins with a value of its own, or none', () => {
    const { values, faults } = readValues(form, listDefaults(form))
    expect(values === null ? faults.map((f) => f.message) : []).toEqual(mustHaveOne ? ['请输入此项'] : [])
  })
})

test('rules of a control appear behind their field while its value is equal', () => {
  const money = { type: 'number', field: 'money', title: '金额', value: 0 }
  const form = readForm([
    {
      type: 'radio',
      field: 'paid',
      title: '是否收费',
      value: 0,
      options: pair,
      control: [{ value: 1, rule: [money] }],
    },
    { type: 'input', field: 'note' },
  ])
  expect(shownAt(form, { paid: 0 })).toEqual(['paid', 'note'])
  expect(shownAt(form, { paid: 1 })).toEqual(['paid', 'money', 'note'])
})

test('controls put rules before, behind and into others', () => {
  const rule = (field: string, more: object = {}): Json => ({ type: 'input', field, ...more }) as Json
  const form = readForm([
    rule('a', {
      control: [
        { value: 'x', rule: [rule('p')], prepend: 'c' },
        { value: 'x', rule: [rule('q')], append: 'c' },
        { value: 'x', rule: [rule('r')], append: 'box', child: true },
        { value: 'x', rule: [rule('s')], child: true },
      ],
    }),
    { type: 'row', name: 'box', children: [{ type: 'col', children: [rule('b')] }] },
    rule('c'),
  ])
  expect(shownAt(form, { a: 'y' })).toEqual(['a', 'row', 'col', 'b', 'c'])
  expect(shownAt(form, { a: 'x' })).toEqual(['a', 's', 'row', 'col', 'b', 'r', 'p', 'c', 'q'])
})

test.each<
  [
    method: string,
    at: (rule: { visible: boolean; disabled: boolean; required: boolean } | undefined) => boolean,
  ]
>([
  ['if', (s) => s !== undefined],
  ['hidden', (s) => s !== undefined],
  ['display', (s) => s?.visible === true],
  ['disabled', (s) => s?.disabled === false],
  ['enabled', (s) => s?.disabled === false],
  ['required', (s) => s?.required === true],
])('a control by %s says it of the fields that it names', (method, is) => {
  const form = readForm([
    { type: 'input', field: 'a', control: [{ condition: '==', value: 'on', method, rule: ['b'] }] },
    { type: 'input', field: 'b' },
  ])
  const stateAt = (a: string) => flatten(showRules(form, { a })).find(({ rule }) => rule.field === 'b')
  expect([is(stateAt('on')), is(stateAt('off'))]).toEqual([true, false])
})

test('layouts, slots, texts, events and unknown keys stay what they are', () => {
  const form = readForm({
    rule: [
      {
        type: 'el-row',
        native: true,
        children: [{ type: 'el-col', props: { span: 12 }, children: [{ type: 'input', field: 'a' }] }],
      },
      {
        type: 'input',
        field: 'b',
        emit: ['change'],
        emitPrefix: 'bb',
        children: [{ type: 'span', slot: 'append', children: ['元'] }],
      },
      {
        type: 'button',
        children: ['确定'],
        on: { click: '$FN:function(){}' },
        className: 'big',
        style: { color: 'red' },
      },
      {
        type: 'template',
        template: '<b>{{a}}</b>',
        attrs: { id: 1 },
        domProps: {},
        directives: [],
        scopedSlots: {},
      },
    ],
    options: {
      form: { inline: true, labelWidth: '125px' },
      submitBtn: { show: false },
      resetBtn: true,
      row: { gutter: 8 },
    },
  })
  expect(shownAt(form, {})).toEqual(['el-row', 'el-col', 'a', 'b', 'span', 'button', 'template'])
})

test.each<[validate: object, good: Json, bad: Json]>([
  [{ required: true, message: '必填' }, 'x', ''],
  [{ required: true, min: 6 }, '123456', '12345'],
  [{ max: 3 }, 'abc', 'abcd'],
  [{ len: 2 }, '甲乙', '甲'],
  [{ pattern: '^1[3-9]\\d{9}$' }, '13800000000', '23800000000'],
  [{ pattern: '^[\\u4e00-\\u9fa5]{2,4}$' }, '张三', 'ab'],
  [{ type: 'number', min: 1, max: 100 }, 50, 101],
  [{ type: 'email' }, 'a.b@c.cn', 'a@'],
  [{ type: 'url' }, 'https://a.cn/x?y=1', 'a.cn'],
  [{ type: 'hex' }, '#a0b1c2', '#xyz'],
  [{ type: 'integer' }, -3, 1.5],
  [{ type: 'array', required: true, min: 1 }, [1], []],
  [{ type: 'date' }, '2026-02-28', '2026-02-30'],
  [{ type: 'object' }, { a: 1 }, [1]],
  [{ enum: ['a', 'b'] }, 'a', 'c'],
  [{ mode: 'minLen', minLen: 3 }, 'abc', 'ab'],
  [{ mode: 'phone', phone: true }, '13800000000', '138'],
  [{ mode: 'ip', ip: true }, '10.0.0.1', '10.0.0.256'],
  [{ mode: 'uppercase', uppercase: true }, 'ABC', 'AbC'],
  [{ mode: 'positive', positive: true }, 1, -1],
])('the validation %o takes and refuses', (entry, good, bad) => {
  const form = readForm([{ type: 'input', field: 'f', validate: [entry as Json] }])
  const rule = form.rule[0] as Rule
  expect(checkValue(rule, good)).toEqual([])
  expect(checkValue(rule, bad)).toHaveLength(1)
})

test('where options come from is told apart', () => {
  const findKind = (rule: object) => findOptionSource(rule as Rule)?.kind
  expect(findKind({ type: 'radio', options: pair })).toBe('static')
  expect(findKind({ type: 'cascader', props: { options: region } })).toBe('json')
  expect(findKind({ type: 'select', effect: { fetch: { action: '/a' } } })).toBe('interface')
  expect(findKind({ type: 'input' })).toBeUndefined()
})
