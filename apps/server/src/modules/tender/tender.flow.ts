import type { StepOf } from '@portal/contract/approval/approval'
import {
  tenderEventWords,
  tenderStateWords,
  type TenderEvent,
  type TenderState,
} from '@portal/contract/tender/tender'
import { defineTable, type Ask, type Move } from '../../kernel/flow.ts'

/**
 * `tender_office` runs the tender; `supplier` is one that may quote; `member` is a committee member who has
 * not signed; `system` is the clock and the purchase. Titles that depend on the method (询价, 谈判, 招标) are set
 * in `asking` of the process.
 */
export interface Tender {
  business: 'tender'
  state: TenderState
  event: TenderEvent
  role: 'tender_office' | 'supplier' | 'member' | 'system'
  step: StepOf<'tender'>
  effect: 'passAwardOn' | 'beginNextRound'
}

/** Asks the tendering office, except a member of it who requested the purchase. */
const evaluate: Ask<Tender> = {
  step: 'evaluate',
  as: 'tender_office',
  whom: 'tender_office',
  reminds: true,
  title: '报价评审',
  news: '报价已开启',
}
/** Asks each member by name; one may not sign for another. */
const sign: Ask<Tender> = {
  step: 'sign',
  as: 'member',
  whom: 'person',
  reminds: true,
  title: '签署评审意见',
  news: '请您参加评审',
}

/** Only when its purchase is cancelled. */
const cancel: Move<Tender> = {
  by: ['system'],
  to: 'cancelled',
  reason: true,
  closes: 'withdrawn',
  tell: true,
}
/** A purchase is never without a tender: after a failed round the next one begins. */
const fail: Move<Tender> = {
  by: ['tender_office'],
  to: 'failed',
  reason: true,
  closes: 'refused',
  tell: true,
  then: ['beginNextRound'],
}

export const tenderFlow = defineTable<Tender>({
  business: 'tender',
  words: { state: tenderStateWords, event: tenderEventWords },
  // Begins with the purchase that is to be tendered, and again after a failed round.
  begin: { create: { by: ['system'], to: 'draft', tell: null } },
  states: {
    draft: {
      ask: {
        step: 'prepare',
        as: 'tender_office',
        whom: 'tender_office',
        reminds: true,
        title: '编制公告',
        news: '公告待编制',
      },
      on: {
        change: { by: ['tender_office'], to: 'draft', tell: null },
        announce: { by: ['tender_office'], to: 'announced', tell: true },
        cancel,
      },
    },
    announced: {
      ask: null,
      on: {
        // Only before the opening time; the handlers check it, and so does the database.
        quote: { by: ['supplier'], to: 'announced', tell: null },
        withdraw_quote: { by: ['supplier'], to: 'announced', tell: null },
        // Members may be named before the opening, but are told nothing until then.
        committee: { by: ['tender_office'], to: 'announced', tell: null },
        open: { by: ['tender_office', 'system'], to: 'opened', tell: null },
        fail,
        cancel,
      },
    },
    opened: {
      ask: [sign, evaluate],
      on: {
        committee: { by: ['tender_office'], to: 'opened', tell: null },
        // The office is told when the last member has signed.
        sign: { by: ['member'], to: 'opened', one: true, tell: '评审意见已全部签署' },
        // Possible once every member has signed.
        conclude: { by: ['tender_office'], to: 'evaluated', tell: null },
        fail,
        cancel,
      },
    },
    evaluated: {
      ask: evaluate,
      on: {
        award: { by: ['tender_office'], to: 'awarded', do: ['passAwardOn'], tell: true },
        fail,
        cancel,
      },
    },
    awarded: {
      ask: null,
      on: {
        // The contract was not signed: the purchase returns to sourcing, and a new round begins.
        fail: { ...fail, by: ['system'], closes: 'withdrawn', tell: '成交作废' },
        cancel,
      },
    },
    failed: {},
    cancelled: {},
  },
})
