import type { Task } from '@portal/contract/approval/approval'
import { Card } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { FailButton, TenderWork } from '../parts/tender-detail.tsx'
import { useTender } from '../tender.queries.ts'

/** How tenders show themselves in the audit inbox: each is worked on by itself, a yes would not do. */
export const inbox: InboxView = {
  Panel: TenderPanel,
  batch: () => false,
  decide: async () => [],
  reasons: [],
}

function TenderPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useTender({ params: { id: task.rowId } }, { staleTime: 0 })
  const t = query.data
  if (!t) return <Waiting query={query} />
  return (
    <>
      <Card title={`${t.number} ${t.title}`} extra={<FailButton tender={t} onDone={onDone} />}>
        {t.state === 'draft' ? '请编制公告、选择供应商并发布。' : '请评审已开启的报价并确定成交供应商。'}
      </Card>
      <TenderWork tender={t} onDue={() => void query.refetch()} onDone={onDone} />
    </>
  )
}
