import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import { committeeWords, tenderNumber, tenderRefusals } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep } from '../../kernel/flow-log.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { refuse } from '../../kernel/refuse.ts'
import * as approval from '../approval/approval.service.ts'
import { load, shown } from './access.service.ts'
import {
  countedOf,
  isOwn,
  judgeCommittee,
  judgeOpinion,
  judgeSeat,
  sealOf,
  type About,
} from './committee.rules.ts'
import * as committee from './committee.store.ts'
import * as quotations from './quotation.store.ts'
import { OF, tenderLink } from './rounds.service.ts'
import { tenderFlow } from './tender.flow.ts'
import { loadToRun } from './tender.service.ts'
import type { TenderDetail } from './tender.store.ts'
import { scoringOf } from './tender.view.ts'

const aboutOf = async (ctx: Ctx, t: TenderDetail): Promise<About> => ({
  ...t,
  companies: await committee.companies(ctx.db, t.id),
})
const wordsOf = (t: TenderDetail) => `${t.title}（${tenderNumber(t.id)}）`

export async function name(ctx: Ctx, { params, body: { members } }: Parsed<typeof tenderCalls.committee>) {
  await committee.lock(ctx, params.id)
  const { t, how } = await loadToRun(ctx, params.id)
  tenderFlow.judge(t.state, 'committee', how.roles)
  const before = await committee.members(ctx.db, t.id)
  const [people, about] = [
    await committee.people(
      ctx.db,
      members.map((m) => m.userId),
    ),
    await aboutOf(ctx, t),
  ]
  const wanted = new Map(members.map((m) => [m.userId, m]))
  for (const was of before.filter((m) => m.signedAt !== null)) {
    const now = wanted.get(was.userId)
    if (now?.unit !== was.unit || now.title !== was.title || now.chair !== was.chair)
      throw refuse('COMMITTEE_SIGNED', `${tenderRefusals.COMMITTEE_SIGNED}：${was.name}`, { status: 409 })
    wanted.delete(was.userId)
  }
  const reasons = judgeCommittee(members, people, about)
  if (reasons[0]) throw refuse(reasons[0].code, reasons[0].message, { reasons })
  const named = [...wanted.values()].map((m) => ({
    ...m,
    name: people.get(m.userId)?.name ?? '',
    own: isOwn(people.get(m.userId), about),
  }))
  await committee.name(ctx, t.id, named)
  await logStep(ctx, { business: OF, rowId: t.id, event: 'committee', from: t.state, to: t.state })
  const known = new Set(before.map((m) => m.userId))
  for (const { userId } of before)
    if (!members.some((m) => m.userId === userId))
      await approval.closeTask(ctx, { business: OF, rowId: t.id, step: 'sign', userId }, 'withdrawn')
  if (t.state === 'opened')
    await askMembers(
      ctx,
      t,
      named.filter((m) => !known.has(m.userId)),
    )
  return shown(ctx, t.id)
}

/** They hear of it when it is opened, not before. */
export async function askMembers(
  ctx: Ctx,
  t: TenderDetail,
  members: readonly { userId: number }[],
): Promise<void> {
  if (members.length === 0) return
  const what = wordsOf(t)
  for (const { userId } of members)
    await approval.openTask(ctx, {
      business: OF,
      rowId: t.id,
      step: 'sign',
      role: 'person',
      userId,
      requesterId: t.requesterId,
      title: `签署评审意见：${what}`,
    })
  await tell(ctx, {
    userIds: members.map((m) => m.userId),
    kind: OF,
    title: '请您参加评审',
    body: `您是${what}的${committeeWords[t.method]}成员。已经开标，请查阅报价并签署评审意见。`,
    link: tenderLink(t.id),
    mail: true,
  })
}

export async function sign(ctx: Ctx, { params, body }: Parsed<typeof tenderCalls.sign>) {
  await committee.lock(ctx, params.id)
  const { t, how } = await load(ctx, params.id)
  const members = await committee.members(ctx.db, t.id)
  const me = members.find((m) => m.userId === ctx.me.id)
  if (how.committee && me?.signedAt) throw refuse('SIGNED', tenderRefusals.SIGNED, { status: 409 })
  tenderFlow.judge(t.state, 'sign', how.roles)
  // What he was when he was named need not be what he is now; of a public tender it is known only now who quoted.
  const conflict =
    me && judgeSeat(me, (await committee.people(ctx.db, [ctx.me.id])).get(ctx.me.id), await aboutOf(ctx, t))
  if (conflict) throw refuse(conflict.code, conflict.message, { status: 409 })
  const opened = (await quotations.shown(ctx.db, t.id, null)).filter((q) => q.brokenAt === null)
  const refusal = judgeOpinion(
    opened.map((q) => q.id),
    body.items,
    scoringOf(t),
  )
  if (refusal) throw refusal
  const items = countedOf(body.items, scoringOf(t))
  const seal = sealOf({
    tenderId: t.id,
    userId: ctx.me.id,
    name: ctx.me.name,
    opinion: body.opinion,
    items,
    at: ctx.now,
  })
  if (!(await committee.sign(ctx, t.id, { items, opinion: body.opinion, seal })))
    throw refuse('SIGNED', tenderRefusals.SIGNED, { status: 409 })
  await logStep(ctx, { business: OF, rowId: t.id, event: 'sign', from: 'opened', to: 'opened' })
  await approval.closeTask(ctx, { business: OF, rowId: t.id, step: 'sign', userId: ctx.me.id }, 'approved')
  const last = members.every((m) => m.signedAt !== null || m.userId === ctx.me.id)
  if (last)
    await tell(ctx, {
      role: { role: 'tender_office' },
      exceptUserId: null,
      kind: OF,
      title: '评审意见已全部签署',
      body: `${wordsOf(t)}的 ${members.length} 位成员均已签署，请汇总评审。`,
      link: tenderLink(t.id),
      mail: true,
    })
  return shown(ctx, t.id)
}
