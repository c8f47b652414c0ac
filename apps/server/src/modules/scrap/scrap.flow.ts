import {
  scrapEventWords,
  scrapStateWords,
  type ScrapEvent,
  type ScrapState,
} from '@portal/contract/asset/asset'
import type { StepOf } from '@portal/contract/approval/approval'
import { defineTable, type Move } from '../../kernel/flow.ts'
import { defineAnswers, anyApproval, defineAsk, sentBack } from '../approval/offices.rules.ts'

/**
 * `requester` keeps the device; `keeper` runs it as well and acts only on another person's draft, which
 * blocks it; `dept_head`, `finance` and `equip_office` are the approvers at that step, and the office is
 * anybody of it once the device is disposed of; `system` acts on the experts' conclusion.
 */
export interface Scrapping {
  business: 'scrap'
  state: ScrapState
  event: ScrapEvent
  role: 'requester' | 'keeper' | 'dept_head' | 'finance' | 'equip_office' | 'system'
  step: StepOf<'scrap'>
  effect: 'openPanel' | 'voidPanels' | 'scrapDevice'
}

const cancel: Move<Scrapping> = {
  by: ['requester'],
  to: 'cancelled',
  reason: true,
  closes: 'withdrawn',
  do: ['voidPanels'],
  tell: null,
}
/** A draft asks no person, so the draft of a person who has left would block the device for good. */
const withdraw: Move<Scrapping> = { ...cancel, by: ['keeper'], tell: '报废申请已取消' }
/** An approval by mistake, or a device needed after all: without this move the device would stay blocked. */
const revoke: Move<Scrapping> = {
  by: ['equip_office'],
  to: 'cancelled',
  reason: true,
  closes: 'withdrawn',
  tell: '报废申请已撤销',
}
const told = { back: '报废申请被退回', no: '报废申请已驳回' }

export const scrapFlow = defineTable<Scrapping>({
  business: 'scrap',
  words: { state: scrapStateWords, event: scrapEventWords },
  begin: { create: { by: ['requester'], to: 'draft', tell: null } },
  states: {
    draft: {
      ask: null,
      on: {
        change: { by: ['requester'], to: 'draft', tell: null },
        submit: [
          // From the price threshold on, experts judge first.
          { by: ['requester'], to: 'awaiting_experts', do: ['openPanel'], tell: null },
          // The policy decides which approvals are needed.
          { by: ['requester'], to: anyApproval, tell: null },
        ],
        cancel: [cancel, withdraw],
      },
    },
    awaiting_experts: {
      ask: {
        step: 'panel',
        // The requester appoints the panel.
        as: 'requester',
        whom: 'person',
        title: '组建专家组',
        open: true,
        own: true,
      },
      on: {
        conclude: [
          { by: ['system'], to: 'awaiting_dept_head', tell: '报废申请待院系审批' },
          { by: ['system'], to: 'awaiting_finance', tell: '报废申请待财务会签' },
          { by: ['system'], to: 'awaiting_equip_office', tell: '报废申请待设备处审批' },
        ],
        send_back: { by: ['system'], ...sentBack(told.back) },
        cancel,
      },
    },
    awaiting_dept_head: {
      ask: defineAsk('dept_head', '院系审批', '报废申请待审批'),
      on: {
        ...defineAnswers('dept_head', {
          yes: { to: ['awaiting_finance', 'awaiting_equip_office'] },
          ...told,
        }),
        cancel,
      },
    },
    awaiting_finance: {
      ask: defineAsk('finance', '财务会签', '报废申请待财务会签'),
      on: { ...defineAnswers('finance', { yes: { to: 'awaiting_equip_office' }, ...told }), cancel },
    },
    awaiting_equip_office: {
      ask: defineAsk('equip_office', '设备处审批', '报废申请待审批'),
      on: { ...defineAnswers('equip_office', { yes: { to: 'awaiting_disposal' }, ...told }), cancel },
    },
    awaiting_disposal: {
      ask: {
        step: 'dispose',
        as: 'equip_office',
        whom: 'equip_office',
        title: '登记处置',
        news: '报废仪器待处置',
        // Registering the disposal needs no second person.
        own: true,
      },
      on: {
        dispose: { by: ['equip_office'], to: 'disposed', do: ['scrapDevice'], tell: '报废申请已处置' },
        cancel: revoke,
      },
    },
    disposed: {
      ask: null,
      on: {
        // Mistyped: the device is gone, and its dossier would say so for good.
        correct_disposal: { by: ['equip_office'], to: 'disposed', reason: true, tell: '报废处置已更正' },
      },
    },
    refused: {},
    cancelled: {},
  },
  strip: {
    stages: [
      { key: 'draft', title: '申请报废', at: ['draft'] },
      { key: 'panel', title: '专家鉴定', at: ['awaiting_experts'] },
      { key: 'dept_head', title: '院系审批', at: ['awaiting_dept_head'] },
      { key: 'finance', title: '财务会签', at: ['awaiting_finance'] },
      { key: 'equip_office', title: '设备处审批', at: ['awaiting_equip_office'] },
      { key: 'dispose', title: '登记处置', at: ['awaiting_disposal'] },
    ],
    restart: ['send_back'],
    stopped: ['refused', 'cancelled'],
  },
})
