import { formatYuan } from '@portal/contract/kernel/money'
import { edit, view } from '@portal/contract/kernel/permissions'
import {
  testOrderNumber,
  testOrderRefusals,
  type TestOrderEvent,
} from '@portal/contract/test-order/test-order'
import type { Asking, Case, Doing, Telling } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { defineProcess } from '../../kernel/process.ts'
import { forbidden } from '../../kernel/refuse.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as booking from '../booking/booking.service.ts'
import { deptInScope } from '../dept/scope.rules.ts'
import * as listStore from './list.store.ts'
import { nextState, testOrderFlow, type Required, type TestOrder } from './test-order.flow.ts'
import { isOwn, judgeRise, rises, findRoles, maySee, type Standing } from './test-order.rules.ts'
import * as store from './test-order.store.ts'
import { LEFT, NEW_PAYER_LEFT, tellOfUnpaid } from './unpaid.action.ts'
import * as versionStore from './version.store.ts'

type Order = store.OrderDetail
/** What a handler passes to a step: the form, or the proposal. */
interface Changes {
  content?: store.Content
  proposal?: store.Proposal
}
type Step = Doing<TestOrder, Changes>

export const SYSTEM: ReadonlySet<TestOrder['role']> = new Set(['system'])
export const DEPARTURE: ReadonlySet<TestOrder['role']> = new Set(['departure'])

export const orders = defineProcess<TestOrder>()(approval.inbox, {
  business: 'test_order',
  flow: testOrderFlow,
  noun: '测试单',
  hides: true,
  find: (ctx, id): Promise<Order | undefined> => store.find(ctx.db, id),
  // All cards of a batch at once: `write` would lock those of a later order after an earlier order.
  lock: async (ctx, ids) => booking.lockMoney(ctx, await store.listReleasing(ctx.db, ids)),
  write,

  standingOf: readStanding,
  rolesOf: (o: store.OrderRow, w: Standing) => findRoles(o, w),
  sees: maySee,
  knowsAll: (w) => w.seesAll,

  people: {
    booker: (_, o) => [o.bookerId],
    payer: (_, o) => [o.payerId],
    new_payer: (_, o) => (o.proposedPayerId === null ? [] : [o.proposedPayerId]),
  },
  caseOf: findCase,
  subjectOf: (o) => ({
    labId: o.labId,
    deviceId: o.deviceId,
    what: nameOrder(o),
    body: `${nameOrder(o)}，费用 ${formatYuan(o.totalFen)} 元，请审核。`,
    link: detailLink(o.id),
    amountFen: o.totalFen,
    // The booker must not fill in the bill of their own booking.
    requesterId: o.bookerId,
  }),
  asking: {
    fill: (_, o, step): Asking => ({ ...draftNews(o, step?.event === 'correct'), link: formLink(o.id) }),
    // The person who filled it in must not approve it; if the booker directs the lab, the booker is barred
    // instead.
    director: (_, o) => ({ requesterId: o.bookerDirects ? o.bookerId : o.filledById }),
    booker: askBooker,
    payer: (_, o) => ({ ...NOWHERE, body: `${nameOrder(o)}，${findChange(o)}，请确认。` }),
    new_payer: (_, o) => ({
      ...NOWHERE,
      nobody: o.proposed !== 'payer',
      what: findBill(o),
      body:
        `${o.proposedByName ?? '系统'} 提议由您支付 ${o.bookerName} 的测试单 ${findBill(o)}` +
        `（原付款人 ${o.payerName}）。原因：${o.proposedReason}`,
      exceptUserId: null,
    }),
    write_off: askToWriteOff,
  },
  told: ['create'],
  choose: {
    submit: async (ctx, o) => nextState('submit', await readRequired(ctx, o)),
    approve: async (ctx, o) => nextState('director', await readRequired(ctx, o)),
    confirm: async (ctx, o) => nextState('booker', await readRequired(ctx, o)),
  },
  effects: {
    completeBooking,
    askToPay,
    releaseHold: (ctx, o) => booking.releaseHold(ctx, o.bookingId),
  },
  newsOf: (o, step, ctx, before) =>
    step.event === 'correct' ? correctionNews(o) : answerNews(before, step, ctx.actor === null),
  detailOf: showDetail,
  screensOf: (o) => listScreens(...[o.bookerId, o.payerId, o.proposedPayerId].filter((id) => id !== null)),
  unaskedOf(o) {
    if (o.state !== 'confirmed' || o.proposed !== null) return null
    // The payer's account is closed: these people name another payer or write the bill off.
    if (o.payerGone) return '实验室主任或财务'
    return [...new Set([o.bookerName, o.payerName])].join('、')
  },
  doneWords: (_, verdict) => (verdict === 'approve' ? '已通过' : '已退回'),
})

