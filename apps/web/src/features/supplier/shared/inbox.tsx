import type { Task } from '@portal/contract/approval/approval'
import { to } from '../../../lib/paths.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { Elsewhere } from '../../approval/shared/elsewhere.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { CompanySummary } from '../parts/company-summary.tsx'
import { DecideSupplier } from '../parts/decide-supplier.tsx'
import { auditSuppliers, useSupplier } from '../supplier.queries.ts'
import { returnPicks } from '../supplier.words.ts'

/** How companies show themselves in the audit inbox. */
export const inbox: InboxView = {
  Panel: SupplierPanel,
  batch: (task) => task.step === 'audit',
  decide: (tasks, outcome, reason) =>
    auditSuppliers({
      verdict: outcome === 'approve' ? 'approve' : 'send_back',
      reason,
      items: tasks.map((t) => ({ id: t.rowId, state: 'awaiting_audit' })),
    }),
  reasons: returnPicks,
}

function SupplierPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useSupplier({ params: { id: task.rowId } }, { staleTime: 0 })
  const s = query.data
  if (!s) return <Waiting query={query} />
  return (
    <>
      <CompanySummary supplier={s} />
      {s.can.includes('approve') && <DecideSupplier key={s.stateAt} supplier={s} onDone={onDone} />}
      {s.can.includes('submit') && (
        <Elsewhere to={to('/osp/storage/providerAuditInfo')} text="完善企业资料" />
      )}
    </>
  )
}
