import type { StepOf } from '@portal/contract/approval/approval'
import {
  purchaseEventWords,
  purchaseStateWords,
  type PurchaseEvent,
  type PurchaseState,
} from '@portal/contract/purchase/purchase'
import { defineTable, type Move } from '../../kernel/flow.ts'
import { defineAnswers, anyApproval, defineAsk, sentBack } from '../approval/offices.rules.ts'

/**
 * `requester` asks; `caller` composes the expert panels, in the flow of panels; `dept_head`, `finance` and
 * `equip_office` are the people awaited there, and the equipment office also ends contracts; `buyer` chooses
 * the supplier of a general purchase: the requester, or a stand-in; `office` is anybody of the equipment or
 * the tendering office; `closer` is anybody of them if it was sent back to a requester who has left, because
 * no other role could end it; `customs` is the equipment office in any state; `system` acts for panels,
 * tender, delivery and stock-in.
 */
export interface Purchase {
  business: 'purchase'
  state: PurchaseState
  event: PurchaseEvent
  role:
    | 'requester'
    | 'caller'
    | 'dept_head'
    | 'finance'
    | 'equip_office'
    | 'buyer'
    | 'office'
    | 'closer'
    | 'customs'
    | 'system'
  step: StepOf<'purchase'>
  effect:
    | 'voidPanels'
    | 'forgetAward'
    | 'announceSourcing'
    | 'announceCancelling'
    | 'announceVoiding'
    | 'announceContract'
    | 'announceCorrection'
    | 'announceTermination'
}

type By = Purchase['role'][]

/** Possible until a supplier is chosen. */
const cancel = (...by: By): Move<Purchase> => ({
  by,
  to: 'cancelled',
  reason: true,
  closes: 'withdrawn',
  do: ['voidPanels'],
  then: ['announceCancelling'],
  tell: '申购已取消',
})
/** The certificate of duty exemption may arrive in any of these states. */
const certify = (to: PurchaseState): Move<Purchase> => ({ by: ['customs'], to, tell: null })
/** Pieces that are not accepted yet will not come. */
const terminate = (...to: PurchaseState[]): Move<Purchase> => ({
  by: ['equip_office'],
  to,
  reason: true,
  then: ['announceTermination'],
  tell: '采购合同已终止',
})
const told = { back: '申购被退回修改', no: '申购被驳回' }

