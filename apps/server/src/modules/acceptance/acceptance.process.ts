import {
  acceptanceNumber,
  acceptanceStateWords,
  type AcceptanceScale,
} from '@portal/contract/acceptance/acceptance'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { listScreens } from '../../kernel/live.ts'
import { defineProcess } from '../../kernel/process.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as delivery from '../delivery/delivery.service.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import { acceptanceFlow, type AcceptanceProcess } from './acceptance.flow.ts'
import { findRoles, nameSummary } from './acceptance.rules.ts'
import * as store from './acceptance.store.ts'
import * as parts from './parts.store.ts'

type Row = store.Acceptance

/** A person's rights on the campus, and their relation to one acceptance. */
export interface Standing {
  userId: number
  office: boolean
  headedDepts: readonly number[]
  /** Signs it with others, or has signed. */
  isMember: boolean
  /** May create another acceptance for the pieces left over by this one. */
  makes: boolean
}

const linkTo = (id: number, scale: AcceptanceScale) =>
  `/osp/storage/${scale === 'small' ? 'acceptanceAutoInfo' : 'acceptanceAcademyInfo'}?id=${id}`

/**
 * The facts that the approval policy depends on. The amount is that of all pieces: whoever refuses a dear one
 * has it approved by the same people as whoever accepts it.
 */
export const describeCase = (a: Row) => ({
  deviceId: null,
  labId: a.labId,
  deptId: a.deptId,
  userType: a.receiverType,
  amountFen: a.judgedFen,
})

export const acceptances = defineProcess<AcceptanceProcess>()(approval.inbox, {
  business: 'acceptance',
  flow: acceptanceFlow,
  noun: '验收单',
  hides: true,
  find: (ctx, id) => store.find(ctx.db, id),
  lock: store.lock,
  write: (ctx, a, { to, reason }) => store.step(ctx, a.id, { from: a.state, to, reason }),

  standingOf: readStanding,
  rolesOf: (a: store.AcceptanceRow, who: Standing) => findRoles(a, who),
  sees: (a, who, roles) =>
    roles.size > 0 || who.office || who.isMember || who.makes || who.headedDepts.includes(a.deptId),

  people: {
    receiver: (_ctx, a) => [a.receiverId],
    member: (ctx, a) => parts.listUnsigned(ctx.db, a.id),
  },
  subjectOf: (a) => ({
    what: `${acceptanceNumber(a.id)} ${a.title}`,
    body: `${a.dept} ${a.receiver}：${nameSummary(a)}。`,
    link: linkTo(a.id, a.scale),
    amountFen: a.totalFen,
    requesterId: a.receiverId,
  }),
  asking: {
    fill: (_ctx, a) =>
      a.reason
        ? { news: '验收单被退回', body: `${nameSummary(a)}，退回原因：${a.reason}` }
        : { news: '设备已到货，请验收', body: `${nameSummary(a)}，设备信息已核对，请验收。` },
    sign: (_ctx, a) => ({ body: `${a.receiver} 请您会签：${nameSummary(a)}。` }),
    dept_head: (_ctx, a) => ({ deptId: a.deptId }),
    audit: (_ctx, a) => ({ link: `/osp/storage/acceptanceAuditInfo?id=${a.id}` }),
  },
  caseOf: describeCase,
  choose: {
    async sign(ctx, a) {
      if ((await parts.listUnsigned(ctx.db, a.id)).length > 0) return 'awaiting_signatures'
      return a.steps?.includes('dept_head') ? 'awaiting_dept_head' : 'awaiting_audit'
    },
  },
  effects: { releasePieces, handPiecesOver, announcePieces },
  async newsOf(a, { event, reason }, ctx) {
    if (event === 'cancel') {
      const body = `验收单 ${acceptanceNumber(a.id)}（${a.title}）无须再会签。${reason ?? ''}`
      const userIds = await parts.listUnsigned(ctx.db, a.id)
      return { userIds, body, link: linkTo(a.id, a.scale), mail: false }
    }
    const body = `验收单 ${acceptanceNumber(a.id)} 已审核：${nameSummary(a)}。`
    return { userIds: [a.receiverId], body, link: linkTo(a.id, a.scale) }
  },
  screensOf: (a) => listScreens(a.receiverId),
  doneWords: (a) => acceptanceStateWords[a.state],
})

/** `id`: the acceptance that is asked for; null for a list, whose scope decides what is visible. */
export async function readStanding(ctx: Ctx, id: number | null): Promise<Standing> {
  const who = { userId: ctx.me.id, office: ctx.holds('PURCHASE_ALL') }
  if (id === null || who.office) return { ...who, headedDepts: [], isMember: false, makes: false }
  const [party, depts] = await together([store.findParty(ctx.db, id, ctx.me.id), listHeadedDepts(ctx)])
  const makes =
    party !== undefined &&
    (party.requesterId === ctx.me.id || (!party.requesterIsHere && (await mayMake(ctx, party.requesterId))))
  return { ...who, headedDepts: depts, isMember: party?.isMember ?? false, makes }
}

/**
 * May the caller create acceptances for this requester? The requester may; once their account is closed,
 * those their tasks fall to.
 */
export async function mayMake(ctx: Ctx, requesterId: number): Promise<boolean> {
  if (requesterId === ctx.me.id) return true
  const [asked] = await approval.findPeople(ctx, [
    { role: 'person', userId: requesterId, labId: null, deviceId: null, exceptUserId: null },
  ])
  return asked !== undefined && asked.role !== 'person' && asked.ids.includes(ctx.me.id)
}

// ── Effects ──────────────────────────────────────────────────────────────────

/** It has ended: pieces it did not accept may enter another acceptance. */
async function releasePieces(ctx: Ctx, a: Row): Promise<void> {
  await store.end(ctx, a.id)
}

/** Accepted pieces become the university's; refused pieces go back to the supplier. */
async function handPiecesOver(ctx: Ctx, a: Row): Promise<void> {
  const pieces = await parts.listPieces(ctx.db, a.id)
  const pieceIds = idsOfAccepted(pieces)
  const refused = pieces.flatMap((p) =>
    p.verdict === 'refuse' ? [{ pieceId: p.id, reason: p.reason ?? '' }] : [],
  )
  if (pieceIds.length > 0) await delivery.setAccepted(ctx, pieceIds, a.id)
  if (refused.length > 0) await delivery.sendBack(ctx, a.purchaseId, refused)
}

/** Accepted pieces go on to stock-in. */
async function announcePieces(ctx: Ctx, a: Row): Promise<void> {
  const pieceIds = idsOfAccepted(await parts.listPieces(ctx.db, a.id))
  if (pieceIds.length > 0)
    await announce(ctx, 'acceptance.accepted', { acceptanceId: a.id, purchaseId: a.purchaseId, pieceIds })
}

const idsOfAccepted = (pieces: readonly parts.PieceRow[]): number[] =>
  pieces.filter((p) => p.verdict === 'accept').map((p) => p.id)
