import type { PurchaseSource } from '@portal/contract/purchase/sources'
import { describe, expect, test } from 'vitest'
import { findLast, formatNumber, parsePattern } from '@portal/contract/stock-in/asset-number'
import { namer, safeName, sheetHtml } from './dossier.rules.ts'
import { judgeNumbers, judgeSubmission, listShares, type Submitted } from './stock-in.rules.ts'

describe('asset numbers', () => {
  const about = { day: '2026-03-09', deptCode: '203' }
  test.each([
    ['{YYYY}{SEQ5}', '202600007'],
    ['{YY}{MM}-{SEQ3}', '2603-007'],
    ['{DEPT}/{YYYY}{SEQ4}A', '203/20260007A'],
  ])('%s', (pattern, number) => {
    const plan = parsePattern(pattern, about)
    expect(plan && formatNumber(plan, 7)).toBe(number)
  })
  test.each(['{YYYY}', '{SEQ5}{SEQ5}', '{SEQ0}', '资产{SEQ5}', '{DAY}{SEQ5}', `${'X'.repeat(40)}{SEQ5}`, ''])(
    '%s is no pattern',
    (pattern) => expect(parsePattern(pattern, about)).toBeUndefined(),
  )
  test('numbers of one key share a counter', () => {
    expect(parsePattern('{DEPT}{SEQ5}', about)?.key).toBe('203{SEQ5}')
    expect(findLast({ key: '', head: '', digits: 2, tail: '' })).toBe(99)
  })
})

test('each order takes its own stretch of the sources, and together they take no more than there is', () => {
  const of = (amountFen: number): PurchaseSource => ({
    kind: 'project',
    card: null,
    projectCode: String(amountFen),
    projectName: '平台',
    amountFen,
  })
  const sources = [of(100), of(50), of(200)]
  const amounts = (before: number, total: number) =>
    listShares(sources, before, total).map((s) => [s.projectCode, s.amountFen])
  expect(amounts(0, 120)).toEqual([
    ['100', 100],
    ['50', 20],
  ])
  expect(amounts(120, 29)).toEqual([['50', 29]])
  expect(amounts(149, 201)).toEqual([
    ['50', 1],
    ['200', 200],
  ])
})

test('an invoice on paper has its code, a digital one has none', () => {
  const judge = (number: string, code: string | null) =>
    judgeNumbers([{ number, code }]).map((r) => `${r.code} ${r.field}`)
  expect(judge('12345678', '3100231130')).toEqual([])
  expect(judge('12345678', null)).toEqual(['INVOICE_CODE invoices.0.code'])
  expect(judge('24312000000012345678', null)).toEqual([])
  expect(judge('24312000000012345678', '3100231130')).toEqual(['INVOICE_NO_CODE invoices.0.code'])
  expect(judge('INV-2026A-7', null)).toEqual(['INVOICE_NUMBER invoices.0.number'])
})

describe('handing in', () => {
  const piece = {
    name: '电子天平',
    labId: 1,
    lab: '材料实验室',
    labIsOpen: true,
    keeperId: 1,
    keeper: '张三',
    keeperIsHere: true,
    categoryId: 1,
    purpose: 'both',
    funding: 'own',
  }
  const none = {
    ...piece,
    labId: null,
    labIsOpen: null,
    keeperId: null,
    keeperIsHere: null,
    categoryId: null,
    purpose: null,
    funding: null,
  }
  const fine: Submitted = {
    totalFen: 300,
    contractFen: 300,
    payment: 'bank',
    shares: [{ kind: 'project', card: null, projectCode: 'P', projectName: '平台', amountFen: 300 }],
    pieces: [piece],
    invoices: [
      { amountFen: 100, issuedOn: '2026-01-01', fileId: 'f' },
      { amountFen: 200, issuedOn: '2026-01-02', fileId: 'g' },
    ],
  }
  const fields = (s: Partial<Submitted>) =>
    judgeSubmission({ ...fine, ...s }, '2026-01-02').map((r) => r.field)
  test('complete', () => expect(fields({})).toEqual([]))
  test('the laboratory is open and the keeper is here', () =>
    expect(fields({ pieces: [piece, { ...piece, labIsOpen: false, keeperIsHere: false }] })).toEqual([
      'pieces.1.labId',
      'pieces.1.keeperId',
    ]))
  test('everything that is missing is said at once', () => {
    expect(
      fields({
        payment: null,
        invoices: [],
        pieces: [none],
      }),
    ).toEqual([
      'pieces.0.labId',
      'pieces.0.keeperId',
      'pieces.0.categoryId',
      'pieces.0.purpose',
      'pieces.0.funding',
      'payment',
      'invoices',
    ])
  })
  test.each([99, 101])('a sum that is a fen off: %i', (amountFen) =>
    expect(fields({ invoices: [{ ...fine.invoices[0]!, amountFen }, fine.invoices[1]!] })).toEqual([
      'invoices',
    ]),
  )
  test('of one order among several, the refusal says what to do about an invoice for all', () => {
    const say = (contractFen: number) =>
      judgeSubmission({ ...fine, contractFen, invoices: fine.invoices.slice(1) }, '2026-01-02')[0]?.message
    expect(say(300)).toBe('发票金额之和必须等于本单设备的金额：本单 3.00 元，发票合计 2.00 元')
    expect(say(600)).toBe(`${say(300)}。一张发票含合同中其他入库单的设备的，请供应商按入库单分开开票`)
  })
  test('an invoice of tomorrow, or without its file', () =>
    expect(
      fields({ totalFen: 100, invoices: [{ amountFen: 100, issuedOn: '2026-01-03', fileId: null }] }),
    ).toEqual(['invoices.0.issuedOn', 'invoices.0.fileId']))
  test('a card where the purchase has none', () => expect(fields({ payment: 'card' })).toEqual(['payment']))
})

describe('the dossier', () => {
  test('names that every system can unpack, each once', () => {
    const path = namer()
    expect([path('5-验收', '照片.png'), path('5-验收', '照片.png'), path('6-入库', '照片.png')]).toEqual([
      '5-验收/照片.png',
      '5-验收/照片(2).png',
      '6-入库/照片.png',
    ])
    expect(safeName('../a:b?.pdf')).toBe('__a_b_.pdf')
    expect(safeName('   ')).toBe('未命名')
  })
  test('what people typed is text', () =>
    expect(sheetHtml('单', '', [{ title: 't', facts: [['名称', '<script>"&']] }])).toContain(
      '&lt;script&gt;&quot;&amp;',
    ))
})
