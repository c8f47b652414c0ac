import { formatYuan } from '@portal/contract/kernel/money'
import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import { tenderNumber } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import * as approval from '../approval/approval.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import { shown } from './access.service.ts'
import * as quotations from './quotation.store.ts'
import { OF, tellSupplier } from './rounds.service.ts'
import { tenderFlow } from './tender.flow.ts'
import { judgeAward, judgeEvaluation, priceScores } from './tender.rules.ts'
import { loadToRun } from './tender.service.ts'
import * as store from './tender.store.ts'

type Opened = quotations.QuotationRow & { amountFen: number }
/** Those that could be read: what was changed under seal counts for nothing. */
const openedOf = async (ctx: Ctx, tenderId: number) => (await quotations.shown(ctx.db, tenderId, null)).filter((q): q is Opened => q.amountFen !== null)

export async function evaluate(ctx: Ctx, { params, body: { items } }: Parsed<typeof tenderCalls.evaluate>) {
  const { t, how } = await loadToRun(ctx, params.id)
  tenderFlow.judge(t.state, 'evaluate', how.roles)
  // Of two who save at once, or while it is awarded, one waits for the other.
  if (!(await store.step(ctx, t.id, { from: 'opened', to: 'opened', reason: null }))) throw await tooLate(ctx, OF, t.id)
  const opened = await openedOf(ctx, t.id)
  const refusal = judgeEvaluation(opened.map((q) => q.id), items)
  if (refusal) throw refusal
  const of = new Map(items.map((i) => [i.quotationId, i]))
  const prices = priceScores(opened.map((q) => ({ id: q.id, amountFen: q.amountFen, qualified: of.get(q.id)?.qualified ?? false })))
  await quotations.judge(ctx, t.id, items.map((i) => ({ ...i, id: i.quotationId, priceScore: prices.get(i.quotationId) ?? null })))
  await logStep(ctx, { business: OF, rowId: t.id, event: 'evaluate', from: 'opened', to: 'opened' })
  return shown(ctx, t.id)
}

export async function award(ctx: Ctx, { params, body }: Parsed<typeof tenderCalls.award>) {
  const { t, how } = await loadToRun(ctx, params.id)
  tenderFlow.judge(t.state, 'award', how.roles)
  // Before the evaluation is looked at: nobody changes it under our hands.
  if (!(await store.step(ctx, t.id, { from: 'opened', to: 'opened', reason: null }))) throw await tooLate(ctx, OF, t.id)
  const opened = await openedOf(ctx, t.id)
  const refusal = judgeAward(t, opened, body.quotationId)
  if (refusal) throw refusal
  const winner = opened.find((q) => q.id === body.quotationId)
  if (!winner) throw new Error('it was just judged')
  await store.award(ctx, t.id, winner.id, body.reason)
  await logStep(ctx, { business: OF, rowId: t.id, event: 'award', from: 'opened', to: 'awarded', detail: { quotationId: winner.id } })
  await approval.closeTask(ctx, { business: OF, rowId: t.id }, 'approved')
  await purchase.award(ctx, t.purchaseId, { supplierId: winner.supplierId, amountFen: winner.amountFen, reason: body.reason })
  const what = `“${t.title}”（${tenderNumber(t.id)}）`
  // A mail goes on to whoever it is forwarded to: it names the winner only where the public is told (decision 042).
  const lost = t.method === 'public' ? `${what}已确定成交供应商：${winner.supplierName}。感谢贵单位参与。` : `${what}已确定成交供应商，贵单位未成交。感谢贵单位参与。`
  for (const { supplierId } of await quotations.bidders(ctx.db, t.id)) {
    const won = supplierId === winner.supplierId
    const words = won ? `贵单位在${what}中成交，成交金额 ${formatYuan(winner.amountFen)} 元，请等待签订合同。` : lost
    await tellSupplier(ctx, t.id, supplierId, won ? '成交通知' : '未成交通知', words)
  }
  return shown(ctx, t.id)
}
