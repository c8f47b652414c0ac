import { expect, test } from 'vitest'
import { compilePattern, patternLimits } from './check/pattern.ts'
import { isOfType } from './check/types.ts'
import type { Json } from './form/form.ts'
import { valueTypes } from './form/form.ts'
import { limits } from './form/limits.ts'
import { parseForm } from './form/parse.ts'
import { readValues } from './values/read.ts'
import { words } from './words.ts'

// Inputs made to hang, to overflow the stack or to reach a prototype. Time limits are generous, since the
// machine may be busy.

/** Does the work in less than so many milliseconds, at least once in three tries: the machine may pause. */
const within = <T>(milliseconds: number, work: () => T): T => {
  const took: number[] = []
  for (;;) {
    const began = performance.now()
    const done = work()
    took.push(performance.now() - began)
    if (took.length < 3 && Math.min(...took) >= milliseconds) continue
    expect(Math.min(...took)).toBeLessThan(milliseconds)
    return done
  }
}
function read(rule: Json) {
  const { form } = parseForm(rule)
  if (!form) throw new Error('no form')
  return form
}

const catastrophic = [
  '(a+)+$',
  '^(a|aa)+$',
  '^(a|a)*b',
  '(x+x+)+y',
  '^(\\w+\\s?)*$',
  '(.*)*!',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(\\b.{0,20})*z',
]
test.each(catastrophic)('the expression %s takes no longer than its text', (text) => {
  const compiled = compilePattern(text)
  if ('message' in compiled) throw new Error(compiled.message)
  within(1_000, () => {
    for (const c of ['a', 'x', ' ', 'aB'])
      compiled.pattern.matches(c.repeat(patternLimits.subject / c.length - 1))
  })
})

test.each([
  ['(?=a)b', words.badPattern],
  ['(a)\\1', words.badPattern],
  ['(?<!a)b', words.badPattern],
  ['(', words.badPattern],
  ['/a/z', words.badPattern],
  ['(\\w{1,30}-?){30}', words.largePattern],
  ['a'.repeat(501), words.longPattern(500)],
  ['((a{1000}){1000}){1000}', words.badPattern],
])('the expression %s is refused', (text, message) => {
  expect(within(1_000, () => compilePattern(text))).toEqual({ message })
})

test('the types that we check ourselves take no longer than their text', () => {
  within(1_000, () => {
    for (const type of valueTypes)
      for (const text of [
        'a@'.repeat(300_000),
        'http://'.repeat(100_000),
        '1'.repeat(900_000),
        ' '.repeat(900_000),
        `a@${'a.'.repeat(400_000)}`,
      ])
        isOfType(type, text)
  })
})

const answers: [name: string, raw: unknown, message: string][] = [
  ['a text', '{}', words.notAnswer],
  ['a list', [], words.notAnswer],
  ['a prototype key', JSON.parse('{"__proto__":{"a":1}}'), words.prototypeKey('__proto__')],
  ['a deep prototype key', JSON.parse('{"a":{"x":{"constructor":1}}}'), words.prototypeKey('constructor')],
  ['5 MB', { a: 'x'.repeat(5_000_000) }, words.tooLong(limits.answer)],
  [
    '2,000 levels',
    { a: JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) as unknown },
    words.tooDeep(limits.depth),
  ],
  ['a foreign field', { b: 1 }, words.notOfForm('b')],
  ['an inherited name', { toString: 1 }, words.notOfForm('toString')],
  ['a function', { a: () => 1 }, words.notPlain],
]
test.each(answers)('an answer that is %s is refused', (_, raw, message) => {
  const form = read([{ type: 'input', field: 'a' }])
  expect(within(1_000, () => readValues(form, raw)).faults.map((f) => f.message)).toEqual([message])
})

test('a hundred faults are told, however many there are', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x${i}`, 1]))
  expect(readValues(read([{ type: 'input', field: 'a' }]), many).faults).toHaveLength(limits.faults)
})

const chain = (length: number, method: string, extra: object = {}): Json =>
  Array.from({ length }, (_, i) => ({
    type: 'input',
    field: `f${i}`,
    ...extra,
    control: [{ condition: 'notEmpty', method, rule: [`f${i + 1}`] }],
  }))

test('controls that wait for one another are settled at once, forwards and backwards', () => {
  for (const rules of [chain(2_000, 'if'), (chain(2_000, 'if') as Json[]).toReversed()])
    expect(within(2_000, () => readValues(read(rules), { f0: 'x' })).values).toEqual({ f0: 'x' })
})

test('fields that close one another in a row are refused once it has been looked at too often', () => {
  const answer = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`f${i}`, 'x']))
  const { faults } = within(5_000, () => readValues(read(chain(2_000, 'enabled')), { ...answer, f0: '' }))
  expect(faults.map((f) => f.message)).toEqual([words.longAnswer])
})

test('rows in rows do not multiply without end', () => {
  const wide = Array.from({ length: 1_500 }, (_, i) => ({ type: 'input', field: `f${i}` }))
  const form = read([
    {
      type: 'group',
      field: 'g',
      props: {
        rules: [...wide, { type: 'group', field: 'h', props: { rules: [{ type: 'input', field: 'x' }] } }],
      },
    },
  ])
  const rows = Array.from({ length: 1_000 }, () => ({ h: [{}, {}, {}] }))
  expect(within(5_000, () => readValues(form, { g: rows })).faults.map((f) => f.message)).toEqual([
    words.longAnswer,
  ])
})

test('functions in an export are text, and nothing of them runs', () => {
  const text = '$FN:function(){ globalThis.ran = true }'
  const form = read([
    {
      type: 'input',
      field: 'a',
      value: text,
      on: { change: text },
      validate: [{ validator: text }],
      control: [{ handle: text, rule: [{ type: 'input', field: 'b' }] }],
    },
  ])
  expect(
    readValues(form, { a: '[[FORM-CREATE-PREFIX-function(){ globalThis.ran = true }-FORM-CREATE-SUFFIX]]' })
      .faults,
  ).toEqual([])
  expect('ran' in globalThis).toBe(false)
})
