import type { Task } from '@portal/contract/approval/approval'
import { newKey } from '../../../lib/new-key.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { Elsewhere } from '../../approval/shared/elsewhere.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { Decide } from '../parts/decide.tsx'
import { StockInSummary } from '../parts/stock-in-summary.tsx'
import { auditStockIns, useStockIn } from '../stock-in.queries.ts'
import { addressOf, sendBackPicks } from '../stock-in.words.ts'

/** How stock-in orders show themselves in the audit inbox. Formal stock-in knows no refusal: it is done one by one, or from its list. */
export const inbox: InboxView = {
  Panel: StockInPanel,
  batch: (task) => task.step === 'finance',
  decide: (tasks, outcome, reason) =>
    auditStockIns(
      {
        verdict: outcome === 'approve' ? 'approve' : 'send_back',
        reason,
        items: tasks.map((t) => ({ id: t.rowId, state: 'awaiting_finance' })),
      },
      newKey(),
    ),
  reasons: sendBackPicks,
}

function StockInPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useStockIn({ params: { id: task.rowId } }, { staleTime: 0 })
  const s = query.data
  if (!s) return <Waiting query={query} />
  return (
    <>
      <StockInSummary order={s} />
      {s.can.includes('change') ? (
        <Elsewhere to={addressOf(s)} text="填写预入库" />
      ) : (
        <Decide key={s.stateAt} order={s} onDone={onDone} />
      )}
    </>
  )
}
