import {
  acceptanceRefusals,
  MAX_ACCEPTANCE_PICTURES,
  type acceptanceCalls,
} from '@portal/contract/acceptance/acceptance'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, notFound, refuse, refuseAll, refuseField } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { findToday } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import { listFamily } from '../dept/dept.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import { findActive } from '../people/people.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import { acceptances, describeCase, mayMake } from './acceptance.process.ts'
import { cosignerNumbers, countCosignersToday, judgeSubmission } from './acceptance.rules.ts'
import * as store from './acceptance.store.ts'
import * as parts from './parts.store.ts'
import { openFor, refuseTaken, chooseScaleToday } from './open.action.ts'
import { showAfter, showNow } from './show.action.ts'

// The calls of the receiver, the members and the equipment office.

export async function create(ctx: Ctx, { body }: Parsed<typeof acceptanceCalls.create>) {
  const about = await purchase.find(ctx, body.purchaseId)
  ctx.allow(about !== undefined && (await mayMake(ctx, about.requesterId)), '只有申购人可以新建验收单')
  const id = await openFor(ctx, body.purchaseId)
  if (id === undefined) throw refuse('NOTHING_LEFT', acceptanceRefusals.NOTHING_LEFT, { status: 409 })
  return showNow(ctx, id)
}

/** Values that a change keeps when its body leaves them out. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const { place, acceptedOn, conclusion, checks, members } = await showNow(ctx, Number(params['id']))
  return {
    place,
    acceptedOn,
    conclusion,
    checks,
    members: members.map(({ user, duty }) => ({ userId: user.id, duty })),
  }
}

/** Filled in on two devices, or by a stand-in as well, nothing unseen is overwritten or handed in. */
const refuseOld = (ctx: Ctx, a: store.Acceptance, revision: number | null | undefined) =>
  refuseUnseen(ctx, '验收单', a, revision, async () => (await acceptances.trailOf(ctx, a)).history)

export async function change(ctx: Ctx, { params, body }: Parsed<typeof acceptanceCalls.change>) {
  const loaded = await acceptances.hold(ctx, params.id)
  await refuseOld(ctx, loaded.row, body.revision)
  const a = await acceptances.take(ctx, loaded, 'change')
  await judgeMembers(
    ctx,
    a.receiverId,
    body.members.map((m) => m.userId),
  )
  const taken = await refuseTaken(() => store.changePieces(ctx, a.id, a.purchaseId, body.pieces))
  if (taken !== body.pieces.length)
    throw refuse('PIECE_TAKEN', acceptanceRefusals.PIECE_TAKEN, { status: 409 })
  await store.changeRest(ctx, a.id, await chooseScaleToday(ctx, await parts.listPieces(ctx.db, a.id)), body)
  return showNow(ctx, a.id)
}

async function judgeMembers(ctx: Ctx, receiverId: number, userIds: readonly number[]): Promise<void> {
  const active = await findActive(ctx, userIds)
  userIds.forEach((userId, i) => {
    if (userId === receiverId)
      throw refuseField(`members.${i}.userId`, acceptanceRefusals.MEMBER_SELF, 'MEMBER_SELF')
    if (!active.has(userId))
      throw refuseField(`members.${i}.userId`, acceptanceRefusals.MEMBER_UNKNOWN, 'MEMBER_UNKNOWN')
  })
}

/** Pictures belong to the form: only the receiver changes them, and only in a draft. */
async function holdToChange(ctx: Ctx, id: number): Promise<store.Acceptance> {
  const { row, roles } = await acceptances.hold(ctx, id, 'draft')
  if (!roles.has('receiver')) throw forbidden('只有验收人可以填写验收单')
  return row
}
export async function addPictures(ctx: Ctx, { params }: Parsed<typeof acceptanceCalls.addPictures>) {
  const a = await holdToChange(ctx, params.id)
  const there = (await file.listFiles(ctx, 'acceptance', [a.id])).get(a.id) ?? []
  if (there.length + ctx.files.length > MAX_ACCEPTANCE_PICTURES)
    throw refuse('TOO_MANY_PICTURES', acceptanceRefusals.TOO_MANY_PICTURES)
  const kept = []
  for (const one of ctx.files)
    kept.push(
      file.showAttachment(
        await file.keepPicture(ctx, one, { business: 'acceptance', rowId: a.id, visibility: 'private' }),
      ),
    )
  return kept
}
export async function removePicture(ctx: Ctx, { params }: Parsed<typeof acceptanceCalls.removePicture>) {
  const a = await holdToChange(ctx, params.id)
  const there = (await file.listFiles(ctx, 'acceptance', [a.id])).get(a.id) ?? []
  if (!there.some((f) => f.id === params.fileId)) throw notFound('照片')
  await file.remove(ctx, params.fileId)
  return null
}

