import type { Task } from '@portal/contract/approval/approval'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { Opinions } from '../parts/opinions.tsx'
import { PanelSummary } from '../parts/panel-view.tsx'
import { SignPanel } from '../parts/sign-panel.tsx'
import { usePanel } from '../panel.queries.ts'

/** How panels show themselves in the audit inbox: each opinion is written by hand. */
export const inbox: InboxView = {
  Panel: PanelTask,
  batch: () => false,
  decide: () => Promise.resolve([]),
  reasons: [],
}

function PanelTask({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = usePanel({ params: { id: task.rowId } }, { staleTime: 0 })
  const p = query.data
  if (!p) return <Waiting query={query} />
  return (
    <>
      <PanelSummary panel={p} />
      <Opinions panel={p} />
      {p.can.includes('sign') && <SignPanel panel={p} onDone={onDone} />}
    </>
  )
}
