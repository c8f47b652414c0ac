import { supplierCalls } from '@portal/contract/supplier/supplier'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useSupplier } from '../supplier.queries.ts'
import { supplierTag } from '../supplier.words.ts'
import { AccountFacts, CompanySummary } from './company-summary.tsx'
import { DecideSupplier } from './decide-supplier.tsx'
import { Members } from './members.tsx'
import { SupplierActions } from './supplier-actions.tsx'

/** One company, for the offices. */
export function SupplierView({ id }: { id: number }) {
  const query = useSupplier({ params: { id } }, { staleTime: 0 })
  useLive(['inbox'], [supplierCalls.get])
  return (
    <DetailPage
      query={query}
      name="供应商"
      list={{ to: to('/osp/storage/providerAuditList'), text: '全部供应商' }}
      title={(s) => (
        <>
          {s.name} <StateTag {...supplierTag(s.state)} />
        </>
      )}
      extra={(s) => <SupplierActions supplier={s} />}
    >
      {(s) => (
        <>
          <ProgressStrip steps={stepsOf(s.progress)} />
          {s.can.includes('approve') && <DecideSupplier key={s.stateAt} supplier={s} />}
          <CompanySummary supplier={s} />
          <AccountFacts supplier={s} />
          <Members supplier={s} />
          <Card title="办理记录">
            <History entries={s.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}
