import { approvalCalls } from '@portal/contract/approval/approval'
import { workflowCalls } from '@portal/contract/workflow/calls'
import { defineRead, defineTake, defineWrite } from '../../lib/query.ts'

const moved = [workflowCalls.instance, workflowCalls.instances, approvalCalls.tasks, approvalCalls.wait]

export const useInstance = defineRead(workflowCalls.instance)
export const useDecideTask = defineWrite(workflowCalls.decide, moved)
export const decideInstances = defineTake(workflowCalls.decideAll, moved)
