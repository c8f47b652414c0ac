import type { AcceptanceState } from '@portal/contract/acceptance/acceptance'
import type { Task } from '@portal/contract/approval/approval'
import { ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { auditAcceptances, useAcceptance } from '../acceptance.queries.ts'
import { addressOf, sendBackPicks } from '../acceptance.words.ts'
import { AcceptanceSummary } from '../parts/acceptance-summary.tsx'
import { Decide } from '../parts/decide.tsx'

const audited: AcceptanceState = 'awaiting_audit'

/** How acceptances show themselves in the audit inbox: signed one by one, audited many at a time. */
export const inbox: InboxView = {
  Panel: AcceptancePanel,
  batch: (task) => task.step === 'audit',
  decide: (tasks, outcome, reason) => auditAcceptances({ verdict: outcome === 'approve' ? 'approve' : 'send_back', reason, items: tasks.map((t) => ({ id: t.rowId, state: audited })) }),
  reasons: sendBackPicks,
}

function AcceptancePanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const { data: a, error, refetch } = useAcceptance({ params: { id: task.rowId } }, { staleTime: 0 })
  if (!a) return <Card>{error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={22} />}</Card>
  return (
    <>
      <AcceptanceSummary acceptance={a} />
      {a.can.includes('change') ? (
        <Card className="decide">
          <div className="page-extra no-print">
            <ButtonLink kind="primary" to={addressOf(a)}>
              填写验收单
            </ButtonLink>
          </div>
        </Card>
      ) : (
        <Decide key={a.stateAt} acceptance={a} onDone={onDone} />
      )}
    </>
  )
}
