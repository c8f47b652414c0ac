import { payWays, settlementEvents, settlementStates, type SettlementState } from '@portal/contract/settlement/settlement'
import { describe, expect, test } from 'vitest'
import { awaitedAt, flowOf, isAwaiting, noOf, yesOf, type SettlementRole } from './settlement.flow.ts'

const roles: SettlementRole[] = ['starter', 'payer', 'director', 'clerk', 'card_owner', 'finance', 'approver', 'system']

describe.each(payWays)('paid by %s', (way) => {
  const flow = flowOf[way]

  describe.each([null, ...settlementStates])('in state %s', (state) => {
    test.each(settlementEvents)('%s is open to those of the table and to nobody else', (event) => {
      for (const role of roles) {
        const listed = flow.steps.filter((s) => s.from === state && s.on === event && s.by.includes(role))
        for (const to of settlementStates) {
          const judged = () => flow.judge(state, event, new Set([role]), { to, reason: '原因' })
          if (listed.some((s) => s.to === to)) expect(judged()).toMatchObject({ from: state, on: event, to })
          else expect(judged).toThrow()
        }
        if (state !== null) expect(flow.can(state, new Set([role])).includes(event)).toBe(listed.length > 0)
      }
    })
  })

  test('what has to be explained is refused without a reason', () => {
    for (const s of flow.steps.filter((x) => x.reason)) expect(() => flow.judge(s.from, s.on, new Set(s.by), { to: s.to })).toThrow('请填写原因')
  })

  test('nothing waits for ever: every reached state has an end, and somebody who can go on', () => {
    const reached = new Set<SettlementState>()
    for (const s of flow.steps) if (s.from === null || reached.has(s.from)) reached.add(s.to)
    const ends: SettlementState[] = ['refused', 'cancelled', 'reversed']
    for (const state of reached) {
      const on = flow.steps.filter((s) => s.from === state)
      if (ends.includes(state)) expect(on).toEqual([])
      else expect(on.length).toBeGreaterThan(0)
    }
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
    for (const s of flow.steps.filter((x) => x.to === 'settled' && x.from !== 'awaiting_reversal')) expect(s.by).toEqual(['finance'])
    for (const s of flow.steps.filter((x) => x.to === 'reversed')) expect([s.from, s.by]).toEqual(['awaiting_reversal', ['approver']])
  })
})
