import type { WorkflowDetail } from '@portal/contract/workflow/workflow'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { useOfferedDraft } from '../../../ui/form/offered-draft.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { blankDiagram } from './blank.ts'
import { useWorkflow } from './design.queries.ts'
import { NarrowPage } from './narrow-page.tsx'
import { ProcessDesigner } from './process-designer.tsx'
import type { About } from './studio.ts'
import { draftName, readKept } from './use-work.ts'
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import 'diagram-js-minimap/assets/diagram-js-minimap.css'
import './design.css'

export function DesignPage({ id }: { id: number | 'new' }) {
  // After its first save a new process stays in the same designer.
  const [made, setMade] = useState<number | null>(null)
  const navigate = useNavigate()
  const narrow = useNarrow()
  if (narrow) return <NarrowPage id={id} />
  if (id === 'new' || id === made)
    return (
      <WithDraft
        key="new"
        id="new"
        start={blank}
        detail={null}
        onCreated={(detail) => {
          setMade(detail.id)
          void navigate(to('/bpm/bpm-design', { id: detail.id }), { replace: true })
        }}
      />
    )
  return <SavedProcess key={id} id={id} />
}
const blank: Start = { xml: blankDiagram(), about: { category: '', description: '' } }

interface Start {
  xml: string
  about: About
}

function SavedProcess({ id }: { id: number }) {
  const query = useWorkflow({ params: { id } }, { staleTime: 0 })
  // The process at opening. Later saves by other people do not change it.
  const [first, setFirst] = useState<WorkflowDetail | null>(null)
  if (query.data && first === null && !query.isFetching) setFirst(query.data)
  const start = useMemo(
    () =>
      first && {
        xml: first.xml,
        about: { category: first.category ?? '', description: first.description ?? '' },
      },
    [first],
  )
  if (!first || !start)
    return <Waiting query={query} list={{ to: to('/bpm/bpm-list'), text: '查看流程列表' }} />
  return <WithDraft id={id} start={start} detail={first} onCreated={() => undefined} />
}

interface WithDraftProps {
  id: number | 'new'
  start: Start
  detail: WorkflowDetail | null
  onCreated: (detail: WorkflowDetail) => void
}
function WithDraft({ id, start, detail, onCreated }: WithDraftProps) {
  const { isOffered, restored, notice } = useOfferedDraft(draftName(id), () => readKept(id), detail)
  return (
    <ProcessDesigner
      key={restored ? 'restored' : 'fresh'}
      start={restored ?? start}
      detail={detail}
      begun={restored?.revision ?? null}
      offered={isOffered ? id : null}
      notice={notice}
      onCreated={onCreated}
    />
  )
}
