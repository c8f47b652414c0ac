import {
  testOrderCalls,
  testOrderNumber,
  type ProposalKind,
  type TestOrderDetail,
} from '@portal/contract/test-order/test-order'
import { formatMinute, formatMoney } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { Card } from '../../../ui/light.tsx'
import type { Asked, Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { AnswerCards } from '../../form/shared/answer-cards.tsx'
import { BillLines } from '../../price-plan/shared/bill-lines.tsx'
import { AuditPanel } from '../parts/audit-panel.tsx'
import { auditTestOrders, useTestOrder, withdrawProposal } from '../test-order.queries.ts'
import { declinePicks, returnPicks, testOrderTag } from '../test-order.words.ts'
import { TestOrderSummary } from './test-order-summary.tsx'

const audit = deciding(auditTestOrders, testOrderNumber)

/** The kinds of proposal, with the texts for yes and no. */
const proposals: Record<ProposalKind, { title: string; yes: string; outcome: string; no: string }> = {
  payer: {
    title: '待新付款人确认',
    yes: '同意付款',
    outcome: '同意后这张测试单由您支付，金额不变。',
    no: '拒绝付款',
  },
  write_off: {
    title: '待核销',
    yes: '核销',
    outcome: '核销后这张测试单无需支付，且不能再更改。',
    no: '驳回核销',
  },
}
function proposed({ proposal: p, payer, totalFen }: TestOrderDetail): string {
  if (!p) return ''
  const sum = formatMoney(totalFen)
  const what =
    p.kind === 'payer'
      ? `提议由 ${p.payer?.name ?? ''} 支付 ${sum}（原付款人 ${payer.name}）`
      : `提出核销 ${sum}（付款人 ${payer.name}）`
  return `${p.by?.name ?? '系统'} 于 ${formatMinute(p.at)} ${what}。原因：${p.reason}`
}
const accept =
  (kind: ProposalKind) =>
  (t: TestOrderDetail): Asked => {
    const { yes, outcome } = proposals[kind]
    return {
      label: yes,
      tone: 'yes',
      title: `${yes}？`,
      text: outcome,
      ok: `${yes} ${formatMoney(t.totalFen)}`,
      take: (_, key) => audit([t], 'approve', yes, null, key),
    }
  }
const decline =
  (kind: ProposalKind) =>
  (t: TestOrderDetail): Asked => {
    const { no } = proposals[kind]
    return {
      tone: 'no',
      title: `${no}？`,
      text: '测试单仍由原付款人支付，可另行提议。',
      ok: no,
      reason: { label: '原因', required: true, picks: declinePicks },
      take: (reason, key) => audit([t], 'return', no, reason, key),
    }
  }
const answering = ['accept_payer', 'decline_payer', 'write_off', 'decline_write_off', 'withdraw'] as const

export const testOrder: Process<TestOrderDetail, 'propose_payer'> = {
  noun: '测试单',
  list: { to: to('/account/measure-list'), text: '结算事项' },
  nameOf: (t) => `测试单 ${t.number}`,
  tagOf: (t) => testOrderTag(t.state),
  useRow: (id) => useTestOrder({ query: { id } }, { staleTime: 0 }),
  useNews: () => useLive(['me'], [testOrderCalls.measureInfo]),
  // A user who cannot answer sees the proposal as a note.
  Notes: ({ row: t }) =>
    t.proposal &&
    !answering.some((word) => t.can.includes(word)) && (
      <Card title={proposals[t.proposal.kind].title}>
        <p>{proposed(t)}</p>
      </Card>
    ),
  Facts: ({ row: t, place }) => (
    <>
      <Card title="测试信息">
        <TestOrderSummary order={t} {...(place === 'inbox' && { withFiles: true })} />
      </Card>
      <AnswerCards answers={t.answers} />
      <Card title="费用">
        <BillLines caption="实际费用" lines={t.bill.lines} totalFen={t.totalFen} />
      </Card>
    </>
  ),
  decision: (t) => (t.proposal ? { title: proposals[t.proposal.kind].title, text: proposed(t) } : {}),
  steps: {
    approve: { Part: AuditPanel },
    confirm: { Part: AuditPanel },
    agree: { Part: AuditPanel },
    return: { Part: AuditPanel },
    accept_payer: accept('payer'),
    write_off: accept('write_off'),
    decline_payer: decline('payer'),
    decline_write_off: decline('write_off'),
    withdraw: (t) => ({
      tone: 'plain',
      title: '撤回提议？',
      text: '撤回后可另行提议。',
      ok: '撤回提议',
      take: () => withdrawProposal.run({ params: { id: t.id } }),
    }),
    propose_payer: { onPage: true },
    propose_write_off: null,
    fill: { elsewhere: (t) => ({ to: to('/account/measureInfo', { id: t.id }), text: '填写测试单' }) },
    submit: null,
    correct: null,
    settle: null,
  },
}

/** Declining ends a proposal: nobody hands it in again. */
const declined = { word: '驳回', picks: declinePicks } as const

export const inbox = defineInbox('test_order', testOrder, {
  by: auditTestOrders,
  states: {
    director: 'awaiting_director',
    booker: 'awaiting_booker',
    payer: 'awaiting_payer',
    new_payer: 'confirmed',
    write_off: 'confirmed',
  },
  verdicts: { approve: 'approve', refuse: 'return' },
  refusal: { word: '退回', picks: returnPicks },
  refusalAt: { new_payer: declined, write_off: declined },
})
