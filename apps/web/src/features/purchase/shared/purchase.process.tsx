import { purchaseCalls } from '@portal/contract/purchase/calls'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { formatMoney } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { useStage } from '../../../lib/stage.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { ContractForm } from '../parts/contract-form.tsx'
import { PurchaseSummary } from '../parts/purchase-summary.tsx'
import {
  cancelPurchase,
  decidePurchases,
  terminatePurchase,
  usePurchase,
  voidAward,
} from '../purchase.queries.ts'
import { purchaseTag, refusalPicks, returnPicks, terminatePicks } from '../purchase.words.ts'

const decide = deciding(decidePurchases, purchaseNumber)
const findNext = (p: PurchaseDetail) =>
  p.state === 'awaiting_equip_office' ? '通过后进入采购。' : '通过后进入下一审批环节。'

/** What happens to the rest of a purchase when its contract is terminated. */
const findLeft = ({ arrival }: PurchaseDetail): string =>
  arrival === null
    ? ''
    : `未验收的 ${arrival.open.count} 台（${formatMoney(arrival.open.fen)}）不再供货，进行中的验收一并取消；${arrival.kept.count ? `已验收的 ${arrival.kept.count} 台照常入库，申购随之完成。` : '申购到此结束。'}终止后不能恢复。`

export const purchase: Process<PurchaseDetail, 'change' | 'quote' | 'correct_contract' | 'certify'> = {
  noun: '申购单',
  list: { to: to('/osp/subscribe/list'), text: '申购单查询' },
  nameOf: (p) => `申购单 ${p.number}`,
  tagOf: (p) => purchaseTag(p.state),
  useRow: (id) => usePurchase({ params: { id } }, { staleTime: 0 }),
  useNews: (p) => {
    useLive(['me'], [purchaseCalls.get])
    useStage(p?.stage)
  },
  Links: ({ row: p }) => (
    <ButtonLink to={to('/osp/subscribe/subscribeFill', { id: p.id, view: 'print' })}>打印</ButtonLink>
  ),
  // While the purchase is edited, the form shows it already.
  Facts: ({ row: p, place }) =>
    !(place === 'page' && p.can.includes('change')) && <PurchaseSummary purchase={p} />,
  aside: (p) =>
    p.state === 'awaiting_experts' && {
      to: to('/osp/subscribe/subscribeFill', { id: p.id }),
      text: '组建专家组',
    },
  decision: (p) => ({
    title: '审批',
    text: (
      <>
        预算 <b>{formatMoney(p.budgetFen)}</b>。{p.can.includes('approve') && findNext(p)}
      </>
    ),
  }),
  steps: {
    approve: (p) => ({
      label: '通过',
      tone: 'yes',
      title: '通过这张申购？',
      text: findNext(p),
      ok: `通过，预算 ${formatMoney(p.budgetFen)}`,
      reason: opinionAsked,
      take: (said, key) => decide([p], 'approve', '通过', saidOrNull(said), key),
    }),
    send_back: (p) => ({
      tone: 'no',
      title: '退回修改？',
      text: '申购人修改后可重新提交，已签署的论证意见作废。',
      ok: '退回修改',
      reason: { label: '退回原因', required: true, picks: returnPicks },
      take: (reason, key) => decide([p], 'send_back', '退回', reason, key),
    }),
    refuse: (p) => ({
      tone: 'no',
      title: '驳回这张申购？',
      text: '驳回后不能再修改，需重新填报。',
      ok: '驳回',
      reason: { label: '驳回原因', required: true, picks: refusalPicks },
      take: (reason, key) => decide([p], 'refuse', '驳回', reason, key),
    }),
    quote: {
      onPage: true,
      begins: (p) => p.quotes.map((q) => `${q.supplier.id}:${q.amountFen}`).join(),
    },
    award: { elsewhere: (p) => ({ to: to('/osp/subscribe/purchase', { id: p.id }), text: '登记报价' }) },
    sign_contract: { Part: ContractForm },
    correct_contract: { onPage: true, below: true },
    certify: { onPage: true },
    // A draft is saved and then submitted; the form stays mounted through both, so it is keyed by id, not by
    // state.
    change: { onPage: true, begins: (p) => String(p.id) },
    submit: null,
    void_award: (p) => ({
      atHead: true,
      tone: 'no',
      title: '成交作废？',
      text: '申购回到采购环节，需重新选择供应商。',
      ok: '成交作废',
      cancel: '保留成交',
      reason: { label: '作废原因', required: true, picks: ['供应商放弃', '未能签订合同', '资质不符'] },
      done: '成交已作废',
      take: (reason) => voidAward.run({ params: { id: p.id }, body: { reason } }),
    }),
    terminate: (p) => ({
      atHead: true,
      tone: 'no',
      title: '终止合同？',
      text: findLeft(p),
      ok: '终止合同',
      cancel: '继续履行',
      reason: { label: '终止原因', required: true, picks: terminatePicks },
      done: '合同已终止',
      take: (reason) => terminatePurchase.run({ params: { id: p.id }, body: { reason } }),
    }),
    cancel: (p) => ({
      atHead: true,
      tone: 'no',
      title: '取消这次申购？',
      text: '取消后不能恢复，进行中的论证和招标一并终止。',
      ok: '取消申购',
      cancel: '保留申购',
      reason: { label: '取消原因', required: true, picks: ['不再需要', '改用现有仪器', '经费调整'] },
      done: '申购已取消',
      take: (reason) => cancelPurchase.run({ params: { id: p.id }, body: { reason } }),
    }),
    print: null,
  },
}

export const inbox = defineInbox('purchase', purchase, {
  by: decidePurchases,
  states: {
    dept_head: 'awaiting_dept_head',
    finance: 'awaiting_finance',
    equip_office: 'awaiting_equip_office',
  },
  verdicts: { approve: 'approve', refuse: 'refuse' },
  refusal: { word: '驳回', picks: refusalPicks },
})
