import { expect, test } from 'vitest'
import { words } from '../words.ts'
import { limits } from './limits.ts'
import { parseForm, writeForm } from './parse.ts'

const makeMessages = (json: unknown): string[] =>
  parseForm(json).faults.map(({ path, message }) => `${path}: ${message}`)
const listNotes = (json: unknown): string[] =>
  parseForm(json).notes.map(({ path, message }) => `${path}: ${message}`)
const input = (more: object = {}) => ({ type: 'input', field: 'a', title: '姓名', ...more })

test('a form is written as it was read, with every key that nobody here knows', () => {
  const form = {
    rule: [
      {
        ...input({ _fc_id: 'id_1', name: 'ref_1', display: true, hidden: false, _fc_drag_tag: 'input' }),
        props: { 'data-x': null, nested: { deep: [1, { b: '2' }] } },
        $required: '请填写',
        wrap: { show: false },
        emit: ['change'],
        inject: true,
        native: false,
        update: null,
      },
      '',
    ].slice(0, 1),
    options: { form: { size: 'mini' }, submitBtn: { show: true, innerText: '提交' }, _unknown: [] },
    version: 3,
  }
  const { form: read } = parseForm(JSON.stringify(form))
  expect(read && JSON.parse(writeForm(read))).toEqual(form)
})

test('an array of rules stays one until it has options', () => {
  const { form } = parseForm(JSON.stringify([input()]))
  expect(form && writeForm(form)).toBe(JSON.stringify([input()]))
  expect(form && writeForm({ ...form, options: { resetBtn: true } })).toContain('"options"')
})

test.each<[string, unknown]>([
  ['', 'not json'],
  ['', '12'],
  ['', { options: {} }],
  ['options', { rule: [], options: [] }],
  ['[0]', [1]],
  ['[0]', [{ field: 'a' }]],
  ['[0].field', [{ type: 'input' }]],
  ['[0].field', [input({ field: 'a b' })]],
  ['[0].field', [input({ field: 'x'.repeat(65) })]],
  ['[1].field', [input(), input()]],
  ['[0].children[0].field', [{ type: 'row', children: [input({ field: '' })] }]],
  ['[0].props', [input({ props: [] })]],
  ['[0].children[1]', [{ type: 'row', children: ['text', 3] }]],
  ['[0].hidden', [input({ hidden: 'yes' })]],
  ['[0].validate[0].pattern', [input({ validate: [{ pattern: '(' }] })]],
  ['[0].validate[0].min', [input({ validate: [{ min: '1' }] })]],
  ['[0].validate[0].max', [input({ validate: [{ min: 3, max: 1 }] })]],
  ['[0].col.span', [input({ col: { span: 25 } })]],
  ['[0].col.offset', [input({ col: { offset: -1 } })]],
  ['[0].props.maxlength', [input({ props: { maxlength: -1 } })]],
  ['[0].props.showText', [{ type: 'rate', field: 'r', props: { showScore: true, showText: true } }]],
  ['[0].props.height', [{ type: 'slider', field: 's', props: { vertical: true } }]],
  ['[0].props.max', [{ type: 'inputNumber', field: 's', props: { min: 5, max: 1 } }]],
  ['[0].control[0].rule', [input({ control: [{ value: 1 }] })]],
  ['[0].control[0].condition', [input({ control: [{ condition: 'like', rule: ['a'] }] })]],
  ['[0].props.rules[1].field', [{ type: 'group', field: 'g', props: { rules: [input(), input()] } }]],
  ['submitBtn', [{ type: 'x', field: 'a' }, { submitBtn: 1 }]],
])('%s is where a fault is', (path, json) => {
  const faults = makeMessages(typeof json === 'string' ? json : JSON.stringify(json))
  if (path === 'submitBtn') expect(faults).toEqual([`[1]: ${words.notRule}`])
  else expect(faults.map((f) => f.slice(0, f.indexOf(': ')))).toEqual([path])
})

test('a field of a row may be called as one of the form', () => {
  expect(makeMessages([input(), { type: 'group', field: 'g', props: { rules: [input()] } }])).toEqual([])
})

