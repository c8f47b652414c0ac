import type { Task } from '@portal/contract/approval/approval'
import type { Verdict } from '@portal/contract/kernel/rows'
import {
  instanceStateWords,
  type InstanceDetail,
  type InstanceTask,
} from '@portal/contract/workflow/workflow'
import { formatMinute } from '../../../lib/format.ts'
import { newKey } from '../../../lib/new-key.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { RowActions, type RowAction } from '../../../ui/list/row-actions.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/inbox-view.tsx'
import { decideInstances, useDecideTask, useInstance } from '../workflow.queries.ts'

const reasons = ['材料不全，请补充后重新提交', '不符合申请条件', '内容有误，请核对']

/** How drawn processes show themselves in the audit inbox: a plain yes or no here, all else on their page. */
export const inbox: InboxView = {
  Panel: WorkflowPanel,
  batch: (task) => task.step === 'act',
  decide: (tasks, outcome, reason): Promise<readonly Verdict[]> =>
    decideInstances.run({
      body: {
        ids: tasks.map((task) => task.rowId),
        verdict: outcome === 'approve' ? 'agree' : 'refuse',
        opinion: reason,
      },
      idempotencyKey: newKey(),
    }),
  reasons,
}

function WorkflowPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useInstance({ params: { id: task.rowId } })
  const decide = useDecideTask()
  if (!query.data) return <Waiting query={query} />
  const instance = query.data
  const waiting = instance.tasks.find((t) => t.can.includes('agree'))
  const say = (verdict: 'agree' | 'refuse') => async (t: InstanceTask, opinion: string) => {
    const body = { verdict, opinion: opinion || null }
    await decide.run({ params: { id: t.id }, body, idempotencyKey: newKey() })
    onDone()
  }
  const actions: RowAction<InstanceTask>[] = [
    // What this step has to fill in is filled in on its page.
    { label: '同意', can: 'agree', show: (t) => t.writes.length === 0, run: say('agree') },
    {
      label: '拒绝',
      can: 'refuse',
      danger: true,
      run: say('refuse'),
      reason: { label: '意见', required: true, picks: reasons },
    },
    { label: '详情', to: () => to('/bpm/instance', { id: instance.id }) },
  ]
  return (
    <Card title={task.title}>
      <Facts items={factsOf(instance)} />
      <div className="decide">
        <div className="page-extra">
          {waiting ? (
            <RowActions row={waiting} actions={actions} />
          ) : (
            <ButtonLink to={to('/bpm/instance', { id: instance.id })}>查看详情</ButtonLink>
          )}
        </div>
      </div>
    </Card>
  )
}

const factsOf = (instance: InstanceDetail) => [
  { label: '流程', value: instance.workflow.name },
  { label: '发起人', value: instance.starter.name },
  { label: '发起时间', value: formatMinute(instance.startedAt) },
  { label: '状态', value: instanceStateWords[instance.state] },
  { label: '当前环节', value: instance.at.join('、') || '无' },
  { label: '内容', value: instance.summary || '无', wide: true },
]
