import {
  repairOrderEventWords,
  repairOrderStateWords,
  type RepairOrderEvent,
  type RepairOrderState,
} from '@portal/contract/asset/asset'
import type { StepOf } from '@portal/contract/approval/approval'
import { defineTable, type Ask, type Move } from '../../kernel/flow.ts'

/**
 * Every signed-in person may report; `keeper` runs the device (its lab, or the equipment office); `assignee`
 * repairs it.
 */
export interface Repair {
  business: 'repair'
  state: RepairOrderState
  event: RepairOrderEvent
  role: 'reporter' | 'keeper' | 'assignee' | 'system'
  step: StepOf<'repair'>
  effect:
    | 'clearTheTime'
    | 'clearMoreTime'
    | 'leaveFormerAssignee'
    | 'takeOutOfUse'
    | 'putBackIntoUse'
    | 'keepOutOfUse'
}

/**
 * The assignee has one task from the assignment to the end of the repair. If the assignee leaves, the task
 * goes to another person, who continues the repair.
 */
const repair: Ask<Repair> = {
  step: 'repair',
  as: 'assignee',
  whom: 'person',
  title: '维修',
  news: '请您维修仪器',
  open: true,
  own: true,
}
const assign = {
  by: ['keeper'],
  to: 'assigned',
  then: ['takeOutOfUse'],
  tell: '您报修的仪器已派单',
} as const
const refuse = {
  by: ['keeper'],
  to: 'refused',
  reason: true,
  closes: 'refused',
  tell: '您报修的仪器不予维修',
} as const
const extend = {
  by: ['assignee', 'keeper'],
  reason: true,
  do: ['clearMoreTime'],
  then: ['takeOutOfUse'],
  tell: '仪器维修延期',
} as const satisfies Omit<Move<Repair>, 'to'>

export const repairFlow = defineTable<Repair>({
  business: 'repair',
  words: { state: repairOrderStateWords, event: repairOrderEventWords },
  begin: { report: { by: ['reporter'], to: 'reported', tell: null } },
  states: {
    reported: {
      ask: {
        step: 'assign',
        as: 'keeper',
        whom: 'lab_director',
        title: '派单',
        news: '仪器报修待派单',
        open: true,
        // The lab's director may assign a repair that they reported themselves.
        own: true,
      },
      on: {
        assign: { ...assign, do: ['clearTheTime'] },
        // The system refuses when the device is scrapped.
        refuse: { ...refuse, by: ['keeper', 'system'] },
      },
    },
    assigned: {
      ask: repair,
      on: {
        assign: { ...assign, do: ['leaveFormerAssignee', 'clearTheTime'], anew: true },
        start: {
          by: ['assignee', 'keeper'],
          to: 'repairing',
          then: ['takeOutOfUse'],
          tell: '您报修的仪器维修中',
        },
        refuse: { ...refuse, by: ['keeper', 'system'], then: ['putBackIntoUse'] },
        extend: { ...extend, to: 'assigned' },
      },
    },
    repairing: {
      ask: repair,
      on: {
        extend: { ...extend, to: 'repairing' },
        finish: {
          by: ['assignee', 'keeper'],
          to: 'done',
          then: ['putBackIntoUse'],
          tell: '您报修的仪器已修复',
        },
        give_up: {
          by: ['assignee', 'keeper'],
          to: 'given_up',
          reason: true,
          then: ['keepOutOfUse'],
          tell: '您报修的仪器不可修复',
        },
      },
    },
    done: {},
    given_up: {},
    refused: {},
  },
  strip: {
    stages: [
      { key: 'report', title: '报修' },
      { key: 'assign', title: '派单', at: ['reported'] },
      { key: 'start', title: '开始维修', at: ['assigned'] },
      { key: 'finish', title: '修复投用', at: ['repairing'] },
    ],
    stopped: ['refused', 'given_up'],
  },
})
