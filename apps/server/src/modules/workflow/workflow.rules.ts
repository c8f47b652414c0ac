import type {
  InstanceAction,
  InstanceState,
  TaskAction,
  WorkflowAction,
  WorkflowState,
} from '@portal/contract/workflow/workflow'
import type { Json } from '@portal/form-kit/form/form'
import { limits, type Actor, type Graph } from '@portal/process-kit/model/graph'

/** Who somebody is to a process that is drawn. */
export interface Standing {
  isOwner: boolean
  /** He publishes processes, and moves what is stuck. */
  isOffice: boolean
  /** He is one of those who may start what is published. */
  isStarter: boolean
}

/** What somebody may do with a process as it is now. */
export function listActions(
  w: { state: WorkflowState; hasChanges: boolean; started: number },
  { isOwner, isOffice, isStarter }: Standing,
): WorkflowAction[] {
  const mine = isOwner || isOffice
  const may: Record<WorkflowAction, boolean> = {
    change: mine,
    publish: isOffice && (w.state === 'draft' || w.hasChanges),
    suspend: isOffice && w.state === 'published',
    activate: isOffice && w.state === 'suspended',
    // What is published is the office's business.
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
    // What he declares nobody declares for him, whoever else finds it in the inbox.
    resubmit: runs && i.isRefill && who.isStarter,
    // What he has started himself, another one of the office moves.
    move: runs && who.isOffice && !who.isStarter,
  }
  return (Object.keys(may) as InstanceAction[]).filter((action) => may[action]) // exactly its keys
}

export function listTaskActions(
  task: { waits: boolean; isRefill: boolean; isDelegated: boolean; hasOthers: boolean; isAnyone: boolean },
  acts: boolean,
): TaskAction[] {
  // Whoever gets it back fills it in again or withdraws it.
  if (!acts || !task.waits || task.isRefill) return []
  return [
    'agree',
    'refuse',
    // Whoever acts in another's stead gives his opinion, and that one decides.
    ...(task.isDelegated ? [] : (['return', 'delegate'] as const)),
    'transfer',
    ...(task.isAnyone && task.hasOthers ? (['claim'] as const) : []),
  ]
}

/** People or laboratories that a field names: a number, a text of one, or several of them. */
export const findNumbers = (value: Json | undefined): number[] =>
  (Array.isArray(value) ? value : [value])
    .map((v) => (typeof v === 'number' || (typeof v === 'string' && /^\d{1,15}$/.test(v)) ? Number(v) : 0))
    .filter((n) => Number.isSafeInteger(n) && n > 0)
    .slice(0, limits.people)

/** Whether somebody is found without knowing who starts and what the form says. */
export const isKnownBefore = (actor: Actor): boolean =>
  actor.kind === 'person' ||
  actor.kind === 'role' ||
  actor.kind === 'post' ||
  (actor.kind === 'deptHead' && actor.value !== null)

/** Fields that are hidden from somebody: at every step that he acts at; at any, from whoever acts at none. */
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

/** Fields that a step writes. */
export function listWrites(graph: Graph, nodeId: string): string[] {
  const node = Object.hasOwn(graph.nodes, nodeId) ? graph.nodes[nodeId] : undefined
  return node?.kind === 'task'
    ? Object.entries(node.fields).flatMap(([field, access]) => (access === 'write' ? [field] : []))
    : []
}
