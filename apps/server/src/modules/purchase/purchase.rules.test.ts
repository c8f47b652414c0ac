import type { RequiredPaper } from '@portal/contract/purchase/required'
import { preciousCase, preciousParts } from '@portal/contract/purchase/precious-case'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import { describe, expect, test } from 'vitest'
import { requiredIn } from './papers.rules.ts'
import {
  sumBudget,
  isInsider,
  judgeExpected,
  judgeNeeds,
  judgeSubmit,
  chooseMethod,
  findRoles,
  type Submitted,
  type Thresholds,
} from './purchase.rules.ts'
import { judgeEnd, judgeContract, judgeTerms, spreadAward } from './contract.rules.ts'

const t: Thresholds = {
  purchase_precious_from: 400_000,
  purchase_comparison_from: 100_000,
  purchase_negotiation_from: 300_000,
  purchase_invited_from: 500_000,
  purchase_public_from: 1_000_000,
  panel_precious_size: 3,
  panel_precious_large_from: 1_000_000,
  panel_precious_large_size: 5,
  panel_import_size: 5,
  panel_import_lawyers: 1,
}
const required: RequiredPaper[] = [
  { kind: 'price_evidence', when: 'always', fromFen: null },
  { kind: 'precious_report', when: 'precious', fromFen: null },
  { kind: 'import_application', when: 'import', fromFen: null },
  { kind: 'authority_opinion', when: 'amount', fromFen: 300_000_000 },
]
const yuan = (n: number) => n * 100
const item = (unit: number, more = {}) => ({
  imported: false,
  quantity: 1,
  unitPriceFen: yuan(unit),
  priceBasis: '报价',
  justification: null,
  importPrice: null,
  preciousCase: null,
  ...more,
})

test.each([
  [99_999.99, 'general'],
  [100_000, 'comparison'],
  [299_999.99, 'comparison'],
  [300_000, 'negotiation'],
  [500_000, 'invited'],
  [999_999.99, 'invited'],
  [1_000_000, 'public'],
])('%d yuan is bought by %s', (total, method) => expect(chooseMethod(yuan(total), t)).toBe(method))

test('what is wanted by a day gone by is not handed in', () =>
  expect(
    [null, '2026-05-31', '2026-06-01'].map((on) => judgeExpected(on, '2026-06-01').map((r) => r.field)),
  ).toEqual([[], ['expectedOn'], []]))

describe('what is needed', () => {
  test('follows from the dearest piece, from imports, and from the sum', () => {
    expect(judgeNeeds([item(399_999), item(399_999)], t, required)).toMatchObject({
      precious: false,
      imported: false,
      method: 'invited',
      panels: [],
      papers: ['price_evidence'],
    })
    expect(judgeNeeds([item(400_000)], t, required)).toMatchObject({
      precious: true,
      panels: [{ kind: 'precious', minExperts: 3, odd: false }],
      papers: ['price_evidence', 'precious_report'],
    })
    expect(judgeNeeds([item(1_000_000)], t, required).panels).toMatchObject([{ minExperts: 5 }])
    expect(judgeNeeds([item(10, { imported: true })], t, required)).toMatchObject({
      imported: true,
      method: 'general',
      panels: [{ kind: 'import', minExperts: 5, odd: true, minLawyers: 1, outsideOnly: true }],
      papers: ['price_evidence', 'import_application'],
    })
    expect(judgeNeeds([item(2_000_000, { imported: true })], t, required).panels.map((p) => p.kind)).toEqual([
      'precious',
      'import',
    ])
  })
  test('papers are data: by condition or amount, each once, none that is offered no more', () => {
    const offered = new Set(['price_evidence', 'contract'])
    expect(
      requiredIn(
        ['price_evidence:always', 'precious_report:precious', 'contract:3000000', 'nonsense'],
        offered,
      ),
    ).toEqual([
      { kind: 'price_evidence', when: 'always', fromFen: null },
      { kind: 'contract', when: 'amount', fromFen: 300_000_000 },
    ])
    expect(judgeNeeds([item(3_000_000)], t, [...required, ...required]).papers).toEqual([
      'price_evidence',
      'precious_report',
      'authority_opinion',
    ])
    expect(judgeNeeds([item(10)], t, []).papers).toEqual([])
  })
  test('the sum is exact', () =>
    expect(
      sumBudget(
        [item(0.01, { quantity: 3 }), item(0.02)].map((i) => ({
          ...i,
          unitPriceFen: Math.round(i.unitPriceFen),
        })),
      ),
    ).toBe(5))
})

