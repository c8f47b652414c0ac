import { expect, test } from 'vitest'
import type { Binding, Inbox } from './binding.ts'
import { defineTable } from './flow.ts'
import { defineProcess } from './process.ts'

interface Loan {
  business: 'loan'
  state: 'asked' | 'lent' | 'returned'
  event: 'ask' | 'lend' | 'return'
  role: 'borrower' | 'keeper'
  step: never
  effect: never
}
const loan = defineTable<Loan>({
  business: 'loan',
  words: {
    state: { asked: '待借出', lent: '已借出', returned: '已归还' },
    event: { ask: '申请', lend: '借出', return: '归还' },
  },
  begin: { ask: { by: ['borrower'], to: 'asked' } },
  states: {
    asked: { on: { lend: { by: ['keeper'], to: 'lent' } } },
    // To the shelf, or to whoever asked next.
    lent: { on: { return: { by: ['borrower'], to: ['returned', 'asked'] } } },
    returned: {},
  },
})

interface Row {
  id: number
  state: Loan['state']
  stateAt: Date
}
type Loans = Binding<Loan, Row, null, undefined>
const binding: Loans = {
  business: 'loan',
  flow: loan,
  noun: '借用单',
  find: () => Promise.resolve(undefined),
  write: () => Promise.resolve(true),
  standingOf: () => Promise.resolve(null),
  rolesOf: () => [],
  sees: () => true,
  effects: {},
  screensOf: () => [],
  doneWords: () => '',
}
const inbox = {} as Inbox // nothing waits in these tests
const define = (more: Pick<Loans, 'choose'> = {}) => defineProcess<Loan>()(inbox, { ...binding, ...more })

test('a process says where each event leads that may lead to several states', () => {
  const fault = 'loan: return from lent leads to several states, and neither `choose` nor `told` names it'
  expect(() => define()).toThrow(fault)
  expect(() => define({ choose: { lend: () => 'lent' } })).toThrow(fault)
  expect(() => define({ choose: { return: () => 'returned' } })).not.toThrow()
})

test('a row comes into being in the state that the caller says, if there are several', () => {
  const flow = defineTable<Loan>({
    ...loan.table,
    begin: { ask: { by: ['borrower'], to: ['asked', 'lent'] } },
  })
  const choose = { return: () => 'returned' as const, ask: () => 'asked' as const }
  expect(() => defineProcess<Loan>()(inbox, { ...binding, flow, choose })).toThrow(
    'loan: ask leads to several states, and `told` does not name it',
  )
  expect(() => defineProcess<Loan>()(inbox, { ...binding, flow, choose, told: ['ask'] })).not.toThrow()
})

test('the compiler asks whoever takes such a step where it leads', () => {
  const loans = defineProcess<Loan>()(inbox, { ...binding, told: ['return'] })
  type Take = typeof loans.take
  const held = {} as Parameters<Take>[1]
  const ctx = {} as Parameters<Take>[0]
  const calls = [
    () => loans.take(ctx, held, 'lend'),
    () => loans.take(ctx, held, 'return', { to: 'asked' }),
    // @ts-expect-error it says nothing
    () => loans.take(ctx, held, 'return'),
    // @ts-expect-error it says everything but that
    () => loans.take(ctx, held, 'return', { reason: '到期' }),
  ]
  expect(calls).toHaveLength(4)
})
