import type { StepOf } from '@portal/contract/approval/approval'
import {
  benefitEventWords,
  benefitStateWords,
  type BenefitEvent,
  type BenefitState,
} from '@portal/contract/benefit/benefit'
import { defineTable, type Move } from '../../kernel/flow.ts'

/** `keeper` is the instrument's contact or directs its laboratory; `office` is the equipment office. */
export interface Evaluating {
  business: 'benefit'
  state: BenefitState
  event: BenefitEvent
  role: 'keeper' | 'office'
  step: StepOf<'benefit'>
  effect: never
}

const cancel: Move<Evaluating> = {
  by: ['office'],
  to: 'cancelled',
  reason: true,
  closes: 'withdrawn',
  tell: '效益评价已取消',
}

export const benefitFlow = defineTable<Evaluating>({
  business: 'benefit',
  words: { state: benefitStateWords, event: benefitEventWords },
  begin: { start: { by: ['office'], to: 'draft', tell: null } },
  states: {
    draft: {
      ask: {
        step: 'fill',
        as: 'keeper',
        // The instrument's contact or, without one, the directors of its laboratory.
        whom: ['person', 'lab_director'],
        title: '填报效益评价',
        open: true,
        own: true,
      },
      on: {
        change: { by: ['keeper'], to: 'draft', keeps: true, tell: null },
        submit: { by: ['keeper'], to: 'submitted', tell: null },
        cancel,
      },
    },
    submitted: {
      ask: {
        step: 'review',
        as: 'office',
        whom: 'equip_office',
        title: '审核效益评价',
        news: '效益评价待审核',
        yes: 'accept',
        no: 'send_back',
      },
      on: {
        judge: { by: ['office'], to: 'submitted', tell: null },
        accept: { by: ['office'], to: 'published', tell: '效益评价结果已公布' },
        send_back: { by: ['office'], to: 'draft', reason: true, closes: 'refused', tell: '效益评价被退回' },
        cancel,
      },
    },
    published: {},
    cancelled: {},
  },
  strip: {
    stages: [
      { key: 'start', title: '发起评价' },
      { key: 'fill', title: '填报', at: ['draft'] },
      { key: 'review', title: '设备处审核', at: ['submitted'] },
    ],
    restart: ['send_back'],
    stopped: ['cancelled'],
  },
})
