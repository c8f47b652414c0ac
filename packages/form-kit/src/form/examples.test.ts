import { describe, expect, test } from 'vitest'
import { checkValue } from '../check/check.ts'
import { flatten, showRules, type Values } from '../control/show.ts'
import { optionSourceOf } from '../options/options.ts'
import { defaultsOf } from '../values/defaults.ts'
import { readValues } from '../values/read.ts'
import type { Form, Json, Rule } from './form.ts'
import { parseForm, writeForm } from './parse.ts'

// What form-create's public documentation shows, by its facts: each kind of component with the value it has
// there, each kind of control, validation, layout and source. Titles and values are our own.

function readForm(json: Json): Form {
  const { form, faults } = parseForm(JSON.stringify(json))
  expect(faults).toEqual([])
  if (!form) throw new Error('no form')
  expect(JSON.parse(writeForm(form))).toEqual(json)
  return form
}
const shownAt = (form: Form, values: Values): string[] =>
  flatten(showRules(form, values)).map(({ rule }) => rule.field ?? rule.type)

const region: Json = [
  {
    value: 'hz',
    label: '杭州',
    children: [{ value: 'xh', label: '西湖', children: [{ value: 'gs', label: '孤山' }] }],
  },
  { value: 'nb', label: '宁波' },
]
const nodes: Json = [
  {
    id: 1,
    title: '全部',
    expand: true,
    children: [
      { id: 2, title: '查看' },
      { id: 3, title: '修改', disabled: true },
    ],
  },
]
const pair = [
  { value: 0, label: '甲', disabled: false },
  { value: 1, label: '乙', disabled: false },
]

/** A rule, a value that it takes, and one that it refuses. */
const components: [name: string, rule: Json, good: Json, bad: Json][] = [
  [
    'input',
    { type: 'input', field: 'f', title: '样品名称', props: { disabled: false }, col: { span: 12 } },
    '钢',
    ['x'],
  ],
  [
    'textarea',
    { type: 'input', field: 'f', props: { type: 'textarea', maxlength: 4, rows: 4 } },
    '四个字符',
    '五个字符呀',
  ],
  ['autoComplete', { type: 'autoComplete', field: 'f', props: { data: ['a', 'b'] } }, 'c', { a: 1 }],
  [
    'inputNumber',
    { type: 'inputNumber', field: 'f', value: 1, props: { precision: 2, max: 9 } },
    1.25,
    1.255,
  ],
  ['number', { type: 'number', field: 'f', value: 0 }, '12', 'twelve'],
  ['radio', { type: 'radio', field: 'f', value: 0, options: pair }, 1, 2],
  ['checkbox', { type: 'checkbox', field: 'f', value: [0], options: pair }, [0, 1], [0, 0]],
  ['select', { type: 'select', field: 'f', options: pair, props: { multiple: true } }, [1], 1],
  [
    'disabled option',
    { type: 'select', field: 'f', options: [{ ...pair[0], disabled: true }, pair[1] ?? null] },
    1,
    0,
  ],
  [
    'switch',
    { type: 'switch', field: 'f', value: '1', props: { activeValue: '1', inactiveValue: '0' } },
    '0',
    true,
  ],
  ['switch by el', { type: 'el-switch', field: 'f' }, true, 1],
  [
    'datePicker',
    { type: 'DatePicker', field: 'f', props: { type: 'datetime' } },
    '2026-02-28 12:00:00',
    '2026-02-29',
  ],
  [
    'datetimerange',
    { type: 'datePicker', field: 'f', props: { type: 'datetimerange' } },
    ['2026-01-01', '2026-01-02'],
    ['2026-01-02', '2026-01-01'],
  ],
  ['timePicker', { type: 'timePicker', field: 'f' }, '09:30:00', '25:00:00'],
  [
    'time range',
    { type: 'timePicker', field: 'f', props: { isRange: true } },
    ['09:00:00', '11:00:00'],
    '09:00:00',
  ],
  [
    'slider',
    { type: 'slider', field: 'f', value: [0, 50], props: { range: true, max: 60 } },
    [3, 60],
    [3, 61],
  ],
  ['rate', { type: 'rate', field: 'f', value: 3.5, props: { allowHalf: true } }, 4.5, 5.5],
  [
    'colorPicker',
    { type: 'colorPicker', field: 'f', value: '#f0a1b2', props: { format: 'hex' } },
    '#fff',
    'red;',
  ],
  [
    'cascader',
    { type: 'cascader', field: 'f', props: { options: region } },
    ['hz', 'xh', 'gs'],
    ['hz', 'xh'],
  ],
  [
    'cascader half way',
    { type: 'cascader', field: 'f', props: { options: region, changeOnSelect: true } },
    ['hz', 'xh'],
    ['hz', 'nb'],
  ],
  [
    'upload',
    { type: 'upload', field: 'f', props: { action: '/api/file', limit: 2 } },
    ['/file/1', 'https://a.cn/2.png'],
    ['javascript:alert(1)'],
  ],
  [
    'tree',
    { type: 'tree', field: 'f', value: [], props: { data: nodes, props: { label: 'title' } } },
    [1, 2],
    [3],
  ],
  [
    'transfer',
    {
      type: 'transfer',
      field: 'f',
      props: {
        data: [
          { key: 1, label: '一' },
          { key: 2, label: '二' },
        ],
      },
    },
    [2],
    [4],
  ],
  [
    'group of values',
    {
      type: 'group',
      field: 'f',
      props: { min: 1, max: 2, rule: { type: 'input', field: 'a', validate: [{ required: true }] } },
    },
    ['x', 'y'],
    ['x', ''],
  ],
  [
    'group of rows',
    {
      type: 'group',
      field: 'f',
      props: {
        rules: [
          { type: 'input', field: 'a' },
          { type: 'number', field: 'b' },
        ],
      },
    },
    [{ a: '1', b: 2 }],
    [{ c: 1 }],
  ],
  [
    'subForm',
    { type: 'subForm', field: 'f', props: { rule: [{ type: 'input', field: 'a' }] } },
    { a: 'x' },
    'x',
  ],
  [
    'table',
    {
      type: 'dynamicTable',
      field: 'f',
      props: {
        columns: [
          { label: '名称', prop: 'n' },
          { label: '', prop: 'm' },
        ],
      },
    },
    [{ n: 'x' }],
    [{ m: 'x' }],
  ],
  [
    'select by interface',
    {
      type: 'select',
      field: 'f',
      options: [],
      effect: {
        fetch: { action: '/api/labs', to: 'options', method: 'GET', parse: 'function (r) { return r.rows }' },
      },
    },
    '330000',
    {},
  ],
  ['select by address', { type: 'select', field: 'f', fetch: '/api/labs' }, 'x', {}],
]

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
    const { values, faults } = readValues(form, defaultsOf(form))
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
  const kindOf = (rule: object) => optionSourceOf(rule as Rule)?.kind
  expect(kindOf({ type: 'radio', options: pair })).toBe('static')
  expect(kindOf({ type: 'cascader', props: { options: region } })).toBe('json')
  expect(kindOf({ type: 'select', effect: { fetch: { action: '/a' } } })).toBe('interface')
  expect(kindOf({ type: 'input' })).toBeUndefined()
})
