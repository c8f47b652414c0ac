import { formatYuan } from '@portal/contract/kernel/money'
import { edit, view } from '@portal/contract/kernel/permissions'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import {
  stockInNumber,
  stockInRefusals,
  stockInStateWords,
  type StockInState,
} from '@portal/contract/stock-in/stock-in'
import type { Asking, Doing } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse, Refusal, refuseField } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import { becomeDevices } from './devices.action.ts'
import { stockInFlow, type StockInProcess } from './stock-in.flow.ts'
import { findRoles, isSpender, listShares } from './stock-in.rules.ts'
import * as store from './stock-in.store.ts'

type Row = store.StockIn

export const OF = 'stock_in'

/** A person's rights on the campus, and their relation to one order. */
export interface Standing {
  userId: number
  /** May write for finance. */
  cashier: boolean
  seesAll: boolean
  headedDepts: readonly number[]
  /** Will keep one of its pieces. */
  isKeeper: boolean
  /** Owns one of the cards that pay. */
  ownsCard: boolean
}

/** What finance enters about a payment; nulls if it only confirms. */
export interface Voucher {
  voucherNumber: string | null
  paidOn: string | null
}

const pageOf = {
  awaiting_info: 'forwardStoreInfo',
  awaiting_card_owner: 'forwardStoreInfo',
  awaiting_finance: 'finance',
  awaiting_store: 'storageFinish',
  stored: 'storageFinish',
} as const satisfies Record<StockInState, string>
const nameStockIn = (s: Row) => `${stockInNumber(s.id)} ${s.title}`
const findAmount = (s: Row) => `共 ${s.pieceCount} 台（件），金额 ${formatYuan(s.totalFen)} 元`

export const stockIns = defineProcess<StockInProcess>()(approval.inbox, {
  business: OF,
  flow: stockInFlow,
  noun: '入库单',
  hides: true,
  find: (ctx, id) => store.find(ctx.db, id),
  // Locks everything that steps will touch, in one fixed order, so that steps on the same rows cannot
  // deadlock.
  lock: async (ctx, ids) => fundCard.lockCards(ctx, await store.lock(ctx, ids)),
  write: (ctx, s, { event, to, reason }: Doing<StockInProcess, Voucher>) =>
    store.step(ctx, s.id, {
      from: s.state,
      to,
      reason,
      submits: event === 'submit',
      reimburses: event === 'confirm',
      stores: event === 'store',
    }),

  standingOf: readStanding,
  rolesOf: (s: store.StockInRow, who: Standing) => findRoles(s, who),
  // A spender (who submitted, agreed or pays) may not act for finance.
  awaitedAs: (s, ask, who) => (ask.step === 'finance' && isSpender(s, who.userId) ? null : ask.as),
  sees: (s, who, roles) =>
    roles.size > 0 || who.seesAll || who.isKeeper || who.ownsCard || who.headedDepts.includes(s.deptId),

  people: { requester: (_ctx, s) => [s.requesterId], card_owner: findWaitingOwners },
  subjectOf: (s) => ({
    what: nameStockIn(s),
    body: `${s.dept} ${s.requester}：${nameStockIn(s)}，${findAmount(s)}。`,
    link: `/osp/storage/${pageOf[s.state]}?id=${s.id}`,
    amountFen: s.totalFen,
    requesterId: s.requesterId,
  }),
  asking: {
    info: (_ctx, s) =>
      s.reason
        ? { news: '入库单被退回', body: `${nameStockIn(s)}：${s.reason}` }
        : {
            news: '验收通过，请办理预入库',
            body: `${nameStockIn(s)}，${findAmount(s)}，请补充设备信息和发票。`,
          },
    card_owner: (_ctx, s) => ({
      body: `${s.requester} 用您的经费卡支付${nameStockIn(s)}（${findAmount(s)}），请确认是否同意。`,
    }),
    finance: barSpender,
    store: (_ctx, s) => ({
      body: `${s.dept} ${s.requester}：${nameStockIn(s)}，${findAmount(s)}，财务已确认报销。`,
    }),
  },
  told: ['submit'],
  choose: { agree: recordAgreement },
  effects: {
    freezeShares,
    releaseShares,
    deductShares,
    enterVoucher,
    turnPiecesIntoDevices: (ctx, s) => becomeDevices(ctx, s),
    tellLabs,
  },
  newsOf(s) {
    const body =
      s.state === 'stored'
        ? '资产编号已生成，可打印标签，由实验室设置收费和开放预约。'
        : '财务已确认报销，等待设备处正式入库。'
    return {
      userIds: [s.requesterId],
      body: `${nameStockIn(s)}：${body}`,
      link: `/osp/storage/storageFinish?id=${s.id}`,
    }
  },
  screensOf: (s) => listScreens(s.requesterId),
  doneWords: (s) => stockInStateWords[s.state],
})

export const seesAll = (ctx: Ctx) => ctx.holds('PURCHASE_ALL', ...view('FINANCIAL'))

/** `id`: the order that is asked for; null for a list, whose scope decides what is visible. */
export async function readStanding(ctx: Ctx, id: number | null): Promise<Standing> {
  const who = { userId: ctx.me.id, cashier: ctx.holds(...edit('FINANCIAL')), seesAll: seesAll(ctx) }
  if (id === null || who.seesAll) return { ...who, headedDepts: [], isKeeper: false, ownsCard: false }
  const [isKeeper, ownsCard, headedDepts] = await together([
    store.keeps(ctx.db, id, ctx.me.id),
    store.ownsCard(ctx.db, id, ctx.me.id),
    listHeadedDepts(ctx),
  ])
  return { ...who, headedDepts, isKeeper, ownsCard }
}

