import type { Parsed } from '@portal/contract/kernel/call'
import {
  payWayWords,
  settlementNumber,
  wordState,
  type settlementCalls,
} from '@portal/contract/settlement/settlement'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findLocal, shownAt, findSpan } from '../../kernel/time.ts'
import * as store from './list.store.ts'
import { readScope } from './scope.action.ts'
import { seesAll } from './settlement.process.ts'

export async function exportList(
  ctx: Ctx,
  { query: { scope, ...wanted } }: Parsed<typeof settlementCalls.export>,
): Promise<RawReply> {
  const zone = ctx.env.CAMPUS_TZ
  const rows = store.walk(ctx.db, await readScope(ctx, scope), { ...wanted, ...findSpan(wanted, zone) })
  // Only for people who see all settlements: others see at most the shares of their own cards.
  const cards: readonly SheetColumn<store.Booked>[] = [
    { header: '经费卡号', width: 20, value: (s) => s.cardNumbers },
    { header: '经费卡名称', width: 24, value: (s) => s.cardNames },
    { header: '项目编号', width: 18, value: (s) => s.projectCodes },
    { header: '各卡金额', width: 18, value: (s) => s.cardAmounts },
  ]
  const columns: readonly SheetColumn<store.Booked>[] = [
    { header: '结算单号', value: (s) => settlementNumber(s.id) },
    { header: '状态', width: 14, value: wordState },
    { header: '方式', width: 12, value: (s) => payWayWords[s.way] },
    { header: '发起人', width: 12, value: (s) => s.starterName },
    { header: '付款人', width: 12, value: (s) => s.payerName },
    { header: '付款单位', width: 20, value: (s) => s.payerDept },
    { header: '实验室', width: 24, value: (s) => s.labName },
    { header: '收款单位', width: 20, value: (s) => s.labDept },
    { header: '测试单数', width: 10, value: (s) => s.itemCount },
    { header: '金额（元）', money: true, value: (s) => s.totalFen / 100 },
    ...(seesAll(ctx) ? cards : []),
    { header: '汇款凭证号', width: 18, value: (s) => s.voucherNumber },
    { header: '记账凭证号', width: 18, value: (s) => s.postingNumber },
    { header: '记账日期', width: 12, value: (s) => s.postedOn },
    { header: '退款凭证号', width: 18, value: (s) => s.refundNumber },
    { header: '发票抬头', width: 28, value: (s) => s.invoiceTitle },
    { header: '纳税人识别号', width: 22, value: (s) => s.taxNumber },
    { header: '发票号码', width: 22, value: (s) => s.invoiceNumber },
    { header: '开票日期', width: 12, value: (s) => s.invoicedOn },
    { header: '发起时间', width: 18, value: (s) => shownAt(s.createdAt, zone) },
    { header: '状态时间', width: 18, value: (s) => shownAt(s.stateAt, zone) },
    { header: '结清时间', width: 18, value: (s) => s.settledAt && shownAt(s.settledAt, zone) },
  ]
  return makeSheet('结算单', columns, rows, `结算单-${findLocal(ctx.now, zone).day}.xlsx`)
}
