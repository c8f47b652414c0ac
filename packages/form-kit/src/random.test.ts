import fc from 'fast-check'
import { expect, test } from 'vitest'
import { components } from './components/components.ts'
import { flatten, showRules } from './control/show.ts'
import type { Json, JsonObject } from './form/form.ts'
import { conditions, methods } from './form/form.ts'
import { parseForm, writeForm } from './form/parse.ts'
import { readValues } from './values/read.ts'

// Properties that must hold for every random form and answer.

const fields = ['a', 'b', 'c', 'd', 'e', 'f']
const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value)))
  // JSON text has no -0, so writing turns it into 0.
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)
const small = fc.oneof(fc.constantFrom<Json>('', '1', 1, 2, true, null, 'x', [], [1], ['1', 2]), json)

const control = fc.record(
  {
    value: small,
    condition: fc.constantFrom(...conditions.filter((c) => c !== 'pattern')),
    method: fc.constantFrom(...methods),
    rule: fc.array(fc.constantFrom(...fields, 'nobody'), { maxLength: 3 }),
  },
  { requiredKeys: ['rule'] },
)
const entry = fc.record(
  {
    required: fc.boolean(),
    min: fc.integer({ min: 0, max: 2 }),
    max: fc.integer({ min: 3, max: 5 }),
    pattern: fc.constantFrom('^\\w+$', '(a+)+$', '/x/i'),
    type: fc.constantFrom('string', 'number', 'array', 'email'),
    trigger: fc.constantFrom('change', 'blur', 'submit'),
  },
  { requiredKeys: [] },
)
const options = fc.constant<Json>([
  { value: 1, label: 'one' },
  { value: 'x', label: 'ex' },
])
const leaf = fc.record(
  {
    type: fc.constantFrom(
      ...components.map(({ kind }) => kind).filter((kind) => kind !== 'group' && kind !== 'subForm'),
      'signature-pad',
    ),
    title: fc.constantFrom('名称', '数量'),
    value: small,
    options,
    validate: fc.array(entry, { maxLength: 2 }),
    control: fc.array(control, { maxLength: 2 }),
    hidden: fc.boolean(),
    display: fc.boolean(),
    $required: fc.boolean(),
    props: fc.record({ disabled: fc.boolean(), multiple: fc.boolean(), unknown: json }, { requiredKeys: [] }),
    _fc_id: fc.string(),
    more: json,
  },
  { requiredKeys: ['type'] },
)
const tree = fc.letrec((tie) => ({
  rule: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('box')),
  box: fc.record({
    type: fc.constantFrom('row', 'col', 'tabs', 'tabPane', 'unknown-box'),
    children: fc.array(fc.oneof(tie('rule'), fc.string()), { maxLength: 4 }),
  }),
})).rule
/** Rules with a unique field each, since two may not share one. */
const rules = fc.array(tree, { maxLength: 8 }).map((list) => {
  let next = 0
  const name = (rule: unknown): Json => {
    if (typeof rule !== 'object' || rule === null) return rule as Json
    const { children, ...own } = rule as JsonObject & { children?: Json[] }
    return Array.isArray(children)
      ? { ...own, children: children.map(name) }
      : { ...own, field: fields[next++] ?? `f${next}` }
  }
  return list.map(name)
})
const answer = fc.dictionary(fc.constantFrom(...fields), small)

const parsed = (value: Json) => {
  const { form, faults } = parseForm(JSON.stringify(value))
  expect(faults).toEqual([])
  if (!form) throw new Error('no form')
  return form
}

test('a form by chance survives being read, written and read', () => {
  fc.assert(
    fc.property(rules, fc.dictionary(fc.string({ maxLength: 5 }), json), (rule, more) => {
      const whole = { ...more, rule, options: { form: { inline: true } } }
      const form = parsed(whole)
      expect(JSON.parse(writeForm(form))).toEqual(JSON.parse(JSON.stringify(whole)))
      expect(parseForm(writeForm(form)).form).toEqual(form)
      expect(JSON.parse(writeForm(parsed(rule)))).toEqual(rule)
    }),
    { numRuns: 300 },
  )
})

test('any JSON at all has a verdict', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const { form, faults } = parseForm(value)
      expect(form === null).toBe(faults.length > 0)
    }),
    { numRuns: 300 },
  )
})

const reversed = (value: JsonObject): JsonObject => Object.fromEntries(Object.entries(value).reverse())

test('an answer by chance has one verdict, in whatever order and form it comes', () => {
  fc.assert(
    fc.property(rules, answer, (rule, given) => {
      const form = parsed(rule)
      const first = readValues(form, given)
      expect(readValues(form, reversed(given))).toEqual(first)
      expect(readValues(parsed(JSON.parse(writeForm(form)) as Json), structuredClone(given))).toEqual(first)
    }),
    { numRuns: 1_000 },
  )
})
test('what is shown does not depend on where a control stands', () => {
  fc.assert(
    fc.property(rules, answer, (rule, values) => {
      const findState = (list: Json[]) =>
        flatten(showRules(parsed(list), values))
          .map(({ rule: r, visible, disabled, required }) => `${r.field}${visible}${disabled}${required}`)
          .filter((state) => !state.startsWith('undefined'))
          .toSorted()
      expect(findState(rule.toReversed())).toEqual(findState(rule))
    }),
    { numRuns: 300 },
  )
})
