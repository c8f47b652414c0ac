import type { StepOf } from '@portal/contract/approval/approval'
import {
  tenderEventWords,
  tenderStateWords,
  type TenderEvent,
  type TenderState,
} from '@portal/contract/tender/tender'
import { defineTable, type Ask, type Move } from '../../kernel/flow.ts'

/**
 * `tender_office` runs it; `supplier` is one that may quote; `member` sits in its committee and has not
 * signed; `system` is the clock, and what becomes of the purchase. What is called by the way of buying (询价,
 * 谈判, 招标) gets its title from the binding.
 */
export interface Tender {
  business: 'tender'
  state: TenderState
  event: TenderEvent
  role: 'tender_office' | 'supplier' | 'member' | 'system'
  step: StepOf<'tender'>
  effect: 'passAwardOn' | 'beginNextRound'
}

/** The office’s, but of nobody there who asked for the purchase himself. */
const evaluate: Ask<Tender> = {
  step: 'evaluate',
  as: 'tender_office',
  whom: 'tender_office',
  reminds: true,
  title: '开标评审',
  news: '已开标',
}
/** Each by his own name, and nobody in his stead. */
const sign: Ask<Tender> = {
  step: 'sign',
  as: 'member',
  whom: 'person',
  reminds: true,
  title: '签署评审意见',
  news: '请您参加评审',
}

/** Only with its purchase. */
const cancel: Move<Tender> = {
  by: ['system'],
  to: 'cancelled',
  reason: true,
  closes: 'withdrawn',
  tell: true,
}
/** A purchase never waits without a tender: after a round that failed the next one begins. */
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
  // With the purchase that is to be tendered, and again after a round that failed.
  begin: { create: { by: ['system'], to: 'draft', tell: null } },
  states: {
    draft: {
      ask: {
        step: 'prepare',
        as: 'tender_office',
        whom: 'tender_office',
        reminds: true,
        title: '编制招标',
        news: '招标待编制',
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
        // Only before the opening time: the rules see to it, and the database.
        quote: { by: ['supplier'], to: 'announced', tell: null },
        withdraw_quote: { by: ['supplier'], to: 'announced', tell: null },
        // Whoever evaluates may be known before the opening, but is told nothing until then.
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
        // The office hears of the last one.
        sign: { by: ['member'], to: 'opened', one: true, tell: '评审意见已全部签署' },
        // When the last one has signed.
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
        // The contract did not come about: the purchase goes back to sourcing, and a new round begins.
        fail: { ...fail, by: ['system'], closes: 'withdrawn', tell: '成交作废' },
        cancel,
      },
    },
    failed: {},
    cancelled: {},
  },
})
