import {
  acceptanceRefusals,
  MAX_ACCEPTANCE_PICTURES,
  type acceptanceCalls,
} from '@portal/contract/acceptance/acceptance'
import type { Parsed } from '@portal/contract/kernel/call'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { tooLate } from '../../kernel/flow-log.store.ts'
import { forbidden, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { localOf } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import { familyOf } from '../dept/dept.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import { judgeSubmission } from './acceptance.rules.ts'
import { cosignerNumbers, cosignersToday, load, mayMake, seen, shownAgain } from './acceptance.service.ts'
import * as store from './acceptance.store.ts'
import { doneWords } from './acceptance.view.ts'
import { explained, openFor, scaleToday } from './open.service.ts'
import { again, caseOf, takeStep } from './steps.service.ts'

// What the one who takes over, those who sign, and the equipment office do.

export async function create(ctx: Ctx, { body }: Parsed<typeof acceptanceCalls.create>) {
  const about = await purchase.find(ctx, body.purchaseId)
  ctx.allow(about !== undefined && (await mayMake(ctx, about.requesterId)), '只有申购人可以新建验收单')
  const id = await openFor(ctx, body.purchaseId)
  if (id === undefined) throw refuse('NOTHING_LEFT', acceptanceRefusals.NOTHING_LEFT, { status: 409 })
  ctx.target = `acceptance ${id}`
  return shownAgain(ctx, await again(ctx, id))
}

export async function change(ctx: Ctx, { params, body }: Parsed<typeof acceptanceCalls.change>) {
  const { a, roles } = await load(ctx, params.id)
  await takeStep(ctx, a, roles, { event: 'change', to: 'draft' })
  await judgeMembers(
    ctx,
    a.receiverId,
    body.members.map((m) => m.userId),
  )
  if (
    (await explained(() => store.changePieces(ctx, a.id, a.purchaseId, body.pieces))) !== body.pieces.length
  )
    throw refuse('PIECE_TAKEN', acceptanceRefusals.PIECE_TAKEN, { status: 409 })
  await store.changeRest(ctx, a.id, await scaleToday(ctx, await store.pieces(ctx.db, a.id)), body)
  return shownAgain(ctx, await again(ctx, a.id))
}

async function judgeMembers(ctx: Ctx, receiverId: number, userIds: readonly number[]): Promise<void> {
  const active = await store.activeAmong(ctx.db, userIds)
  userIds.forEach((userId, i) => {
    if (userId === receiverId)
      throw refuseField(`members.${i}.userId`, acceptanceRefusals.MEMBER_SELF, 'MEMBER_SELF')
    if (!active.has(userId))
      throw refuseField(`members.${i}.userId`, acceptanceRefusals.MEMBER_UNKNOWN, 'MEMBER_UNKNOWN')
  })
}

/** Pictures are part of what is filled in: by whoever may change it, while he may. */
async function loadToChange(ctx: Ctx, id: number): Promise<store.Acceptance> {
  const { a, roles } = await load(ctx, id)
  if (!roles.has('receiver')) throw forbidden('只有验收人可以填写验收单')
  if (a.state !== 'draft') throw await tooLate(ctx, 'acceptance', id)
  return a
}
export async function addPictures(ctx: Ctx, { params }: Parsed<typeof acceptanceCalls.addPictures>) {
  const a = await loadToChange(ctx, params.id)
  await store.lock(ctx, a.id)
  const there = (await file.filesOf(ctx, 'acceptance', [a.id])).get(a.id) ?? []
  if (there.length + ctx.files.length > MAX_ACCEPTANCE_PICTURES)
    throw refuse('TOO_MANY_PICTURES', acceptanceRefusals.TOO_MANY_PICTURES)
  const kept = []
  for (const one of ctx.files)
    kept.push(
      file.attachmentOf(
        await file.keepPicture(ctx, one, { business: 'acceptance', rowId: a.id, visibility: 'private' }),
      ),
    )
  return kept
}
export async function removePicture(ctx: Ctx, { params }: Parsed<typeof acceptanceCalls.removePicture>) {
  const a = await loadToChange(ctx, params.id)
  const there = (await file.filesOf(ctx, 'acceptance', [a.id])).get(a.id) ?? []
  if (!there.some((f) => f.id === params.fileId)) throw notFound('照片')
  await file.remove(ctx, params.fileId)
  return null
}

export async function submit(ctx: Ctx, { params }: Parsed<typeof acceptanceCalls.submit>) {
  const { a, roles } = await load(ctx, params.id)
  await store.lock(ctx, a.id)
  const pieces = await store.pieces(ctx.db, a.id)
  const members = await store.members(ctx.db, a.id)
  const membersMin = cosignersToday(a, pieces, await dictionary.numbersOf(ctx, cosignerNumbers))
  await store.unsign(ctx, a.id)
  if (roles.has('receiver') && a.receiverId !== ctx.me.id) {
    // Whoever hands it in has taken it over: he is not to sign or audit it.
    await judgeMembers(
      ctx,
      ctx.me.id,
      members.map((m) => m.userId),
    )
    await store.setReceiver(ctx, a.id, ctx.me.id)
  }
  const receiverId = roles.has('receiver') ? ctx.me.id : a.receiverId
  const own = await entitled(ctx, a, receiverId)
  const { dept_head: head } = await approval.stepsFor(ctx, { business: 'acceptance', ...caseOf(a) })
  await store.setJudged(ctx, a.id, { cosigners: membersMin, steps: head.required ? ['dept_head'] : [] })
  const stepped = await takeStep(ctx, a, roles, { event: 'submit', to: 'awaiting_signatures' })
  const reasons = judgeSubmission(
    { ...a, checks: await store.checks(ctx.db, a.id), pieces },
    {
      today: localOf(ctx.now, ctx.env.CAMPUS_TZ).day,
      pictures: ((await file.filesOf(ctx, 'acceptance', [a.id])).get(a.id) ?? []).length,
      membersMin,
      ownMembers: members.filter((m) => own(m)).length,
    },
  )
  if (reasons[0]) throw refuse(reasons[0].code, reasons[0].message, { reasons })
  // What was left out is accepted on its own.
  await openFor(ctx, a.purchaseId)
  return shownAgain(ctx, stepped)
}

/** Whose signature counts: the laboratory's people for a small one, where it has any beside the receiver; else the dept's. */
async function entitled(
  ctx: Ctx,
  a: store.Acceptance,
  receiverId: number,
): Promise<(m: store.MemberRow) => boolean> {
  const lab =
    a.scale === 'small' && a.labId !== null
      ? await store.labPeople(ctx.db, a.labId, receiverId)
      : new Set<number>()
  if (lab.size > 0) return (m) => lab.has(m.userId)
  const family = new Set(await familyOf(ctx, a.deptId))
  return (m) => m.deptId !== null && family.has(m.deptId)
}

export async function sign(ctx: Ctx, { params, body }: Parsed<typeof acceptanceCalls.sign>) {
  const { a, roles } = await load(ctx, params.id)
  await store.lock(ctx, a.id)
  const asked = await approval.askedFor(ctx, { business: 'acceptance', rowId: a.id, step: 'sign' })
  const signing = asked.includes(ctx.me.id) ? [ctx.me.id] : asked
  const signed = await store.sign(ctx, a.id, signing, body.verdict, body.opinion)
  if (body.verdict === 'disagree')
    return shownAgain(
      ctx,
      await takeStep(ctx, a, roles, { event: 'object', to: 'draft', reason: body.opinion }),
    )
  const left = (await store.members(ctx.db, a.id)).filter((m) => m.signedAt === null).length
  const now = await takeStep(ctx, a, roles, {
    event: 'sign',
    to:
      left > 0
        ? 'awaiting_signatures'
        : a.steps?.includes('dept_head')
          ? 'awaiting_dept_head'
          : 'awaiting_audit',
    reason: body.opinion,
  })
  if (left > 0)
    for (const { user_id: userId } of signed)
      await approval.closeTask(
        ctx,
        { business: 'acceptance', rowId: a.id, step: 'sign', userId },
        'approved',
        body.opinion,
      )
  return shownAgain(ctx, now)
}

export async function audit(ctx: Ctx, { body }: Parsed<typeof acceptanceCalls.audit>) {
  // Each is judged by itself, and refused where it is not his to judge.
  ctx.allow(true)
  return eachByItself(ctx, body.items, async ({ id, state }) => {
    // Locked before it is judged: whoever comes second hears that it is taken, not that it was never his.
    await store.lock(ctx, id)
    const a = await store.find(ctx.db, id)
    const roles = a && (await seen(ctx, a))
    if (!a || !roles) throw notFound('验收单')
    if (a.state !== state) throw await tooLate(ctx, 'acceptance', id)
    return doneWords(
      await takeStep(ctx, a, roles, {
        ...(body.verdict === 'approve'
          ? { event: 'approve', to: a.state === 'awaiting_dept_head' ? 'awaiting_audit' : 'accepted' }
          : { event: 'send_back', to: 'draft' }),
        reason: body.reason,
      }),
    )
  })
}

export async function recall(ctx: Ctx, { params }: Parsed<typeof acceptanceCalls.recall>) {
  const { a, roles } = await load(ctx, params.id)
  return shownAgain(ctx, await takeStep(ctx, a, roles, { event: 'recall', to: 'draft' }))
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof acceptanceCalls.cancel>) {
  const { a, roles } = await load(ctx, params.id)
  return shownAgain(
    ctx,
    await takeStep(ctx, a, roles, { event: 'cancel', to: 'cancelled', reason: body.reason }),
  )
}
