import { formatYuan } from '@portal/contract/kernel/money'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import {
  stockInNumber,
  stockInStateWords,
  type StockInEvent,
  type StockInState,
} from '@portal/contract/stock-in/stock-in'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { Refusal, refuseField } from '../../kernel/refuse.ts'
import * as approval from '../approval/approval.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import { becomeDevices } from './devices.service.ts'
import { stockInFlow, type StockInRole } from './stock-in.flow.ts'
import { sharesOf } from './stock-in.rules.ts'
import * as store from './stock-in.store.ts'

// The steps of a stock-in: judge by the flow, write, move the money, say who is awaited next, tell them.

export const OF = 'stock_in'

export async function again(ctx: Ctx, id: number): Promise<store.StockIn> {
  const s = await store.find(ctx.db, id)
  if (!s) throw new Error('a stock-in is never removed')
  return s
}

/** Accepted pieces come in: who asked for them completes what is known. */
export async function openFor(
  ctx: Ctx,
  accepted: { acceptanceId: number; purchaseId: number; pieceIds: readonly number[] },
): Promise<void> {
  const { to } = stockInFlow.judge(null, 'open', new Set(['system']))
  const id = await store.add(ctx, { ...accepted, state: to })
  await logStep(ctx, {
    business: OF,
    rowId: id,
    event: 'open',
    from: null,
    to,
    detail: { pieces: accepted.pieceIds },
  })
  await awaitNext(ctx, id)
}

const pageOf = {
  awaiting_info: 'forwardStoreInfo',
  awaiting_finance: 'finance',
  awaiting_store: 'storageFinish',
  stored: 'storageFinish',
} as const satisfies Record<StockInState, string>
export const linkTo = (s: { id: number; state: StockInState }) => `/osp/storage/${pageOf[s.state]}?id=${s.id}`

/** Somebody is awaited: a task, and a message. */
async function awaitNext(ctx: Ctx, id: number): Promise<void> {
  const s = await again(ctx, id)
  const what = `${stockInNumber(s.id)} ${s.title}`
  const task = { business: OF, rowId: s.id, amountFen: s.totalFen } as const
  const news = { kind: OF, exceptUserId: ctx.actor?.id ?? null, link: linkTo(s), mail: true } as const
  const amount = `共 ${s.pieceCount} 台（件），金额 ${formatYuan(s.totalFen)} 元`
  if (s.state === 'awaiting_info') {
    await approval.openTask(ctx, {
      ...task,
      step: 'info',
      role: 'person',
      userId: s.requesterId,
      requesterId: null,
      title: `预入库：${what}`,
    })
    await tell(ctx, {
      ...news,
      userIds: [s.requesterId],
      title: s.reason ? '入库单被退回' : '验收通过，请办理预入库',
      body: s.reason ? `${what}：${s.reason}` : `${what}，${amount}，请补充设备信息和发票。`,
    })
  } else if (s.state === 'awaiting_finance') {
    // Who handed it in for the requester does not confirm it either.
    await approval.openTask(ctx, {
      ...task,
      step: 'finance',
      role: 'finance',
      requesterId: ctx.actor?.id ?? s.requesterId,
      title: `报销确认：${what}`,
    })
    await tell(ctx, {
      ...news,
      role: { role: 'finance' },
      title: '入库单待报销',
      body: `${s.dept} ${s.requester}：${what}，${amount}。`,
    })
  } else if (s.state === 'awaiting_store') {
    await approval.openTask(ctx, {
      ...task,
      step: 'store',
      role: 'equip_office',
      requesterId: s.requesterId,
      title: `正式入库：${what}`,
    })
    await tell(ctx, {
      ...news,
      role: { role: 'equip_office' },
      title: '入库单待正式入库',
      body: `${s.dept} ${s.requester}：${what}，${amount}，财务已确认报销。`,
    })
  }
}

export interface Taken {
  event: StockInEvent
  to: StockInState
  reason?: string | null
}
/** Takes one step, and all that follows from it. Answers the order as it is then. */
export async function takeStep(
  ctx: Ctx,
  s: store.StockIn,
  roles: ReadonlySet<StockInRole>,
  { event, to, reason = null }: Taken,
): Promise<store.StockIn> {
  stockInFlow.judge(s.state, event, roles, { reason, to })
  const shown = event === 'send_back' ? reason : event === 'change' ? s.reason : null
  if (
    !(await store.step(ctx, s.id, {
      from: s.state,
      to,
      reason: shown,
      submits: event === 'submit',
      reimburses: event === 'confirm',
      stores: event === 'store',
    }))
  )
    throw await tooLate(ctx, OF, s.id)
  await logStep(ctx, { business: OF, rowId: s.id, event, from: s.state, to, reason })
  ctx.live(...screensOf(s.requesterId))
  await moveMoney(ctx, s, event)
  if (event === 'store') await becomeDevices(ctx, s)
  if (to === s.state) return again(ctx, s.id)
  await approval.closeTask(
    ctx,
    { business: OF, rowId: s.id },
    event === 'send_back' ? 'refused' : 'approved',
    reason,
  )
  await awaitNext(ctx, s.id)
  if (event === 'confirm' || event === 'store') await tellRequester(ctx, s, to)
  if (event === 'store') await tellLabs(ctx, s)
  return again(ctx, s.id)
}

/** What of the purchase's sources is this order's. */
export const sharesIn = async (ctx: Ctx, s: store.StockIn): Promise<PurchaseSource[]> =>
  sharesOf(await purchase.sourcesOf(ctx, s.purchaseId), s.beforeFen, s.totalFen)

/** What a step does to the cards, where they pay; what a project pays, finance books itself. */
async function moveMoney(ctx: Ctx, s: store.StockIn, event: StockInEvent): Promise<void> {
  if (s.payment !== 'card') return
  const shares = (await sharesIn(ctx, s)).flatMap(({ card, amountFen }) =>
    card ? { cardId: card.id, amountFen } : [],
  )
  const held = { business: OF, rowId: s.id, note: `入库单 ${stockInNumber(s.id)}` } as const
  if (event === 'submit') {
    try {
      await fundCard.lockCards(
        ctx,
        shares.map((x) => x.cardId),
      )
      for (const share of shares)
        await fundCard.freeze(ctx, { ...held, ...share, userId: s.requesterId, part: s.round })
    } catch (e) {
      throw e instanceof Refusal ? refuseField('payment', e.message, e.code) : e
    }
  } else if (event === 'send_back') await fundCard.release(ctx, { ...held, part: s.round })
  else if (event === 'confirm') for (const share of shares) await fundCard.deduct(ctx, { ...held, ...share })
}

/** Who runs the lab opens it: price, hours, sharing. */
async function tellLabs(ctx: Ctx, s: store.StockIn): Promise<void> {
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

async function tellRequester(ctx: Ctx, s: store.StockIn, to: StockInState): Promise<void> {
  const body =
    to === 'stored'
      ? '资产编号已生成，可打印标签，由实验室设置收费和开放预约。'
      : '财务已确认报销，等待设备处正式入库。'
  await tell(ctx, {
    kind: OF,
    userIds: [s.requesterId],
    exceptUserId: ctx.actor?.id ?? null,
    title: to === 'stored' ? stockInStateWords.stored : '报销已确认',
    body: `${stockInNumber(s.id)} ${s.title}：${body}`,
    link: `/osp/storage/storageFinish?id=${s.id}`,
    mail: true,
  })
}
