import type { InstanceRow, WorkflowRow } from '@portal/contract/workflow/workflow'
import type { InstanceLine } from './instance.store.ts'
import { listActions, type Standing } from './workflow.rules.ts'
import type { Version, Workflow } from './workflow.store.ts'

export const showRow = (
  w: Workflow,
  standing: Standing,
): Omit<WorkflowRow, 'changedAt'> & { changedAt: Date } => ({
  id: w.id,
  name: w.name,
  category: w.category,
  description: w.description,
  state: w.state,
  owner: { id: w.ownerId, name: w.owner },
  revision: w.revision,
  version: w.version,
  hasChanges: w.hasChanges,
  hasNewForm: w.hasNewForm,
  started: w.started,
  running: w.running,
  changedAt: w.changedAt,
  changedBy: { id: w.changedById, name: w.changedBy },
  can: listActions(w, standing),
})

export const showVersion = ({ byId, by, formId, form, ...v }: Version) => ({
  ...v,
  by: { id: byId, name: by },
  form: { id: formId, name: form },
})

export const showInstance = (
  i: InstanceLine,
): Omit<InstanceRow, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null } => ({
  id: i.id,
  workflow: { id: i.workflowId, name: i.workflow },
  version: i.version,
  starter: { id: i.starterId, name: i.starter },
  summary: i.summary,
  state: i.state,
  startedAt: i.startedAt,
  endedAt: i.endedAt,
  at: i.at,
  awaited: i.awaited,
  isStuck: i.state === 'running' && i.awaited.length === 0,
})
