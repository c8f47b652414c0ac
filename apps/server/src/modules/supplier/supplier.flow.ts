import type { StepOf } from '@portal/contract/approval/approval'
import {
  supplierEventWords,
  supplierStateWords,
  type SupplierEvent,
  type SupplierState,
} from '@portal/contract/supplier/supplier'
import { defineTable, type Ask, type Move } from '../../kernel/flow.ts'

/**
 * `office` invites (equipment or tendering office); `invited` holds the invitation; `member` acts for the
 * company; `tender_office` audits it.
 */
export interface Supplier {
  business: 'supplier'
  state: SupplierState
  event: SupplierEvent
  role: 'office' | 'invited' | 'member' | 'tender_office' | 'system'
  step: StepOf<'supplier'>
  effect: 'requireLicence' | 'announceStop'
}

/**
 * Asks all people of the company: one of them must answer, and other people cannot. If the company has no
 * people left, the offices name a new person.
 */
const papers: Ask<Supplier> = {
  step: 'papers',
  as: 'member',
  whom: 'person',
  reminds: true,
  title: '完善企业资料',
}
const submit: Move<Supplier> = { by: ['member'], to: 'awaiting_audit', tell: null }

export const supplierFlow = defineTable<Supplier>({
  business: 'supplier',
  words: { state: supplierStateWords, event: supplierEventWords },
  begin: { invite: { by: ['office'], to: 'invited', tell: null } },
  states: {
    invited: {
      ask: null,
      on: {
        // For a lost mail or an expired invitation.
        invite: { by: ['office'], to: 'invited', tell: null },
        activate: { by: ['invited'], to: 'awaiting_papers', tell: null },
      },
    },
    awaiting_papers: { ask: papers, on: { submit } },
    returned: { ask: papers, on: { submit } },
    awaiting_audit: {
      ask: {
        step: 'audit',
        as: 'tender_office',
        whom: 'tender_office',
        // An auditor who acts for the company may not audit it.
        reminds: true,
        title: '审核供应商资料',
        news: '供应商资料待审核',
        yes: 'approve',
        back: 'send_back',
      },
      on: {
        approve: {
          by: ['tender_office'],
          to: 'approved',
          do: ['requireLicence'],
          tell: '企业资料审核通过',
        },
        send_back: {
          by: ['tender_office'],
          to: 'returned',
          reason: true,
          closes: 'refused',
          tell: '企业资料被退回',
        },
      },
    },
    approved: {
      ask: null,
      on: {
        // A company that changes audited data is audited again.
        submit,
        expire: {
          by: ['system'],
          to: 'returned',
          reason: true,
          then: ['announceStop'],
          tell: '营业执照已到期',
        },
        suspend: {
          by: ['tender_office'],
          to: 'suspended',
          reason: true,
          then: ['announceStop'],
          tell: '供应商资格已停用',
        },
      },
    },
    suspended: {
      ask: null,
      on: { resume: { by: ['tender_office'], to: 'awaiting_audit', tell: '供应商资格恢复审核' } },
    },
  },
  strip: {
    stages: [
      { key: 'invite', title: '邀请注册', by: ['invite'] },
      { key: 'invited', title: '激活账号', at: ['invited'], by: ['activate'] },
      {
        key: 'awaiting_papers',
        title: '完善企业资料',
        at: ['awaiting_papers', 'returned'],
        by: ['submit'],
      },
      { key: 'awaiting_audit', title: '招标办审核', at: ['awaiting_audit'], by: ['approve'] },
      { key: 'approved', title: '审核通过', ends: ['approved'], by: ['approve'] },
    ],
    goesRound: true,
    stopped: ['suspended'],
  },
})
