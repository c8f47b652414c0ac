import { expect, test } from 'vitest'
import type { Condition, Json, Method, Rule } from '../form/form.ts'
import { parseForm } from '../form/parse.ts'
import { holds } from './condition.ts'
import { flatten, showRow, showRules, type Values } from './show.ts'

const form = (rules: object[]) => {
  const { form: read, faults } = parseForm(rules)
  expect(faults).toEqual([])
  return read ?? { rule: [], options: {}, more: {}, bare: true }
}
const input = (field: string, more: object = {}) => ({ type: 'input', field, ...more })
const when = (value: Json, rule: string[], method?: Method, condition?: Condition) => ({
  value,
  rule,
  ...(method ? { method } : {}),
  ...(condition ? { condition } : {}),
})
const shownAt = (rules: object[], values: Values) =>
  flatten(showRules(form(rules), values)).map(({ rule }) => rule.field ?? rule.type)

test.each<[condition: Condition, value: Json | undefined, target: Json, expected: boolean]>([
  ['==', 1, 1, true],
  ['==', '1', 1, true],
  ['==', 1, '1', true],
  ['==', 0, '', false],
  ['==', true, 'true', false],
  ['==', [1, 2], [1, 2], true],
  ['==', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['!=', 1, 1, false],
  ['!=', undefined, 1, true],
  ['<>', 'a', 'b', true],
  ['>', 3, 2, true],
  ['>', '10', '9', true],
  ['>', undefined, -1, false],
  ['>', [3], 2, false],
  ['>=', 2, 2, true],
  ['<', '2026-01-02', '2026-02-01', true],
  // A day or a time is what it says, with one digit or two.
  ['>', '2026-10-01', '2026-9-1', true],
  ['<', '2026-03-04', '2026/3/5', true],
  ['>', '2026-03-05 08:30:00', '2026/3/5 7:30', true],
  ['==', '2026-03-05', '2026/3/5', true],
  ['==', '2026-02-30', '2026/2/30', false],
  ['in', '2026-03-05', ['2026/3/4', '2026/3/5'], true],
  ['between', '10:00:00', ['9:00', '17:30'], true],
  ['==', 'a-03', 'a/3', false],
  ['<=', 3, 2, false],
  ['in', 'a', ['a', 'b'], true],
  ['in', 'c', ['a', 'b'], false],
  ['in', '1', [1], true],
  ['notIn', 'c', ['a', 'b'], true],
  ['on', ['a', 'b'], 'a', true],
  ['on', 'abc', 'b', true],
  ['on', undefined, 'b', false],
  ['notOn', ['a'], 'b', true],
  ['between', 5, [1, 9], true],
  ['between', 1, [1, 9], false],
  ['notBetween', 1, [1, 9], true],
  ['notBetween', 5, [1, 9], false],
  ['notBetween', undefined, [1, 9], false],
  ['empty', '', null, true],
  ['empty', 0, null, false],
  ['notEmpty', [], null, false],
  ['notEmpty', false, null, true],
  ['pattern', 'A12', '^A\\d+$', true],
  ['pattern', ['A12'], '^A', false],
])('%s of %j and %j is %s', (condition, value, target, expected) => {
  expect(holds({ condition, value: target, rule: [] }, value)).toBe(expected)
})

test('a field that is there as null shows what a field without a value shows', () => {
  const rules = [input('a', { control: [{ rule: ['b'] }, when(null, ['c'])] }), input('b'), input('c')]
  for (const values of [{}, { a: null }]) expect(shownAt(rules, values)).toEqual(['a', 'b'])
})

test('a rule that several controls name is there while one of them holds', () => {
  const rules = [
    input('a', { control: [when(1, ['c'])] }),
    input('b', { control: [when(1, ['c'])] }),
    input('c'),
  ]
  expect(shownAt(rules, { a: 0, b: 0 })).toEqual(['a', 'b'])
  expect(shownAt(rules, { a: 1, b: 0 })).toEqual(['a', 'b', 'c'])
  expect(shownAt(rules, { a: 0, b: 1 })).toEqual(['a', 'b', 'c'])
})

test('who is not there has no say, and takes along what is in him', () => {
  const rules = [
    input('a', { control: [when('x', ['box'])] }),
    { type: 'row', name: 'box', children: [input('b', { control: [when('x', ['c'])] })] },
    input('c'),
  ]
  expect(shownAt(rules, { a: 'x', b: 'x' })).toEqual(['a', 'row', 'b', 'c'])
  expect(shownAt(rules, { a: '', b: 'x' })).toEqual(['a'])
})

test('in a circle all stay that can', () => {
  const rules = [input('a', { control: [when('x', ['b'])] }), input('b', { control: [when('x', ['a'])] })]
  expect(shownAt(rules, { a: 'x', b: 'x' })).toEqual(['a', 'b'])
  expect(shownAt(rules, { a: 'x', b: '' })).toEqual([])
  expect(shownAt([input('a', { control: [when('x', ['a'], 'if', '!=')] })], { a: 'y' })).toEqual(['a'])
})

test('hidden, closed and unseen go down to the children; required asks for nothing that is unseen', () => {
  const rules = [
    { type: 'row', display: false, children: [input('a', { $required: true })] },
    { type: 'row', props: { disabled: true }, children: [input('b')] },
    { type: 'row', hidden: true, children: [input('c')] },
    input('d', { $required: true }),
  ]
  const states = flatten(showRules(form(rules), {})).map(({ rule, visible, disabled, required }) => [
    rule.field ?? rule.type,
    visible,
    disabled,
    required,
  ])
  expect(states).toEqual([
    ['row', false, false, false],
    ['a', false, false, false],
    ['row', true, true, false],
    ['b', true, true, false],
    ['d', true, false, true],
  ])
})

test('a control turns the switch 必填 off, and never what an entry asks', () => {
  const rules = [
    input('a', { control: [when('x', ['b', 'c'], 'required')] }),
    input('b', { $required: true }),
    input('c', { validate: [{ required: true }] }),
  ]
  const requiredAt = (a: string) =>
    flatten(showRules(form(rules), { a })).flatMap(({ rule, required }) => (required ? [rule.field] : []))
  expect(requiredAt('x')).toEqual(['b', 'c'])
  expect(requiredAt('y')).toEqual(['c'])
})

test('rows are shown by their own values', () => {
  const group = {
    type: 'group',
    field: 'g',
    props: { rules: [input('kind', { control: [when('other', ['what'])] }), input('what')] },
  }
  const read = form([group]).rule[0] as Rule
  const rowAt = (values: Values) => flatten(showRow(read, '[0]', values)).map(({ path }) => path)
  expect(rowAt({ kind: 'other' })).toEqual(['[0].props.rules[0]', '[0].props.rules[1]'])
  expect(rowAt({})).toEqual(['[0].props.rules[0]'])
})
