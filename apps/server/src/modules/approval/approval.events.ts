import { listen } from '../../kernel/events.ts'
import { endAbsences } from './absence.action.ts'
import { reassign } from './due.action.ts'
import type { ApprovalStep, Business } from '@portal/contract/approval/approval'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /**
     * The task was not decided in time, and the policy says what follows. The module that owns the business
     * takes the step as the system (`ctx.actor` is null) and closes the task. Each task has its own
     * transaction.
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
