import type {
  InstanceAction,
  InstanceState,
  TaskAction,
  WorkflowAction,
  WorkflowState,
} from '@portal/contract/workflow/workflow'
import type { Json } from '@portal/form-kit/form/form'
import { limits, type Actor, type Graph } from '@portal/process-kit/model/graph'

/** How a person relates to a drawn process. */
export interface Standing {
  isOwner: boolean
  /** Publishes processes, and moves instances that are stuck. */
  isOffice: boolean
  /** Is among those who may start the published version. */
  isStarter: boolean
}

/** What a person may do with a process in its present state. */
export function listActions(
  w: { state: WorkflowState; hasChanges: boolean; hasNewForm: boolean; started: number },
  { isOwner, isOffice, isStarter }: Standing,
): WorkflowAction[] {
  const mine = isOwner || isOffice
  const may: Record<WorkflowAction, boolean> = {
    change: mine,
    publish: isOffice && (w.state === 'draft' || w.hasChanges || w.hasNewForm),
    suspend: isOffice && w.state === 'published',
    activate: isOffice && w.state === 'suspended',
    // Only the office removes a process that has been published.
    remove: w.started === 0 && (w.state === 'draft' ? mine : isOffice),
    start: w.state === 'published' && isStarter,
  }
  return (Object.keys(may) as WorkflowAction[]).filter((action) => may[action]) // exactly its keys
}

export function listInstanceActions(
  i: { state: InstanceState; isRefill: boolean },
  who: { isStarter: boolean; isOffice: boolean },
): InstanceAction[] {
  const runs = i.state === 'running'
  const may: Record<InstanceAction, boolean> = {
    withdraw: runs && who.isStarter,
    urge: runs && !i.isRefill && (who.isStarter || who.isOffice),
    comment: true,
    // The form is the starter's own statement: only the starter resubmits it, even if others see the task.
    resubmit: runs && i.isRefill && who.isStarter,
    // The office must not move an instance that the same person started; another member of the office does.
    move: runs && who.isOffice && !who.isStarter,
  }
  return (Object.keys(may) as InstanceAction[]).filter((action) => may[action]) // exactly its keys
}

export function listTaskActions(
  task: { waits: boolean; isRefill: boolean; isDelegated: boolean; hasOthers: boolean; isAnyone: boolean },
  acts: boolean,
): TaskAction[] {
  // An instance that was returned to its starter is resubmitted or withdrawn, not decided.
  if (!acts || !task.waits || task.isRefill) return []
  return [
    'agree',
    'refuse',
    // A delegate only gives an opinion, and the owner of the seat decides; so no return and no further
    // delegation.
    ...(task.isDelegated ? [] : (['return', 'delegate'] as const)),
    'transfer',
    ...(task.isAnyone && task.hasOthers ? (['claim'] as const) : []),
  ]
}

/** Ids of people or laboratories in a field's value: a number, its digits as text, or an array of them. */
export const findNumbers = (value: Json | undefined): number[] =>
  (Array.isArray(value) ? value : [value])
    .map((v) => (typeof v === 'number' || (typeof v === 'string' && /^\d{1,15}$/.test(v)) ? Number(v) : 0))
    .filter((n) => Number.isSafeInteger(n) && n > 0)
    .slice(0, limits.people)

/** Whether the people of an actor can be found without the starter and the form's values. */
export const isKnownBefore = (actor: Actor): boolean =>
  actor.kind === 'person' ||
  actor.kind === 'role' ||
  actor.kind === 'post' ||
  (actor.kind === 'deptHead' && actor.value !== null)

/**
 * Fields to hide from a person: those hidden at all of their steps; if they have no step, those hidden at
 * any.
 */
export function listHidden(graph: Graph, nodes: readonly string[]): string[] {
  const own = new Set(nodes)
  const tasks = Object.values(graph.nodes).filter((node) => node.kind === 'task')
  const asked = tasks.filter((task) => own.has(task.id))
  const hiddenAt = (task: (typeof tasks)[number], field: string) => task.fields[field] === 'hidden'
  const fields = new Set(tasks.flatMap((task) => Object.keys(task.fields)))
  return [...fields].filter((field) =>
    asked.length > 0
      ? asked.every((task) => hiddenAt(task, field))
      : tasks.some((task) => hiddenAt(task, field)),
  )
}

/** Fields that a step may write. */
export function listWrites(graph: Graph, nodeId: string): string[] {
  const node = Object.hasOwn(graph.nodes, nodeId) ? graph.nodes[nodeId] : undefined
  return node?.kind === 'task'
    ? Object.entries(node.fields).flatMap(([field, access]) => (access === 'write' ? [field] : []))
    : []
}
