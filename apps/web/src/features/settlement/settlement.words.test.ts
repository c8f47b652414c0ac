import type {
  PayWay,
  SettlementDetail,
  SettlementRow,
  SettlementState,
} from '@portal/contract/settlement/settlement'
import { expect, test } from 'vitest'
import type { Asked } from '../../ui/process/process.ts'
import { settlementBatch } from './parts/list-actions.tsx'
import { settlement } from './shared/settlement.process.tsx'

const row = (state: SettlementState, way: PayWay) => ({ id: 1, state, way, totalFen: 12_000 })
function say(word: 'refuse' | 'cancel', state: SettlementState, way: PayWay): unknown {
  const step = settlement.steps[word]
  if (typeof step !== 'function') throw new Error(`${word} is asked about`)
  // the only fields that the question reads
  const question = step(row(state, way) as SettlementDetail)
  return 'text' in question && question.text
}

test('who turns down or cancels is told of what was frozen only where something is, and of no other payment before it comes', () => {
  for (const state of ['awaiting_card_owner', 'awaiting_finance'] as const)
    for (const word of ['refuse', 'cancel'] as const)
      expect(say(word, state, 'fund_card')).toBe('冻结的经费将解冻，测试单可重新结算。')
  for (const word of ['refuse', 'cancel'] as const)
    expect(say(word, 'awaiting_finance', 'offline')).toBe('测试单可重新结算。')
  for (const way of ['fund_card', 'offline'] as const)
    expect(say('refuse', 'awaiting_reversal', way)).toBe('结算单仍为已结算，款项不退回。')
})

test('of many at once each kind is told by itself', () => {
  const refusal = settlementBatch.find((a) => a.can === 'refuse')
  const question = (...rows: [SettlementState, PayWay][]) =>
    // the only fields that the question reads
    refusal?.confirm?.(rows.map(([state, way]) => row(state, way)) as SettlementRow[])
  expect(question(['awaiting_reversal', 'fund_card'], ['awaiting_reversal', 'offline'])).toMatchObject({
    title: '驳回冲正 2 笔？',
    text: '共 ¥240.00。结算单仍为已结算，款项不退回。',
    ok: '驳回冲正 2 笔',
  })
  expect(question(['awaiting_finance', 'offline'])).toMatchObject({
    title: '驳回 1 笔？',
    text: '共 ¥120.00。测试单可重新结算。',
  })
  expect(
    question(
      ['awaiting_finance', 'offline'],
      ['awaiting_reversal', 'offline'],
      ['awaiting_finance', 'fund_card'],
    ),
  ).toMatchObject({
    title: '驳回、驳回冲正 3 笔？',
    text:
      '共 ¥360.00。线下汇款 1 笔：测试单可重新结算。' +
      '冲正 1 笔：结算单仍为已结算，款项不退回。' +
      '经费卡 1 笔：冻结的经费将解冻，测试单可重新结算。',
  })
})

test('ready-made reasons are those of whoever decides, alone and of many at once', () => {
  const ask = settlement.steps.refuse
  if (typeof ask !== 'function') throw new Error('a refusal is asked about')
  const picks = (state: SettlementState) => {
    // the only fields that the question reads; a refusal is one question
    return (ask(row(state, 'fund_card') as SettlementDetail) as Asked).reason?.picks
  }
  expect(picks('awaiting_finance')).toContain('尚未到账')
  for (const state of ['awaiting_card_owner', 'awaiting_reversal'] as const)
    expect(picks(state)).not.toContain('尚未到账')
  const refusal = settlementBatch.find((a) => a.can === 'refuse')?.reason
  const rows = [row('awaiting_card_owner', 'fund_card'), row('awaiting_reversal', 'fund_card')]
  expect(typeof refusal === 'function' && refusal(rows as SettlementRow[]).picks).toEqual([
    ...(picks('awaiting_card_owner') ?? []),
    ...(picks('awaiting_reversal') ?? []),
  ])
})