test('options of one value are refused where a form is saved, and read where it is stored', () => {
  const items = (...values: unknown[]) => values.map((value, i) => ({ value, label: `第${i + 1}项` }))
  const nested = [
    { id: 1, label: '院', children: [{ id: 2, label: '系' }] },
    { id: 2, label: '所' },
  ]
  const double = [
    { type: 'radio', field: 'a', options: items(1, 2, '2', '') },
    { type: 'tree', field: 'b', props: { data: nested } },
    {
      type: 'group',
      field: 'c',
      props: { rules: [{ type: 'cascader', field: 'd', props: { options: items('x', 'x') } }] },
    },
  ]
  expect(makeMessages(double)).toEqual([])
  expect(parseForm(double, { forSaving: true }).faults).toEqual([
    { path: '[0].options', message: words.doubleOption('第2项', '第3项', '2') },
    { path: '[1].props.data', message: words.doubleOption('系', '所', '2') },
    { path: '[2].props.rules[0].props.options', message: words.doubleOption('第1项', '第2项', 'x') },
  ])
  const single = [
    // A path names both levels, and an interface takes the place of the options.
    { type: 'cascader', field: 'a', props: { options: [{ value: 1, label: '一', children: items(1) }] } },
    { type: 'select', field: 'b', options: items(1, 1), effect: { fetch: { action: '/api/labs' } } },
    // `optionsTo` should be a text.
    { type: 'select', field: 'c', options: items(1, 2), optionsTo: 5 },
  ]
  expect(parseForm(single, { forSaving: true }).faults).toEqual([])
})

test('unknown components, functions and targets are kept and told', () => {
  expect(
    listNotes([
      { type: 'signature-pad', field: 's' },
      input({ on: { change: '$FN:function(){ alert(1) }' }, hook: '[[FORM-CREATE-PREFIX-x' }),
      input({ field: 'c', control: [{ value: 1, rule: ['nobody'] }] }),
      input({ field: 'd', validate: [{ validator: 'x' }] }),
      { ...input({ field: 'e' }), effect: { fetch: { parse: 'function (a) { return a }' } } },
    ]),
  ).toEqual([
    `[0].type: ${words.unknownType('signature-pad')}`,
    `[2].control[0].rule: ${words.noTarget('nobody')}`,
    `[3].validate[0].validator: ${words.unknownMode('validator')}`,
    `[1].on.change: ${words.code}`,
    `[1].hook: ${words.code}`,
  ])
})

test.each(['__proto__', 'constructor', 'prototype'])('%s is refused wherever it stands', (key) => {
  const text = `[{"type":"input","field":"a","props":{"x":[{"${key}":{"polluted":1}}]}}]`
  expect(makeMessages(text)).toEqual([`[0].props.x[0].${key}: ${words.prototypeKey(key)}`])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

const nested = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels)

test('what is too long or too deep is refused at once', () => {
  const began = performance.now()
  const long = `[{"type":"input","field":"a","title":"${'x'.repeat(5_000_000)}"}]`
  const value = JSON.parse(long) as unknown
  const wide = JSON.parse(`[${'{"type":"input"},'.repeat(300_000)}{}]`) as unknown
  expect(makeMessages(long)).toEqual([`: ${words.tooLong(limits.text)}`])
  expect(makeMessages(value)).toEqual([`: ${words.tooLong(limits.text)}`])
  expect(makeMessages(wide)).toEqual([`: ${words.tooMany(limits.nodes)}`])
  for (const text of [
    nested(2_000, '[', ']'),
    nested(2_000, '{"children":[', ']}'),
    nested(400_000, '[', ']'),
  ])
    expect(makeMessages(text)).toEqual([`: ${words.tooDeep(limits.depth)}`])
  expect(makeMessages(JSON.parse(nested(2_000, '{"children":[', ']}')) as unknown)).toEqual([
    `: ${words.tooDeep(limits.depth)}`,
  ])
  const many = JSON.stringify(Array.from({ length: 20_000 }, () => ({ type: 'input' })))
  expect(parseForm(many).faults.length).toBeLessThanOrEqual(limits.faults)
  expect(performance.now() - began).toBeLessThan(20_000)
})

test('what is no JSON is refused: functions, cycles, dates', () => {
  const cycle: Record<string, unknown> = { type: 'row' }
  cycle['children'] = [cycle]
  expect(makeMessages([cycle])).toEqual([`: ${words.tooDeep(limits.depth)}`])
  expect(makeMessages([input({ value: new Date() })])).toEqual([`[0].value: ${words.notPlain}`])
  expect(makeMessages([input({ on: { change: () => 1 } })])).toEqual([`[0].on.change: ${words.notPlain}`])
  expect(makeMessages([input({ value: Number.NaN })])).toEqual([`[0].value: ${words.notNumber}`])
})
