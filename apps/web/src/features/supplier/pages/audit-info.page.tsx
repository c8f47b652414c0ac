import { supplierCalls, type SupplierDetail } from '@portal/contract/supplier/supplier'
import { useLive } from '../../../lib/live.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { CompanyForm } from '../parts/company-form.tsx'
import { CompanySummary } from '../parts/company-summary.tsx'
import { useMyCompany } from '../supplier.queries.ts'
import { supplierTag } from '../supplier.words.ts'

/** The company's own papers: what was told, what is audited, what has to be mended. */
export default function AuditInfoPage() {
  const query = useMyCompany({}, { staleTime: 0 })
  useLive(query.data ? [`supplier:${query.data.id}`] : [], [supplierCalls.mine])
  return (
    <DetailPage
      query={query}
      title={(s) => (
        <>
          企业资料 <StateTag {...supplierTag(s.state)} />
        </>
      )}
    >
      {(s) => (
        <>
          <ProgressStrip steps={stepsOf(s.progress)} />
          {s.reason && (
            <Card title={s.state === 'suspended' ? '停用原因' : '退回原因'}>
              <p>{s.reason}</p>
            </Card>
          )}
          <Papers supplier={s} />
          <Card title="办理记录">
            <History entries={s.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

/** The form where it can be handed in; with an approved company what holds stands above it. */
const Papers = ({ supplier: s }: { supplier: SupplierDetail }) => (
  <>
    {!s.can.includes('save') && <CompanySummary supplier={s} />}
    {s.can.includes('submit') && <CompanyForm key={s.stateAt} supplier={s} />}
  </>
)