export async function submit(ctx: Ctx, { params, body }: Parsed<typeof acceptanceCalls.submit>) {
  const loaded = await acceptances.hold(ctx, params.id)
  await refuseOld(ctx, loaded.row, body.revision)
  const { row: a, roles, standing } = loaded
  const pieces = await parts.listPieces(ctx.db, a.id)
  const members = await parts.listMembers(ctx.db, a.id)
  const membersMin = countCosignersToday(a, pieces, await dictionary.readNumbers(ctx, cosignerNumbers))
  await store.unsign(ctx, a.id)
  if (roles.has('receiver')) {
    // A member who has left since cannot sign, and has no stand-in.
    await judgeMembers(
      ctx,
      ctx.me.id,
      members.map((m) => m.userId),
    )
    // The person who submits it becomes the receiver, who may not sign or audit it.
    if (a.receiverId !== ctx.me.id) await store.setReceiver(ctx, a.id, ctx.me.id)
  }
  const receiverId = roles.has('receiver') ? ctx.me.id : a.receiverId
  const own = await entitled(ctx, a, receiverId)
  const { dept_head: head } = await approval.stepsFor(ctx, { business: 'acceptance', ...describeCase(a) })
  await store.setJudged(ctx, a.id, { cosigners: membersMin, steps: head.required ? ['dept_head'] : [] })
  const now = await acceptances.take(ctx, loaded, 'submit')
  const reasons = judgeSubmission(
    { ...a, checks: await parts.listChecks(ctx.db, a.id), pieces },
    {
      today: findToday(ctx),
      pictures: ((await file.listFiles(ctx, 'acceptance', [a.id])).get(a.id) ?? []).length,
      membersMin,
      ownMembers: members.filter((m) => own(m)).length,
    },
  )
  refuseAll(reasons)
  // Pieces that were left out get an acceptance of their own.
  await openFor(ctx, a.purchaseId)
  return showAfter(ctx, now, standing)
}

/**
 * Whose signatures count: for a small acceptance the people of the laboratory, if it has any besides the
 * receiver; otherwise those of the department.
 */
async function entitled(
  ctx: Ctx,
  a: store.Acceptance,
  receiverId: number,
): Promise<(m: parts.MemberRow) => boolean> {
  const lab =
    a.scale === 'small' && a.labId !== null
      ? await parts.findLabPeople(ctx.db, a.labId, receiverId)
      : new Set<number>()
  if (lab.size > 0) return (m) => lab.has(m.userId)
  const family = new Set(await listFamily(ctx, a.deptId))
  return (m) => m.deptId !== null && family.has(m.deptId)
}

export async function sign(ctx: Ctx, { params, body }: Parsed<typeof acceptanceCalls.sign>) {
  const { stateAt } = body
  const loaded = await acceptances.hold(
    ctx,
    params.id,
    stateAt ? { state: 'awaiting_signatures', stateAt } : null,
  )
  const { id, state } = loaded.row
  if (state === 'awaiting_signatures' && !loaded.roles.has('member'))
    throw forbidden(acceptanceRefusals.SIGN_OTHERS)
  await store.sign(ctx, id, body.verdict, body.opinion)
  const event = body.verdict === 'agree' ? 'sign' : 'object'
  const now = await acceptances.take(ctx, loaded, event, { reason: body.opinion })
  return showAfter(ctx, now, loaded.standing)
}

export const audit = (ctx: Ctx, { body: { items, verdict, reason } }: Parsed<typeof acceptanceCalls.audit>) =>
  acceptances.eachOf(ctx, items, (loaded) => acceptances.take(ctx, loaded, verdict, { reason }))

export async function recall(ctx: Ctx, { params }: Parsed<typeof acceptanceCalls.recall>) {
  const loaded = await acceptances.hold(ctx, params.id)
  return showAfter(ctx, await acceptances.take(ctx, loaded, 'recall'), loaded.standing)
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof acceptanceCalls.cancel>) {
  const loaded = await acceptances.hold(ctx, params.id)
  return showAfter(ctx, await acceptances.take(ctx, loaded, 'cancel', body), loaded.standing)
}
