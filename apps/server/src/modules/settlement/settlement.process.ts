import { formatYuan } from '@portal/contract/kernel/money'
import { edit, view } from '@portal/contract/kernel/permissions'
import {
  settlementNumber,
  settlementRefusals,
  settlementStateWords,
  type SettlementEvent,
} from '@portal/contract/settlement/settlement'
import type { Case, Doing, Subject, Telling } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { defineProcess } from '../../kernel/process.ts'
import { forbidden, refuse } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as testOrder from '../test-order/test-order.service.ts'
import { flowOf, type Settlement } from './settlement.flow.ts'
import { findRoles, maySee, wordRest, type Standing } from './settlement.rules.ts'
import * as store from './settlement.store.ts'

type Row = store.SettlementDetail
/** Number of the refund's voucher, and its date. */
interface Changes {
  number: string
  refundedOn: string
}

export const settlements = defineProcess<Settlement>()(approval.inbox, {
  business: 'settlement',
  flow: { all: Object.values(flowOf), of: (s: store.SettlementRow) => flowOf[s.way] },
  noun: '结算单',
  hides: true,
  find: (ctx, id): Promise<Row | undefined> => store.find(ctx.db, id),
  /**
   * Locks everything that a batch will change, in one order,
   * so that two clerks with the same rows cannot deadlock.
   */
  lock: async (ctx, ids) => fundCard.lockCards(ctx, await store.lock(ctx, ids)),
  write(ctx, s, { event, to, reason, changes }: Doing<Settlement, Changes>) {
    if (event === 'refund') return changes ? store.refund(ctx, s.id, changes) : Promise.resolve(false)
    const pays = event === 'deduct' || event === 'receive'
    // The payer is not asked for this step, but tasks from before that rule may still wait for the payer.
    if (pays && s.payerId === ctx.actor?.id) throw forbidden(settlementRefusals.OWN_PAYMENT)
    // The database has the same constraint.
    if (event === 'reverse' && s.settledById === ctx.actor?.id)
      throw forbidden(settlementRefusals.OWN_REVERSAL)
    // A reversal shows why it was asked for; the opinion of who approved it stands in the history.
    return store.step(ctx, s.id, { from: s.state, to, reason: event === 'reverse' ? s.reason : reason, pays })
  },

  standingOf: readStanding,
  rolesOf: findRoles,
  sees: maySee,
  knowsAll: (w: Standing) => w.seesAll,

  people: { card_owner: findWaitingOwners, starter: (_, s) => [s.starterId] },
  caseOf: describeCase,
  // Without the laboratory, so that administrators act if finance
  // has nobody left, and not the laboratory that is paid.
  subjectOf: (s): Subject => ({
    what: nameWhat(s),
    body: findRequest(s),
    link: makeLink(s),
    amountFen: s.totalFen,
    requesterId: s.starterId,
  }),
  asking: {
    card_owner: (_, s) => ({
      body: `${s.starterName} 用您的经费卡发起结算（${nameWhat(s)}，${findAmount(s)}），请审批。`,
    }),
    remittance: (_, s) => ({
      ...(s.reason !== null && { news: '汇款信息被退回' }),
      address: () => ({
        userIds: listParties(s),
        body: s.reason
          ? `${nameWhat(s)}：${s.reason}`
          : `${nameWhat(s)}，${findAmount(s)}，请按结算单中的收款账户汇款，再登记凭证号并上传凭证。`,
      }),
    }),
    // Neither the starter nor the payer may confirm the payment.
    finance: (_, s) => ({
      barredId: s.payerId,
      address: (fellTo) => ({
        role: { role: fellTo === 'sysadmin' ? 'sysadmin' : 'finance' },
        body: findRequest(s),
      }),
    }),
    // Neither the person who asks for the reversal nor the one who confirmed the payment may approve it.
    reversal: (ctx, s) => ({
      requesterId: ctx.me.id,
      exceptUserId: ctx.me.id,
      barredId: s.settledById,
      address: (fellTo) => addressReversal(s, fellTo === 'sysadmin'),
    }),
  },
  told: ['create'],
  choose: { agree: recordAgreement },
  effects: {
    settleOrders: (ctx, s) => discard(testOrder.settle(ctx, s.id)),
    releaseOrders: (ctx, s, { reason }) => discard(testOrder.release(ctx, s.id, reason)),
    reopenOrders: (ctx, s) => discard(testOrder.reopen(ctx, s.id, s.reason)),
    deductShares,
    releaseShares: (ctx, s) => discard(fundCard.release(ctx, heldFor(s))),
    payBackShares: (ctx, s) => discard(fundCard.reverse(ctx, heldFor(s))),
  },
  newsOf: async (s, { event }, ctx) => [
    {
      userIds: listParties(s),
      body:
        `结算单 ${settlementNumber(s.id)}（${formatYuan(s.totalFen)} 元）${await findOutcome(ctx, s, event)}` +
        (s.reason ? `原因：${s.reason}` : ''),
      link: makeLink(s),
    },
    ...(event === 'reverse' ? [tellClerks(s)] : []),
  ],
  screensOf: (s) => listScreens(s.starterId, s.payerId),
  // Finance has to refund it, although there is no task that says so.
  unaskedOf: (s) => (s.state === 'reversed' ? '财务人员' : null),
  doneWords: (s) => settlementStateWords[s.state],
})

