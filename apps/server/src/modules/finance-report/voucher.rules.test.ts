import { expect, test } from 'vitest'
import { inGbk } from '../../kernel/gbk.rules.ts'
import { makeCsv, inUtf8, voucherLine, VOUCHER_COLUMNS } from './voucher.rules.ts'

test('text stays text in any program that opens the file', () => {
  expect(makeCsv([['张三', '=1+1', '-12.00', '-cmd', 'a"b', '甲,乙']])).toBe(
    `张三,'=1+1,-12.00,'-cmd,"a""b","甲,乙"\r\n`,
  )
})

test('GBK is read again as it was written, and what it does not know is a question mark', () => {
  const text = '会计期间,测试费 100.50,镕（①）'
  expect(new TextDecoder('gbk').decode(inGbk(text))).toBe(text)
  expect(new TextDecoder('gbk').decode(inGbk('a😀b'))).toBe('a?b')
  expect(inUtf8('甲').toString('hex')).toBe('efbbbfe794b2')
})

test('a reversal is the receipt in red, a refund an entry of its own', () => {
  const accounts = {
    fund_card: { debit: '1011', credit: '4101' },
    offline: { debit: '1002', credit: '4101' },
    refund: { debit: '2203', credit: '1002' },
  }
  const row = {
    at: new Date(),
    kind: 'reversed' as const,
    late: true,
    settlementId: 12,
    way: 'offline' as const,
    postingNumber: '记-3',
    refundNumber: '退-9',
    remittance: 'W1',
    card: null,
    amountFen: -10_050,
    payer: '李老师',
    payerDept: null,
    lab: '电镜中心',
    dept: '材料学院',
  }
  const line = voucherLine('2026-05', row, '2026-05-07', accounts)
  expect(line).toHaveLength(VOUCHER_COLUMNS.length)
  expect(line.slice(2, 9)).toEqual([
    '',
    '冲正 JS00000012 李老师',
    '线下汇款冲正',
    'JS00000012',
    '1002',
    '4101',
    '-100.50',
  ])
  expect(line.at(-1)).toBe('是')
  const refund = voucherLine('2026-05', { ...row, kind: 'refunded' }, '2026-05-07', accounts)
  expect(refund.slice(6, 9)).toEqual(['2203', '1002', '100.50'])
  expect(refund[2]).toBe('退-9')
})
