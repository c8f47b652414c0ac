import { financeReportCalls as calls } from '@portal/contract/finance-report/finance-report'
import { listOf, readOf, saveOf, takeOf, writeOf } from '../../lib/query.ts'
import { download } from '../../lib/send.ts'

export const useSummary = readOf(calls.summary)
export const useTable = listOf(calls.table)
export const saveTable = saveOf(calls.exportTable, '收入报表.xlsx')
export const useEntries = listOf(calls.entries)
export const saveEntries = saveOf(calls.exportEntries, '收支明细.xlsx')
export const useCards = listOf(calls.cards)
export const saveCards = saveOf(calls.exportCards, '经费卡收支报表.xlsx')
export const useCardEntries = listOf(calls.cardEntries)
export const saveCardEntries = saveOf(calls.exportCardEntries, '经费卡流水明细.xlsx')
export const useOutstanding = listOf(calls.outstanding)
export const saveOutstanding = saveOf(calls.exportOutstanding, '待收款账龄表.xlsx')
export const useUnpaid = listOf(calls.unpaid)
export const saveUnpaid = saveOf(calls.exportUnpaid, '待收款测试单.xlsx')
export const useDistribution = listOf(calls.distribution)
export const saveDistribution = saveOf(calls.exportDistribution, '收入分配表.xlsx')
export const useReceived = listOf(calls.received)
export const saveReceived = saveOf(calls.exportReceived, '按受益方汇总的收入分配.xlsx')

const divided = [calls.shares, calls.distribution, calls.received, calls.month]
export const useShares = readOf(calls.shares)
export const useAddShare = writeOf(calls.addShare, divided)
export const useChangeShare = writeOf(calls.changeShare, divided)
export const removeShare = takeOf(calls.removeShare, divided)
export const useAccounts = readOf(calls.accounts)
export const useSetAccounts = writeOf(calls.setAccounts, [calls.accounts])

export const useMonths = readOf(calls.months)
export const useMonth = readOf(calls.month)
export const closeMonth = takeOf(calls.close, [calls.months, calls.month, calls.summary, calls.shares])
export const saveVouchers = (month: string, encoding: 'utf8' | 'gbk'): Promise<void> =>
  download(calls.vouchers, { params: { month }, query: { encoding } }, `记账凭证-${month}.csv`)
