import {
  payWays,
  settlementEvents,
  settlementStates,
  type PayWay,
  type SettlementEvent,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import { describe, expect, test } from 'vitest'
import { walkFlow } from '../../testing/flow.ts'
import { awaitedAt, flowOf, isAwaiting, noOf, yesOf } from './settlement.flow.ts'

/** What belongs to the other way of paying. */
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
    for (const state of settlementStates.filter(isAwaiting)) {
      const { role } = awaitedAt[state]
      if (!role || !flow.steps.some((s) => s.from === state)) continue
      const can = flow.can(state, new Set([role]))
      expect(can).toContain(yesOf(way)[state])
      expect(can).toContain(noOf[state])
    }
  })

  test('money moves by finance only, and comes back only after somebody else approved it', () => {
    for (const s of flow.steps.filter((x) => x.to === 'settled' && x.from !== 'awaiting_reversal'))
      expect(s.by).toEqual(['finance'])
    for (const s of flow.steps.filter((x) => x.to === 'reversed'))
      expect([s.from, s.by]).toEqual(['awaiting_reversal', ['approver']])
  })
})
