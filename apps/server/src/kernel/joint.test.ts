import { expect, test } from 'vitest'
import type { Ctx } from './ctx.ts'
import { defineTable } from './flow.ts'
import { defineJointStep } from './joint.store.ts'

interface Loan {
  business: 'loan'
  state: 'asked' | 'lent' | 'lost' | 'returned'
  event: 'ask' | 'lend' | 'lose' | 'return'
  role: 'borrower' | 'keeper'
  step: never
  effect: 'countOut'
}
const loan = defineTable<Loan>({
  business: 'loan',
  words: {
    state: { asked: '待借出', lent: '已借出', lost: '已丢失', returned: '已归还' },
    event: { ask: '申请', lend: '借出', lose: '丢失', return: '归还' },
  },
  begin: { ask: { by: ['borrower'], to: 'asked', tell: null } },
  states: {
    asked: {
      ask: null,
      on: {
        lend: { by: ['keeper'], to: 'lent', do: ['countOut'], tell: null },
        return: { by: ['keeper'], to: 'lost', tell: null },
      },
    },
    lent: {
      ask: null,
      on: {
        lose: { by: ['keeper'], to: 'lost', tell: '已丢失' },
        return: { by: ['keeper'], to: 'returned', tell: null },
      },
    },
    lost: {},
    returned: {},
  },
})
const take = defineJointStep()(loan, { table: 'loan', where: 'id = any($1::int8[])', answers: 'id' })
const keeper = new Set(['keeper'] as const)
const ctx = {} as Ctx // refused before anything is sent

test('what the table does not allow is refused for all at once, before anything is written', async () => {
  await expect(take(ctx, { event: 'lend', from: ['returned'], by: keeper, values: [[1]] })).rejects.toThrow(
    '当前状态为“已归还”，不能借出',
  )
  const borrower = new Set(['borrower'] as const)
  await expect(take(ctx, { event: 'return', from: ['lent'], by: borrower, values: [[1]] })).rejects.toThrow(
    '该步骤由其他人员处理',
  )
})

test('a step with effects or news, or with several ends, is not taken jointly', async () => {
  const by = keeper
  await expect(take(ctx, { event: 'lend', from: ['asked'], by, values: [[1]] })).rejects.toThrow(
    'loan: lend from asked is taken jointly, and the table has more to it',
  )
  await expect(take(ctx, { event: 'lose', from: ['lent'], by, values: [[1]] })).rejects.toThrow(
    'the table has more to it',
  )
  await expect(take(ctx, { event: 'return', from: ['lent', 'asked'], by, values: [[1]] })).rejects.toThrow(
    'loan: return from asked is taken jointly, and does not lead where the others do',
  )
})

test('no rows, no step', async () =>
  expect(await take(ctx, { event: 'return', from: [], by: keeper, values: [[]] })).toEqual([]))
