import { workflowCalls } from '@portal/contract/workflow/calls'
import type { InstanceDetail } from '@portal/contract/workflow/workflow'
import { useSearchParams } from 'react-router'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { readId } from '../../../lib/read-id.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { InstanceButtons } from '../instance/instance-buttons.tsx'
import { InstancePaper } from '../instance/instance-paper.tsx'
import { InstanceView } from '../instance/instance-view.tsx'
import { useInstance } from '../workflow.queries.ts'
import { InstanceTag } from '../workflow.words.tsx'

const LIST = { to: to('/account/workflows'), text: '查看我的流程' }

/** One run of a process, on the screen and on paper. */
export default function InstancePage() {
  const [search] = useSearchParams()
  const id = readId(search)
  const query = useInstance({ params: { id: id ?? 0 } }, { enabled: id !== null, staleTime: 0 })
  // Each decision changes who is asked next.
  useLive(['inbox'], [workflowCalls.instance])
  if (query.data && search.has('print')) return <InstancePaper instance={query.data} />
  return (
    <DetailPage<InstanceDetail>
      key={id}
      title={(instance) => (
        <>
          {instance.workflow.name} {instance.id} <InstanceTag {...instance} />
        </>
      )}
      name="流程详情"
      query={query}
      list={LIST}
      missing={id === null ? '请先选择要查看的流程' : null}
      extra={(instance) => <InstanceButtons instance={instance} />}
    >
      {(instance) => <InstanceView instance={instance} />}
    </DetailPage>
  )
}