// ── Who a person is, and what the policy asks ────────────────────────────────

/** True if the caller sees all orders of the campus: finance, and holders of the unrestricted permission. */
export const seesAll = (ctx: Ctx): boolean => ctx.holds('TEST_ORDER_ALL', ...view('FINANCIAL'))

/** The caller's labs and devices; with `backOffice` also those of the caller's back-office permission. */
export const readPlaces = (ctx: Ctx, backOffice = false): Promise<listStore.Places> =>
  listStore.findPlaces(ctx.db, ctx.me.id, backOffice ? { deptId: deptInScope(ctx.me) } : null)

/** The caller's standing on the campus and, with an id, towards one order. */
export async function readStanding(ctx: Ctx, orderId: number | null): Promise<Standing> {
  const all = seesAll(ctx)
  const [places, keeps, ownsCard] = await together([
    readPlaces(ctx, orderId !== null && ctx.holds(...view('TEST_ORDER'))),
    orderId === null ? Promise.resolve(false) : store.keeps(ctx.db, orderId, ctx.me.id),
    orderId === null || all ? Promise.resolve(false) : store.ownsCard(ctx.db, orderId, ctx.me.id),
  ])
  return { userId: ctx.me.id, places, clerk: ctx.holds(...edit('FINANCIAL')), seesAll: all, keeps, ownsCard }
}

function findCase(o: Order): Case {
  return {
    deviceId: o.deviceId,
    labId: o.labId,
    deptId: o.labDeptId,
    userType: o.bookerUserType,
    amountFen: o.totalFen,
  }
}
const listSteps = (ctx: Ctx, o: Order) => approval.stepsFor(ctx, { business: 'test_order', ...findCase(o) })

/**
 * The steps required now. The payer must agree if the price rises, whatever the policy says of the booker; a
 * booker who pays is asked only once.
 */
export async function readRequired(ctx: Ctx, o: Order): Promise<Required> {
  const steps = await listSteps(ctx, o)
  const payer = rises(o)
  return {
    director: steps.director.required,
    booker: steps.booker.required && !(payer && o.payerId === o.bookerId),
    payer,
  }
}

// ── Writing ──────────────────────────────────────────────────────────────────

/** True if the step releases money of the booking: of a bill of zero, above a corrected one, of all of it. */
const movesMoney = (o: Order, { event, from, to }: Step): boolean =>
  event === 'write_off' ||
  event === 'accept_payer' ||
  (to === 'confirmed' && from !== 'confirmed' && (o.version > 1 || o.totalFen === 0))

async function write(ctx: Ctx, o: Order, step: Step): Promise<boolean> {
  // Before the order and its tasks, as the closing of an account does.
  if (movesMoney(o, step)) await booking.lockMoney(ctx, [o.bookingId])
  const { event, to, reason, changes } = step
  const judged = { from: o.state, revision: o.revision }
  switch (event) {
    case 'fill':
      return store.fill(ctx, o, given(changes?.content))
    case 'correct':
      return versionStore.correct(ctx, o.id, o.state, reason ?? '')
    case 'propose_payer':
    case 'propose_write_off':
      return store.propose(ctx, o.id, given(changes?.proposal))
    case 'accept_payer':
      return store.endProposal(ctx, o, true)
    case 'decline_payer':
    case 'decline_write_off':
    case 'withdraw':
      return store.endProposal(ctx, o, false)
    case 'write_off':
      if (ctx.actor && isOwn(o, ctx.actor.id)) throw forbidden(testOrderRefusals.OWN_WRITE_OFF)
      return store.step(ctx, o.id, {
        ...judged,
        to,
        reason: reason ?? o.proposedReason,
        // Null where a workflow decides without a proposal.
        proposedAt: o.proposedAt,
      })
    default: {
      const refusal = to === 'draft' ? undefined : judgeRise(o)
      if (refusal) throw refusal
      return store.step(ctx, o.id, { ...judged, to, reason, filled: event === 'submit' })
    }
  }
}
function given<T>(what: T | undefined): T {
  if (what === undefined) throw new Error('whoever takes this step brings it along')
  return what
}

