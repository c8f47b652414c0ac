import { licenceWords, supplierCalls, type SupplierDetail } from '@portal/contract/supplier/supplier'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { CompanySummary } from '../parts/company-summary.tsx'
import { auditSuppliers, resumeSupplier, suspendSupplier, useSupplier } from '../supplier.queries.ts'
import { licenceUntil, returnPicks, supplierTag, suspendPicks } from '../supplier.words.ts'

const audit = (s: SupplierDetail) => deciding(auditSuppliers, () => s.name)

/** A company in the offices' view. */
export const supplier: Process<SupplierDetail> = {
  noun: '供应商',
  list: { to: to('/osp/storage/providerAuditList'), text: '全部供应商' },
  nameOf: (s) => s.name,
  tagOf: (s) => supplierTag(s.state),
  useRow: (id) => useSupplier({ params: { id } }, { staleTime: 0 }),
  useNews: () => useLive(['inbox'], [supplierCalls.get]),
  Facts: ({ row: s }) => <CompanySummary supplier={s} />,
  decision: (s) => ({
    title: '审核',
    text: (
      <>
        请核对企业信息与证照是否一致、是否在有效期内。营业执照：<b>{licenceWords[s.licence]}</b>{' '}
        {licenceUntil(s)}
      </>
    ),
    warning: s.faults.join('；'),
  }),
  steps: {
    approve: (s) => ({
      tone: 'yes',
      title: `通过 ${s.name} 的资料？`,
      text: '通过后该供应商可以参加报价、投标和签订合同。意见供应商可见。',
      ok: '审核通过',
      reason: opinionAsked,
      take: (said, key) => audit(s)([s], 'approve', '通过', saidOrNull(said), key),
    }),
    send_back: (s) => ({
      tone: 'no',
      title: '退回修改？',
      text: '供应商会收到退回原因，修改后重新提交。',
      ok: '退回修改',
      reason: { label: '退回原因', required: true, picks: returnPicks },
      take: (reason, key) => audit(s)([s], 'send_back', '退回', reason, key),
    }),
    submit: { elsewhere: () => ({ to: to('/osp/storage/providerAuditInfo'), text: '完善企业资料' }) },
    suspend: (s) => ({
      atHead: true,
      label: '停用',
      tone: 'no',
      title: `停用 ${s.name}？`,
      text: '停用后不能参加报价、投标和签订新合同，已签合同照常供货。',
      ok: '停用供应商',
      reason: { label: '停用原因', required: true, picks: suspendPicks },
      done: '供应商已停用',
      take: (reason) => suspendSupplier.run({ params: { id: s.id }, body: { reason } }),
    }),
    resume: (s) => ({
      atHead: true,
      label: '恢复',
      tone: 'yes',
      title: `恢复 ${s.name}？`,
      text: '恢复后回到待审核，审核通过后才能参加采购。',
      ok: '恢复供应商',
      done: '已恢复，等待审核',
      take: () => resumeSupplier.run({ params: { id: s.id } }),
    }),
    invite: null,
    save: null,
    account: null,
    members: null,
  },
}

export const inbox = defineInbox('supplier', supplier, {
  by: auditSuppliers,
  states: { audit: 'awaiting_audit' },
  verdicts: { approve: 'approve', refuse: 'send_back' },
  refusal: { word: '退回', picks: returnPicks },
})
