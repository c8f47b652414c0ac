import { expect, test } from 'vitest'
import { parseForm } from '../form/parse.ts'
import { readOptions } from '../options/options.ts'
import { listDefaults, makeRowDefaults } from './defaults.ts'
import { readValues } from './read.ts'

const form = (rules: object[]) => {
  const { form: read, faults } = parseForm(rules)
  expect(faults).toEqual([])
  return read ?? { rule: [], options: {}, more: {}, bare: true }
}
const input = (field: string, more: object = {}) => ({ type: 'input', field, title: field, ...more })
const listFaults = (rules: object[], raw: object) =>
  readValues(form(rules), raw).faults.map(({ path, message }) => `${path}: ${message}`)

test('what a form does not have is refused, unknown components among it', () => {
  expect(listFaults([input('a'), { type: 'signature-pad', field: 's' }], { z: 1, s: 'x', a: 1 })).toEqual([
    's: 表单中没有字段“s”',
    'z: 表单中没有字段“z”',
  ])
})

test('what is hidden is dropped, and nothing of it is asked for', () => {
  const rules = [input('a', { control: [{ value: 'x', rule: ['b'] }] }), input('b', { $required: true })]
  expect(readValues(form(rules), { a: 'y', b: 'forged' }).values).toEqual({ a: 'y' })
  expect(listFaults(rules, { a: 'x', b: '' })).toEqual(['b: 请输入b'])
})

test('what is closed keeps what it had, also where others depend on it', () => {
  const rules = [
    input('level', {
      value: 'low',
      props: { disabled: true },
      control: [{ value: 'high', rule: ['extra'] }],
    }),
    input('extra'),
    { type: 'hidden', field: 'source', value: 'web' },
  ]
  expect(readValues(form(rules), { level: 'high', extra: 'x', source: 'forged' }).values).toEqual({
    level: 'low',
    source: 'web',
  })
  expect(readValues(form(rules), { extra: 'x' }, { level: 'high' }).values).toEqual({
    level: 'high',
    extra: 'x',
    source: 'web',
  })
})

test('what is closed stays empty if it was left so, and has its default if it was not asked before', () => {
  const closed = (field: string, value: string) => input(field, { value, props: { disabled: true } })
  const rules = [
    closed('level', 'low'),
    input('kind', { control: [{ value: 'import', rule: ['rate'] }] }),
    closed('rate', '13'),
  ]
  const raw = { kind: 'import', level: 'forged' }
  expect(readValues(form(rules), raw).values).toEqual({ level: 'low', kind: 'import', rate: '13' })
  expect(readValues(form(rules), raw, { kind: 'own' }).values).toEqual({ kind: 'import', rate: '13' })
  expect(readValues(form(rules), raw, { kind: 'import' }).values).toEqual({ kind: 'import' })
})

test('faults of rows say which row, each row by its own conditions', () => {
  const samples = {
    type: 'group',
    field: 'samples',
    title: '样品',
    props: {
      min: 1,
      max: 2,
      rules: [
        input('kind', { $required: true, control: [{ value: 'toxic', rule: ['note'] }] }),
        input('note', { $required: true }),
        { type: 'number', field: 'mass', title: '质量', props: { min: 0 } },
      ],
    },
  }
  expect(
    readValues(form([samples]), {
      samples: [
        { kind: 'toxic', note: 'acid', mass: '1.5' },
        { kind: 'x', note: 'y' },
      ],
    }).values,
  ).toEqual({ samples: [{ kind: 'toxic', note: 'acid', mass: 1.5 }, { kind: 'x' }] })
  expect(listFaults([samples], { samples: [{ kind: 'toxic', mass: -1 }, { x: 1 }] })).toEqual([
    'samples[0].note: 请输入note',
    'samples[0].mass: 请输入正确的质量',
    'samples[1].x: 表单中没有字段“x”',
    'samples[1].kind: 请输入kind',
  ])
  expect(listFaults([samples], { samples: [{}, {}, {}] })).toEqual(['samples: 样品最多填写 2 项'])
  expect(listFaults([samples], { samples: 'x' })).toEqual(['samples: 样品格式不正确'])
})

