import type { Parsed } from '@portal/contract/kernel/call'
import { settlementNumber } from '@portal/contract/settlement/settlement'
import {
  proposalWords,
  testOrderNumber,
  testOrderStateWords,
  type testOrderCalls,
} from '@portal/contract/test-order/test-order'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findLocal, shownAt, findSpan } from '../../kernel/time.ts'
import { readSheet, type Joined } from '../form/form.service.ts'
import { listPersonColumns } from '../people/people.service.ts'
import { readScope } from './list.action.ts'
import * as store from './list.store.ts'

export async function exportList(
  ctx: Ctx,
  { query: { scope, ...wanted } }: Parsed<typeof testOrderCalls.export>,
): Promise<RawReply> {
  const zone = ctx.env.CAMPUS_TZ
  const among = [ctx.db, await readScope(ctx, scope), { ...wanted, ...findSpan(wanted, zone) }] as const
  const answers = await readSheet(ctx, await store.findAnswered(...among))
  const rows = answers.join(store.walk(...among), (t) => t.bookingId)
  const time = (at: Date | null) => at && shownAt(at, zone)
  const columns: readonly SheetColumn<store.ExportedOrder & Joined>[] = [
    { header: '测试单号', value: (t) => testOrderNumber(t.id) },
    { header: '预约单号', width: 12, value: (t) => t.bookingId },
    { header: '状态', width: 14, value: (t) => testOrderStateWords[t.state] },
    { header: '仪器编号', width: 18, value: (t) => t.deviceSerialId },
    { header: '仪器名称', width: 30, value: (t) => t.deviceName },
    { header: '实验室', width: 24, value: (t) => t.labName },
    { header: '实际开始', width: 18, value: (t) => time(t.startAt) },
    { header: '实际结束', width: 18, value: (t) => time(t.endAt) },
    { header: '样品数', width: 10, value: (t) => t.sampleCount },
    ...listPersonColumns<store.ExportedOrder>('预约人', (t) => t.booker),
    ...listPersonColumns<store.ExportedOrder>('付款人', (t) => t.payer),
    { header: '预计费用（元）', money: true, value: (t) => t.estimateFen / 100 },
    { header: '实际费用（元）', money: true, value: (t) => t.totalFen / 100 },
    {
      header: '说明',
      width: 14,
      value: (t) =>
        [
          t.noShow ? '爽约费' : t.lateCancel && '逾期取消费',
          t.payerGone && '付款人已停用',
          t.proposed && proposalWords[t.proposed],
        ]
          .filter(Boolean)
          .join('；') || null,
    },
    { header: '结算单号', value: (t) => (t.settlementId === null ? null : settlementNumber(t.settlementId)) },
    { header: '状态时间', width: 18, value: (t) => time(t.stateAt) },
    ...answers.columns,
  ]
  return makeSheet('测试单', columns, rows, `测试单-${findLocal(ctx.now, zone).day}.xlsx`)
}
