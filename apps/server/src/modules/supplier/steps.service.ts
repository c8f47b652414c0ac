import { createHash } from 'node:crypto'
import type { SupplierEvent, SupplierState } from '@portal/contract/supplier/supplier'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as approval from '../approval/approval.service.ts'
import { supplierFlow, type SupplierRole } from './supplier.flow.ts'
import * as store from './supplier.store.ts'

// The steps of a company: judge by the flow, write, say who is awaited next, tell them.

const OF = 'supplier'
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
export const OWN_PAGE = '/osp/storage/providerAuditInfo'

export interface Taken {
  event: SupplierEvent
  to: SupplierState
  reason?: string | null
}
/** Takes one step, and all that follows from it. Answers the company as it is then. */
export async function takeStep(
  ctx: Ctx,
  s: Pick<store.SupplierDetail, 'id' | 'state'>,
  roles: ReadonlySet<SupplierRole>,
  { event, to, reason = null }: Taken,
): Promise<store.SupplierDetail> {
  supplierFlow.judge(s.state, event, roles, { reason, to })
  const kept = event === 'send_back' || event === 'suspend' || event === 'expire' ? reason : null
  if (!(await store.step(ctx, s.id, { from: s.state, to, reason: kept }))) throw await tooLate(ctx, OF, s.id)
  await logStep(ctx, { business: OF, rowId: s.id, event, from: s.state, to, reason })
  await approval.closeTask(
    ctx,
    { business: OF, rowId: s.id },
    event === 'send_back' ? 'refused' : event === 'approve' || event === 'submit' ? 'approved' : 'withdrawn',
    reason,
  )
  const now = await store.find(ctx.db, s.id)
  if (!now) throw new Error('a supplier is never removed')
  await awaitNext(ctx, now)
  await tellOutcome(ctx, now, event)
  return now
}

/** Somebody is awaited: the company's people for their papers, the tendering office for the audit. */
async function awaitNext(ctx: Ctx, s: store.SupplierDetail): Promise<void> {
  if (s.state === 'awaiting_audit') {
    await approval.openTask(ctx, {
      business: OF,
      rowId: s.id,
      step: 'audit',
      role: 'tender_office',
      requesterId: null,
      title: `审核供应商资料：${s.name}`,
    })
    await tell(ctx, {
      kind: OF,
      role: { role: 'tender_office' },
      exceptUserId: ctx.actor?.id ?? null,
      mail: true,
      title: '供应商资料待审核',
      body: `${s.name} 的企业资料待审核。`,
      link: `/osp/storage/providerAuditList?id=${s.id}`,
    })
  } else if (s.state === 'awaiting_papers' || s.state === 'returned') {
    for (const { id } of await store.members(ctx.db, s.id)) {
      // Their own papers: the step asks for nobody else.
      await approval.openTask(ctx, {
        business: OF,
        rowId: s.id,
        step: 'papers',
        role: 'person',
        userId: id,
        requesterId: null,
        title: `完善企业资料：${s.name}`,
      })
    }
  }
}

const outcomeNews: Partial<Record<SupplierEvent, { title: string; body: string }>> = {
  approve: { title: '企业资料审核通过', body: '企业资料已审核通过，可以参加学校的采购。' },
  send_back: { title: '企业资料被退回', body: '企业资料被退回，请修改后重新提交。' },
  expire: {
    title: '营业执照已到期',
    body: '营业执照已到期，不能继续参加学校的采购，请上传新的执照并提交审核。',
  },
  suspend: { title: '供应商资格已停用', body: '供应商资格已停用。' },
  resume: { title: '供应商资格恢复审核', body: '供应商资格已恢复，正在重新审核。' },
}
async function tellOutcome(ctx: Ctx, s: store.SupplierDetail, event: SupplierEvent): Promise<void> {
  const news = outcomeNews[event]
  if (!news) return
  const userIds = (await store.members(ctx.db, s.id)).map((m) => m.id)
  await tell(ctx, {
    kind: OF,
    userIds,
    exceptUserId: ctx.actor?.id ?? null,
    mail: true,
    title: news.title,
    body: `${s.name}：${news.body}${s.reason ? `原因：${s.reason}` : ''}`,
    link: OWN_PAGE,
  })
}
