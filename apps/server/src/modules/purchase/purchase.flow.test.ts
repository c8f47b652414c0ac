import {
  purchaseEvents,
  purchaseStates,
  purchaseStateWords,
  type PurchaseState,
} from '@portal/contract/purchase/purchase'
import { describe, expect, test } from 'vitest'
import { placeOnStrip, type Logged } from '../../kernel/strip.rules.ts'
import { walkFlow } from '../../testing/flow.ts'
import { asksAt } from './progress.rules.ts'
import { purchaseFlow } from './purchase.flow.ts'

walkFlow('a purchase', purchaseFlow, {
  states: purchaseStates,
  events: purchaseEvents,
  roles: [
    'requester',
    'dept_head',
    'finance',
    'equip_office',
    'buyer',
    'office',
    'closer',
    'customs',
    'system',
  ],
  ends: ['done', 'refused', 'cancelled', 'terminated'],
})

test('nothing is sourced that the equipment office has not agreed to, and none of the approvals before it goes past it', () => {
  const before = (state: string): string[] =>
    purchaseFlow.steps
      .filter((s) => s.to === state && s.from !== state && s.from !== null)
      .map((s) => `${s.from} ${s.on}`)
  expect(before('awaiting_sourcing').filter((s) => !s.includes('void_award'))).toEqual([
    'awaiting_equip_office approve',
  ])
  // The policy decides which of the others it passes first (decision 56).
  expect(before('awaiting_equip_office')).toEqual([
    'draft submit',
    'awaiting_experts conclude',
    'awaiting_dept_head approve',
    'awaiting_finance approve',
  ])
  expect(
    purchaseFlow.steps
      .filter((s) => s.from === 'awaiting_dept_head' || s.from === 'awaiting_finance')
      .map((s) => s.to),
  ).not.toContain('awaiting_sourcing')
})

describe('the strip', () => {
  const at = new Date(0)
  const way = ['draft', 'awaiting_dept_head', 'awaiting_equip_office', 'awaiting_sourcing'] as const
  const bought: Logged[] = [
    { event: 'create', from: null, to: 'draft', actor: '甲', at },
    { event: 'submit', from: way[0], to: way[1], actor: '甲', at },
    { event: 'approve', from: way[1], to: way[2], actor: '乙', at },
    { event: 'approve', from: way[2], to: way[3], actor: '丙', at },
    { event: 'award', from: way[3], to: 'awaiting_contract', actor: '甲', at },
  ]
  const general = { precious: false, imported: false, steps: ['dept_head'] }
  // A purchase is placed on its strip.
  const place = (state: PurchaseState, log: Logged[], about = general) =>
    placeOnStrip(purchaseFlow.table.strip!, { state, stateAt: at }, log, {
      awaited: '某人',
      asks: (stage) => asksAt(about, stage),
      words: purchaseStateWords,
    }).map((p) => `${p.key} ${p.status}`)

  test('an award that was voided is to be given again, and no contract was signed by it', () => {
    const voided = { event: 'void_award', from: 'awaiting_contract', to: way[3], actor: '丙', at }
    expect(place('awaiting_sourcing', [...bought, voided])).toEqual([
      ...way.slice(0, 3).map((key) => `${key} done`),
      'awaiting_sourcing current',
      ...['awaiting_contract', 'awaiting_delivery', 'in_acceptance', 'end'].map((key) => `${key} next`),
    ])
  })
  test('experts and finance are part of the way only where they are asked for', () => {
    const asked = (about: typeof general) => place('draft', bought.slice(0, 1), about).slice(1, 5)
    expect(asked({ precious: true, imported: false, steps: ['dept_head', 'finance'] })).toEqual([
      'awaiting_experts next',
      'awaiting_dept_head next',
      'awaiting_finance next',
      'awaiting_equip_office next',
    ])
    expect(asked({ ...general, steps: [] })[0]).toBe('awaiting_equip_office next')
  })
})
