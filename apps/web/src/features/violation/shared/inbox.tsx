import { useQuery } from '@tanstack/react-query'
import {
  violationCalls,
  violationKindWords,
  violationStateWords,
  type ViolationRow,
} from '@portal/contract/violation/violation'
import type { Task } from '@portal/contract/approval/approval'
import { formatMinute } from '../../../lib/format.ts'
import { makeQuery } from '../../../lib/query.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Button, Card } from '../../../ui/light.tsx'
import { RowActions } from '../../../ui/list/row-actions.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useTake } from '../../../ui/process/holding.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/inbox-view.tsx'
import { useViolationActions } from './violation-list.tsx'

/** Objections in the inbox: each is answered individually, with a reason. */
export const inbox: InboxView = {
  Panel: ViolationPanel,
  batch: () => false,
  decide: async () => [],
  refusal: () => ({ word: '驳回', picks: [] }),
}

function ViolationPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useQuery({
    ...makeQuery(violationCalls.list, {
      query: { scope: task.role === 'sysadmin' ? 'all' : 'lab', id: task.rowId },
    }),
    staleTime: 0,
  })
  const take = useTake()
  const actions = useViolationActions().map((a) => ({
    ...a,
    ...(a.run && {
      run: async (v: ViolationRow, reason: string) => {
        const send = async () => a.run?.(v, reason)
        if (await take({ label: typeof a.label === 'function' ? a.label(v) : a.label, reason, send }))
          onDone()
      },
    }),
  }))
  if (!query.data) return <Waiting query={query} />
  const v = query.data.items[0]
  if (!v) return <Card>该违约记录已不由您处理。</Card>
  return (
    <Card title={`${v.person.name}：${violationKindWords[v.kind]}`}>
      <Facts
        items={[
          { label: '仪器', value: v.device?.name ?? '未登记' },
          { label: '实验室', value: v.lab?.name ?? '未登记' },
          { label: '时间', value: formatMinute(v.at) },
          { label: '状态', value: violationStateWords[v.state] },
          { label: '费用', value: v.fee ? <MoneyText fen={v.fee.amountFen} /> : '无' },
          {
            label: '申诉理由',
            value: <span style={{ whiteSpace: 'pre-wrap' }}>{v.appealReason ?? '无'}</span>,
            wide: true,
          },
        ]}
      />
      <div className="decide">
        <div className="page-extra">
          <RowActions row={v} actions={actions} />
          {!v.can.includes('uphold') && (
            <Button kind="primary" onClick={onDone}>
              下一项
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
