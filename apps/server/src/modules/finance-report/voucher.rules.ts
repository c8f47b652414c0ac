import { formatYuan } from '@portal/contract/kernel/money'
import { payWayWords, settlementNumber } from '@portal/contract/settlement/settlement'

export interface VoucherRow {
  at: Date
  kind: 'received' | 'reversed' | 'refunded'
  late: boolean
  settlementId: number
  way: 'fund_card' | 'offline'
  postingNumber: string | null
  refundNumber: string | null
  remittance: string | null
  card: string | null
  amountFen: number
  payer: string
  payerDept: string | null
  lab: string
  dept: string
}

/** The columns of the file, in their order: docs/vouchers.md says what each means. */
export const VOUCHER_COLUMNS = [
  '会计期间',
  '业务日期',
  '凭证号',
  '摘要',
  '业务类型',
  '单据号',
  '借方科目',
  '贷方科目',
  '金额',
  '付款人',
  '付款人单位',
  '实验室',
  '单位',
  '经费卡号或汇款凭证号',
  '后期调整',
] as const

export type Accounts = Readonly<Record<'fund_card' | 'offline' | 'refund', { debit: string; credit: string }>>
const kindWords = { received: '收款', reversed: '冲正', refunded: '退款' } as const

export function voucherLine(month: string, r: VoucherRow, day: string, accounts: Accounts): string[] {
  const number = settlementNumber(r.settlementId)
  const account = accounts[r.kind === 'refunded' ? 'refund' : r.way]
  // Paid back is an entry of its own; reversed is the entry of the receipt in red.
  const fen = r.kind === 'refunded' ? Math.abs(r.amountFen) : r.amountFen
  return [
    month,
    day,
    (r.kind === 'received' ? r.postingNumber : r.kind === 'refunded' ? r.refundNumber : null) ?? '',
    `${kindWords[r.kind]} ${number} ${r.payer}`,
    `${payWayWords[r.way]}${kindWords[r.kind]}`,
    number,
    account.debit,
    account.credit,
    formatYuan(fen).replaceAll(',', ''),
    r.payer,
    r.payerDept ?? '',
    r.lab,
    r.dept,
    r.card ?? r.remittance ?? '',
    r.late ? '是' : '否',
  ]
}

/** A field of a CSV file: quoted where it must be, and never a formula of the program that opens it. */
export function csvField(text: string): string {
  const safe = /^[=+@\t\r]/.test(text) || /^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((r) => `${r.map(csvField).join(',')}\r\n`).join('')

/** In UTF-8 with the mark by which Excel knows it. */
export const inUtf8 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf8')

let codes: Map<string, number> | undefined
/** Every two bytes of GBK and what they mean: the platform decodes GBK, and does not encode it. */
function gbkCodes(): Map<string, number> {
  if (codes) return codes
  const decoder = new TextDecoder('gbk')
  codes = new Map()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      if (low === 0x7f) continue
      const text = decoder.decode(Uint8Array.of(high, low))
      if (text.length === 1 && text !== '\uFFFD') codes.set(text, high * 256 + low)
    }
  return codes
}
/** What GBK has no sign for becomes a question mark, as every program does. */
export function inGbk(text: string): Buffer {
  const known = gbkCodes()
  const bytes: number[] = []
  for (const sign of text) {
    const code = sign.length === 1 && sign < '\u0080' ? sign.charCodeAt(0) : known.get(sign)
    if (code === undefined) bytes.push(0x3f)
    else if (code < 0x80) bytes.push(code)
    else bytes.push(code >> 8, code & 0xff)
  }
  return Buffer.from(bytes)
}
