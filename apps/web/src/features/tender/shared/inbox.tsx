import type { Task } from '@portal/contract/approval/approval'
import type { TenderDetail } from '@portal/contract/tender/rows'
import { Card } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/inbox-view.tsx'
import { FailButton, TenderWork } from '../parts/tender-detail.tsx'
import { useTender } from '../tender.queries.ts'

/** Tenders in the inbox: each needs individual work, so there are no batch decisions. */
export const inbox: InboxView = {
  Panel: TenderPanel,
  batch: () => false,
  decide: async () => [],
  refusal: () => ({ word: '驳回', picks: [] }),
}

const whatToDo = ({ state, can }: TenderDetail): string => {
  if (state === 'draft') return '请编制公告、选择供应商并发布。'
  if (can.includes('sign')) return '请查阅已开启的报价，独立评审并签署意见。'
  if (state === 'evaluated') return '评审已汇总，请确定成交供应商。'
  return can.includes('conclude') ? '成员均已签署，请汇总评审。' : '请组建评审小组，由成员评审已开启的报价。'
}

function TenderPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useTender({ params: { id: task.rowId } }, { staleTime: 0 })
  const t = query.data
  if (!t) return <Waiting query={query} />
  return (
    <>
      <Card title={`${t.number} ${t.title}`} extra={<FailButton tender={t} onDone={onDone} />}>
        {whatToDo(t)}
      </Card>
      <TenderWork tender={t} onDue={() => void query.refetch()} onDone={onDone} />
    </>
  )
}
