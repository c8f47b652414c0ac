import { approvalCalls } from '@portal/contract/approval/approval'
import { absenceCalls } from '@portal/contract/approval/absence'
import type { Routes } from '../../kernel/serve.ts'
import * as absence from './absence.handler.ts'
import * as inbox from './inbox.handler.ts'
import * as policy from './policy.handler.ts'

export const approvalRoutes: Routes = (on) => {
  on(approvalCalls.wait, inbox.showWaiting)
  on(approvalCalls.tasks, inbox.listTasks)
  on(approvalCalls.policies, policy.listPolicies)
  on(approvalCalls.createPolicy, policy.createPolicy)
  on(approvalCalls.changePolicy, policy.changePolicy, { keeps: 'approval_policy' })
  on(approvalCalls.removePolicy, policy.removePolicy)
  on(approvalCalls.previewPolicy, policy.previewPolicy)
  on(absenceCalls.list, absence.list)
  on(absenceCalls.add, absence.add)
  on(absenceCalls.end, absence.end)
}
