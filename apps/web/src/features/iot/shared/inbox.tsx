import { useQuery } from '@tanstack/react-query'
import { findingCalls, findingKindWords, type FindingRow } from '@portal/contract/iot/finding'
import type { Task } from '@portal/contract/approval/approval'
import { makeQuery } from '../../../lib/query.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Button, Card } from '../../../ui/light.tsx'
import { RowActions } from '../../../ui/list/row-actions.tsx'
import { Period } from '../../../ui/period.tsx'
import { useTake } from '../../../ui/process/holding.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/inbox-view.tsx'
import { FindingTag, leadsToEntry, useFindingActions } from './findings.tsx'

/** Uses that contradict their bookings, in the inbox: each is decided individually. */
export const inbox: InboxView = {
  Panel: FindingPanel,
  batch: () => false,
  decide: async () => [],
  refusal: () => ({ word: '驳回', picks: [] }),
}

function FindingPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useQuery({
    ...makeQuery(findingCalls.findings, { query: { id: task.rowId } }),
    staleTime: 0,
  })
  const take = useTake()
  const actions = useFindingActions().map((a) => ({
    ...a,
    ...(a.run && {
      run: async (f: FindingRow, reason: string) => {
        // Not held for undo: the entry form would open later, when the user is elsewhere, and the next task
        // would cover it.
        if (leadsToEntry(a, f)) return void (await a.run?.(f, reason))
        const send = async () => a.run?.(f, reason)
        if (await take({ label: typeof a.label === 'function' ? a.label(f) : a.label, reason, send }))
          onDone()
      },
    }),
  }))
  if (!query.data) return <Waiting query={query} />
  const f = query.data.items[0]
  if (!f) return <Card>这次用机已不由您核查。</Card>
  return (
    <Card title={`${f.device.name}：${findingKindWords[f.kind]}`}>
      <Facts
        items={[
          { label: '状态', value: <FindingTag state={f.state} /> },
          { label: f.kind === 'unused' ? '预约时间' : '实际用机', value: <Period from={f.from} to={f.to} /> },
          { label: '当事人', value: f.person?.name ?? '不明：没有刷卡或扫码进门的记录' },
          { label: '实验室', value: f.lab.name },
        ]}
      />
      <div className="decide">
        <div className="page-extra">
          <RowActions row={f} actions={actions} />
          {f.can.length === 0 && (
            <Button kind="primary" onClick={onDone}>
              下一项
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
