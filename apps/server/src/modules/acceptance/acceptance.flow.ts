import {
  acceptanceEventWords,
  acceptanceStateWords,
  type AcceptanceEvent,
  type AcceptanceState,
} from '@portal/contract/acceptance/acceptance'
import type { StepOf } from '@portal/contract/approval/approval'
import { defineTable, type Move } from '../../kernel/flow.ts'

/**
 * `receiver` accepts the pieces; `member` signs with others and has not signed yet; `dept_head` and
 * `equip_office` are the people awaited there, and the office is anybody of it while others sign; `system` is
 * the end of the contract.
 */
export interface AcceptanceProcess {
  business: 'acceptance'
  state: AcceptanceState
  event: AcceptanceEvent
  role: 'receiver' | 'member' | 'dept_head' | 'equip_office' | 'system'
  step: StepOf<'acceptance'>
  effect: 'releasePieces' | 'handPiecesOver' | 'announcePieces'
}

const recall: Move<AcceptanceProcess> = { by: ['receiver'], to: 'draft', closes: 'withdrawn', tell: null }
const sendBack = { to: 'draft', reason: true, closes: 'refused', tell: null } as const
const cancel: Move<AcceptanceProcess> = {
  by: ['system'],
  to: 'cancelled',
  reason: true,
  closes: 'withdrawn',
  do: ['releasePieces'],
  tell: null,
}

export const acceptanceFlow = defineTable<AcceptanceProcess>({
  business: 'acceptance',
  words: { state: acceptanceStateWords, event: acceptanceEventWords },
  begin: { create: { by: ['receiver'], to: 'draft', tell: null } },
  states: {
    draft: {
      // The title of its message says whether it was sent back.
      ask: { step: 'fill', as: 'receiver', whom: 'person', title: '验收', open: true, own: true },
      on: {
        change: { by: ['receiver'], to: 'draft', tell: null },
        cancel: { ...cancel, by: ['receiver', 'system'] },
        submit: { by: ['receiver'], to: 'awaiting_signatures', tell: null },
      },
    },
    awaiting_signatures: {
      ask: {
        step: 'sign',
        as: 'member',
        whom: 'person',
        // Each signs by name. If a member leaves, it is recalled or sent back and another member signs.
        reminds: true,
        title: '会签验收',
        news: '验收单待会签',
      },
      on: {
        // Waits for the last signature; the head of the department follows if the policy requires it.
        sign: {
          by: ['member'],
          to: ['awaiting_signatures', 'awaiting_dept_head', 'awaiting_audit'],
          one: true,
          tell: null,
        },
        object: { by: ['member'], ...sendBack },
        send_back: { by: ['equip_office'], ...sendBack },
        recall,
        // The requester learns of the end from the contract.
        cancel: { ...cancel, tell: '验收已取消' },
      },
    },
    awaiting_dept_head: {
      ask: {
        step: 'dept_head',
        as: 'dept_head',
        whom: 'dept_head',
        title: '院系审核验收',
        news: '验收单待院系审核',
        yes: 'approve',
        back: 'send_back',
      },
      on: {
        approve: { by: ['dept_head'], to: 'awaiting_audit', tell: null },
        send_back: { by: ['dept_head'], ...sendBack },
        recall,
        cancel,
      },
    },
    awaiting_audit: {
      ask: {
        step: 'audit',
        as: 'equip_office',
        whom: 'equip_office',
        title: '审核验收',
        news: '验收单待审核',
        yes: 'approve',
        back: 'send_back',
      },
      on: {
        approve: {
          by: ['equip_office'],
          to: 'accepted',
          do: ['releasePieces', 'handPiecesOver'],
          tell: acceptanceStateWords.accepted,
          then: ['announcePieces'],
        },
        send_back: { by: ['equip_office'], ...sendBack },
        recall,
        cancel,
      },
    },
    accepted: {},
    cancelled: {},
  },
  strip: {
    stages: [
      { key: 'create', title: '到货核对' },
      { key: 'fill', title: '填写验收', at: ['draft'], by: ['submit'] },
      { key: 'sign', title: '会签', at: ['awaiting_signatures'], by: ['sign'] },
      { key: 'dept_head', title: '院系审核', at: ['awaiting_dept_head'], by: ['approve'] },
      { key: 'audit', title: '设备处审核', at: ['awaiting_audit'], by: ['approve'] },
      { key: 'end', title: acceptanceStateWords.accepted, ends: ['accepted'] },
      {
        key: 'cancelled',
        title: acceptanceStateWords.cancelled,
        ends: ['cancelled'],
        aside: true,
        halts: true,
      },
    ],
    restart: ['object', 'send_back', 'recall'],
  },
})
