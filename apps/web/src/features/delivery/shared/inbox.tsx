import type { Task } from '@portal/contract/approval/approval'
import { to } from '../../../lib/paths.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { Elsewhere } from '../../approval/shared/elsewhere.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { auditDeliveries, useDelivery } from '../delivery.queries.ts'
import { returnPicks } from '../delivery.words.ts'
import { DecideDelivery } from '../parts/decide-delivery.tsx'
import { DeliveryFacts, DeliveryFiles, EnteredPieces } from '../parts/delivery-summary.tsx'

/** How deliveries show themselves in the audit inbox. */
export const inbox: InboxView = {
  Panel: DeliveryPanel,
  batch: (task) => task.step === 'check',
  decide: (tasks, outcome, reason) =>
    auditDeliveries({
      verdict: outcome === 'approve' ? 'approve' : 'send_back',
      reason,
      items: tasks.map((t) => ({ id: t.rowId, state: 'awaiting_check' })),
    }),
  reasons: returnPicks,
}

function DeliveryPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useDelivery({ params: { id: task.rowId } }, { staleTime: 0 })
  const d = query.data
  if (!d) return <Waiting query={query} />
  return (
    <>
      <DeliveryFacts delivery={d} />
      <EnteredPieces delivery={d} />
      <DeliveryFiles delivery={d} />
      {d.can.includes('approve') && <DecideDelivery key={d.stateAt} delivery={d} onDone={onDone} />}
      {d.can.includes('save') && (
        <Elsewhere to={to('/osp/storage/providerDevice', { id: d.id })} text="填写设备信息" />
      )}
    </>
  )
}
