import { formatYuan } from '@portal/contract/kernel/money'
import type { Parsed } from '@portal/contract/kernel/call'
import type { purchaseCalls } from '@portal/contract/purchase/calls'
import {
  purchaseNumber,
  purchaseStateWords,
  type PurchaseEvent,
  type PurchaseState,
} from '@portal/contract/purchase/purchase'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { tell, type Tell } from '../../kernel/outbox.store.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import * as approval from '../approval/approval.service.ts'
import * as panel from '../panel/panel.service.ts'
import { loadLocked, OF, seen, shown } from './access.service.ts'
import { purchaseFlow, type PurchaseRole } from './purchase.flow.ts'
import { approvalAfter } from './purchase.rules.ts'
import * as store from './purchase.store.ts'
import { doneWords } from './purchase.view.ts'

// The steps of a purchase: judge by the flow, write, say who is awaited next, tell them.

export const SYSTEM: ReadonlySet<PurchaseRole> = new Set(['system'])
const linkOf = (p: { id: number }) => `/osp/subscribe/subscribeFill?id=${p.id}`
const wordsOf = (p: store.PurchaseDetail) => `${p.requesterName} 的申购 ${purchaseNumber(p.id)}（${p.title}）`

export interface Taken {
  event: PurchaseEvent
  to: PurchaseState
  reason?: string | null
}
/** Takes one step for whoever is at work (null: the system), and all that follows from it. Answers the purchase as it is then. */
export async function takeStep(
  ctx: Ctx,
  p: store.PurchaseDetail,
  roles: ReadonlySet<PurchaseRole>,
  { event, to, reason = null }: Taken,
): Promise<store.PurchaseDetail> {
  purchaseFlow.judge(p.state, event, roles, { reason, to })
  // With the row stays why it came back or ended; what was said to a yes is in the log.
  if (!(await store.step(ctx, p.id, { from: p.state, to, reason: event === 'approve' ? null : reason })))
    throw await tooLate(ctx, OF, p.id)
  await logStep(ctx, { business: OF, rowId: p.id, event, from: p.state, to, reason })
  ctx.live(...screensOf(p.requesterId))
  const now = await store.find(ctx.db, p.id)
  if (!now) throw new Error('a purchase is never removed')
  // Of several panels one has spoken.
  if (event === 'conclude' && to === p.state) return now
  await approval.closeTask(ctx, { business: OF, rowId: p.id }, outcomes[event] ?? 'approved', reason)
  // What was signed about it counts no more.
  if (to === 'draft' || to === 'cancelled') await panel.voidOf(ctx, OF, p.id, reason)
  await awaitNext(ctx, now)
  await tellOutcome(ctx, now, event)
  await announceStep(ctx, now, event)
  return now
}
const outcomes: Partial<Record<PurchaseEvent, 'refused' | 'withdrawn'>> = {
  refuse: 'refused',
  send_back: 'refused',
  cancel: 'withdrawn',
  void_award: 'withdrawn',
}

async function announceStep(ctx: Ctx, p: store.PurchaseDetail, event: PurchaseEvent): Promise<void> {
  const purchaseId = p.id
  if (event === 'approve' && p.state === 'awaiting_sourcing' && p.method)
    await announce(ctx, 'purchase.sourcing', { purchaseId, method: p.method })
  if (event === 'cancel') await announce(ctx, 'purchase.cancelled', { purchaseId, reason: p.reason ?? '' })
  if (event === 'void_award')
    await announce(ctx, 'purchase.award_voided', { purchaseId, reason: p.reason ?? '' })
  if (event === 'terminate')
    await announce(ctx, 'purchase.terminated', { purchaseId, reason: p.reason ?? '' })
  if (event === 'sign_contract' && p.supplierId !== null)
    await announce(ctx, 'purchase.contracted', { purchaseId, supplierId: p.supplierId })
}

/** What of it the policy goes by. */
export const caseOf = (p: store.PurchaseDetail) => ({
  deviceId: null,
  labId: p.labId,
  deptId: p.deptId,
  userType: p.requesterType,
  amountFen: p.budgetFen,
})

/** The requester puts his panels together. One task, however many they are. */
export async function awaitPanels(ctx: Ctx, p: store.PurchaseDetail): Promise<void> {
  const task = {
    business: OF,
    rowId: p.id,
    step: 'panel',
    role: 'person',
    userId: p.requesterId,
    requesterId: null,
    title: `组建专家组：${wordsOf(p)}`,
    amountFen: p.budgetFen,
  } as const
  await approval.openInTime(ctx, task, caseOf(p))
}

