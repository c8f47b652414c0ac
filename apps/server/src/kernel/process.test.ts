import { expect, test } from 'vitest'
import type { Binding, Inbox } from './binding.ts'
import { defineTable, type Table } from './flow.ts'
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
  begin: { ask: { by: ['borrower'], to: 'asked', tell: null } },
  states: {
    asked: { ask: null, on: { lend: { by: ['keeper'], to: 'lent', tell: null } } },
    // Back to the shelf, or to the person who asked next.
    lent: { ask: null, on: { return: { by: ['borrower'], to: ['returned', 'asked'], tell: null } } },
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
    begin: { ask: { by: ['borrower'], to: ['asked', 'lent'], tell: null } },
  })
  const choose = { return: () => 'returned' as const, ask: () => 'asked' as const }
  expect(() => defineProcess<Loan>()(inbox, { ...binding, flow, choose })).toThrow(
    'loan: ask leads to several states, and `told` does not name it',
  )
  expect(() => defineProcess<Loan>()(inbox, { ...binding, flow, choose, told: ['ask'] })).not.toThrow()
})

test('the compiler misses who is asked and what is told: nobody and nothing are said on purpose', () => {
  const lend = { by: ['keeper'], to: 'lent', tell: null } as const
  const tables: Table<Loan>['states'][] = [
    { ...loan.table.states, asked: { ask: null, on: { lend } } },
    { ...loan.table.states, asked: {} },
    // @ts-expect-error a state that something happens in does not say who is asked
    { ...loan.table.states, asked: { on: { lend } } },
    // @ts-expect-error somebody is asked where nothing can happen
    { ...loan.table.states, asked: { ask: null } },
    // @ts-expect-error a step does not say what is told
    { ...loan.table.states, asked: { ask: null, on: { lend: { by: ['keeper'], to: 'lent' } } } },
    // @ts-expect-error nor does one of several
    { ...loan.table.states, asked: { ask: null, on: { lend: [lend, { by: ['borrower'], to: 'lent' }] } } },
  ]
  // @ts-expect-error nor does the first
  const begin: Table<Loan>['begin'] = { ask: { by: ['borrower'], to: 'asked' } }
  expect([tables.length, Object.keys(begin)]).toEqual([6, ['ask']])
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