// ── Who a person is ──────────────────────────────────────────────────────────

/** Whether the caller sees all settlements: finance, and holders of the unrestricted permission. */
export const seesAll = (ctx: Ctx): boolean => ctx.holds('SETTLE_ORDER_ALL', ...view('FINANCIAL'))

/** The caller's posts and, for one settlement, whether the caller owns one of its cards. */
export async function readStanding(ctx: Ctx, settlementId: number | null): Promise<Standing> {
  const all = seesAll(ctx)
  const [{ labIds, directedLabIds }, ownsCard] = await together([
    testOrder.readPlaces(ctx, ctx.holds(...view('SETTLE_ORDER'))),
    all || settlementId === null ? Promise.resolve(false) : store.ownsCard(ctx.db, settlementId, ctx.me.id),
  ])
  const clerk = ctx.holds(...edit('FINANCIAL'))
  return { userId: ctx.me.id, labIds, directedLabIds, clerk, seesAll: all, ownsCard }
}

/** Owners who have not agreed yet. */
async function findWaitingOwners(ctx: Ctx, s: Row): Promise<number[]> {
  const shares = await store.listShares(ctx.db, s.id)
  return shares.filter((h) => h.ownerApprovedAt === null).map((h) => h.ownerId)
}

/** What the policy is chosen by. */
export function describeCase(s: Pick<Row, 'labId' | 'labDeptId' | 'payerUserType' | 'totalFen'>): Case {
  return {
    deviceId: null,
    labId: s.labId,
    deptId: s.labDeptId,
    userType: s.payerUserType,
    amountFen: s.totalFen,
  }
}

// ── Words ────────────────────────────────────────────────────────────────────

const nameWhat = (s: Row): string => `${s.payerName} 的结算单 ${settlementNumber(s.id)}`
const findAmount = (s: Row): string => `金额 ${formatYuan(s.totalFen)} 元`
const findRequest = (s: Row): string => `${nameWhat(s)}，${findAmount(s)}，请处理。`
const makeLink = (s: Row): string => `/account/payOrderDetail?id=${s.id}`
const listParties = (s: Row): number[] => [...new Set([s.starterId, s.payerId])]

function addressReversal(s: Row, alone: boolean) {
  const help = alone ? '。没有其他财务人员可以审批，请系统管理员另行指定一位财务人员（授予财务权限）' : ''
  return {
    role: { role: alone ? ('sysadmin' as const) : ('finance' as const) },
    body: `${nameWhat(s)}，${findAmount(s)}，原因：${s.reason ?? ''}${help}`,
  }
}

