import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SupplierRow } from '@portal/contract/supplier/supplier'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { Card, ButtonLink, Empty } from '../../../ui/light.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { InviteAgainForm, InviteForm } from '../parts/invite-form.tsx'
import { InvoiceTitles } from '../parts/invoice-titles.tsx'
import { supplierColumns as c, supplierFilters as f } from '../supplier.columns.tsx'
import { saveSuppliers, useSuppliers } from '../supplier.queries.ts'

const OFFICES = ['PURCHASE_ALL', 'TENDER_ALL'] as const

/** The offices invite a company; invitations without an answer are listed below. */
export default function ProviderOpenPage() {
  const mayInvite = useHolds(OFFICES)
  return (
    <section className="detail-page">
      <header className="page-head">
        <h1>开通供应商账号</h1>
        <div className="page-extra">
          {mayInvite && <ButtonLink to={to('/osp/storage/providerAuditList')}>全部供应商</ButtonLink>}
        </div>
      </header>
      {mayInvite ? (
        <Opening />
      ) : (
        <Card>
          <Empty text="供应商账号由设备处或招标办开通；需要新的供应商时，请与他们联系">
            <ButtonLink to={to('/osp/subscribe/list')}>查看申购单</ButtonLink>
          </Empty>
        </Card>
      )}
      <InvoiceTitles />
    </section>
  )
}

const invited = { state: 'invited' }

function Opening() {
  const navigate = useNavigate()
  const [again, setAgain] = useState<SupplierRow | null>(null)
  return (
    <>
      <h2>邀请供应商注册</h2>
      <InviteForm onDone={(s) => void navigate(to('/osp/storage/providerAuditList', { id: s.id }))} />
      <h2>等待激活的邀请</h2>
      <ListPage<SupplierRow>
        plain
        title="等待激活的邀请"
        rows={useSuppliers}
        onExport={saveSuppliers}
        fixed={invited}
        columns={[
          c.name,
          c.code,
          c.contact,
          { key: 'email', title: '邮箱' },
          { key: 'invitedAt', title: '邀请时间', render: (s) => formatMinute(s.invitedAt) },
        ]}
        filters={[f.keyword]}
        actions={[{ label: '重新发送', can: 'invite', run: (s) => setAgain(s) }]}
        empty={{ text: '没有等待激活的邀请' }}
      />
      <Modal
        open={again !== null}
        title={`重新邀请 ${again?.name ?? ''}`}
        footer={null}
        onCancel={() => setAgain(null)}
        destroyOnHidden
      >
        {again && <InviteAgainForm supplier={again} onDone={() => setAgain(null)} />}
      </Modal>
    </>
  )
}
