import type { WorkflowState } from '@portal/contract/workflow/workflow'
import type { StateTone } from '../../../ui/state-tag.tsx'

export const workflowTones: Record<WorkflowState, StateTone> = {
  draft: 'draft',
  published: 'done',
  suspended: 'stopped',
}
