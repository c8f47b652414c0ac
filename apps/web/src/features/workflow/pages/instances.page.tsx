import { instanceStateWords } from '@portal/contract/workflow/workflow'
import type { Filter } from '../../../ui/list/filters.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { InstanceList } from '../instance/instance-list.tsx'
import { StarterFilter } from '../instance/starter-filter.tsx'
import { useWorkflowOptions } from '../workflow.queries.ts'

/** All instances, for the office: who is asked, and which are stuck. */
export default function InstancesPage() {
  return <InstanceList title="流程实例" scope="all" filters={filters} empty="还没有发起过流程" />
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '填写内容、发起人或编号' },
  { kind: 'select', name: 'state', label: '状态', options: listOptions(instanceStateWords) },
  { kind: 'select', name: 'workflowId', label: '流程', options: useWorkflowOptions },
  {
    kind: 'custom',
    name: 'starterId',
    label: '发起人',
    render: (value, set, id) => <StarterFilter {...{ id, value, set }} />,
  },
  { kind: 'flag', name: 'stuck', label: '仅看无人办理' },
]
