import { instanceStateWords, type InstanceRow } from '@portal/contract/workflow/workflow'
import { to } from '../../../lib/paths.ts'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { StarterFilter } from '../instance/starter-filter.tsx'
import { saveInstances, useInstances, useWorkflowOptions } from '../workflow.queries.ts'
import { listInstanceColumns } from '../workflow.words.tsx'

/** All that runs or ran, for the office: who is asked, and what stands still. */
export default function InstancesPage() {
  return (
    <ListPage<InstanceRow>
      title="流程实例"
      rows={useInstances}
      fixed={{ scope: 'all' }}
      columns={columns}
      filters={filters}
      actions={[{ label: '查看', to: ({ id }) => to('/bpm/instance', { id }) }]}
      onExport={saveInstances}
      empty={{ text: '还没有发起过流程' }}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '填写内容' },
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
const columns = listInstanceColumns({ starter: true })
