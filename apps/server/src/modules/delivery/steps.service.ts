import { deliveryNumber, type DeliveryEvent, type DeliveryState } from '@portal/contract/delivery/delivery'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as approval from '../approval/approval.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import { deliveryFlow, type DeliveryRole } from './delivery.flow.ts'
import * as store from './delivery.store.ts'

// The steps of a delivery: judge by the flow, write, say who is awaited next, tell them.

const OF = 'delivery'
export const SYSTEM: ReadonlySet<DeliveryRole> = new Set(['system'])

export interface Taken {
  event: DeliveryEvent
  to: DeliveryState
  reason?: string | null
}
/** Takes one step, and says who is awaited then. Answers the delivery as it is now. */
export async function takeStep(
  ctx: Ctx,
  v: store.DeliveryDetail,
  roles: ReadonlySet<DeliveryRole>,
  { event, to, reason = null }: Taken,
): Promise<store.DeliveryDetail> {
  deliveryFlow.judge(v.state, event, roles, { reason, to })
  if (
    !(await store.step(ctx, v.id, {
      from: v.state,
      to,
      reason: to === 'awaiting_entry' || to === 'ended' ? reason : null,
    }))
  )
    throw await tooLate(ctx, OF, v.id)
  await logStep(ctx, { business: OF, rowId: v.id, event, from: v.state, to, reason })
  await approval.closeTask(
    ctx,
    { business: OF, rowId: v.id },
    event === 'send_back' ? 'refused' : event === 'reopen' || event === 'end' ? 'withdrawn' : 'approved',
    reason,
  )
  return changed(ctx, v.id)
}

/** Somebody is awaited from now on: a task for them, and a message. */
export async function changed(ctx: Ctx, deliveryId: number): Promise<store.DeliveryDetail> {
  const v = await store.find(ctx.db, deliveryId)
  if (!v) throw new Error('a delivery is never removed')
  const what = `${v.title}（${purchaseNumber(v.purchaseId)}，${deliveryNumber(v.id)}）`
  const news = { kind: OF, exceptUserId: ctx.actor?.id ?? null, mail: true } as const
  if (v.state === 'awaiting_entry') {
    const userIds = await supplier.usersOf(ctx, v.supplierId)
    // Their own delivery: the step asks for nobody else.
    for (const userId of userIds)
      await approval.openTask(ctx, {
        business: OF,
        rowId: v.id,
        step: 'entry',
        role: 'person',
        userId,
        requesterId: null,
        title: `填写设备信息：${what}`,
      })
    await tell(ctx, {
      ...news,
      userIds,
      title: v.reason ? '设备信息需要重新填写' : '请填写供货设备信息',
      link: `/osp/storage/providerDevice?id=${v.id}`,
      body: v.reason ? `${what}：${v.reason}` : `${what} 的合同已登记，请逐台填写出厂编号等设备信息并提交。`,
    })
  } else if (v.state === 'awaiting_check') {
    await approval.openTask(ctx, {
      business: OF,
      rowId: v.id,
      step: 'check',
      role: 'tender_office',
      requesterId: null,
      title: `核对设备信息：${what}`,
      amountFen: v.totalFen,
    })
    await tell(ctx, {
      ...news,
      role: { role: 'tender_office' },
      title: '设备信息待核对',
      body: `${v.supplier} 已提交 ${what} 的设备信息，请与合同核对。`,
      link: `/osp/storage/invitationAuditInfo?id=${v.id}`,
    })
  } else if (v.state === 'ended') {
    await tell(ctx, {
      ...news,
      userIds: await supplier.usersOf(ctx, v.supplierId),
      title: '合同已终止',
      body: `${what} 的合同已终止：${v.reason}`,
      link: `/osp/storage/providerDevice?id=${v.id}`,
    })
  } else {
    await tell(ctx, {
      ...news,
      userIds: await supplier.usersOf(ctx, v.supplierId),
      title: '设备信息核对通过',
      body: `${what} 的设备信息已核对通过，等待学校验收。`,
      link: `/osp/storage/providerDevice?id=${v.id}`,
    })
  }
  return v
}
