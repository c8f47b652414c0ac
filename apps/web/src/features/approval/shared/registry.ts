import type { Business, Task } from '@portal/contract/approval/approval'
import type { Verdict } from '@portal/contract/kernel/rows'
import type { ComponentType } from 'react'

/**
 * How a business shows itself in the audit inbox. Its feature writes `features/<d>/shared/inbox.tsx` with
 * `export const inbox: InboxView = {…}`; the inbox finds it by itself and loads it with the first task of its kind.
 */
export interface InboxView {
  /**
   * Everything one has to know to judge a task, and the buttons that do it, from the row's own `can`. `onDone` once it is
   * decided: the next task opens by itself. Buttons in `.decide > .page-extra` stay in reach of the thumb.
   */
  Panel: ComponentType<{ task: Task; onDone: () => void }>
  /** May many of this kind be decided at once? Not where each needs more than a yes. */
  batch: (task: Task) => boolean
  /** Decides many; each verdict stands for itself. `id` of a verdict is the task's `rowId`. */
  decide: (
    tasks: readonly Task[],
    outcome: 'approve' | 'refuse',
    reason: string | null,
  ) => Promise<readonly Verdict[]>
  /** Ready sentences for a refusal. */
  reasons: readonly string[]
}

const folders: Record<Business, string> = {
  booking: 'booking',
  test_order: 'test-order',
  settlement: 'settlement',
  purchase: 'purchase',
  panel: 'panel',
  tender: 'tender',
  supplier: 'supplier',
  delivery: 'delivery',
  acceptance: 'acceptance',
  stock_in: 'stock-in',
  transfer: 'asset',
  repair: 'asset',
  violation: 'violation',
  scrap: 'asset',
}
const found = import.meta.glob<InboxView>('../../*/shared/inbox.tsx', { import: 'inbox' })

/** undefined: the business has no place in the inbox yet, and its tasks only lead to its own page. */
export const loadView = async (business: Business): Promise<InboxView | undefined> =>
  found[`../../${folders[business]}/shared/inbox.tsx`]?.()
