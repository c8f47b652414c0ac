import { parseForm } from '@portal/form-kit/form/parse'
import { readValues, showFilling } from '@portal/form-kit/values/read'
import { expect, test } from 'vitest'
import { hideFields, keepWritten } from './step-form.ts'

const drawn = () => {
  const { form } = parseForm({
    rule: [
      { type: 'input', field: 'topic', title: '课题', $required: true },
      {
        type: 'inputNumber',
        field: 'amount',
        title: '金额',
        control: [
          { value: 100, condition: '>', rule: ['grant'] },
          { value: 100, condition: '>', method: 'enabled', rule: ['topic'] },
        ],
      },
      {
        type: 'row',
        children: [
          { type: 'input', field: 'grant', title: '批复', $required: true },
          { type: 'input', field: 'note', title: '备注' },
        ],
      },
    ],
    options: {},
  })
  if (!form) throw new Error('the form is one')
  return form
}
const asked = (form: ReturnType<typeof drawn>, values: object) => {
  const list = (items: ReturnType<typeof showFilling>['shown']): string[] =>
    items.flatMap((item) => [
      ...(item.visible && !item.disabled && item.rule.field ? [item.rule.field] : []),
      ...list(item.children.filter((child) => typeof child !== 'string')),
    ])
  return list(showFilling(form, { ...values }, { ...values }).shown)
}

test('a step is asked what it writes and nothing else, under the conditions of what was said before', () => {
  const form = keepWritten(drawn(), ['grant'])
  const before = { topic: '甲', amount: 200 }
  expect(asked(form, before)).toEqual(['grant'])
  expect(asked(form, { ...before, amount: 50 })).toEqual([])
  expect(readValues(form, { ...before, topic: '乙', grant: '同意' }, before)).toEqual({
    values: { ...before, grant: '同意' },
    faults: [],
  })
  expect(readValues(form, before, before).faults.map(({ path }) => path)).toEqual(['grant'])
  expect(form.options).toMatchObject({ submitBtn: false, resetBtn: false })
})

test('what is hidden is not there, and nothing hidden leaves the form as it is', () => {
  const form = drawn()
  expect(hideFields(form, [])).toBe(form)
  expect(asked(hideFields(form, ['note', 'topic']), { amount: 200 })).toEqual(['amount', 'grant'])
})

test('a step fills in what is drawn disabled, so that the starter leaves it', () => {
  const rules = [
    { type: 'input', field: 'topic', title: '课题' },
    { type: 'input', field: 'grant', title: '批复', $required: true, props: { disabled: true } },
  ]
  const { form } = parseForm({ rule: rules, options: {} })
  if (!form) throw new Error('the form is one')
  expect(asked(form, { topic: '甲' })).toEqual(['topic'])
  const step = keepWritten(form, ['grant'])
  expect(asked(step, { topic: '甲' })).toEqual(['grant'])
  expect(readValues(step, { topic: '甲' }, { topic: '甲' }).faults.map(({ path }) => path)).toEqual(['grant'])
})
