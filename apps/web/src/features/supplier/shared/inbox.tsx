import type { Task } from '@portal/contract/approval/approval'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { CompanySummary } from '../parts/company-summary.tsx'
import { DecideSupplier } from '../parts/decide-supplier.tsx'
import { auditSuppliers, useSupplier } from '../supplier.queries.ts'
import { returnPicks } from '../supplier.words.ts'

/** How companies show themselves in the audit inbox. */
export const inbox: InboxView = {
  Panel: SupplierPanel,
  batch: (task) => task.step === 'audit',
  decide: (tasks, outcome, reason) => auditSuppliers({ verdict: outcome === 'approve' ? 'approve' : 'send_back', reason, items: tasks.map((t) => ({ id: t.rowId, state: 'awaiting_audit' })) }),
  reasons: returnPicks,
}

function SupplierPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const { data: s, error, refetch } = useSupplier({ params: { id: task.rowId } }, { staleTime: 0 })
  if (!s) return <Card>{error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={22} />}</Card>
  return (
    <>
      <CompanySummary supplier={s} />
      {s.can.includes('approve') && <DecideSupplier key={s.stateAt} supplier={s} onDone={onDone} />}
      {s.can.includes('submit') && (
        <Card className="decide">
          <div className="page-extra">
            <ButtonLink kind="primary" to={to('/osp/storage/providerAuditInfo')}>
              完善企业资料
            </ButtonLink>
          </div>
        </Card>
      )}
    </>
  )
}
