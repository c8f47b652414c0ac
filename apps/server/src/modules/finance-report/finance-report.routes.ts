import { financeReportCalls as calls } from '@portal/contract/finance-report/finance-report'
import type { Routes } from '../../kernel/serve.ts'
import * as month from './month.handler.ts'
import * as report from './report.handler.ts'
import * as setting from './setting.handler.ts'
import { exportVouchers } from './voucher.handler.ts'

export const financeReportRoutes: Routes = (on) => {
  on(calls.summary, report.summary)
  on(calls.table, report.table)
  on(calls.exportTable, report.exportTable)
  on(calls.entries, report.entries)
  on(calls.exportEntries, report.exportEntries)
  on(calls.cards, report.cards)
  on(calls.exportCards, report.exportCards)
  on(calls.cardEntries, report.cardEntries)
  on(calls.exportCardEntries, report.exportCardEntries)
  on(calls.outstanding, report.outstanding)
  on(calls.exportOutstanding, report.exportOutstanding)
  on(calls.unpaid, report.unpaid)
  on(calls.exportUnpaid, report.exportUnpaid)
  on(calls.distribution, report.distribution)
  on(calls.exportDistribution, report.exportDistribution)
  on(calls.received, report.received)
  on(calls.exportReceived, report.exportReceived)
  on(calls.shares, setting.listShares)
  on(calls.addShare, setting.addShare)
  on(calls.changeShare, setting.changeShare)
  on(calls.removeShare, setting.removeShare)
  on(calls.accounts, setting.listAccounts)
  on(calls.setAccounts, setting.setAccounts)
  on(calls.months, month.months)
  on(calls.month, month.showMonth)
  on(calls.close, month.close)
  on(calls.vouchers, exportVouchers)
}
