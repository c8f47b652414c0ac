import type { StepOf } from '@portal/contract/approval/approval'
import {
  deliveryEventWords,
  deliveryStateWords,
  type DeliveryEvent,
  type DeliveryState,
} from '@portal/contract/delivery/delivery'
import { defineTable, type Move } from '../../kernel/flow.ts'

/**
 * `member` acts for the supplier; `tender_office` checks; `system` is the contract, its end, and pieces that
 * were sent back.
 */
export interface Delivery {
  business: 'delivery'
  state: DeliveryState
  event: DeliveryEvent
  role: 'member' | 'tender_office' | 'system'
  step: StepOf<'delivery'>
  effect: 'returnPieces' | 'handPiecesOver' | 'strikePieces'
}

/** An acceptance may send a piece back while other pieces are being checked, or after all were checked. */
const reopen: Move<Delivery> = {
  by: ['system'],
  to: 'awaiting_entry',
  reason: true,
  closes: 'withdrawn',
  tell: null,
}
/** The contract has ended. */
const end: Move<Delivery> = {
  by: ['system'],
  to: 'ended',
  reason: true,
  closes: 'withdrawn',
  do: ['strikePieces'],
  tell: '合同已终止',
}

export const deliveryFlow = defineTable<Delivery>({
  business: 'delivery',
  words: { state: deliveryStateWords, event: deliveryEventWords },
  begin: { open: { by: ['system'], to: 'awaiting_entry', tell: null } },
  states: {
    awaiting_entry: {
      // Asks all people of the company; any one of them may answer.
      ask: {
        step: 'entry',
        as: 'member',
        whom: 'person',
        reminds: true,
        title: '填写设备信息',
        news: '请填写供货设备信息',
      },
      on: { submit: { by: ['member'], to: 'awaiting_check', tell: null }, end },
    },
    awaiting_check: {
      ask: {
        step: 'check',
        as: 'tender_office',
        whom: 'tender_office',
        // A checker who acts for the company may not check its data.
        reminds: true,
        title: '核对设备信息',
        news: '设备信息待核对',
        yes: 'approve',
        back: 'send_back',
      },
      on: {
        approve: {
          by: ['tender_office'],
          to: 'checked',
          then: ['handPiecesOver'],
          tell: '设备信息核对通过',
        },
        send_back: {
          by: ['tender_office'],
          to: 'awaiting_entry',
          reason: true,
          closes: 'refused',
          do: ['returnPieces'],
          tell: null,
        },
        reopen,
        end,
      },
    },
    checked: { ask: null, on: { reopen, end } },
    ended: {},
  },
  strip: {
    stages: [
      { key: 'open', title: '合同签订' },
      { key: 'entry', title: '填写设备信息', at: ['awaiting_entry'], by: ['submit'] },
      { key: 'check', title: '招标办核对', at: ['awaiting_check'], by: ['approve'] },
      { key: 'end', title: '转入验收', ends: ['checked'] },
      { key: 'ended', title: deliveryStateWords.ended, ends: ['ended'], aside: true, halts: true },
    ],
    restart: ['send_back', 'reopen'],
  },
})
