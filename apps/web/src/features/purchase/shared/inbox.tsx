import type { Task } from '@portal/contract/approval/approval'
import type { PurchaseState } from '@portal/contract/purchase/purchase'
import { newKey } from '../../../lib/new-key.ts'
import { to } from '../../../lib/paths.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { Elsewhere } from '../../approval/shared/elsewhere.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { ContractForm } from '../parts/contract-form.tsx'
import { DecidePurchase, isDecidable } from '../parts/decide-purchase.tsx'
import { PurchaseSummary } from '../parts/purchase-summary.tsx'
import { Warnings } from '../parts/warnings.tsx'
import { decidePurchases, usePurchase } from '../purchase.queries.ts'
import { refusalPicks } from '../purchase.words.ts'

/** How purchases show themselves in the audit inbox. */
export const inbox: InboxView = {
  Panel: PurchaseTask,
  batch: (task) => task.step in awaitedAt,
  decide: (tasks, outcome, reason) =>
    decidePurchases(
      {
        verdict: outcome,
        reason,
        items: tasks.map((t) => ({ id: t.rowId, state: awaitedAt[t.step] ?? 'awaiting_dept_head' })),
      },
      newKey(),
    ),
  reasons: refusalPicks,
}
const awaitedAt: Partial<Record<Task['step'], PurchaseState>> = {
  dept_head: 'awaiting_dept_head',
  finance: 'awaiting_finance',
  equip_office: 'awaiting_equip_office',
}

function PurchaseTask({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = usePurchase({ params: { id: task.rowId } }, { staleTime: 0 })
  const p = query.data
  if (!p) return <Waiting query={query} />
  const buying = p.can.includes('award')
  return (
    <>
      <Warnings texts={p.warnings} />
      <PurchaseSummary purchase={p} />
      {isDecidable(p) && <DecidePurchase key={p.stateAt} purchase={p} onDone={onDone} />}
      {p.can.includes('sign_contract') && <ContractForm purchase={p} onDone={onDone} />}
      {(buying || task.step === 'panel') && (
        <Elsewhere
          to={to(buying ? '/osp/subscribe/purchase' : '/osp/subscribe/subscribeFill', { id: p.id })}
          text={buying ? '登记报价' : '组建专家组'}
        />
      )}
    </>
  )
}