/**
 * A reversal opens no task, but the remittance has to be refunded, and the voucher reversed in the books.
 * As a rule neither is the work of the clerk who approved it.
 */
function tellClerks(s: Row): Telling {
  const books =
    s.postingNumber === null
      ? '尚未登记记账凭证号，如已记账请冲销原账'
      : `请冲销原账（原记账凭证号 ${s.postingNumber}）`
  const remitted = s.way === 'offline'
  const work = remitted
    ? `请将已收的汇款退回付款人，登记退款凭证号。${books}。`
    : `款项已退回经费卡。${books}。`
  return {
    role: { role: 'finance' },
    title: remitted ? '结算单已冲正，待退款' : '结算单已冲正，待冲账',
    body: `${nameWhat(s)}，${findAmount(s)}，已冲正。${work}${s.reason ? `原因：${s.reason}` : ''}`,
    link: makeLink(s),
  }
}

const outcomes: Partial<Record<SettlementEvent, string>> = {
  deduct: '已扣款。',
  receive: '汇款已到账。',
  refuse: '已驳回，测试单可重新结算。',
  refuse_reversal: '冲正申请已驳回。',
}
async function findOutcome(ctx: Ctx, s: Row, event: SettlementEvent): Promise<string> {
  // The payer may have been asked to remit.
  if (event === 'cancel')
    return `已取消，${s.way === 'offline' ? '请勿再按该结算单汇款；' : ''}测试单可重新结算。`
  if (event !== 'reverse' && event !== 'refund') return outcomes[event] ?? ''
  const undue = await store.countUndue(ctx.db, s.id)
  const rest = wordRest(s.itemCount, undue)
  if (event === 'refund') return `的汇款已退回，${rest}。`
  if (s.way === 'fund_card') return `已冲正，款项已退回经费卡，${rest}。`
  return `已冲正，已收汇款待财务退款；${undue.waived < s.itemCount ? '退款登记前请勿再次汇款' : rest}。`
}

// ── Effects ──────────────────────────────────────────────────────────────────

const heldFor = (s: Row) =>
  ({ business: 'settlement', rowId: s.id, note: `结算单 ${settlementNumber(s.id)}` }) as const

/** Drops the result, which is not needed here. */
const discard = async (work: Promise<number>): Promise<void> => void (await work)

async function deductShares(ctx: Ctx, s: Row): Promise<void> {
  // Already in the order of card ids.
  for (const { cardId, amountFen } of await store.listShares(ctx.db, s.id))
    await fundCard.deduct(ctx, { ...heldFor(s), cardId, amountFen })
}

/**
 * An owner agrees for their own cards; a deputy agrees for everyone they
 * stand in for. The batch locks the settlement, so of two concurrent owners
 * the second sees the approval of the first and knows that it is the last.
 */
async function recordAgreement(ctx: Ctx, s: Row): Promise<'awaiting_card_owner' | 'awaiting_finance'> {
  const [asked, shares] = await together([
    approval.findAsked(ctx, { business: 'settlement', rowId: s.id, step: 'card_owner' }),
    store.listShares(ctx.db, s.id),
  ])
  const owners = asked.includes(ctx.me.id) ? [ctx.me.id] : asked
  const theirs = shares.filter((h) => owners.includes(h.ownerId))
  const approved = await store.approveShares(
    ctx,
    s.id,
    theirs.map((h) => h.cardId),
  )
  // Without this the task would be closed, and nobody would be left who can agree.
  if (approved.length === 0)
    throw refuse('CARD_PASSED_ON', settlementRefusals.CARD_PASSED_ON, { status: 409 })
  const isLast = shares.every((h) => h.ownerApprovedAt !== null || owners.includes(h.ownerId))
  return isLast ? 'awaiting_finance' : 'awaiting_card_owner'
}
