import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import { tenderRefusals } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseAll } from '../../kernel/refuse.ts'
import { loadTender, loadToRun, readDetail } from './access.action.ts'
import {
  listCounted,
  isOwn,
  judgeCommittee,
  judgeOpinion,
  judgeSeat,
  makeSeal,
  type About,
} from './committee.rules.ts'
import * as committee from './committee.store.ts'
import * as quotations from './quotation.store.ts'
import { tenderFlow } from './tender.flow.ts'
import { tenders, type Row } from './tender.process.ts'
import { showScoring } from './tender.view.ts'

const findAbout = async (ctx: Ctx, t: Row): Promise<About> => ({
  ...t,
  companies: await committee.listCompanies(ctx.db, t.id),
})

export async function name(ctx: Ctx, { params, body: { members } }: Parsed<typeof tenderCalls.committee>) {
  const held = await loadToRun(ctx, params.id, 'hold')
  const t = held.row
  tenderFlow.admit(t.state, 'committee', held.roles)
  const before = await committee.listMembers(ctx.db, t.id)
  const [people, about] = [
    await committee.findPeople(
      ctx.db,
      members.map((m) => m.userId),
    ),
    await findAbout(ctx, t),
  ]
  const wanted = new Map(members.map((m) => [m.userId, m]))
  const signed = new Map(before.filter((m) => m.signedAt !== null).map((m) => [m.userId, m]))
  for (const was of signed.values()) {
    const now = wanted.get(was.userId)
    if (now?.unit !== was.unit || now.title !== was.title || now.chair !== was.chair)
      throw refuse('COMMITTEE_SIGNED', `${tenderRefusals.COMMITTEE_SIGNED}：${was.name}`, { status: 409 })
    wanted.delete(was.userId)
  }
  refuseAll(judgeCommittee(members, people, about, signed))
  const named = [...wanted.values()].map((m) => ({
    ...m,
    name: people.get(m.userId)?.name ?? '',
    own: isOwn(people.get(m.userId), about),
  }))
  await committee.nameMembers(ctx, t.id, named)
  await tenders.take(ctx, held, 'committee')
  const seated = new Set(members.map((m) => m.userId))
  const known = new Set(before.map((m) => m.userId))
  await tenders.excuse(
    ctx,
    t,
    [...known].filter((id) => !seated.has(id)),
  )
  // `askAgain` opens tasks only where the tender has been opened.
  await tenders.askAgain(ctx, t, { step: 'sign', userIds: [...seated].filter((id) => !known.has(id)) })
  return readDetail(ctx, t.id)
}

export async function sign(ctx: Ctx, { params, body }: Parsed<typeof tenderCalls.sign>) {
  const held = await loadTender(ctx, params.id, 'hold')
  const t = held.row
  const members = await committee.listMembers(ctx.db, t.id)
  const me = members.find((m) => m.userId === ctx.me.id)
  if (held.seen.committee && me?.signedAt) throw refuse('SIGNED', tenderRefusals.SIGNED, { status: 409 })
  tenderFlow.admit(t.state, 'sign', held.roles)
  // Checked again: the member may have changed since being named, and the bidders of a public tender are
  // known only after the opening.
  const conflict =
    me &&
    judgeSeat(me, (await committee.findPeople(ctx.db, [ctx.me.id])).get(ctx.me.id), await findAbout(ctx, t))
  if (conflict) throw refuse(conflict.code, conflict.message, { status: 409 })
  const opened = (await quotations.listOpened(ctx.db, t.id, null)).filter((q) => q.brokenAt === null)
  const refusal = judgeOpinion(
    opened.map((q) => q.id),
    body.items,
    showScoring(t),
  )
  if (refusal) throw refusal
  const items = listCounted(body.items, showScoring(t))
  const seal = makeSeal({
    tenderId: t.id,
    userId: ctx.me.id,
    name: ctx.me.name,
    opinion: body.opinion,
    items,
    at: ctx.now,
  })
  await tenders.take(ctx, held, 'sign', { changes: { signature: { items, opinion: body.opinion, seal } } })
  return readDetail(ctx, t.id)
}
