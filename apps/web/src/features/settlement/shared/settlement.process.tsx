import {
  settlementCalls,
  settlementNumber,
  type SettlementDetail,
} from '@portal/contract/settlement/settlement'
import { formatMoney } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { RemitForm } from '../parts/remit-form.tsx'
import { SettlementSummary } from '../parts/settlement-summary.tsx'
import { askReversal, auditSettlements, cancelSettlement, useSettlement } from '../settlement.queries.ts'
import {
  nameApproval,
  nameRefusal,
  refusalPicks,
  releaseOutcome,
  sendBackPicks,
  wholeTag,
} from '../settlement.words.ts'

const audit = deciding(auditSettlements, settlementNumber)

/** The card owner agrees, then finance deducts or confirms; the button's text depends on the state. */
export const settlement: Process<SettlementDetail, 'refund' | 'post'> = {
  noun: '结算单',
  list: { to: to('/account/payOrderDetail'), text: '我的结算单' },
  nameOf: (s) => `结算单 ${s.number}`,
  tagOf: wholeTag,
  useRow: (id) => useSettlement({ query: { id } }, { staleTime: 0 }),
  useNews: () => useLive(['me'], [settlementCalls.detail]),
  Links: ({ row: s }) =>
    s.can.includes('print') && (
      <ButtonLink to={to('/osp/printPayOrder', { id: s.id })}>打印结算单</ButtonLink>
    ),
  Facts: ({ row: s }) => <SettlementSummary settlement={s} />,
  decision: (s) => ({
    title: '审批',
    text: (
      <>
        {nameApproval(s).outcome}金额 <b>{formatMoney(s.totalFen)}</b>。
      </>
    ),
  }),
  steps: {
    approve: (s) => {
      const { word, outcome } = nameApproval(s)
      return {
        label: word,
        tone: 'yes',
        title: `${word}？`,
        text: outcome,
        ok: `${word} ${formatMoney(s.totalFen)}`,
        reason: opinionAsked,
        take: (said, key) => audit([s], 'approve', word, saidOrNull(said), key),
      }
    },
    send_back: (s) => ({
      tone: 'no',
      title: '退回汇款信息？',
      text: `应付 ${formatMoney(s.totalFen)}。到账金额不符时，请在原因中写明实际到账金额；付款人需补足后重新登记汇款。`,
      ok: '退回汇款信息',
      reason: { label: '退回原因', required: true, picks: sendBackPicks(s.totalFen) },
      take: (reason, key) => audit([s], 'send_back', '退回', reason, key),
    }),
    refuse: (s) => {
      const { word, outcome } = nameRefusal(s)
      return {
        tone: 'no',
        title: `${word}？`,
        text: outcome,
        ok: word,
        reason: { label: '驳回原因', required: true, picks: refusalPicks(s.state) },
        take: (reason, key) => audit([s], 'refuse', '驳回', reason, key),
      }
    },
    remit: { Part: RemitForm },
    refund: { onPage: true },
    post: { onPage: true, below: true, begins: (s) => s.posting?.number ?? '' },
    cancel: (s) => ({
      atHead: true,
      tone: 'no',
      title: '取消这次结算？',
      text: releaseOutcome[s.way],
      ok: '取消结算',
      cancel: '保留结算',
      reason: { label: '取消原因', required: true, picks: ['换用其他经费卡', '改用其他结算方式'] },
      done: '结算已取消',
      take: (reason) => cancelSettlement.run({ params: { id: s.id }, body: { reason } }),
    }),
    ask_reversal: (s) => ({
      atHead: true,
      tone: 'no',
      title: '申请冲正？',
      text:
        s.way === 'fund_card'
          ? '经其他财务人员同意后，已扣金额退回经费卡，测试单重新待结算；违约已撤销的费用免除。'
          : '经其他财务人员同意后冲正；汇款须由财务退款并登记，之后测试单才能重新结算。',
      ok: '申请冲正',
      reason: { label: '冲正原因', required: true, picks: ['金额有误', '用错经费卡', '重复结算'] },
      done: '已申请冲正，等待财务处理',
      take: (reason) => askReversal.run({ params: { id: s.id }, body: { reason } }),
    }),
    print: null,
  },
}

export const inbox = defineInbox('settlement', settlement, {
  by: auditSettlements,
  states: {
    card_owner: 'awaiting_card_owner',
    finance: 'awaiting_finance',
    reversal: 'awaiting_reversal',
  },
  verdicts: { approve: 'approve', refuse: 'refuse' },
  refusal: { word: '驳回', picks: refusalPicks('awaiting_finance') },
  refusalAt: {
    card_owner: { word: '驳回', picks: refusalPicks('awaiting_card_owner') },
    reversal: { word: '驳回', picks: refusalPicks('awaiting_reversal') },
  },
})
