import type { Task } from '@portal/contract/approval/approval'
import type { Verdict } from '@portal/contract/kernel/rows'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/inbox-view.tsx'
import { decideInstances, useInstance } from '../workflow.queries.ts'
import { Decisions } from './decision.tsx'
import { InstanceFacts } from './instance-facts.tsx'
import { InstanceForm } from './instance-form.tsx'

const reasons = ['材料不全，请补充后重新提交', '不符合申请条件', '内容有误，请核对']

/** The view of process instances in the audit inbox: the form and the history. */
export const inbox: InboxView = {
  Panel: WorkflowPanel,
  batch: (task) => task.step === 'act',
  decide: (tasks, outcome, reason, idempotencyKey): Promise<readonly Verdict[]> =>
    decideInstances.run({
      body: {
        items: tasks.map(({ rowId, id }) => ({ id: rowId, task: id })),
        verdict: outcome === 'approve' ? 'agree' : 'refuse',
        opinion: reason,
      },
      idempotencyKey,
    }),
  refusal: () => ({ word: '驳回', picks: reasons }),
}

function WorkflowPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useInstance({ params: { id: task.rowId } }, { staleTime: 0 })
  if (!query.data) return <Waiting query={query} />
  const instance = query.data
  return (
    <>
      <Card title="概况" level={3}>
        <InstanceFacts instance={instance} />
      </Card>
      <Card title="填写内容" level={3}>
        <InstanceForm instance={instance} mode="read" />
      </Card>
      <Decisions instance={instance} onDone={onDone} />
      {task.step === 'refill' && (
        <Card className="decide">
          {instance.can.includes('resubmit') ? (
            <>
              <p>该流程已退回，请修改后重新提交。</p>
              <ButtonLink kind="primary" to={to('/bpm/instance', { id: instance.id })}>
                修改
              </ButtonLink>
            </>
          ) : (
            <p>该流程已退回，须由发起人本人修改后重新提交，请提醒发起人办理。</p>
          )}
        </Card>
      )}
    </>
  )
}
