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

/** The columns of the file, in order; docs/vouchers.md says what each means. */
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
  // A refund is an entry of its own with a positive amount;
  // a reversal is the receipt's entry with a negative one.
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

/** A field of a CSV file: quoted if necessary, and never read as a formula by a spreadsheet program. */
export function csvField(text: string): string {
  const safe = /^[=+@\t\r]/.test(text) || /^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
export const makeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((r) => `${r.map(csvField).join(',')}\r\n`).join('')

/** UTF-8 with a byte order mark, by which Excel recognises it. */
export const inUtf8 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf8')
