import { instanceStateWords, type InstanceDetail } from '@portal/contract/workflow/workflow'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Paper, PaperFacts, PaperHistory } from '../../../ui/paper.tsx'
import { InstanceForm } from '../shared/instance-form.tsx'
import { listHistory } from '../workflow.words.tsx'

/** An instance as a printed document: the application and all decisions. */
export function InstancePaper({ instance }: { instance: InstanceDetail }) {
  const { id, workflow, version, state, starter, startedAt, endedAt, at } = instance
  return (
    <Paper
      title={workflow.name}
      back={{ to: to('/bpm/instance', { id }), text: '返回' }}
      head={[`编号：${id}`, `状态：${instanceStateWords[state]}`, `打印时间：${formatMinute(new Date())}`]}
      signs={['申请人', '审批人', '日期']}
    >
      <PaperFacts
        items={[
          ['发起人', starter.name],
          ['发起时间', formatMinute(startedAt)],
          ['流程版本', `第 ${version} 版`],
          endedAt === null ? ['当前环节', at.join('、')] : ['结束时间', formatMinute(endedAt)],
        ]}
      />
      <h2>填写内容</h2>
      <InstanceForm instance={instance} mode="print" />
      <PaperHistory entries={listHistory(instance)} />
    </Paper>
  )
}
