import { workflowCalls } from '@portal/contract/workflow/calls'
import { formatAgo } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { DraftNotice } from '../../../ui/form/offered-draft.tsx'
import { Button } from '../../../ui/light.tsx'
import { useWorkflow } from './design.queries.ts'
import type { Saving } from './use-saving.ts'

interface Props {
  id: number
  /** The revision that is edited here. */
  revision: number
  saving: Saving
}

/** Tells the user that another person has saved the open process, before the user saves. */
export function SavedMeanwhile({ id, revision, saving }: Props) {
  useLive([`drawing:${id}`], [workflowCalls.get])
  const { data } = useWorkflow({ params: { id } })
  if (!data || saving.busy || data.revision <= revision) return null
  return (
    <DraftNotice>
      {data.changedBy.name} {formatAgo(data.changedAt)}保存了这个流程（第 {data.revision}{' '}
      次保存）。您可以继续编辑，保存时再决定以谁的为准。
      <Button size="small" onClick={() => void saving.takeHis()}>
        改用对方的版本
      </Button>
    </DraftNotice>
  )
}
