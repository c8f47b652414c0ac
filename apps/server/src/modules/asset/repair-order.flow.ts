import {
  repairOrderEventWords,
  repairOrderStateWords,
  type RepairOrderEvent,
  type RepairOrderState,
} from '@portal/contract/asset/asset'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/** Anybody signed in may report; `keeper` runs the device (its lab, or the equipment office); `assignee` repairs it. */
export type RepairOrderRole = 'reporter' | 'keeper' | 'assignee'

const steps: Step<RepairOrderState, RepairOrderEvent, RepairOrderRole>[] = [
  { from: null, on: 'report', by: ['reporter'], to: 'reported' },
  { from: 'reported', on: 'assign', by: ['keeper'], to: 'assigned' },
  { from: 'reported', on: 'refuse', by: ['keeper'], to: 'refused', reason: true },
  { from: 'assigned', on: 'assign', by: ['keeper'], to: 'assigned' },
  { from: 'assigned', on: 'start', by: ['assignee', 'keeper'], to: 'repairing' },
  { from: 'assigned', on: 'refuse', by: ['keeper'], to: 'refused', reason: true },
  { from: 'assigned', on: 'extend', by: ['assignee', 'keeper'], to: 'assigned', reason: true },
  { from: 'repairing', on: 'extend', by: ['assignee', 'keeper'], to: 'repairing', reason: true },
  { from: 'repairing', on: 'finish', by: ['assignee', 'keeper'], to: 'done' },
  { from: 'repairing', on: 'give_up', by: ['assignee', 'keeper'], to: 'given_up', reason: true },
]

export const repairOrderFlow = defineFlow<RepairOrderState, RepairOrderEvent, RepairOrderRole>(
  'repair',
  { state: repairOrderStateWords, event: repairOrderEventWords },
  steps,
)
