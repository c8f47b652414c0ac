import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import type { Ctx } from '../../kernel/ctx.ts'
import { loadToRun, readDetail } from './access.action.ts'
import { judgeAward, judgeConclusion } from './committee.rules.ts'
import * as committee from './committee.store.ts'
import * as quotations from './quotation.store.ts'
import { rankQuotations } from './ranking.rules.ts'
import { tenderFlow } from './tender.flow.ts'
import { tenders, type Opened } from './tender.process.ts'
import { showScoring } from './tender.view.ts'

const RECOMMENDED = '评审小组推荐的第一成交候选人'

/** Opened quotations that could be read; those changed under seal do not count. */
const findOpened = async (ctx: Ctx, tenderId: number) =>
  (await quotations.listOpened(ctx.db, tenderId, null)).filter((q): q is Opened => q.amountFen !== null)

/** Ranks the quotations from all signed opinions; from now on the offices see the result. */
export async function conclude(ctx: Ctx, { params, body: { summary } }: Parsed<typeof tenderCalls.conclude>) {
  const held = await loadToRun(ctx, params.id, 'hold')
  const t = held.row
  tenderFlow.admit(t.state, 'conclude', held.roles)
  const [opened, members] = [await findOpened(ctx, t.id), await committee.listMembers(ctx.db, t.id)]
  const refusal = judgeConclusion(t, opened.length, members)
  if (refusal) throw refusal
  await quotations.judge(
    ctx,
    t.id,
    rankQuotations(opened, await committee.listBallots(ctx.db, t.id), showScoring(t)),
  )
  await tenders.take(ctx, held, 'conclude', { changes: { summary } })
  return readDetail(ctx, t.id)
}

export async function award(ctx: Ctx, { params, body }: Parsed<typeof tenderCalls.award>) {
  const loaded = await loadToRun(ctx, params.id)
  tenderFlow.admit(loaded.row.state, 'award', loaded.roles)
  const opened = await findOpened(ctx, params.id)
  const refusal = judgeAward(opened, body.quotationId, body.reason)
  if (refusal) throw refusal
  const winner = opened.find((q) => q.id === body.quotationId)
  if (!winner) throw new Error('it was just judged')
  const award = { winner, reason: body.reason ?? RECOMMENDED }
  await tenders.take(ctx, loaded, 'award', { changes: { award }, detail: { quotationId: winner.id } })
  return readDetail(ctx, params.id)
}
