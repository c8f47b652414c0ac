import type { Task } from '@portal/contract/approval/approval'
import type { SettlementState } from '@portal/contract/settlement/settlement'
import { newKey } from '../../../lib/new-key.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { DecideSettlement } from '../parts/decide-settlement.tsx'
import { RemitForm } from '../parts/remit-form.tsx'
import { SettlementSummary } from '../parts/settlement-summary.tsx'
import { auditSettlements, useSettlement } from '../settlement.queries.ts'
import { refusalPicks } from '../settlement.words.ts'

/** How settlements show themselves in the audit inbox. */
export const inbox: InboxView = {
  Panel: SettlementPanel,
  batch: (task) => task.step in awaitedAt,
  decide: (tasks, outcome, reason) =>
    auditSettlements(
      {
        verdict: outcome,
        reason,
        items: tasks.map((t) => ({ id: t.rowId, state: awaitedAt[t.step] ?? 'awaiting_finance' })),
      },
      newKey(),
    ),
  reasons: refusalPicks,
}
const awaitedAt: Partial<Record<Task['step'], SettlementState>> = {
  card_owner: 'awaiting_card_owner',
  finance: 'awaiting_finance',
  reversal: 'awaiting_reversal',
}

function SettlementPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useSettlement({ query: { id: task.rowId } }, { staleTime: 0 })
  const s = query.data
  if (!s) return <Waiting query={query} />
  return (
    <>
      <SettlementSummary settlement={s} />
      {s.can.includes('remit') ? (
        <RemitForm settlement={s} />
      ) : (
        <DecideSettlement key={s.stateAt} settlement={s} onDone={onDone} />
      )}
    </>
  )
}