/** Proposals and their answers log the present and the proposed payer. */
function showDetail(o: Order, { event, changes }: Step): unknown {
  if (!proposalEvents.has(event)) return undefined
  const newPayerId = changes?.proposal ? changes.proposal.payerId : o.proposedPayerId
  return { payerId: o.payerId, ...(newPayerId !== null && { newPayerId }), totalFen: o.totalFen }
}
const proposalEvents: ReadonlySet<TestOrderEvent> = new Set([
  'propose_payer',
  'propose_write_off',
  'accept_payer',
  'decline_payer',
  'write_off',
  'decline_write_off',
])

// ── Effects ──────────────────────────────────────────────────────────────────

async function completeBooking(ctx: Ctx, o: Order): Promise<void> {
  const untested = o.outcomes.filter((x) => x.outcome === 'untested').map((x) => x.sampleId)
  if (o.version === 1) await booking.complete(ctx, o.bookingId, untested)
  // A correction releases the frozen money above the new total.
  else await booking.lowerHold(ctx, o.bookingId, o.totalFen, o.version)
}

/** Asks for payment; an order with total 0 settles itself. */
async function askToPay(ctx: Ctx, o: Order): Promise<Order | void> {
  if (o.totalFen > 0) {
    await tellToPay(ctx, o, '测试单待结算')
    return
  }
  await booking.releaseHold(ctx, o.bookingId)
  return orders.take(ctx, { row: o, roles: SYSTEM }, 'settle')
}

/** Tells booker and payer, who both may start the settlement; handles a payer who has left. */
export async function tellToPay(ctx: Ctx, o: Order, title: string): Promise<void> {
  const why = o.lateCancel
    ? `${o.bookerName} 的预约已过免费取消时间后取消，`
    : o.noShow
      ? `${o.bookerName} 未按时使用且未取消预约，`
      : ''
  await tell(ctx, {
    kind: 'test_order',
    userIds: [...new Set([o.bookerId, o.payerId])],
    title,
    body: `${nameOrder(o)}，${why}应付 ${formatYuan(o.totalFen)} 元，${o.refundOpen ? '上一笔汇款退款后再发起结算' : '请发起结算'}。`,
    link: detailLink(o.id),
    mail: true,
  })
  if (!o.payerEnabled) await askInstead(ctx, await store.listUnpaid(ctx.db, [o.id]))
}

/** The payer has left: asks the successor they named; without one tells the labs and finance. */
export async function askInstead(ctx: Ctx, unpaid: readonly store.Unpaid[]): Promise<void> {
  await tellOfUnpaid(
    ctx,
    unpaid.filter((o) => o.successorId === null),
  )
  for (const { id, successorId } of unpaid) {
    if (successorId === null) continue
    const row = await store.find(ctx.db, id)
    if (!row) throw new Error('a test order is never removed')
    await orders.take(ctx, { row, roles: DEPARTURE }, 'propose_payer', {
      reason: LEFT,
      changes: { proposal: { kind: 'payer', payerId: successorId, byId: null, reason: LEFT } },
    })
  }
}

/**
 * Withdraws the tasks of proposals when their orders leave that state; the database clears the proposals
 * themselves.
 */
export async function endProposals(ctx: Ctx, orderIds: readonly number[], reason: string): Promise<void> {
  for (const rowId of orderIds)
    await approval.inbox.close(ctx, { business: 'test_order', rowId }, 'withdrawn', reason)
}

// ── Words ────────────────────────────────────────────────────────────────────

const formLink = (orderId: number) => `/account/measureInfo?id=${orderId}`
export const detailLink = (orderId: number) => `/account/orderDetail?id=${orderId}`
export const nameOrder = (o: store.OrderRow) => `${o.deviceName}（${testOrderNumber(o.id)}）`
const findBill = (o: Order) => `${nameOrder(o)}，金额 ${formatYuan(o.totalFen)} 元`
const findChange = (o: Order) =>
  `费用由 ${formatYuan(o.previousFen ?? 0)} 元更正为 ${formatYuan(o.totalFen)} 元`

/**
 * Without lab and device: if the person asked has left, the task falls to an administrator, not to the lab
 * that receives the money.
 */
const NOWHERE = { labId: null, deviceId: null } as const

