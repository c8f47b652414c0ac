import { actorWords, stepWords } from '@portal/contract/approval/approval'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { addMinutes } from '../../kernel/time.ts'
import { stepsFor } from './approval.service.ts'
import type { StepRule } from './policy.rules.ts'
import * as store from './due.store.ts'

export const INBOX_LINK = '/account/audit-list'
/** When nobody took a step that was due, it is asked for again so much later. */
const AGAIN_MINUTES = 60
const DAY_MS = 86_400_000

/** One task whose time has come: what the policy says now is what happens. */
export async function handleDue(ctx: Ctx, id: number): Promise<void> {
  const task = await store.takeDue(ctx, id)
  if (!task) return
  const steps = (await stepsFor(ctx, task)) as Partial<Record<string, StepRule>>
  const { timeoutHours = null, onTimeout = null } = steps[task.step] ?? {}
  if (onTimeout === 'approve' || onTimeout === 'refuse') {
    // Later, should nobody take the step: the owner closes the task, and then there is nothing left to postpone.
    await store.postpone(ctx, id, addMinutes(ctx.now, AGAIN_MINUTES))
    await announce(ctx, 'approval.due', { business: task.business, rowId: task.rowId, step: task.step, action: onTimeout })
    return
  }
  await store.postpone(ctx, id, timeoutHours === null ? null : addMinutes(ctx.now, timeoutHours * 60))
  const days = Math.floor((ctx.now.getTime() - task.since.getTime()) / DAY_MS)
  await tellActors(ctx, task, `待审核提醒：${task.title}`, `“${stepWords(task.business, task.step)}”已等待${days > 0 ? ` ${days} 天` : '较长时间'}，请及时处理。`)
}

/** After people came or went: what waits goes to whoever can act now, and they are told. */
export async function reassign(ctx: Ctx, change?: store.Change): Promise<number> {
  const moved = await store.reassign(ctx, change)
  for (const task of moved) await tellActors(ctx, task, `待审核：${task.title}`, `该事项已转由${actorWords[task.role]}处理，请及时审核。`)
  if (moved.length > 0) ctx.live('inbox')
  return moved.length
}

async function tellActors(ctx: Ctx, task: store.Moved, title: string, body: string): Promise<void> {
  const who = task.role === 'person' ? { userIds: task.userId === null ? [] : [task.userId] } : { role: { role: task.role, labId: task.labId, deviceId: task.deviceId } }
  await tell(ctx, { ...who, exceptUserId: task.requesterId, kind: task.business, title, body, link: INBOX_LINK, mail: true })
}
