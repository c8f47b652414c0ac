import { financeReportCalls as calls } from '@portal/contract/finance-report/finance-report'
import { defineList, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'
import { download } from '../../lib/send.ts'

export const useSummary = defineRead(calls.summary)
export const useTable = defineList(calls.table)
export const saveTable = defineSave(calls.exportTable, '收入报表.xlsx')
export const useEntries = defineList(calls.entries)
export const saveEntries = defineSave(calls.exportEntries, '收支明细.xlsx')
export const useCards = defineList(calls.cards)
export const saveCards = defineSave(calls.exportCards, '经费卡收支报表.xlsx')
export const useCardEntries = defineList(calls.cardEntries)
export const saveCardEntries = defineSave(calls.exportCardEntries, '经费卡流水明细.xlsx')
export const useOutstanding = defineList(calls.outstanding)
export const saveOutstanding = defineSave(calls.exportOutstanding, '待收款账龄表.xlsx')
export const useUnpaid = defineList(calls.unpaid)
export const saveUnpaid = defineSave(calls.exportUnpaid, '待收款测试单.xlsx')
export const useDistribution = defineList(calls.distribution)
export const saveDistribution = defineSave(calls.exportDistribution, '收入分配表.xlsx')
export const useReceived = defineList(calls.received)
export const saveReceived = defineSave(calls.exportReceived, '按受益方汇总的收入分配.xlsx')

const divided = [calls.shares, calls.distribution, calls.received, calls.month]
export const useShares = defineRead(calls.shares)
export const useAddShare = defineWrite(calls.addShare, divided)
export const useChangeShare = defineWrite(calls.changeShare, divided)
export const removeShare = defineTake(calls.removeShare, divided)
export const useAccounts = defineRead(calls.accounts)
export const useSetAccounts = defineWrite(calls.setAccounts, [calls.accounts])

export const useMonths = defineRead(calls.months)
export const useMonth = defineRead(calls.month)
export const closeMonth = defineTake(calls.close, [calls.months, calls.month, calls.summary, calls.shares])
export const saveVouchers = (month: string, encoding: 'utf8' | 'gbk'): Promise<void> =>
  download(calls.vouchers, { params: { month }, query: { encoding } }, `记账凭证-${month}.csv`)
