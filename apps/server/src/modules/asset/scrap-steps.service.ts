import { scrapStateWords, type ScrapEvent, type ScrapState } from '@portal/contract/asset/asset'
import { scrapNumber } from '@portal/contract/asset/parts'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as approval from '../approval/approval.service.ts'
import * as panel from '../panel/panel.service.ts'
import { scrapFlow, type ScrapRole } from './scrap.flow.ts'
import { approvalAfter } from './scrap.rules.ts'
import * as store from './scrap.store.ts'

// The steps of a scrapping: judge by the flow, write, say who is awaited next, tell them.

export const OF = 'scrap'
const SYSTEM: ReadonlySet<ScrapRole> = new Set(['system'])
const linkOf = (id: number) => `/osp/asset/scraps?id=${id}`

/** What of it the policy goes by. */
export const caseOf = (s: store.Scrap) => ({
  deviceId: s.deviceId,
  labId: s.labId,
  deptId: s.deptId,
  userType: s.requesterType,
  amountFen: s.priceFen,
})

interface Taken {
  event: ScrapEvent
  to: ScrapState
  reason?: string | null
}
/** Takes one step for whoever is at work, and all that follows from it. */
export async function take(
  ctx: Ctx,
  s: store.Scrap,
  roles: ReadonlySet<ScrapRole>,
  { event, to, reason = null }: Taken,
): Promise<void> {
  scrapFlow.judge(s.state, event, roles, { reason, to })
  const kept = event === 'approve' || event === 'submit' ? null : event === 'change' ? s.reason : reason
  if (!(await store.step(ctx, s.id, { from: s.state, to, reason: kept }))) throw await tooLate(ctx, OF, s.id)
  await logStep(ctx, { business: OF, rowId: s.id, event, from: s.state, to, reason })
  if (event !== 'change')
    await approval.closeTask(ctx, { business: OF, rowId: s.id }, outcomes[event] ?? 'approved', reason)
  // What experts have signed holds for what they have seen.
  if (event === 'send_back' || event === 'cancel') await panel.voidOf(ctx, OF, s.id, reason)
  const now = { ...s, state: to, reason: kept }
  await awaitNext(ctx, now)
  await tellOutcome(ctx, now, event)
  ctx.live(`user:${s.requesterId}`)
}
const outcomes: Partial<Record<ScrapEvent, 'refused' | 'withdrawn'>> = {
  send_back: 'refused',
  refuse: 'refused',
  cancel: 'withdrawn',
}

async function awaitNext(ctx: Ctx, s: store.Scrap): Promise<void> {
  const what = `报废 ${s.deviceName}（${s.deviceSerialId}）`
  const task = {
    business: OF,
    rowId: s.id,
    labId: s.labId,
    deviceId: s.deviceId,
    amountFen: s.priceFen,
  } as const
  const news = {
    kind: OF,
    link: linkOf(s.id),
    mail: true,
    exceptUserId: s.requesterId,
    body: `${s.requesterName} 申请${what}：${s.why}`,
  } as const
  switch (s.state) {
    case 'awaiting_experts':
      return askForPanel(ctx, s)
    case 'awaiting_dept_head':
      await approval.openInTime(
        ctx,
        {
          ...task,
          step: 'dept_head',
          role: 'dept_head',
          deptId: s.deptId,
          requesterId: s.requesterId,
          title: `院系审批：${what}`,
        },
        caseOf(s),
      )
      return tell(ctx, {
        ...news,
        role: { role: 'dept_head', deptId: s.deptId, labId: s.labId },
        title: '报废申请待审批',
      })
    case 'awaiting_finance':
      await approval.openInTime(
        ctx,
        { ...task, step: 'finance', role: 'finance', requesterId: s.requesterId, title: `财务会签：${what}` },
        caseOf(s),
      )
      return tell(ctx, { ...news, role: { role: 'finance' }, title: '报废申请待财务会签' })
    case 'awaiting_equip_office':
      await approval.openInTime(
        ctx,
        {
          ...task,
          step: 'equip_office',
          role: 'equip_office',
          requesterId: s.requesterId,
          title: `设备处审批：${what}`,
        },
        caseOf(s),
      )
      return tell(ctx, { ...news, role: { role: 'equip_office' }, title: '报废申请待审批' })
    case 'awaiting_disposal':
      // Registering what was done asks for nobody else.
      await approval.openInTime(
        ctx,
        { ...task, step: 'dispose', role: 'equip_office', requesterId: null, title: `登记处置：${what}` },
        caseOf(s),
      )
      return tell(ctx, {
        ...news,
        role: { role: 'equip_office' },
        exceptUserId: ctx.actor?.id ?? null,
        title: '报废仪器待处置',
      })
    default:
  }
}

/** Who asked for it puts the panel together. */
const askForPanel = async (ctx: Ctx, s: store.Scrap): Promise<void> =>
  void (await approval.openInTime(
    ctx,
    {
      business: OF,
      rowId: s.id,
      step: 'panel',
      role: 'person',
      userId: s.requesterId,
      labId: s.labId,
      deviceId: s.deviceId,
      requesterId: null,
      amountFen: s.priceFen,
      title: `组建专家组：报废 ${s.deviceName}（${s.deviceSerialId}）`,
    },
    caseOf(s),
  ))

async function tellOutcome(ctx: Ctx, s: store.Scrap, event: ScrapEvent): Promise<void> {
  if (!told.has(event)) return
  const body = `${scrapNumber(s.id)} ${s.deviceName}（${s.deviceSerialId}）：${scrapStateWords[s.state]}。${s.reason ? `原因：${s.reason}` : ''}`
  await tell(ctx, {
    kind: OF,
    userIds: [s.requesterId],
    exceptUserId: ctx.actor?.id ?? null,
    title: `报废申请${event === 'send_back' ? '被退回' : scrapStateWords[s.state]}`,
    body,
    link: linkOf(s.id),
    mail: true,
  })
}
const told: ReadonlySet<ScrapEvent> = new Set(['send_back', 'refuse', 'dispose', 'conclude'])

/** The experts were called, or sent home again. */
export async function panelMoved(ctx: Ctx, scrapId: number, called: boolean): Promise<void> {
  const s = await store.find(ctx.db, scrapId)
  if (s?.state !== 'awaiting_experts') return
  if (called) await approval.closeTask(ctx, { business: OF, rowId: scrapId, step: 'panel' }, 'approved')
  else await askForPanel(ctx, s)
}

/** Everybody has signed. */
export async function panelConcluded(ctx: Ctx, scrapId: number, agreed: boolean): Promise<void> {
  const s = await store.find(ctx.db, scrapId)
  if (s?.state !== 'awaiting_experts') return
  await take(
    ctx,
    s,
    SYSTEM,
    agreed
      ? { event: 'conclude', to: approvalAfter(null, s.steps) }
      : { event: 'send_back', to: 'draft', reason: '专家鉴定未一致同意报废' },
  )
}