describe('handing it in', () => {
  const card = (amountFen: number, id: number | null = 1): PurchaseSource => ({
    kind: 'fund_card',
    card: id === null ? null : { id, name: '课题', number: 'KY' },
    projectCode: null,
    projectName: null,
    amountFen,
  })
  const project = (amountFen: number, projectName: string | null = '平台'): PurchaseSource => ({
    kind: 'project',
    card: null,
    projectCode: 'P',
    projectName,
    amountFen,
  })
  const good: Submitted = {
    sources: [project(1000)],
    purpose: '需要',
    items: [item(10)],
    paperKinds: ['price_evidence'],
  }
  const codes = (s: Submitted) =>
    judgeSubmit(s, judgeNeeds(s.items, t, required), (k) => k).map((r) => [r.code, r.field])
  test('nothing speaks against what is whole', () => expect(codes(good)).toEqual([]))
  test('a precious piece says what speaks for it, part by part; a cheaper one does not', () => {
    const whole = preciousCase.parse({
      hoursPerYear: 1400,
      similar: '无',
      sharing: '开放',
      space: '一层',
      power: '220 V',
      water: '无',
      gas: '无',
      environment: '恒温',
      runningFen: 0,
      runningSource: '学院',
    })
    const said = (fen: number, c: typeof whole | null) =>
      judgeSubmit(
        { ...good, sources: [project(fen)], items: [{ ...item(1), unitPriceFen: fen, preciousCase: c }] },
        judgeNeeds([{ ...item(1), unitPriceFen: fen }], t, []),
        (k) => k,
      ).map((r) => r.field)
    expect(said(40_000_000, whole)).toEqual([])
    expect(said(40_000_000, { ...whole, sharing: null, runningFen: null })).toEqual([
      'items.0.preciousCase.sharing',
      'items.0.preciousCase.runningFen',
    ])
    expect(said(39_999_999, null)).toEqual([])
  })
  test('everything that is missing is said at once, by its field', () => {
    expect(
      codes({
        ...good,
        sources: [card(50_000_000, null)],
        purpose: '',
        paperKinds: [],
        items: [item(500_000, { imported: true, priceBasis: null })],
      }),
    ).toEqual([
      ['PRICE_BASIS_MISSING', 'items.0.priceBasis'],
      ['JUSTIFICATION_MISSING', 'items.0.justification'],
      ...preciousParts.map((part) => ['PRECIOUS_MISSING', `items.0.preciousCase.${part}`]),
      ['IMPORT_PRICE_MISSING', 'items.0.importPrice.currency'],
      ['PURPOSE_MISSING', 'purpose'],
      ['CARD_MISSING', 'sources.0.fundCardId'],
      ['PAPER_MISSING', 'papers'],
      ['PAPER_MISSING', 'papers'],
      ['PAPER_MISSING', 'papers'],
    ])
    expect(codes({ ...good, items: [], sources: [project(1, null)] })).toEqual([
      ['ITEMS_MISSING', 'items'],
      ['PROJECT_MISSING', 'sources.0.projectCode'],
      ['SOURCES_TOTAL', 'sources'],
    ])
  })
})

describe('several sources', () => {
  const of = (...sources: PurchaseSource[]) =>
    judgeSubmit(
      { sources, purpose: '需要', items: [item(10)], paperKinds: [] },
      { ...judgeNeeds([item(10)], t, []) },
      (k) => k,
    )
  const project = (amountFen: number): PurchaseSource => ({
    kind: 'project',
    card: null,
    projectCode: 'P',
    projectName: '平台',
    amountFen,
  })
  test('cover the budget to the fen', () => {
    expect(of(project(999), project(1))).toEqual([])
    expect(of()).toMatchObject([{ code: 'SOURCES_MISSING' }])
    expect(of(project(999), project(2))).toMatchObject([
      {
        code: 'SOURCES_TOTAL',
        field: 'sources',
        message: '经费来源的金额之和必须等于预算：预算 10.00 元，已填 10.01 元',
      },
    ])
    expect(of(project(1000), project(0))).toMatchObject([
      { code: 'SOURCE_AMOUNT', field: 'sources.1.amountFen' },
    ])
  })
})

describe('a contract', () => {
  const lines = [
    { id: 1, quantity: 2 },
    { id: 2, quantity: 1 },
  ]
  test('is worth its prices times pieces', () =>
    expect(
      judgeContract(
        lines,
        [
          { itemId: 1, priceFen: 30 },
          { itemId: 2, priceFen: 40 },
        ],
        100,
      ),
    ).toEqual({ amountFen: 100 }))
  test.each([
    [
      'one fen above the award',
      [
        { itemId: 1, priceFen: 30 },
        { itemId: 2, priceFen: 41 },
      ],
      'CONTRACT_OVER_AWARD',
    ],
    ['an item without a price', [{ itemId: 1, priceFen: 30 }], 'CONTRACT_ITEMS'],
    [
      'an item of another purchase',
      [
        { itemId: 1, priceFen: 30 },
        { itemId: 3, priceFen: 1 },
      ],
      'CONTRACT_ITEMS',
    ],
    [
      'an item twice',
      [
        { itemId: 1, priceFen: 30 },
        { itemId: 1, priceFen: 1 },
      ],
      'CONTRACT_ITEMS',
    ],
  ])('%s is refused', (_, prices, code) =>
    expect(judgeContract(lines, prices, 100)).toMatchObject({ reason: { code, field: 'prices' } }),
  )
})