test('choices are among static options only, and have the value of their option', () => {
  const options = [
    { value: 1, label: '一' },
    { value: 'b', label: '' },
    { value: '', label: '空' },
  ]
  const rule = { type: 'radio', field: 'r', title: '档次', options }
  expect(readValues(form([rule]), { r: '1' }).values).toEqual({ r: 1 })
  expect(listFaults([rule], { r: 'b' })).toEqual(['r: 档次不在可选项中'])
  const many = {
    type: 'select',
    field: 'r',
    title: '档次',
    options,
    props: { multiple: true, multipleLimit: 1 },
  }
  expect(listFaults([many], { r: [1, 1] })).toEqual(['r: 档次最多填写 1 项'])
  expect(
    readValues(form([{ ...rule, type: 'select', props: { allowCreate: true } }]), { r: '新' }).values,
  ).toEqual({
    r: '新',
  })
})

test('a text that is too long or too short is refused with the number of characters', () => {
  const told = (text: string, props: object = {}) =>
    listFaults([input('a', { title: '说明', props })], { a: text })
  expect(told('字'.repeat(20_001))).toEqual(['a: 说明最多填写 20000 个字'])
  expect(told('字'.repeat(20_000))).toEqual([])
  expect(told('四个字的', { maxlength: 3 })).toEqual(['a: 说明最多填写 3 个字'])
  expect(told('短', { minlength: 2 })).toEqual(['a: 说明至少填写 2 个字'])
  // A character outside the basic plane is one character.
  expect(told('🧪🧪', { minlength: 2, maxlength: 2 })).toEqual([])
})

test('a number has no more decimals than are drawn, and is a multiple of its step, however large', () => {
  const told = (props: object, n: number) =>
    listFaults([{ type: 'inputNumber', field: 'n', title: '金额', props }], { n })
  const [yuan, tenths] = [{ precision: 2 }, { step: 0.1, stepStrictly: true }]
  for (const n of [0.07, 1.1, -2.35, 12_345_678.9, 999_999_999.99]) expect(told(yuan, n)).toEqual([])
  for (const n of [0.3, 1.1, 1_000_000.1, 90_000_000.7]) expect(told(tenths, n)).toEqual([])
  for (const [props, n] of [
    [yuan, 0.075],
    [yuan, 12_345_678.905],
    [yuan, 999_999_999.991],
    [tenths, 0.35],
    [tenths, 90_000_000.75],
  ] as const)
    expect(told(props, n)).toEqual(['n: 请输入正确的金额'])
})

test('one field names two hundred people at most, whatever its limit', () => {
  const many = (props: object) => [
    { type: 'userSelect', field: 'p', title: '成员', props: { multiple: true, ...props } },
  ]
  const people = Array.from({ length: 201 }, (_, i) => i + 1)
  for (const props of [{}, { multipleLimit: 0 }, { multipleLimit: 500 }]) {
    expect(listFaults(many(props), { p: people })).toEqual(['p: 成员最多填写 200 项'])
    expect(listFaults(many(props), { p: people.slice(1) })).toEqual([])
  }
  expect(listFaults(many({ multipleLimit: 3 }), { p: people })).toEqual(['p: 成员最多填写 3 项'])
})

test('a form begins with what its rules say and what components cannot be without', () => {
  const group = { type: 'group', field: 'g', props: { min: 2, rules: [input('x', { value: 'y' })] } }
  const rules = [
    input('a', { value: 'x' }),
    input('b'),
    { type: 'switch', field: 's' },
    { type: 'checkbox', field: 'c', options: [] },
    { type: 'row', children: [{ type: 'slider', field: 'n', value: 0 }] },
    group,
  ]
  expect(listDefaults(form(rules))).toEqual({ a: 'x', s: false, c: [], n: 0, g: [{ x: 'y' }, { x: 'y' }] })
  expect(makeRowDefaults(group)).toEqual({ x: 'y' })
})

test('options are read from an answer by their path', () => {
  const rule = { type: 'select', field: 'a' }
  expect(readOptions(rule, { data: [{ label: '甲', value: 1 }, { label: '' }] })).toEqual({
    options: [{ value: 1, label: '甲', disabled: false, children: [] }],
  })
  expect(readOptions(rule, { data: { list: ['x', 2] } }, 'data.list')).toMatchObject({
    options: [{ value: 'x' }, { value: 2, label: '2' }],
  })
  expect(readOptions(rule, { data: {} })).toEqual({ message: '接口返回的内容不是选项列表' })
  expect(readOptions(rule, {}, 'constructor.name')).toEqual({ message: '接口返回的内容不是选项列表' })
})