export const purchaseFlow = defineTable<Purchase>({
  business: 'purchase',
  words: { state: purchaseStateWords, event: purchaseEventWords },
  begin: { create: { by: ['requester'], to: 'draft', tell: null } },
  states: {
    draft: {
      ask: null,
      on: {
        change: { by: ['requester'], to: 'draft', tell: null },
        // Precious or imported items need experts first; the policy decides which approvals follow.
        submit: {
          by: ['requester'],
          to: ['awaiting_experts', ...anyApproval],
          tell: null,
        },
        cancel: cancel('requester', 'closer'),
      },
    },
    awaiting_experts: {
      // Waits while a panel is still to be composed; the panels themselves ask the experts.
      ask: { step: 'panel', as: 'caller', whom: 'person', title: '组建专家组', own: true, back: 'send_back' },
      on: {
        // After one of two panels, or after the last one.
        conclude: {
          by: ['system'],
          to: ['awaiting_experts', ...anyApproval],
          tell: null,
        },
        send_back: { by: ['system', 'equip_office'], ...sentBack(told.back) },
        certify: certify('awaiting_experts'),
        cancel: cancel('requester'),
      },
    },
    awaiting_dept_head: {
      ask: defineAsk('dept_head', '院系审批', '申购待院系审批'),
      on: {
        ...defineAnswers('dept_head', {
          yes: { to: ['awaiting_finance', 'awaiting_equip_office'] },
          ...told,
        }),
        certify: certify('awaiting_dept_head'),
        cancel: cancel('requester'),
      },
    },
    awaiting_finance: {
      ask: defineAsk('finance', '经费审核', '申购待经费审核'),
      on: {
        ...defineAnswers('finance', { yes: { to: 'awaiting_equip_office' }, ...told }),
        certify: certify('awaiting_finance'),
        cancel: cancel('requester'),
      },
    },
    awaiting_equip_office: {
      ask: defineAsk('equip_office', '设备处审批', '申购待设备处审批'),
      on: {
        ...defineAnswers('equip_office', {
          yes: { to: 'awaiting_sourcing', then: ['announceSourcing'] },
          ...told,
        }),
        certify: certify('awaiting_equip_office'),
        cancel: cancel('requester'),
      },
    },
    awaiting_sourcing: {
      // Only for a general purchase; otherwise the tendering office is told and prepares the tender.
      ask: {
        step: 'sourcing',
        as: 'buyer',
        whom: 'person',
        title: '采购',
        news: '申购已批准，请登记报价并选择供应商',
        open: true,
        own: true,
      },
      on: {
        award: { by: ['buyer', 'system'], to: 'awaiting_contract', tell: '已确定供应商' },
        certify: certify('awaiting_sourcing'),
        cancel: cancel('requester', 'office'),
      },
    },
    awaiting_contract: {
      // The equipment office for a general purchase, the tendering office for all others.
      ask: {
        step: 'contract',
        as: 'office',
        whom: ['equip_office', 'tender_office'],
        title: '登记合同',
        news: '已确定供应商，待登记合同',
        open: true,
      },
      on: {
        void_award: {
          by: ['office'],
          to: 'awaiting_sourcing',
          reason: true,
          closes: 'withdrawn',
          do: ['forgetAward'],
          then: ['announceVoiding'],
          tell: '成交已作废',
        },
        sign_contract: {
          by: ['office'],
          to: 'awaiting_delivery',
          then: ['announceContract'],
          tell: '合同已登记',
        },
        certify: certify('awaiting_contract'),
      },
    },
    awaiting_delivery: {
      ask: null,
      on: {
        deliver: { by: ['system'], to: 'in_acceptance', tell: null },
        terminate: terminate('terminated'),
        // Mistyped: without this move the contract would have to be ended, and the purchase with it. From the
        // first checked piece on, acceptance and reimbursement go by its prices.
        correct_contract: {
          by: ['office'],
          to: 'awaiting_delivery',
          reason: true,
          then: ['announceCorrection'],
          tell: '合同已更正',
        },
        certify: certify('awaiting_delivery'),
      },
    },
    in_acceptance: {
      ask: null,
      on: {
        complete: { by: ['system'], to: 'done', tell: '申购的设备已全部入库' },
        // Nothing was accepted; or everything accepted is stored; or some of it is still being stored in.
        terminate: terminate('terminated', 'done', 'in_acceptance'),
        certify: certify('in_acceptance'),
      },
    },
    done: {},
    refused: {},
    cancelled: {},
    terminated: {},
  },
  strip: {
    stages: [
      { key: 'draft', title: '填写申购', at: ['draft'] },
      { key: 'awaiting_experts', title: '专家论证', at: ['awaiting_experts'] },
      { key: 'awaiting_dept_head', title: '院系审批', at: ['awaiting_dept_head'] },
      { key: 'awaiting_finance', title: '经费审核', at: ['awaiting_finance'] },
      { key: 'awaiting_equip_office', title: '设备处审批', at: ['awaiting_equip_office'] },
      { key: 'awaiting_sourcing', title: '采购', at: ['awaiting_sourcing'] },
      { key: 'awaiting_contract', title: '签订合同', at: ['awaiting_contract'], by: ['sign_contract'] },
      { key: 'awaiting_delivery', title: '供货', at: ['awaiting_delivery'] },
      { key: 'in_acceptance', title: '验收入库', at: ['in_acceptance'] },
      { key: 'end', title: '完成', ends: ['done'] },
    ],
    restart: ['send_back'],
    stopped: ['refused', 'cancelled', 'terminated'],
  },
})
