import { describe, expect, test } from 'vitest'
import { defineTable, rolesAwaited, type Move } from './flow.ts'

interface Loan {
  business: 'loan'
  state: 'asked' | 'lent' | 'returned'
  event: 'ask' | 'lend' | 'return'
  role: 'borrower' | 'keeper'
  step: 'lend'
  effect: 'countOut'
}
const ret: Move<Loan> = { by: ['borrower', 'keeper'], to: 'returned', reason: true, tell: null }
const loan = defineTable<Loan>({
  business: 'loan',
  words: {
    state: { asked: '待借出', lent: '已借出', returned: '已归还' },
    event: { ask: '申请', lend: '借出', return: '归还' },
  },
  begin: { ask: { by: ['borrower'], to: ['asked', 'lent'], tell: null } },
  states: {
    asked: {
      ask: { step: 'lend', as: 'keeper', whom: 'person', title: '借出', yes: 'lend' },
      on: { lend: { by: ['keeper'], to: 'lent', do: ['countOut'], tell: null } },
    },
    lent: { ask: null, on: { return: [ret, { by: ['keeper'], to: 'asked', tell: null }] } },
    returned: {},
  },
  strip: { stages: [] },
})

describe('a table', () => {
  test('is its lines, one for each state that an event leads to', () => {
    expect(
      loan.steps.map(({ from, on, by, to, reason }) => [from, on, by.join(), to, reason ?? false]),
    ).toEqual([
      [null, 'ask', 'borrower', 'asked', false],
      [null, 'ask', 'borrower', 'lent', false],
      ['asked', 'lend', 'keeper', 'lent', false],
      ['lent', 'return', 'borrower,keeper', 'returned', true],
      ['lent', 'return', 'keeper', 'asked', false],
    ])
  })
  test('answers a step with all its columns', () =>
    expect(loan.judge('asked', 'lend', new Set(['keeper'])).move.do).toEqual(['countOut']))
  test('says who is awaited, and where nobody is', () =>
    expect([loan.asksAt('asked').map((a) => a.step), loan.asksAt('returned')]).toEqual([['lend'], []]))
  test('never chooses between states by itself', () => {
    const toTheShelf = () => loan.judge('lent', 'return', new Set(['keeper']), { reason: '到期' })
    expect(toTheShelf).toThrow('loan: return from lent leads to returned, asked, and nobody said which')
    expect(loan.judge('lent', 'return', new Set(['borrower']), { reason: '到期' }).to).toBe('returned')
    expect(loan.judge('lent', 'return', new Set(['keeper']), { to: 'asked' }).to).toBe('asked')
    expect(() => loan.admit('lent', 'return', new Set(['keeper']))).not.toThrow()
  })
  test('names the events that have to be chosen for', () =>
    expect(loan.forks).toEqual([
      { from: null, on: 'ask' },
      { from: 'lent', on: 'return' },
    ]))
  test('has no two lines between the same states that one person may take', () =>
    expect(() =>
      defineTable<Loan>({
        ...loan.table,
        states: { ...loan.table.states, lent: { ask: null, on: { return: [ret, { ...ret, keeps: true }] } } },
      }),
    ).toThrow('loan: return from lent to returned has two lines for borrower'))
  test('refuses in its words', () => {
    expect(() => loan.judge('returned', 'lend', new Set(['keeper']))).toThrow('当前状态为“已归还”，不能借出')
    expect(() => loan.judge('asked', 'lend', new Set(['borrower']))).toThrow(
      '您不能借出：该步骤由其他人员处理',
    )
    expect(() => loan.judge('lent', 'return', new Set(['borrower']), { to: 'returned' })).toThrow(
      '请填写原因',
    )
  })
})

describe('the awaited role', () => {
  const asks = loan.asksAt('asked')
  const his = (...steps: string[]) => new Set(steps)
  test('belongs to whoever the task is for, and to nobody else while it waits', () => {
    expect([...rolesAwaited<Loan>(asks, ['borrower', 'keeper'], his())]).toEqual(['borrower'])
    expect([...rolesAwaited<Loan>(asks, ['borrower'], his('lend'))]).toEqual(['borrower', 'keeper'])
    expect([...rolesAwaited<Loan>([], ['keeper'], his('lend'))]).toEqual(['keeper'])
  })
  test('stays with whoever has it by himself where the ask is open', () =>
    expect([
      ...rolesAwaited<Loan>(
        asks.map((a) => ({ ...a, open: true })),
        ['keeper'],
        his(),
      ),
    ]).toEqual(['keeper']))
  test('may be another one by the case, or none', () => {
    expect([...rolesAwaited<Loan>(asks, ['keeper'], his('lend'), () => 'borrower')]).toEqual(['borrower'])
    expect([...rolesAwaited<Loan>(asks, ['keeper'], his('lend'), () => null)]).toEqual([])
  })
})
