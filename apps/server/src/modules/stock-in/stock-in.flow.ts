import { approvalSteps, type StepOf } from '@portal/contract/approval/approval'
import {
  stockInEventWords,
  stockInStateWords,
  type StockInEvent,
  type StockInState,
} from '@portal/contract/stock-in/stock-in'
import { defineTable, type Move } from '../../kernel/flow.ts'

/**
 * `requester` completes and submits it; `card_owner` (whose card pays for another), `finance` and
 * `equip_office` are the people awaited there; `system` is an acceptance that passed. `cashier` is anybody of
 * finance except the requester: the voucher may be entered long after the confirmation.
 */
export interface StockInProcess {
  business: 'stock_in'
  state: StockInState
  event: StockInEvent
  role: 'requester' | 'card_owner' | 'finance' | 'cashier' | 'equip_office' | 'system'
  step: StepOf<'stock_in'>
  effect:
    | 'freezeShares'
    | 'releaseShares'
    | 'deductShares'
    | 'enterVoucher'
    | 'turnPiecesIntoDevices'
    | 'tellLabs'
}

const enter = (state: StockInState): Move<StockInProcess> => ({
  by: ['cashier'],
  to: state,
  do: ['enterVoucher'],
  tell: null,
})
const sendBack = {
  to: 'awaiting_info',
  reason: true,
  closes: 'refused',
  do: ['releaseShares'],
  tell: null,
} as const satisfies Partial<Move<StockInProcess>>
const words = approvalSteps.stock_in

export const stockInFlow = defineTable<StockInProcess>({
  business: 'stock_in',
  words: { state: stockInStateWords, event: stockInEventWords },
  begin: { open: { by: ['system'], to: 'awaiting_info', tell: null } },
  states: {
    awaiting_info: {
      // The title of its message says whether it was sent back.
      ask: { step: 'info', as: 'requester', whom: 'person', title: '预入库', open: true, own: true },
      on: {
        change: { by: ['requester'], to: 'awaiting_info', tell: null },
        // Goes straight to finance if the requester owns every card that pays.
        submit: {
          by: ['requester'],
          to: ['awaiting_card_owner', 'awaiting_finance'],
          do: ['freezeShares'],
          tell: null,
        },
      },
    },
    awaiting_card_owner: {
      ask: {
        step: 'card_owner',
        as: 'card_owner',
        whom: 'person',
        title: '同意经费卡支出',
        news: '经费卡支出待同意',
        yes: 'agree',
        back: 'send_back',
      },
      on: {
        agree: [
          // One of several owners has agreed; others have not.
          { by: ['card_owner'], to: 'awaiting_card_owner', one: true, tell: null },
          { by: ['card_owner'], to: 'awaiting_finance', tell: null },
        ],
        send_back: { by: ['card_owner', 'system'], ...sendBack },
      },
    },
    awaiting_finance: {
      ask: {
        step: 'finance',
        as: 'finance',
        whom: 'finance',
        title: '报销确认',
        news: '入库单待报销',
        yes: 'confirm',
        back: 'send_back',
      },
      on: {
        confirm: {
          by: ['finance'],
          to: 'awaiting_store',
          do: ['deductShares', 'enterVoucher'],
          tell: '报销已确认',
        },
        send_back: { by: ['finance'], ...sendBack },
      },
    },
    awaiting_store: {
      ask: {
        step: 'store',
        as: 'equip_office',
        whom: 'equip_office',
        title: '正式入库',
        news: '入库单待正式入库',
        yes: 'store',
      },
      on: {
        // The money is already paid, so the office corrects mistakes itself instead of sending the order
        // back.
        change: { by: ['equip_office'], to: 'awaiting_store', tell: null },
        store: {
          by: ['equip_office'],
          to: 'stored',
          do: ['turnPiecesIntoDevices'],
          tell: stockInStateWords.stored,
          then: ['tellLabs'],
        },
        voucher: enter('awaiting_store'),
      },
    },
    stored: { ask: null, on: { voucher: enter('stored') } },
  },
  strip: {
    stages: [
      { key: 'open', title: stockInEventWords.open },
      { key: 'info', title: words.info, at: ['awaiting_info'] },
      { key: 'card_owner', title: words.card_owner, at: ['awaiting_card_owner'], by: ['agree'] },
      { key: 'finance', title: words.finance, at: ['awaiting_finance'] },
      { key: 'store', title: words.store, at: ['awaiting_store'] },
      { key: 'end', title: stockInStateWords.stored, ends: ['stored'] },
    ],
    restart: ['send_back'],
  },
})
