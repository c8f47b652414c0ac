import { instanceStateWords } from '@portal/contract/workflow/workflow'
import { useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { InstanceList } from '../instance/instance-list.tsx'

const tabs = [
  { key: 'mine', title: '我发起的', empty: '您还没有发起过流程' },
  { key: 'acted', title: '我办理的', empty: '还没有流程由您办理' },
  { key: 'copied', title: '抄送我的', empty: '还没有抄送给您的流程' },
] as const

/** The instances that the user started, decided, or has a copy of. */
export default function MyWorkflowsPage() {
  const asked = useSearchParams()[0].get('view')
  const view = tabs.find(({ key }) => key === asked) ?? tabs[0]
  const start = (
    <ButtonLink kind="primary" to={to('/bpm/create-process')}>
      发起流程
    </ButtonLink>
  )
  return (
    <InstanceList
      key={view.key}
      title="我的流程"
      scope={view.key}
      filters={filters}
      empty={view.empty}
      start={start}
      intro={<LinkTabs label="我的流程" name="view" tabs={tabs} value={view.key} keep={[]} />}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '填写内容、发起人或编号' },
  { kind: 'select', name: 'state', label: '状态', options: listOptions(instanceStateWords) },
]
