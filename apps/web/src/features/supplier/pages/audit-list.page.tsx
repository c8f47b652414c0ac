import { useSearchParams } from 'react-router'
import { supplierCalls, type SupplierRow } from '@portal/contract/supplier/supplier'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { AccountFacts } from '../parts/company-summary.tsx'
import { InviteAgain } from '../parts/invite-again.tsx'
import { Members } from '../parts/members.tsx'
import { supplier } from '../shared/supplier.process.tsx'
import { supplierColumns as c, supplierFilters as f } from '../supplier.columns.tsx'
import { auditSuppliers, saveSuppliers, useSuppliers } from '../supplier.queries.ts'
import { returnPicks } from '../supplier.words.ts'

/** All companies; with `id` in the address, one company to audit. */
export default function AuditListPage() {
  const id = Number(useSearchParams()[0].get('id')) || 0
  if (!id) return <SupplierList />
  return (
    <ProcessPage
      key={id}
      process={supplier}
      id={id}
      links={(s) => s.can.includes('invite') && <InviteAgain supplier={s} />}
      below={(s) => (
        <>
          <AccountFacts supplier={s} />
          <Members supplier={s} />
        </>
      )}
    />
  )
}

function SupplierList() {
  useLive(['inbox'], [supplierCalls.list])
  const run = (
    rows: readonly SupplierRow[],
    verdict: 'approve' | 'send_back',
    word: string,
    reason: string | null,
  ) =>
    deciding(auditSuppliers, (id) => rows.find((s) => s.id === id)?.name ?? '')(rows, verdict, word, reason)
  return (
    <ListPage<SupplierRow>
      title="供应商信息审核"
      rows={useSuppliers}
      columns={[c.name, c.code, c.contact, c.licence, c.state, c.since]}
      filters={[f.keyword, f.state, f.expiring]}
      onExport={saveSuppliers}
      actions={[
        {
          label: (s) => (s.can.includes('approve') ? '审核' : '查看'),
          to: (s) => to('/osp/storage/providerAuditList', { id: s.id }),
        },
      ]}
      batch={[
        {
          label: (n) => `通过 ${n} 家`,
          can: 'approve',
          confirm: (rows) => ({
            title: `通过 ${rows.length} 家供应商的资料？`,
            text: '每家单独处理，不能通过的会逐一说明。',
            ok: `通过 ${rows.length} 家`,
          }),
          reason: opinionAsked,
          run: (rows, said) => run(rows, 'approve', '通过', saidOrNull(said)),
        },
        {
          label: (n) => `退回 ${n} 家`,
          can: 'send_back',
          danger: true,
          confirm: (rows) => ({
            title: `退回 ${rows.length} 家供应商的资料？`,
            text: '供应商会收到退回原因，修改后重新提交。',
            ok: `退回 ${rows.length} 家`,
          }),
          reason: { label: '退回原因', required: true, picks: returnPicks },
          run: (rows, reason) => run(rows, 'send_back', '退回', reason),
        },
      ]}
      extra={
        <ButtonLink kind="primary" to={to('/osp/storage/providerOpen')}>
          邀请供应商
        </ButtonLink>
      }
      empty={{
        text: '还没有供应商',
        action: <ButtonLink to={to('/osp/storage/providerOpen')}>邀请供应商注册</ButtonLink>,
      }}
    />
  )
}
