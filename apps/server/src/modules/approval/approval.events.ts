import { listen } from '../../kernel/events.ts'
import { endAbsences } from './absence.action.ts'
import { reassign } from './due.action.ts'
import type { ApprovalStep, Business } from '@portal/contract/approval/approval'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /**
     * Nobody acted in time, and the policy says what follows. The module that owns the business takes the
     * step for the system (`ctx.actor` is null) and closes the task, as if somebody had clicked; heard in a
     * transaction of this task alone.
     */
    'approval.due': { business: Business; rowId: number; step: ApprovalStep; action: 'approve' | 'refuse' }
  }
}

export function approvalListeners(): void {
  listen('lab.people_changed', async (ctx, { labId }) => void (await reassign(ctx, { labId })))
  listen('people.left', async (ctx, { userIds }) => {
    await endAbsences(ctx, userIds)
    await reassign(ctx, { userIds })
  })
  listen('people.heads_moved', async (ctx, { userIds }) => void (await reassign(ctx, { userIds })))
}
