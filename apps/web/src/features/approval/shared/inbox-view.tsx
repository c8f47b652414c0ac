import type { Business, StepOf, Task } from '@portal/contract/approval/approval'
import type { Verdict } from '@portal/contract/kernel/rows'
import type { ComponentType } from 'react'
import { ProcessTask } from '../../../ui/process/process-task.tsx'
import type { AnyProcess, ProcessRow } from '../../../ui/process/process.ts'

/** How a business shows itself in the audit inbox. */
export interface InboxView {
  /**
   * Everything one has to know to judge a task, and the buttons that do it, from the row's own `can`.
   * `onDone` once it is decided: the next task opens by itself. Buttons in `.decide > .page-extra` stay in
   * reach of the thumb.
   */
  Panel: ComponentType<{ task: Task; onDone: () => void }>
  /** May many of this kind be decided at once? Not where each needs more than a yes. */
  batch: (task: Task) => boolean
  /** Decides many; each verdict stands for itself. `id` of a verdict is the task's `rowId`. */
  decide: (
    tasks: readonly Task[],
    outcome: 'approve' | 'refuse',
    reason: string | null,
    idempotencyKey: string,
  ) => Promise<readonly Verdict[]>
  /** Ready sentences for a refusal. */
  reasons: readonly string[]
}

/** Many rows as they were seen, and what is said of them. */
export interface Decided<V, S> {
  body: { verdict: V; reason: string | null; items: { id: number; state: S; task: number }[] }
  idempotencyKey: string
}
/** What a plain yes or no is enough for. */
interface Batch<B extends Business, V, S> {
  by: { run(args: Decided<V, S>): Promise<readonly Verdict[]> }
  /** The state that a row waits in, for each step that may be decided so. */
  states: { readonly [Step in StepOf<B>]?: S }
  /** What 通过 and 驳回 of several mean. */
  verdicts: { approve: V; refuse: V }
  reasons: readonly string[]
}

/** The inbox's entry of a business: its process, and what may be decided of it many at a time. */
export function defineInbox<B extends Business, Row extends ProcessRow, V extends string, S extends string>(
  business: B,
  process: AnyProcess<Row>,
  batch?: Batch<B, V, S>,
): InboxView {
  const Panel: InboxView['Panel'] = ({ task, onDone }) => (
    <ProcessTask process={process} id={task.rowId} onDone={onDone} />
  )
  if (!batch) return { Panel, batch: () => false, decide: () => Promise.resolve([]), reasons: [] }
  const states: { readonly [step: string]: S | undefined } = batch.states
  return {
    Panel,
    batch: (task) => task.business === business && states[task.step] !== undefined,
    decide: (tasks, outcome, reason, idempotencyKey) => {
      const items = tasks.flatMap(({ id: task, rowId, step }) => {
        const state = states[step]
        return state === undefined ? [] : [{ id: rowId, state, task }]
      })
      return batch.by.run({
        body: { verdict: batch.verdicts[outcome], reason, items },
        idempotencyKey,
      })
    },
    reasons: batch.reasons,
  }
}
