import type { AcceptanceState } from '@portal/contract/acceptance/acceptance'
import type { Task } from '@portal/contract/approval/approval'
import { Waiting } from '../../../ui/waiting.tsx'
import { Elsewhere } from '../../approval/shared/elsewhere.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { auditAcceptances, useAcceptance } from '../acceptance.queries.ts'
import { addressOf, sendBackPicks } from '../acceptance.words.ts'
import { AcceptanceSummary } from '../parts/acceptance-summary.tsx'
import { Decide } from '../parts/decide.tsx'

const judgedAt = (step: Task['step']): AcceptanceState =>
  step === 'dept_head' ? 'awaiting_dept_head' : 'awaiting_audit'

/** How acceptances show themselves in the audit inbox: signed one by one, audited many at a time. */
export const inbox: InboxView = {
  Panel: AcceptancePanel,
  batch: (task) => task.step === 'audit' || task.step === 'dept_head',
  decide: (tasks, outcome, reason) =>
    auditAcceptances({
      verdict: outcome === 'approve' ? 'approve' : 'send_back',
      reason,
      items: tasks.map((t) => ({ id: t.rowId, state: judgedAt(t.step) })),
    }),
  reasons: sendBackPicks,
}

function AcceptancePanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useAcceptance({ params: { id: task.rowId } }, { staleTime: 0 })
  const a = query.data
  if (!a) return <Waiting query={query} />
  return (
    <>
      <AcceptanceSummary acceptance={a} />
      {a.can.includes('change') ? (
        <Elsewhere to={addressOf(a)} text="填写验收单" />
      ) : (
        <Decide key={a.stateAt} acceptance={a} onDone={onDone} />
      )}
    </>
  )
}