describe('what a contract says beside its prices', () => {
  test('a total that was quoted falls on the pieces as the budget did, and never comes to more', () => {
    expect(spreadAward([{ quantity: 1, unitPriceFen: 12_000_000 }], 9_800_000)).toEqual([9_800_000])
    const items = [
      { quantity: 3, unitPriceFen: 33_333 },
      { quantity: 1, unitPriceFen: 50_000_000 },
    ]
    const spread = spreadAward(items, 49_999_999)
    expect(items.reduce((sum, i, n) => sum + i.quantity * (spread[n] ?? 0), 0)).toBeLessThanOrEqual(
      49_999_999,
    )
    expect(spread[1]).toBeGreaterThan(49_800_000)
  })
  const terms = { on: '2026-01-05', warrantyUntil: null, bondFen: null, bondPercent: null, bondReturn: null }
  test.each([
    [{ bondPercent: 5 }, { bondFen: 500 }],
    [{ bondPercent: 0.33 }, { bondFen: 33 }],
    [{ bondFen: 700, bondReturn: '质保期满' }, { bondFen: 700 }],
    [{}, { bondFen: null }],
    [{ bondFen: 700, bondPercent: 5 }, { reason: { code: 'BOND_ONE_OF', field: 'bondPercent' } }],
    [{ bondFen: 10_001 }, { reason: { code: 'BOND_OVER', field: 'bondFen' } }],
    [{ bondReturn: '质保期满' }, { reason: { code: 'BOND_MISSING', field: 'bondFen' } }],
    [{ warrantyUntil: '2026-01-04' }, { reason: { code: 'WARRANTY_BEFORE', field: 'warrantyUntil' } }],
  ])('%o', (more, judged) => expect(judgeTerms({ ...terms, ...more }, 10_000)).toMatchObject(judged))
})

describe('roles', () => {
  const p = {
    state: 'awaiting_equip_office' as const,
    requesterId: 1,
    requesterIsHere: true,
    submittedAt: new Date(0),
    method: 'general' as const,
  }
  const who = { userId: 2, office: true, equipOffice: true }
  test('nobody decides about his own, whatever office he holds', () =>
    expect(findRoles(p, { ...who, userId: 1 })).toEqual(['requester', 'buyer']))
  test('the equipment office acts by itself on experts and contracts, and where it is awaited only by its task', () => {
    expect(findRoles(p, who)).toEqual(['office', 'customs'])
    expect(findRoles({ ...p, state: 'awaiting_experts' }, who)).toEqual(['office', 'customs', 'equip_office'])
    expect(findRoles({ ...p, state: 'in_acceptance' }, { ...who, equipOffice: false })).toEqual(['office'])
    expect(findRoles(p, { ...who, office: false, equipOffice: false })).toEqual([])
  })
  test('the office ends what was sent back to somebody who has left, and no draft else', () => {
    const left = { ...p, state: 'draft' as const, requesterIsHere: false }
    const closes = (more: object) => findRoles({ ...left, ...more }, who).includes('closer')
    expect([
      closes({}),
      closes({ requesterIsHere: true }),
      closes({ submittedAt: null }),
      closes({ state: 'awaiting_dept_head' }),
    ]).toEqual([true, false, false, false])
    expect(findRoles(left, { ...who, office: false })).not.toContain('closer')
  })
  test('what is tendered is not bought by the requester', () =>
    expect(findRoles({ ...p, method: 'public' }, { ...who, userId: 1 })).toEqual(['requester']))
  test('quotes are for whoever has a part in it and for heads, never of a draft, nor for experts and finance', () => {
    const handedIn = { submittedAt: new Date(0), deptId: 7 }
    expect(isInsider(handedIn, { headed: [] }, new Set(['office']))).toBe(true)
    expect(isInsider(handedIn, { headed: [7] }, new Set())).toBe(true)
    expect(isInsider(handedIn, { headed: [8] }, new Set())).toBe(false)
    const draft = { submittedAt: null, deptId: 7 }
    expect(isInsider(draft, { headed: [7] }, new Set(['office']))).toBe(false)
    expect(isInsider(draft, { headed: [] }, new Set(['requester']))).toBe(true)
  })
})

test.each([
  [{ openCount: 0, keptCount: 2, comingCount: 1 }, undefined],
  [{ openCount: 2, keptCount: 0, comingCount: 0 }, 'terminated'],
  [{ openCount: 1, keptCount: 2, comingCount: 1 }, 'in_acceptance'],
  [{ openCount: 1, keptCount: 2, comingCount: 0 }, 'done'],
])('of %o the end of the contract makes %s', (arrival, to) => expect(judgeEnd(arrival)).toBe(to))
