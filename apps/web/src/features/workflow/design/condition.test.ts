import { listFields, readTest } from '@portal/process-kit/read/test'
import { describe, expect, it } from 'vitest'
import {
  changeComparison,
  describeCondition,
  freshComparison,
  parseCondition,
  writeCondition,
} from './condition.ts'
import type { KnownField } from './known-fields.ts'

const fields: KnownField[] = [
  { field: 'amount', title: '金额', people: false, choices: [] },
  {
    field: 'kind',
    title: '类别',
    people: false,
    choices: [{ text: '2', label: '进口', value: 2 }],
  },
]

describe('a condition of a way', () => {
  it('is written as process-kit reads it, and read back alike', () => {
    const texts = [
      '{"all":[{"field":"amount","condition":">","value":50000}]}',
      '{"any":[{"field":"kind","condition":"in","value":[1,2]},{"field":"amount","condition":"empty"}]}',
      '{"all":[{"any":[{"field":"kind","condition":"==","value":2}]},{"field":"a","condition":"empty"}]}',
    ]
    for (const text of texts) {
      const group = parseCondition(text)
      expect(group && writeCondition(group)).toBe(text)
      const test = readTest(text)
      expect(test && JSON.stringify(test)).toBe(text)
    }
  })

  it('takes a single comparison as a group of one, which means the same', () => {
    const group = parseCondition('{"field":"amount","condition":">","value":1}')
    expect(group).toEqual({ how: 'all', parts: [{ field: 'amount', condition: '>', value: 1 }] })
    const test = readTest((group && writeCondition(group)) ?? '')
    expect(test && listFields(test)).toEqual(['amount'])
  })

  it('keeps what is half filled in, which the judge then refuses', () => {
    const text = writeCondition({ how: 'all', parts: [freshComparison()] }) ?? ''
    expect(parseCondition(text)).toEqual({ how: 'all', parts: [freshComparison()] })
    expect(readTest(text)).toBeNull()
  })

  it('is nothing without parts, and no code is one', () => {
    expect(writeCondition({ how: 'any', parts: [] })).toBeNull()
    for (const text of ['${amount > 1}', '{"all":{}}', '{"field":1,"condition":"=="}', 'null'])
      expect(parseCondition(text)).toBeNull()
  })

  it('drops a value with its field, and shapes it after the condition', () => {
    const part = { field: 'kind', condition: '==', value: 2 } as const
    expect(changeComparison(part, { field: 'amount' })).toEqual({
      field: 'amount',
      condition: '==',
      value: '',
    })
    expect(changeComparison(part, { condition: 'in' })).toEqual({
      field: 'kind',
      condition: 'in',
      value: [2],
    })
    expect(changeComparison(part, { condition: 'empty' }).value).toBeUndefined()
  })

  it('says itself in words', () => {
    const inner =
      '{"all":[{"field":"kind","condition":"==","value":2},{"field":"amount","condition":"notEmpty"}]}'
    const text = `{"any":[{"field":"amount","condition":">","value":50000},${inner}]}`
    const group = parseCondition(text)
    expect(group && describeCondition(group, fields)).toBe(
      '金额 大于 50000 或 （类别 等于 进口 且 金额 已填写）',
    )
  })
})
