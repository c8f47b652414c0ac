import type { InstanceDetail } from '@portal/contract/workflow/workflow'
import { formatMinute } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'

/** The starter, the start time and the current steps of an instance. */
export const InstanceFacts = ({ instance }: { instance: InstanceDetail }) => (
  <Facts
    items={[
      { label: '流程', value: `${instance.workflow.name}（第 ${instance.version} 版）` },
      { label: '编号', value: instance.id },
      { label: '发起人', value: instance.starter.name },
      { label: '发起时间', value: formatMinute(instance.startedAt) },
      instance.endedAt !== null && { label: '结束时间', value: formatMinute(instance.endedAt) },
      ...instance.steps.map((step) => ({
        label: '当前环节',
        value: sayStep(step, instance),
        wide: true,
      })),
    ]}
  />
)

/** 专家会签：待 孙立群、周敏 办理，自 2026-11-24 16:36，2026-12-01 16:36 前办理 */
function sayStep(step: InstanceDetail['steps'][number], { tasks }: InstanceDetail): string {
  const people = tasks.flatMap((task) =>
    task.visit === step.visit && task.state === 'waiting' ? [task.assignee.name] : [],
  )
  const who = people.length > 0 ? `待 ${people.join('、')} 办理` : (step.stuck ?? '')
  const due = step.dueAt ? `，${formatMinute(step.dueAt)} 前办理` : ''
  return `${step.name}：${who}，自 ${formatMinute(step.since)}${due}`
}
