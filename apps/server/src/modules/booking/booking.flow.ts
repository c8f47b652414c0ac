import { approvalSteps, type StepOf } from '@portal/contract/approval/approval'
import {
  bookingEventWords,
  bookingStateWords,
  type BookingEvent,
  type BookingRole,
  type BookingState,
} from '@portal/contract/booking/booking'
import { defineTable, type Move } from '../../kernel/flow.ts'
import type { Strip } from '../../kernel/strip.rules.ts'

/** An approval is a step in the approval inbox. */
export type Approval = StepOf<'booking'>
/** The approvals in their order. `findNextState` (approvals.rules.ts) says which of them a booking needs. */
export const approvalOrder = ['payer', 'reviewer', 'director'] as const satisfies readonly Approval[]
export const stateOfApproval = {
  payer: 'awaiting_payer',
  reviewer: 'awaiting_reviewer',
  director: 'awaiting_director',
} as const satisfies Record<Approval, BookingState>
export const approvalOfState: Partial<Record<BookingState, Approval>> = {
  awaiting_payer: 'payer',
  awaiting_reviewer: 'reviewer',
  awaiting_director: 'director',
}

/**
 * `payer`, `reviewer` and `director` are the people asked at that approval. The tasks of the reviewer and the
 * director may pass to the director or the administrators if nobody else is left, and never go to the booker.
 * `namer` names a new payer in place of one who left (roles.rules.ts). `system` approves or refuses where the
 * policy says so when time runs out; it never spends a payer's money.
 */
export interface Booking {
  business: 'booking'
  state: BookingState
  event: BookingEvent
  role: BookingRole
  step: Approval
  effect: 'moveHold' | 'announceFinish' | 'announceCancel' | 'announceMiss' | 'tellFreed'
}

/** The states before the use: waiting for one of the approvals, or all of them given. */
const beforeUse = ['awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use'] as const

const users = ['booker', 'experimenter', 'reviewer'] as const
/**
 * The payer may extend a use beyond the limit for others: extending is how the payer agrees to it (decision
 * 078).
 */
const extenders = [...users, 'payer'] as const
const heads = ['director', 'admin'] as const

// Each of these steps may change the amount frozen on the card, so the freeze is written with the tasks and
// messages.
const money = { along: ['moveHold'] } as const
/** news.rules.ts supplies these titles: they name the booker or depend on the state the step leads to. */
const named = { tell: true } as const

const approve = { ...money, ...named } as const
const refuse = { to: 'refused', reason: true, closes: 'refused', tell: '预约被驳回', ...money } as const
/** The booker changes what others have already approved, so the approvals start again. */
const change: Move<Booking> = {
  by: ['booker'],
  to: beforeUse,
  anew: true,
  closes: 'withdrawn',
  ...money,
  ...named,
}
const expire: Move<Booking> = {
  by: ['system'],
  to: 'expired',
  closes: 'withdrawn',
  tell: '预约未在开始前通过审核，已过期',
  ...money,
}
const cancel: Move<Booking> = {
  by: ['booker'],
  to: 'cancelled',
  keeps: true,
  closes: 'withdrawn',
  then: ['announceCancel'],
  ...money,
  ...named,
}
const revoke: Move<Booking> = {
  by: [...heads, 'system'],
  to: 'revoked',
  reason: true,
  closes: 'withdrawn',
  tell: '预约被撤销',
  ...money,
}
/** The payer has left, or their card can no longer pay. */
const losePayment: Move<Booking> = {
  by: ['system'],
  to: 'awaiting_payer',
  reason: true,
  anew: true,
  closes: 'withdrawn',
  ...money,
  ...named,
}
/** The booker has left and a successor takes the booking over, judged as if they had made it. */
const takeOver: Move<Booking> = {
  by: ['system'],
  to: beforeUse,
  reason: true,
  anew: true,
  closes: 'withdrawn',
  tell: '您接收了一项预约',
  ...money,
}
const always = { cancel, revoke, lose_payment: losePayment, take_over: takeOver }
const ended = { to: 'awaiting_test_order', then: ['announceFinish', 'tellFreed'], tell: null } as const