function draftNews(o: Order, corrected: boolean): { news?: string; body: string } {
  if (corrected) return { news: '测试单待更正', body: `${nameOrder(o)} 的费用需更正：${o.reason}` }
  if (o.reason) return { news: '测试单被退回', body: `${nameOrder(o)} 被退回：${o.reason}` }
  return { body: `${o.bookerName} 在 ${nameOrder(o)} 的使用已结束，请填写测试单。` }
}

/** Says until when the booker may answer, and what silence means then: as a rule, yes to the bill. */
async function askBooker(ctx: Ctx, o: Order): Promise<Asking> {
  const { timeoutHours, onTimeout } = (await listSteps(ctx, o)).booker
  const until =
    timeoutHours === null ? '' : `于 ${shownAt(addMinutes(ctx.now, timeoutHours * 60), ctx.env.CAMPUS_TZ)} 前`
  const silence =
    onTimeout === 'approve'
      ? '，逾期未答复视为确认'
      : onTimeout === 'refuse'
        ? '，逾期未答复将退回审核员'
        : ''
  const body = `${nameOrder(o)}，费用 ${formatYuan(o.totalFen)} 元，请${until}确认${silence}。`
  return { body, dated: true }
}

/** Asks for a write-off; neither the proposer nor the people who owe the bill may decide. */
async function askToWriteOff(ctx: Ctx, o: Order): Promise<Asking> {
  if (o.proposed !== 'write_off') return { nobody: true }
  const body = `${findBill(o)}，付款人 ${o.payerName}。原因：${o.proposedReason}`
  return {
    ...NOWHERE,
    what: findBill(o),
    body,
    requesterId: ctx.actor?.id ?? null,
    barredId: await findBarred(ctx, o),
    address: (fellTo) => ({ role: { role: fellTo === 'sysadmin' ? 'sysadmin' : 'finance' }, body }),
  }
}

/**
 * A task can bar one person besides the requester. Of payer and booker this is the one who works for finance
 * and could act, so that the task falls to somebody else. If both do, the other one is refused when acting.
 */
async function findBarred(ctx: Ctx, o: Order): Promise<number> {
  const finance = {
    role: 'finance',
    labId: null,
    deviceId: null,
    exceptUserId: ctx.actor?.id ?? null,
  } as const
  const [actors] = await approval.findPeople(ctx, [finance])
  return [o.payerId, o.bookerId].find((id) => actors?.ids.includes(id)) ?? o.payerId
}

/** Tells booker and payer that the price is being corrected. */
const correctionNews = (o: Order): Telling => ({
  userIds: [...new Set([o.bookerId, o.payerId])],
  body: `${nameOrder(o)}，原费用 ${formatYuan(o.previousFen ?? 0)} 元将更正：${o.reason}。更正后请重新核对，暂勿付款。`,
  link: detailLink(o.id),
})

/** Tells the outcome of a proposal. `o`: the order before the answer or the timeout. */
function answerNews(o: Order, step: Step, silent: boolean): Telling[] {
  const { event, reason } = step
  const people = [o.bookerId, o.payerId, o.proposedById].filter((id) => id !== null)
  const why = reason && reason !== NEW_PAYER_LEFT ? `说明：${reason}` : ''
  const news = {
    body: `${findBill(o)}：${answerWords(o, step, silent)}。${why}`,
    link: detailLink(o.id),
  }
  const toPeople = { ...news, userIds: [...new Set(people)] }
  // Nobody follows up a proposal of the system, so the director and finance are told to act.
  if (event !== 'decline_payer' || o.proposedById !== null) return [toPeople]
  const toAct = { ...news, body: `${news.body}请更换付款人，或提出核销。` }
  return [
    toPeople,
    { ...toAct, role: { role: 'lab_director', labId: o.labId } },
    { ...toAct, role: { role: 'finance' } },
  ]
}
function answerWords(o: Order, { event, reason }: Step, silent: boolean): string {
  if (event === 'accept_payer') return `${o.proposedPayerName ?? ''}已同意支付，请由其发起结算`
  if (event === 'decline_payer' && reason === NEW_PAYER_LEFT)
    return `${o.proposedPayerName ?? ''}的账号已停用，不能付款`
  if (event === 'decline_payer')
    return `${o.proposedPayerName ?? ''}${silent ? '未在时限内答复' : '拒绝支付'}`
  return event === 'write_off' ? '已核销，无需支付' : '核销未获批准'
}
