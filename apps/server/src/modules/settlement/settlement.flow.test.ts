import {
  approvedBy,
  payWays,
  settlementEvents,
  settlementStates,
  type PayWay,
  type SettlementEvent,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import { describe, expect, test } from 'vitest'
import { walkFlow } from '../../testing/flow.ts'
import { flowOf } from './settlement.flow.ts'

/** States and events of the other way of payment. */
const foreign: Record<PayWay, readonly (SettlementState | SettlementEvent)[]> = {
  fund_card: ['awaiting_remittance', 'remit', 'receive', 'send_back', 'refunded', 'refund'],
  offline: ['awaiting_card_owner', 'agree', 'deduct'],
}

describe.each(payWays)('paid by %s', (way) => {
  const flow = flowOf[way]
  walkFlow('a settlement', flow, {
    states: settlementStates.filter((s) => !foreign[way].includes(s)),
    events: settlementEvents.filter((e) => !foreign[way].includes(e)),
    roles: ['starter', 'payer', 'director', 'clerk', 'card_owner', 'finance', 'approver', 'system'],
    ends: way === 'offline' ? ['refused', 'cancelled', 'refunded'] : ['refused', 'cancelled', 'reversed'],
  })

  test('yes and no mean a step of the table wherever somebody is awaited for one', () => {
    for (const state of settlementStates)
      for (const { as, yes, no } of flow.asksAt(state).filter((ask) => ask.yes))
        expect(flow.can(state, new Set([as]))).toEqual(expect.arrayContaining([yes, no]))
  })

  test('silence never pays, and gives nothing back that was paid', () => {
    const bySilence = flow.steps.filter((s) => s.by.includes('system'))
    expect(bySilence.map((s) => s.to).filter((to) => to !== 'refused' && to !== 'cancelled')).toEqual([
      'settled',
    ])
    expect(bySilence.find((s) => s.to === 'settled')?.from).toBe('awaiting_reversal')
  })

  test('the contract tells the step of a yes as the table does', () => {
    const told = settlementStates.flatMap((state) =>
      flow.asksAt(state).flatMap(({ yes }) => (yes ? [{ yes, told: approvedBy({ state, way }) }] : [])),
    )
    expect(told).toHaveLength(way === 'fund_card' ? 3 : 2)
    for (const one of told) expect(one.told).toBe(one.yes)
  })

  test('money moves by finance only, and comes back only after somebody else approved it', () => {
    for (const s of flow.steps.filter((x) => x.to === 'settled' && x.from !== 'awaiting_reversal'))
      expect(s.by).toEqual(['finance'])
    for (const s of flow.steps.filter((x) => x.to === 'reversed'))
      expect([s.from, s.by]).toEqual(['awaiting_reversal', ['approver']])
  })
})
