import type { Task } from '@portal/contract/approval/approval'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { auditDeliveries, useDelivery } from '../delivery.queries.ts'
import { returnPicks } from '../delivery.words.ts'
import { DecideDelivery } from '../parts/decide-delivery.tsx'
import { DeliveryFacts, DeliveryFiles, EnteredPieces } from '../parts/delivery-summary.tsx'

/** How deliveries show themselves in the audit inbox. */
export const inbox: InboxView = {
  Panel: DeliveryPanel,
  batch: (task) => task.step === 'check',
  decide: (tasks, outcome, reason) => auditDeliveries({ verdict: outcome === 'approve' ? 'approve' : 'send_back', reason, items: tasks.map((t) => ({ id: t.rowId, state: 'awaiting_check' })) }),
  reasons: returnPicks,
}

function DeliveryPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const { data: d, error, refetch } = useDelivery({ params: { id: task.rowId } }, { staleTime: 0 })
  if (!d) return <Card>{error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={22} />}</Card>
  return (
    <>
      <DeliveryFacts delivery={d} />
      <EnteredPieces delivery={d} />
      <DeliveryFiles delivery={d} />
      {d.can.includes('approve') && <DecideDelivery key={d.stateAt} delivery={d} onDone={onDone} />}
      {d.can.includes('save') && (
        <Card className="decide">
          <div className="page-extra">
            <ButtonLink kind="primary" to={to('/osp/storage/providerDevice', { id: d.id })}>
              填写设备信息
            </ButtonLink>
          </div>
        </Card>
      )}
    </>
  )
}
