import {
  transferEventWords,
  transferStateWords,
  type TransferEvent,
  type TransferState,
} from '@portal/contract/asset/asset'
import type { StepOf } from '@portal/contract/approval/approval'
import { defineTable, type Move } from '../../kernel/flow.ts'

/** `giver` and `receiver`: the lab directors asked on either side. */
export interface Transfer {
  business: 'transfer'
  state: TransferState
  event: TransferEvent
  role: 'requester' | 'giver' | 'receiver'
  step: StepOf<'transfer'>
  effect: 'handDeviceOver'
}

const cancel: Move<Transfer> = {
  by: ['requester'],
  to: 'cancelled',
  reason: true,
  closes: 'withdrawn',
  tell: '仪器调拨已取消',
}
const refuse = { to: 'refused', reason: true, closes: 'refused', tell: '仪器调拨已拒绝' } as const

export const transferFlow = defineTable<Transfer>({
  business: 'transfer',
  words: { state: transferStateWords, event: transferEventWords },
  begin: {
    // If the giving lab's director requests it, only the receiving side is asked.
    create: { by: ['requester'], to: ['awaiting_giver', 'awaiting_receiver'], tell: null },
  },
  states: {
    awaiting_giver: {
      ask: {
        step: 'giver',
        as: 'giver',
        whom: 'lab_director',
        title: '调出',
        news: '仪器调出待您同意',
        yes: 'agree',
        no: 'refuse',
      },
      on: {
        agree: { by: ['giver'], to: 'awaiting_receiver', tell: null },
        refuse: { by: ['giver'], ...refuse },
        cancel,
      },
    },
    awaiting_receiver: {
      ask: {
        step: 'receiver',
        as: 'receiver',
        whom: 'lab_director',
        title: '调入',
        news: '仪器调入待您同意',
        yes: 'agree',
        no: 'refuse',
      },
      on: {
        agree: { by: ['receiver'], to: 'done', do: ['handDeviceOver'], tell: '仪器已调拨' },
        refuse: { by: ['receiver'], ...refuse },
        cancel,
      },
    },
    done: {},
    refused: {},
    cancelled: {},
  },
  strip: {
    stages: [
      { key: 'create', title: '申请调拨' },
      { key: 'giver', title: '调出方同意', at: ['awaiting_giver'] },
      { key: 'receiver', title: '调入方同意', at: ['awaiting_receiver'] },
    ],
    stopped: ['refused', 'cancelled'],
  },
})
