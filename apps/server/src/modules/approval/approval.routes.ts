import { approvalCalls } from '@portal/contract/approval/approval'
import type { Routes } from '../../kernel/serve.ts'
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
}
