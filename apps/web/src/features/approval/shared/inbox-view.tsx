import type { Business, StepOf, Task } from '@portal/contract/approval/approval'
import type { Verdict } from '@portal/contract/kernel/rows'
import type { ComponentType } from 'react'
import { ProcessTask } from '../../../ui/process/process-task.tsx'
import type { AnyProcess, ProcessRow } from '../../../ui/process/process.ts'

/** A refusal in a batch. */
export interface Refusal {
  /** The word of the single task: 驳回 ends it, after 退回 it may be handed in again. */
  word: '驳回' | '退回'
  /** Ready-made reasons. */
  picks: readonly string[]
}
/** How the inbox shows a business. */
export interface InboxView {
  /**
   * All facts for judging a task, and the buttons according to the row's `can`. Calls `onDone` after a
   * decision, and the next task opens. Buttons in `.decide > .page-extra` stay within reach of the thumb on a
   * phone.
   */
  Panel: ComponentType<{ task: Task; onDone: () => void }>
  /** Whether such a task may be decided in a batch; false if it needs more than a yes. */
  batch: (task: Task) => boolean
  /** Decides several tasks; each has its own verdict, whose `id` is the task's `rowId`. */
  decide: (
    tasks: readonly Task[],
    outcome: 'approve' | 'refuse',
    reason: string | null,
    idempotencyKey: string,
  ) => Promise<readonly Verdict[]>
  refusal: (task: Task) => Refusal
}

/** Several rows as the user saw them, with the verdict. */
export interface Decided<V, S> {
  body: { verdict: V; reason: string | null; items: { id: number; state: S; task: number }[] }
  idempotencyKey: string
}
/** Decisions for which a yes or no is enough. */
interface Batch<B extends Business, V, S> {
  by: { run(args: Decided<V, S>): Promise<readonly Verdict[]> }
  /** The state that a row waits in, for each step that can be decided in a batch. */
  states: { readonly [Step in StepOf<B>]?: S }
  /** The verdicts for 通过 and 驳回 in a batch. */
  verdicts: { approve: V; refuse: V }
  refusal: Refusal
  /** The refusal at steps whose people have other reasons. */
  refusalAt?: { readonly [Step in StepOf<B>]?: Refusal }
}

/** Defines the inbox entry of a business: its process, and which decisions a batch may take. */
export function defineInbox<B extends Business, Row extends ProcessRow, V extends string, S extends string>(
  business: B,
  process: AnyProcess<Row>,
  batch?: Batch<B, V, S>,
): InboxView {
  const Panel: InboxView['Panel'] = ({ task, onDone }) => (
    <ProcessTask process={process} id={task.rowId} onDone={onDone} />
  )
  if (!batch)
    return {
      Panel,
      batch: () => false,
      decide: () => Promise.resolve([]),
      refusal: () => ({ word: '驳回', picks: [] }),
    }
  const states: { readonly [step: string]: S | undefined } = batch.states
  const refusals: { readonly [step: string]: Refusal | undefined } | undefined = batch.refusalAt
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
    refusal: (task) => refusals?.[task.step] ?? batch.refusal,
  }
}
