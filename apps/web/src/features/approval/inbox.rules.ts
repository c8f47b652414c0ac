import {
  approvalSteps,
  businesses,
  type ApprovalStep,
  type Business,
  type Task,
} from '@portal/contract/approval/approval'

/** What the inbox shows, kept in the address bar. */
export interface Shown {
  state: 'waiting' | 'done'
  business: Business | undefined
  step: ApprovalStep | undefined
  keyword: string
  /** Tasks of all users, for administrators. */
  all: boolean
  /** The open task. */
  task: number | undefined
}

export function readShown(search: URLSearchParams): Shown {
  const business = businesses.find((b) => b === search.get('business'))
  const step = search.get('step')
  const task = Number(search.get('task'))
  return {
    state: search.get('state') === 'done' ? 'done' : 'waiting',
    business,
    // Checked just before.
    step: business && step && step in approvalSteps[business] ? (step as ApprovalStep) : undefined,
    keyword: search.get('keyword')?.trim() ?? '',
    all: search.get('all') === 'true',
    task: Number.isSafeInteger(task) && task > 0 ? task : undefined,
  }
}

export function writeShown(shown: Shown): URLSearchParams {
  const search = new URLSearchParams()
  if (shown.state === 'done') search.set('state', 'done')
  if (shown.business) search.set('business', shown.business)
  if (shown.step) search.set('step', shown.step)
  if (shown.keyword) search.set('keyword', shown.keyword)
  if (shown.all) search.set('all', 'true')
  if (shown.task) search.set('task', String(shown.task))
  return search
}

/** The task to open after `done`: the first remaining one below them, else the last remaining one above. */
export function nextAfter(tasks: readonly Pick<Task, 'id'>[], done: ReadonlySet<number>): number | undefined {
  const last = tasks.findLastIndex((t) => done.has(t.id))
  const below = tasks.slice(last + 1).find((t) => !done.has(t.id))
  return (below ?? tasks.slice(0, last).findLast((t) => !done.has(t.id)))?.id
}

/** Whether the task is past its deadline, or, without a deadline, waits for more than 24 hours. */
export const isLate = (task: Pick<Task, 'dueAt' | 'since'>, now: number): boolean =>
  task.dueAt ? Date.parse(task.dueAt) < now : now - Date.parse(task.since) > 24 * 3600_000
