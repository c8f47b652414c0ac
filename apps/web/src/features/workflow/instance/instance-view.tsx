import type { InstanceDetail } from '@portal/contract/workflow/workflow'
import { History } from '../../../ui/detail/history.tsx'
import { Card } from '../../../ui/light.tsx'
import { Warnings } from '../../../ui/warnings.tsx'
import { Decisions } from '../shared/decision.tsx'
import { Diagram } from '../shared/diagram.tsx'
import { InstanceFacts } from '../shared/instance-facts.tsx'
import { InstanceForm } from '../shared/instance-form.tsx'
import { listHistory } from '../workflow.words.tsx'
import { CommentForm } from './comment-form.tsx'
import { Move } from './move.tsx'
import { Refill } from './refill.tsx'

/** One instance: the reader's own tasks, the form, the progress and the history. */
export function InstanceView({ instance }: { instance: InstanceDetail }) {
  const may = (action: InstanceDetail['can'][number]) => instance.can.includes(action)
  return (
    <>
      <Warnings texts={instance.steps.flatMap(({ name, stuck }) => (stuck ? [`${name}：${stuck}`] : []))} />
      {may('resubmit') && <Refill instance={instance} />}
      <Decisions instance={instance} />
      <Card title="概况">
        <InstanceFacts instance={instance} />
      </Card>
      {/* A starter who corrects the form has it above already. */}
      {!may('resubmit') && (
        <Card title="填写内容">
          <InstanceForm instance={instance} mode="read" />
        </Card>
      )}
      <Card title="流程图">
        <Diagram xml={instance.xml} progress={instance.progress} />
      </Card>
      <Card title="办理记录">
        <History entries={listHistory(instance)} />
        {may('comment') && <CommentForm instance={instance} />}
      </Card>
      {may('move') && <Move instance={instance} />}
    </>
  )
}
