import { useState } from 'react'
import { supplierCalls, type SupplierDetail } from '@portal/contract/supplier/supplier'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, listSteps } from '../../../ui/detail/progress-strip.tsx'
import { Button, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { CompanyForm } from '../parts/company-form.tsx'
import { CompanySummary } from '../parts/company-summary.tsx'
import { useMyCompany } from '../supplier.queries.ts'
import { supplierTag } from '../supplier.words.ts'

/** The company's papers: submitted data, audit state, and what has to be corrected. */
export default function AuditInfoPage() {
  const query = useMyCompany({}, { staleTime: 0 })
  useLive(['inbox'], [supplierCalls.mine])
  return (
    <DetailPage
      query={query}
      name="企业资料"
      list={{ to: to('/osp/storage/providerInfo'), text: '供应商工作台' }}
      title={(s) => (
        <>
          企业资料 <StateTag {...supplierTag(s.state)} />
        </>
      )}
    >
      {(s) => (
        <>
          <ProgressStrip steps={listSteps(s.progress)} />
          {s.reason && (
            <Card title={s.state === 'suspended' ? '停用原因' : '退回原因'}>
              <p>{s.reason}</p>
            </Card>
          )}
          <Papers key={s.stateAt} supplier={s} />
          <Card title="办理记录">
            <History entries={s.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

/** The form if something has to be submitted; for an approved company its data, and the form on demand. */
function Papers({ supplier: s }: { supplier: SupplierDetail }) {
  const [changing, setChanging] = useState(false)
  if (s.can.includes('save') || (changing && s.can.includes('submit'))) return <CompanyForm supplier={s} />
  return (
    <>
      <CompanySummary supplier={s} />
      {s.can.includes('submit') && (
        <Card title="变更企业资料">
          <p className="muted">
            企业信息或证照有变化时提交变更；重新审核通过前不能参加报价、投标和签订合同。
          </p>
          <Button onClick={() => setChanging(true)}>变更企业资料</Button>
        </Card>
      )}
    </>
  )
}