/** Somebody is awaited: a task for them, and a message. */
async function awaitNext(ctx: Ctx, p: store.PurchaseDetail): Promise<void> {
  const task = { business: OF, rowId: p.id, requesterId: p.requesterId, amountFen: p.budgetFen } as const
  const open = (
    t: Pick<approval.TaskRequest<'purchase'>, 'step' | 'role' | 'userId' | 'deptId' | 'title'> &
      Partial<approval.TaskRequest<'purchase'>>,
  ) => approval.openInTime(ctx, { ...task, ...t }, caseOf(p))
  const news = (to: Pick<Tell, 'userIds' | 'role'>, title: string) =>
    tell(ctx, {
      kind: OF,
      ...to,
      exceptUserId: ctx.actor?.id ?? null,
      title,
      body: `${wordsOf(p)}，预算 ${formatYuan(p.budgetFen)} 元，请处理。`,
      link: linkOf(p),
      mail: true,
    })
  switch (p.state) {
    case 'awaiting_experts':
      return awaitPanels(ctx, p)
    case 'awaiting_dept_head':
      await open({ step: 'dept_head', role: 'dept_head', deptId: p.deptId, title: `院系审批：${wordsOf(p)}` })
      return news({ role: { role: 'dept_head', deptId: p.deptId } }, '申购待院系审批')
    case 'awaiting_finance':
      await open({ step: 'finance', role: 'finance', title: `经费审核：${wordsOf(p)}` })
      return news({ role: { role: 'finance' } }, '申购待经费审核')
    case 'awaiting_equip_office':
      await open({ step: 'equip_office', role: 'equip_office', title: `设备处审批：${wordsOf(p)}` })
      return news({ role: { role: 'equip_office' } }, '申购待设备处审批')
    case 'awaiting_sourcing':
      // What is tendered is prepared by the tendering office, who hears of it.
      if (p.method !== 'general') return
      await open({
        requesterId: null,
        step: 'sourcing',
        role: 'person',
        userId: p.requesterId,
        title: `采购：${wordsOf(p)}`,
      })
      return news({ userIds: [p.requesterId] }, '申购已批准，请登记报价并选择供应商')
    case 'awaiting_contract': {
      const role = p.method === 'general' ? 'equip_office' : 'tender_office'
      await open({ step: 'contract', role, amountFen: p.awardFen, title: `登记合同：${wordsOf(p)}` })
      return news({ role: { role } }, '已确定供应商，待登记合同')
    }
    default:
  }
}

const outcomeNews: Partial<Record<PurchaseEvent, string>> = {
  send_back: '申购被退回修改',
  refuse: '申购被驳回',
  cancel: '申购已取消',
  award: '已确定供应商',
  void_award: '成交已作废',
  sign_contract: '合同已登记',
  complete: '申购的设备已全部入库',
  terminate: '采购合同已终止',
}
async function tellOutcome(ctx: Ctx, p: store.PurchaseDetail, event: PurchaseEvent): Promise<void> {
  const title = outcomeNews[event]
  if (!title) return
  const body = `申购 ${purchaseNumber(p.id)}（${p.title}）${p.reason ? `：${p.reason}` : `：${purchaseStateWords[p.state]}`}`
  await tell(ctx, {
    kind: OF,
    userIds: [p.requesterId],
    exceptUserId: ctx.actor?.id ?? null,
    title,
    body,
    link: linkOf(p),
    mail: true,
  })
}

// ── Decisions ────────────────────────────────────────────────────────────────

function yesOf(p: store.PurchaseDetail): PurchaseState | undefined {
  if (p.state === 'awaiting_dept_head') return approvalAfter('dept_head', p.steps)
  if (p.state === 'awaiting_finance') return approvalAfter('finance', p.steps)
  return p.state === 'awaiting_equip_office' ? 'awaiting_sourcing' : undefined
}

export async function decide(ctx: Ctx, { body }: Parsed<typeof purchaseCalls.decide>) {
  // Each row is judged by itself, and refused where it is not his to judge.
  ctx.allow(true)
  return eachByItself(ctx, body.items, async ({ id, state }) => {
    await store.lock(ctx, id)
    const p = await store.find(ctx.db, id)
    const how = p && (await seen(ctx, p))
    if (!p || !how) throw notFound('申购')
    if (p.state !== state) throw await tooLate(ctx, OF, id)
    const { reason } = body
    if (body.verdict === 'send_back')
      return doneWords(await takeStep(ctx, p, how.roles, { event: 'send_back', to: 'draft', reason }))
    if (body.verdict === 'refuse')
      return doneWords(await takeStep(ctx, p, how.roles, { event: 'refuse', to: 'refused', reason }))
    const to = yesOf(p)
    if (!to) throw refuse('STATE', `当前状态为“${purchaseStateWords[p.state]}”，无需审批`, { status: 409 })
    return doneWords(await takeStep(ctx, p, how.roles, { event: 'approve', to, reason }))
  })
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.cancel>) {
  const { p, roles } = await loadLocked(ctx, params.id)
  await takeStep(ctx, p, roles, { event: 'cancel', to: 'cancelled', reason: body.reason })
  return shown(ctx, p.id)
}

// ── Experts ──────────────────────────────────────────────────────────────────

/** Called, or to be put together anew: is anything of it left for the requester to do? */
export async function panelsMoved(ctx: Ctx, purchaseId: number): Promise<void> {
  const p = await store.find(ctx.db, purchaseId)
  if (p?.state !== 'awaiting_experts') return
  const drafts = (await panel.ofRow(ctx, OF, purchaseId)).some((x) => x.state === 'draft')
  if (drafts) await awaitPanels(ctx, p)
  else await approval.closeTask(ctx, { business: OF, rowId: purchaseId, step: 'panel' }, 'approved')
}

/** One panel has come to its end: the last one decides where it goes on. */
export async function panelConcluded(ctx: Ctx, purchaseId: number, agreed: boolean): Promise<void> {
  await store.lock(ctx, purchaseId)
  const p = await store.find(ctx.db, purchaseId)
  if (p?.state !== 'awaiting_experts') return
  const panels = (await panel.ofRow(ctx, OF, purchaseId)).filter((x) => x.state !== 'void')
  if (!agreed) {
    const said = panels.find((x) => x.state === 'disagreed')?.conclusion
    await takeStep(ctx, p, SYSTEM, {
      event: 'send_back',
      to: 'draft',
      reason: `专家论证未通过${said ? `：${said}` : ''}`,
    })
    return
  }
  await takeStep(ctx, p, SYSTEM, {
    event: 'conclude',
    to: panels.every((x) => x.state === 'agreed') ? approvalAfter(null, p.steps) : 'awaiting_experts',
  })
}
