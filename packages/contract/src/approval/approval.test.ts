import { expect, test } from 'vitest'
import { bookingStateWords } from '../booking/booking.ts'
import { approvalSteps, waitingWord, type Business } from './approval.ts'

test('the approvals of a booking are called the same as steps and as states', () => {
  const { payer, reviewer, director } = approvalSteps.booking
  const { awaiting_payer, awaiting_reviewer, awaiting_director } = bookingStateWords
  expect([awaiting_payer, awaiting_reviewer, awaiting_director]).toEqual(
    [payer, reviewer, director].map((step) => `待${step}`),
  )
})

test('what waits is called by what is to be done; a review only where something is judged', () => {
  expect([
    waitingWord('delivery', 'entry'),
    waitingWord('purchase', 'sourcing'),
    waitingWord('stock_in', 'info'),
    waitingWord('stock_in', 'store'),
    waitingWord('settlement', 'finance'),
  ]).toEqual(['待填写', '待采购', '待填写', '待入库', '待办理'])
  const judged = (Object.keys(approvalSteps) as Business[]).flatMap((b) =>
    Object.keys(approvalSteps[b])
      .filter((s) => waitingWord(b, s) === '待审核')
      .map((s) => `${b}.${s}`),
  )
  expect(judged).toEqual([
    'booking.payer',
    'booking.reviewer',
    'booking.director',
    'test_order.director',
    'test_order.payer',
    'test_order.new_payer',
    'test_order.write_off',
    'settlement.card_owner',
    'settlement.reversal',
    'purchase.dept_head',
    'purchase.finance',
    'purchase.equip_office',
    'supplier.audit',
    'acceptance.dept_head',
    'acceptance.audit',
    'stock_in.card_owner',
    'transfer.giver',
    'transfer.receiver',
    'violation.appeal',
    'scrap.dept_head',
    'scrap.finance',
    'scrap.equip_office',
    'benefit.review',
  ])
})
