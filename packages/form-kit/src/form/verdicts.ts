import { readValues } from '../values/read.ts'
import { components } from './examples.ts'
import type { Json, JsonObject } from './form.ts'
import { parseForm } from './parse.ts'

// For tests: random forms and submissions from a seed, and the kit's verdicts on them. It runs in the browser
// and on the server, so that a test can compare the verdicts of both.

/** Random numbers in [0, 1), the same for the same seed on every platform (mulberry32). */
function makeChance(seed: number): () => number {
  let at = seed
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let n = Math.imul(at ^ (at >>> 15), at | 1)
    n ^= n + Math.imul(n ^ (n >>> 7), n | 61)
    return ((n ^ (n >>> 14)) >>> 0) / 2 ** 32
  }
}

const FIELDS = 8
const ANSWERS_A_FORM = 50
const patterns = ['^\\w+$', '(a+)+$', '^[\\u4e00-\\u9fa5]{2,4}$', '/^x/i', '\\d{4}-\\d{2}']
const types = ['string', 'array', 'number', 'integer', 'date', 'url', 'hex', 'email']
const odd: readonly Json[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e21,
  '１２',
  '0x10',
  'aaaaaaaaaaaaaaaaaaaaaaaa!',
  '样品',
  '2026-02-30',
  'x@y.cn',
  'https://例子.cn/',
  '#ffg',
  true,
  [],
  ['', null],
  {},
  { a: [] },
  '\u{1f9ea}',
]

function makeForm(chance: () => number): { rule: Json[]; answer: () => JsonObject } {
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(chance() * list.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  const asked = Array.from({ length: FIELDS }, (_, i) => {
    const [, rule, good, bad] = pick(components)
    return { field: `f${i}`, rule: rule as JsonObject, good, bad } // each example is a rule
  })
  const rule = asked.map(({ field, rule: example }): Json => ({
    ...example,
    field,
    title: `第 ${field} 项`,
    validate: [
      ...(chance() < 0.5 ? [{ required: true }] : []),
      ...(chance() < 0.1 ? [{ pattern: pick(patterns) }] : []),
      ...(chance() < 0.06 ? [{ type: pick(types) }] : []),
      ...(chance() < 0.06 ? [{ min: 2, max: 4 }] : []),
    ],
    ...(chance() < 0.3 && {
      control: [{ value: pick(asked).good, rule: [`f${Math.floor(chance() * FIELDS)}`] }],
    }),
  }))
  const answer = (): JsonObject => {
    const given: JsonObject = chance() < 0.02 ? { nobody: 1 } : {}
    for (const { field, good, bad } of asked) {
      const kind = chance()
      if (kind < 0.92) given[field] = good
      else if (kind < 0.95) given[field] = bad
      else if (kind < 0.98) given[field] = pick(odd)
    }
    return given
  }
  return { rule, answer }
}

export interface Verdicts {
  /** A hash over all verdicts with their values or faults, in order (32-bit FNV-1a). */
  digest: number
  accepted: number
  refused: number
}

/** The kit's verdicts on `count` random submissions. */
export function judgeByChance(seed: number, count: number): Verdicts {
  const chance = makeChance(seed)
  const said: Verdicts = { digest: 0x811c9dc5, accepted: 0, refused: 0 }
  while (said.accepted + said.refused < count) {
    const { rule, answer } = makeForm(chance)
    const { form, faults } = parseForm(JSON.stringify(rule))
    if (!form) throw new Error(`no form: ${JSON.stringify(faults)}`)
    for (let i = 0; i < ANSWERS_A_FORM && said.accepted + said.refused < count; i++) {
      const verdict = readValues(form, answer())
      if (verdict.values) said.accepted++
      else said.refused++
      for (const char of JSON.stringify(verdict)) {
        said.digest = Math.imul(said.digest ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
      }
    }
  }
  return said
}
