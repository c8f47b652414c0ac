import { asFailure } from './failure.ts'
import { createStore } from './store.ts'
import { dismiss, messages, say } from './tell.ts'

/**
 * Decisions that are held back for ten seconds so that the user can undo them (decision 105). Until a
 * decision is sent the server has told nobody and moved no money, so undoing it needs no reversal.
 */
export interface Deed {
  /** What was decided: 通过. */
  label: string
  /** What the decision is about. */
  title: string
  /** The reason entered; undoing keeps it. */
  reason: string
  /** Task ids of the inbox that this decision covers. */
  tasks: readonly number[]
  /** Resolves to false if the server did not accept it and the reason was already shown. */
  send: () => Promise<unknown>
  /** After `send` resolved to false: the tasks of a batch that were not accepted; if missing, all of them. */
  left?: () => readonly number[]
  /** Success message; if missing, `send` shows its own. */
  done?: string | undefined
  /** Reloads before the tasks may be shown again. */
  after?: () => Promise<unknown>
  /** Opens a decided item again, after an undo. */
  reopen?: (task: number) => void
}
export interface Held extends Deed {
  id: number
  state: 'waiting' | 'sending' | 'failed'
  /** Why it failed. */
  why?: string
  /** Only some of its tasks were not accepted; `tasks` are these. */
  partly?: boolean
  /** The same request may be sent again: it did not arrive, or its result is unknown. */
  again?: boolean
}

export const UNDO_MS = 10_000
/** At most this many decisions wait; one more sends the oldest at once. */
const MOST = 3

export const held = createStore<readonly Held[]>([])
/** Reasons entered with decisions that were undone or failed, by task id. */
const said = new Map<number, string>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let last = 0

const put = (id: number, part: Partial<Held>) =>
  held.set(held.get().map((h) => (h.id === id ? { ...h, ...part } : h)))
const drop = (id: number) => held.set(held.get().filter((h) => h.id !== id))
const stop = (id: number) => (clearTimeout(timers.get(id)), timers.delete(id))

export const readSaid = (task: number): string => said.get(task) ?? ''

export function hold(deed: Deed): void {
  const id = ++last
  for (const task of deed.tasks) said.delete(task)
  held.set([...held.get(), { ...deed, id, state: 'waiting' }])
  timers.set(
    id,
    setTimeout(() => void release(id), UNDO_MS),
  )
  const waiting = held.get().filter((h) => h.state === 'waiting')
  for (const { id: oldest } of waiting.slice(0, -MOST)) void release(oldest)
}

/** Takes back a decision that is waiting or has failed; its reason is kept for the next attempt. */
export function undo(id: number): void {
  const deed = held.get().find((h) => h.id === id && h.state !== 'sending')
  if (!deed) return
  stop(id)
  for (const task of deed.tasks) said.set(task, deed.reason)
  drop(id)
  const [first] = deed.tasks
  if (first !== undefined) deed.reopen?.(first)
}
/** Undoes the newest waiting decision; false if there is none. */
export const undoLast = (): boolean => {
  const deed = held.get().findLast((h) => h.state === 'waiting')
  if (deed) undo(deed.id)
  return deed !== undefined
}

/** Sends a held decision now. */
export async function release(id: number): Promise<void> {
  const deed = held.get().find((h) => h.id === id)
  if (!deed || deed.state === 'sending') return
  stop(id)
  put(id, { state: 'sending' })
  const before = new Set(messages.get().map((m) => m.id))
  try {
    const taken = (await deed.send()) !== false
    // The tasks stay hidden until the list is reloaded.
    await deed.after?.()
    if (taken) {
      drop(id)
      if (deed.done) say('success', deed.done)
      return
    }
    keepSaid(deed, takeBack(before) ?? '未能处理', false, deed.left?.())
  } catch (error) {
    const failure = asFailure(error)
    takeBack(before, failure.message)
    const reasons = failure.reasons.map((r) => r.message).filter((m) => m !== failure.message)
    const again = failure.kind !== 'refused' || failure.status === 401
    keepSaid(deed, [failure.message, ...reasons].join('；'), again)
    void deed.after?.()
  }
}
/** The user is busy with something else by now, so the failure stays visible until they have seen it. */
function keepSaid(deed: Held, why: string, again: boolean, tasks = deed.tasks): void {
  for (const task of tasks) said.set(task, deed.reason)
  put(deed.id, { state: 'failed', why, again, tasks, partly: tasks.length < deed.tasks.length })
}
/**
 * Removes the passing message about this failure and returns its text; the held entry shows it permanently.
 */
function takeBack(before: ReadonlySet<number>, text?: string): string | undefined {
  const fresh = messages
    .get()
    .findLast((m) => !before.has(m.id) && m.tone !== 'success' && (text === undefined || m.text === text))
  if (!fresh) return undefined
  dismiss(fresh.id)
  return [fresh.text, ...fresh.lines].join('；')
}

/** Sends all waiting decisions at once: the user leaves the inbox, the page or the account. */
export const releaseAll = (): Promise<unknown> =>
  Promise.all(
    held
      .get()
      .filter((h) => h.state === 'waiting')
      .map((h) => release(h.id)),
  )

/**
 * A closed tab or a phone in the background runs no timers, so waiting decisions are sent at once.
 * `transport` sends such requests with `keepalive`, so that they outlive the page.
 */
function leave(): void {
  if (document.visibilityState === 'hidden') void releaseAll()
}
addEventListener('pagehide', () => void releaseAll())
document.addEventListener('visibilitychange', leave)
