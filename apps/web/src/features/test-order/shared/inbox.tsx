import type { Task } from '@portal/contract/approval/approval'
import type { TestOrderState } from '@portal/contract/test-order/test-order'
import { to } from '../../../lib/paths.ts'
import { Card } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { Elsewhere } from '../../approval/shared/elsewhere.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { BillLines } from '../../price-plan/shared/bill-lines.tsx'
import { AuditPanel } from '../parts/audit-panel.tsx'
import { ProposalPanel } from '../parts/proposal-panel.tsx'
import { auditTestOrders, useTestOrder } from '../test-order.queries.ts'
import { returnPicks } from '../test-order.words.ts'
import { TestOrderSummary } from './test-order-summary.tsx'

/** How test orders show themselves in the audit inbox. */
export const inbox: InboxView = {
  Panel: TestOrderPanel,
  batch: (task) => task.step !== 'fill',
  decide: (tasks, outcome, reason) =>
    auditTestOrders({
      verdict: outcome === 'approve' ? 'approve' : 'return',
      reason,
      items: tasks.map((t) => ({ id: t.rowId, state: awaitedIn(t) })),
    }),
  reasons: returnPicks,
}
const awaiting: Partial<Record<Task['step'], TestOrderState>> = {
  booker: 'awaiting_booker',
  payer: 'awaiting_payer',
  new_payer: 'confirmed',
  write_off: 'confirmed',
}
const awaitedIn = (task: Task): TestOrderState => awaiting[task.step] ?? 'awaiting_director'

function TestOrderPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useTestOrder({ query: { id: task.rowId } }, { staleTime: 0 })
  const t = query.data
  if (!t) return <Waiting query={query} />
  return (
    <>
      <Card title="测试信息">
        <TestOrderSummary order={t} withFiles />
      </Card>
      <Card title="费用">
        <BillLines caption="实际费用" lines={t.bill.lines} totalFen={t.totalFen} />
      </Card>
      {t.can.includes('fill') ? (
        <Elsewhere to={to('/account/measureInfo', { id: t.id })} text="填写测试单" />
      ) : t.proposal ? (
        <ProposalPanel order={t} onDone={onDone} />
      ) : (
        <AuditPanel key={t.stateAt} order={t} onDone={onDone} />
      )}
    </>
  )
}
