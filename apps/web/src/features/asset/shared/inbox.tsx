import type { Task } from '@portal/contract/approval/approval'
import type { ScrapState, TransferState } from '@portal/contract/asset/asset'
import { Card } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { decideScraps, decideTransfers, useRepairOrder, useScrap, useTransfer } from '../asset.queries.ts'
import { scrapRefusalPicks } from '../asset.words.ts'
import { RepairSteps, RepairSummary } from '../parts/repair-detail.tsx'
import { DecideScrap, DisposalForm, isDecidable, ScrapActions, ScrapSummary } from '../parts/scrap-detail.tsx'
import { DecideTransfer, isDecidable as isTransferable, TransferSummary } from '../parts/transfer-detail.tsx'

const transferAt: Partial<Record<Task['step'], TransferState>> = {
  giver: 'awaiting_giver',
  receiver: 'awaiting_receiver',
}
const scrapAt: Partial<Record<Task['step'], ScrapState>> = {
  dept_head: 'awaiting_dept_head',
  finance: 'awaiting_finance',
  equip_office: 'awaiting_equip_office',
}

/** How transfers, repairs and scrappings show themselves in the audit inbox. A repair needs more than a yes. */
export const inbox: InboxView = {
  Panel: AssetTask,
  batch: (task) =>
    task.business === 'transfer'
      ? task.step in transferAt
      : task.business === 'scrap' && task.step in scrapAt,
  decide: (tasks, outcome, reason) => {
    const transfers = tasks.flatMap((t) =>
      t.business === 'transfer'
        ? [{ id: t.rowId, state: transferAt[t.step] ?? ('awaiting_giver' as const) }]
        : [],
    )
    const scraps = tasks.flatMap((t) =>
      t.business === 'scrap'
        ? [{ id: t.rowId, state: scrapAt[t.step] ?? ('awaiting_dept_head' as const) }]
        : [],
    )
    return transfers.length
      ? decideTransfers({ verdict: outcome, reason, items: transfers })
      : decideScraps({ verdict: outcome === 'approve' ? 'approve' : 'send_back', reason, items: scraps })
  },
  reasons: scrapRefusalPicks,
}

interface Props {
  task: Task
  onDone: () => void
}
function AssetTask(props: Props) {
  if (props.task.business === 'transfer') return <TransferTask {...props} />
  return props.task.business === 'repair' ? <RepairTask {...props} /> : <ScrapTask {...props} />
}

function TransferTask({ task, onDone }: Props) {
  const query = useTransfer({ params: { id: task.rowId } }, { staleTime: 0 })
  const t = query.data
  if (!t) return <Waiting query={query} />
  return (
    <>
      <TransferSummary transfer={t} />
      {isTransferable(t) && <DecideTransfer key={t.stateAt} transfer={t} onDone={onDone} />}
    </>
  )
}

function RepairTask({ task, onDone }: Props) {
  const query = useRepairOrder({ params: { id: task.rowId } }, { staleTime: 0 })
  const o = query.data
  if (!o) return <Waiting query={query} />
  return (
    <>
      <RepairSummary order={o} />
      <RepairSteps order={o} onDone={onDone} />
    </>
  )
}

function ScrapTask({ task, onDone }: Props) {
  const query = useScrap({ params: { id: task.rowId } }, { staleTime: 0 })
  const s = query.data
  if (!s) return <Waiting query={query} />
  return (
    <>
      <ScrapSummary scrap={s} />
      {isDecidable(s) && <DecideScrap key={s.stateAt} scrap={s} onDone={onDone} />}
      {s.can.includes('dispose') && <DisposalForm key={`dispose${s.stateAt}`} scrap={s} onDone={onDone} />}
      {task.step === 'panel' && (
        <Card className="decide">
          <div className="page-extra no-print">
            <ScrapActions scrap={s} />
          </div>
        </Card>
      )}
    </>
  )
}
