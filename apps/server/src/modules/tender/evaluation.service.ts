import { formatYuan } from '@portal/contract/kernel/money'
import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import { tenderNumber } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import * as approval from '../approval/approval.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import { shown } from './access.service.ts'
import { judgeAward, judgeConclusion } from './committee.rules.ts'
import * as committee from './committee.store.ts'
import * as quotations from './quotation.store.ts'
import { rankingOf } from './ranking.rules.ts'
import { OF, tellSupplier } from './rounds.service.ts'
import { tenderFlow } from './tender.flow.ts'
import { loadToRun } from './tender.service.ts'
import * as store from './tender.store.ts'
import { scoringOf } from './tender.view.ts'

const RECOMMENDED = '评审小组推荐的第一成交候选人'

type Opened = quotations.QuotationRow & { amountFen: number }
/** Those that could be read: what was changed under seal counts for nothing. */
const openedOf = async (ctx: Ctx, tenderId: number) =>
  (await quotations.shown(ctx.db, tenderId, null)).filter((q): q is Opened => q.amountFen !== null)

/** What every member signed is summed up; from then on it is known to the house. */
export async function conclude(ctx: Ctx, { params, body: { summary } }: Parsed<typeof tenderCalls.conclude>) {
  await committee.lock(ctx, params.id)
  const { t, how } = await loadToRun(ctx, params.id)
  tenderFlow.judge(t.state, 'conclude', how.roles)
  const [opened, members] = [await openedOf(ctx, t.id), await committee.members(ctx.db, t.id)]
  const refusal = judgeConclusion(t, opened.length, members)
  if (refusal) throw refusal
  await quotations.judge(ctx, t.id, rankingOf(opened, await committee.ballots(ctx.db, t.id), scoringOf(t)))
  if (!(await committee.conclude(ctx, t.id, summary))) throw await tooLate(ctx, OF, t.id)
  await logStep(ctx, { business: OF, rowId: t.id, event: 'conclude', from: 'opened', to: 'evaluated' })
  return shown(ctx, t.id)
}

export async function award(ctx: Ctx, { params, body }: Parsed<typeof tenderCalls.award>) {
  const { t, how } = await loadToRun(ctx, params.id)
  tenderFlow.judge(t.state, 'award', how.roles)
  const opened = await openedOf(ctx, t.id)
  const refusal = judgeAward(opened, body.quotationId, body.reason)
  if (refusal) throw refusal
  const winner = opened.find((q) => q.id === body.quotationId)
  if (!winner) throw new Error('it was just judged')
  const reason = body.reason ?? RECOMMENDED
  if (!(await store.award(ctx, t.id, winner.id, reason))) throw await tooLate(ctx, OF, t.id)
  await logStep(ctx, {
    business: OF,
    rowId: t.id,
    event: 'award',
    from: 'evaluated',
    to: 'awarded',
    detail: { quotationId: winner.id },
  })
  await approval.closeTask(ctx, { business: OF, rowId: t.id }, 'approved')
  await purchase.award(ctx, t.purchaseId, {
    supplierId: winner.supplierId,
    amountFen: winner.amountFen,
    reason,
    prices: winner.content?.prices ?? [],
  })
  const what = `“${t.title}”（${tenderNumber(t.id)}）`
  // A mail goes on to whoever it is forwarded to: it names the winner only where the public is told (decision 042).
  const lost =
    t.method === 'public'
      ? `${what}已确定成交供应商：${winner.supplierName}。感谢贵单位参与。`
      : `${what}已确定成交供应商，贵单位未成交。感谢贵单位参与。`
  for (const { supplierId } of await quotations.bidders(ctx.db, t.id)) {
    const won = supplierId === winner.supplierId
    const words = won
      ? `贵单位在${what}中成交，成交金额 ${formatYuan(winner.amountFen)} 元，请等待签订合同。`
      : lost
    await tellSupplier(ctx, t.id, supplierId, won ? '成交通知' : '未成交通知', words)
  }
  return shown(ctx, t.id)
}