/** This order's part of the purchase's sources. */
export const sharesIn = async (ctx: Ctx, s: Row): Promise<PurchaseSource[]> =>
  listShares(await purchase.listSources(ctx, s.purchaseId), s.beforeFen, s.totalFen)

/**
 * A task can bar one person besides its requester: here a spender whom finance would ask. Other spenders find
 * the task in their inbox, but it gives them no right.
 */
async function barSpender(ctx: Ctx, s: Row): Promise<Asking> {
  const ofFinance = { role: 'finance', labId: null, deviceId: null, exceptUserId: s.requesterId } as const
  const [asked] = await approval.findPeople(ctx, [ofFinance])
  const barredId =
    s.spenderIds.find((id) => asked?.role === 'finance' && asked.ids.includes(id)) ?? ctx.actor?.id ?? null
  return { barredId, exceptUserId: barredId }
}

// ── Effects ──────────────────────────────────────────────────────────────────

/** What each card pays, if cards pay; payments from projects are booked by finance itself. */
const sharesOfCards = async (ctx: Ctx, s: Row) =>
  s.payment === 'card'
    ? (await sharesIn(ctx, s)).flatMap(({ card, amountFen }) => (card ? { cardId: card.id, amountFen } : []))
    : []

/** Other people's cards whose owners have not agreed to the present submission. */
export async function waitingCards(ctx: Ctx, s: Row): Promise<{ id: number; ownerId: number }[]> {
  const shares = await sharesOfCards(ctx, s)
  const [owned, agreed] = await together([
    fundCard.listCardNames(
      ctx,
      shares.map((x) => x.cardId),
    ),
    store.agreedCards(ctx.db, s.id, s.round),
  ])
  return owned.filter((c) => c.ownerId !== s.requesterId && !agreed.has(c.id))
}
async function findWaitingOwners(ctx: Ctx, s: Row): Promise<number[]> {
  return (await waitingCards(ctx, s)).map((c) => c.ownerId)
}

/**
 * Other people's cards need their owners' agreement first. The order is not submitted yet, so this asks about
 * the next round, which has no agreements yet.
 */
export async function chooseAfterSubmit(
  ctx: Ctx,
  s: Row,
): Promise<'awaiting_card_owner' | 'awaiting_finance'> {
  const waiting = await waitingCards(ctx, { ...s, round: s.round + 1 })
  return waiting.length > 0 ? 'awaiting_card_owner' : 'awaiting_finance'
}

/**
 * An owner agrees for their own cards; a stand-in for all the owners they may answer for. The last agreement
 * moves the order on.
 */
async function recordAgreement(ctx: Ctx, s: Row): Promise<'awaiting_card_owner' | 'awaiting_finance'> {
  const asked = await approval.findAsked(ctx, { business: OF, rowId: s.id, step: 'card_owner' })
  const owners = asked.includes(ctx.me.id) ? [ctx.me.id] : asked
  const waiting = await waitingCards(ctx, s)
  const theirs = waiting.filter((c) => owners.includes(c.ownerId))
  // Agreeing without a card would close the task, and no one who can agree would be asked any more.
  if (theirs.length === 0) throw refuse('CARD_PASSED_ON', stockInRefusals.CARD_PASSED_ON, { status: 409 })
  await store.agree(
    ctx,
    s,
    theirs.map((c) => c.id),
  )
  return theirs.length === waiting.length ? 'awaiting_finance' : 'awaiting_card_owner'
}
const heldFor = (s: Row) => ({ business: OF, rowId: s.id, note: `入库单 ${stockInNumber(s.id)}` }) as const

/**
 * Freezes the amounts on the cards. `round` is still that of the submission before, so each submission
 * freezes anew. A card's refusal is reported at the field where the payment was chosen.
 */
async function freezeShares(ctx: Ctx, s: Row): Promise<void> {
  try {
    for (const share of await sharesOfCards(ctx, s))
      await fundCard.freeze(ctx, { ...heldFor(s), ...share, userId: s.requesterId, part: s.round })
  } catch (e) {
    throw e instanceof Refusal ? refuseField('payment', e.message, e.code) : e
  }
}

async function releaseShares(ctx: Ctx, s: Row): Promise<void> {
  if (s.payment === 'card') await fundCard.release(ctx, { ...heldFor(s), part: s.round })
}

async function deductShares(ctx: Ctx, s: Row): Promise<void> {
  for (const share of await sharesOfCards(ctx, s)) await fundCard.deduct(ctx, { ...heldFor(s), ...share })
}

async function enterVoucher(ctx: Ctx, s: Row, { changes }: Doing<StockInProcess, Voucher>): Promise<void> {
  if (changes && !(await store.setVoucher(ctx, s.id, changes)))
    throw refuse('VOUCHER_BEFORE', stockInRefusals.VOUCHER_BEFORE, { status: 409 })
}

/** Tells the directors of the labs to set prices, hours and sharing. */
async function tellLabs(ctx: Ctx, s: Row): Promise<void> {
  const pieces = (await store.pieces(ctx.db, s.id)).filter((p) => p.labId !== null && p.deviceId !== null)
  for (const [labId, theirs] of Map.groupBy(pieces, (p) => Number(p.labId))) {
    const names = [...new Set(theirs.map((p) => p.name))].join('、')
    await tell(ctx, {
      kind: OF,
      role: { role: 'lab_director', labId },
      exceptUserId: ctx.actor?.id ?? null,
      mail: true,
      title: '新仪器已入库，请设置收费和开放预约',
      body: `${names}（${theirs.length} 台）已正式入库到本实验室，请制定收费标准、设置开放预约并设为共享。`,
      link: `/open-sharing/open-set?deviceId=${theirs[0]?.deviceId}`,
    })
  }
}