export const bookingStrip: Strip<BookingState, BookingEvent> = {
  stages: [
    { key: 'create', title: '提交预约' },
    { key: 'payer', title: approvalSteps.booking.payer, at: ['awaiting_payer'], by: ['approve'] },
    { key: 'reviewer', title: approvalSteps.booking.reviewer, at: ['awaiting_reviewer'], by: ['approve'] },
    { key: 'director', title: approvalSteps.booking.director, at: ['awaiting_director'], by: ['approve'] },
    {
      key: 'use',
      title: '使用',
      at: ['awaiting_use', 'in_use'],
      by: ['finish', 'hand_over', 'fault'],
      called: { in_use: '使用中' },
    },
    { key: 'test_order', title: '测试单', at: ['awaiting_test_order'], by: ['complete'] },
    { key: 'end', title: '完成', ends: ['done'] },
  ],
  restart: ['change'],
  stopped: ['refused', 'cancelled', 'expired', 'revoked', 'no_show'],
}

export const bookingFlow = defineTable<Booking>({
  business: 'booking',
  words: { state: bookingStateWords, event: bookingEventWords },
  begin: { create: { by: ['booker'], to: beforeUse, ...money, ...named } },
  states: {
    awaiting_payer: {
      ask: { step: 'payer', as: 'payer', whom: 'person', yes: 'approve', no: 'refuse' },
      on: {
        approve: {
          by: ['payer'],
          to: ['awaiting_reviewer', 'awaiting_director', 'awaiting_use'],
          ...approve,
        },
        refuse: { by: ['payer', 'system'], ...refuse },
        change,
        expire,
        ...always,
        // A new payer is asked. A booker who pays for the booking themselves names a card here, and the
        // booking continues from the state it was in.
        name_payer: {
          by: ['namer'],
          to: beforeUse,
          anew: true,
          closes: 'withdrawn',
          ...money,
          ...named,
        },
      },
    },
    awaiting_reviewer: {
      ask: { step: 'reviewer', as: 'reviewer', whom: 'reviewer', yes: 'approve', no: 'refuse' },
      on: {
        approve: { by: ['reviewer', 'system'], to: ['awaiting_director', 'awaiting_use'], ...approve },
        refuse: { by: ['reviewer', 'system'], ...refuse },
        change,
        expire,
        ...always,
      },
    },
    awaiting_director: {
      ask: { step: 'director', as: 'director', whom: 'lab_director', yes: 'approve', no: 'refuse' },
      on: {
        approve: { by: ['director', 'system'], to: 'awaiting_use', ...approve },
        refuse: { by: ['director', 'system'], ...refuse },
        change,
        expire,
        ...always,
      },
    },
    awaiting_use: {
      ask: null,
      on: {
        ...always,
        start: { by: users, to: 'in_use', tell: null },
        extend: { by: extenders, to: 'awaiting_use', ...money, ...named },
        reschedule: {
          by: ['reviewer', ...heads],
          to: 'awaiting_use',
          reason: true,
          tell: '送样测试时间已调整',
          ...money,
        },
        miss: {
          by: ['system'],
          to: 'no_show',
          keeps: true,
          then: ['announceMiss'],
          tell: '预约未按时使用，已记为爽约',
          ...money,
        },
      },
    },
    in_use: {
      ask: null,
      on: {
        extend: { by: extenders, to: 'in_use', ...money, ...named },
        finish: { by: [...users, ...heads, 'system'], ...ended, ...named },
        hand_over: {
          ...ended,
          by: ['reviewer', ...heads],
          reason: true,
          tell: '审核员已结束您的使用，机位交接给下一位',
        },
        fault: {
          ...ended,
          by: [...users, ...heads, 'system'],
          reason: true,
          tell: '仪器故障，使用已结束，按实际用时计费',
        },
      },
    },
    awaiting_test_order: { ask: null, on: { complete: { by: ['system'], to: 'done', tell: null } } },
    done: {},
    refused: {},
    cancelled: {},
    expired: {},
    revoked: {},
    no_show: {},
  },
  strip: bookingStrip,
})
