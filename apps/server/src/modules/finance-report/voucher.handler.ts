import {
  accountEntries,
  financeRefusals,
  type financeReportCalls,
} from '@portal/contract/finance-report/finance-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { inGbk } from '../../kernel/gbk.rules.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { findLocal } from '../../kernel/time.ts'
import { findDays } from './month.rules.ts'
import { vouchers } from './month.store.ts'
import { readPeriod } from './scope.action.ts'
import * as shareStore from './share.store.ts'
import { makeCsv, inUtf8, VOUCHER_COLUMNS, voucherLine, type Accounts } from './voucher.rules.ts'

/**
 * A month's receipts, reversals and refunds as a CSV file for an accounting system; docs/vouchers.md
 * describes it. Refused if the accounts of the year are not set.
 */
export async function exportVouchers(
  ctx: Ctx,
  { params: { month }, query: { encoding } }: Parsed<typeof financeReportCalls.vouchers>,
): Promise<RawReply> {
  const year = Number(month.slice(0, 4))
  const known = new Map((await shareStore.accounts(ctx.db, year)).map((a) => [a.entry, a]))
  if (accountEntries.some((e) => !known.has(e)))
    throw refuse('ACCOUNTS_MISSING', financeRefusals.ACCOUNTS_MISSING)
  const accounts = Object.fromEntries(known) as unknown as Accounts // none of them is missing
  const { from, to } = findDays(month)
  const rows = await vouchers(ctx.db, readPeriod(ctx, from, to))
  const findDay = (at: Date) => findLocal(at, ctx.env.CAMPUS_TZ).day
  const text = makeCsv([VOUCHER_COLUMNS, ...rows.map((r) => voucherLine(month, r, findDay(r.at), accounts))])
  return {
    type: `text/csv; charset=${encoding === 'gbk' ? 'gbk' : 'utf-8'}`,
    body: encoding === 'gbk' ? inGbk(text) : inUtf8(text),
    fileName: `记账凭证-${month}.csv`,
  }
}
