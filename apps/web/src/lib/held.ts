import { asFailure } from './failure.ts'
import { createStore } from './store.ts'
import { dismiss, messages, say } from './tell.ts'

/**
 * Decisions that are held back for ten seconds so that they can be undone (decision 105). Nothing follows
 * from what was not sent yet: nobody was told, no money was moved, so that undoing takes nothing back.
 */
export interface Deed {
  /** What was decided: 通过. */
  label: string
  /** Of what. */
  title: string
  /** What was said with it, which is not lost when it is undone. */
  reason: string
  /** Those of the inbox that it is about. */
  tasks: readonly number[]
  /** Resolved with false, it was not taken, and why has been said. */
  send: () => Promise<unknown>
  /** Said once it is done; without, `send` says it. */
  done?: string | undefined
  /** What is read anew before the tasks may show again. */
  after?: () => Promise<unknown>
  /** Leads back to it. */
  reopen?: () => void
}
export interface Held extends Deed {
  id: number
  state: 'waiting' | 'sending' | 'failed'
  /** Why it could not be done. */
  why?: string
  /** The same may be sent once more: it never arrived, or nobody knows. */
  again?: boolean
}

export const UNDO_MS = 10_000
/** More than these are not looked over: the oldest goes off. */
const MOST = 3

export const held = createStore<readonly Held[]>([])
/** What was said with a decision that did not come to pass, by the task it was about. */
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

/** It never was; what was said is there again. */
export function undo(id: number): void {
  const deed = held.get().find((h) => h.id === id && h.state !== 'sending')
  if (!deed) return
  stop(id)
  for (const task of deed.tasks) said.set(task, deed.reason)
  drop(id)
  deed.reopen?.()
}
/** The youngest that can still be undone. */
export const undoLast = (): boolean => {
  const deed = held.get().findLast((h) => h.state === 'waiting')
  if (deed) undo(deed.id)
  return deed !== undefined
}

/** Sends it now. */
export async function release(id: number): Promise<void> {
  const deed = held.get().find((h) => h.id === id)
  if (!deed || deed.state === 'sending') return
  stop(id)
  put(id, { state: 'sending' })
  const before = new Set(messages.get().map((m) => m.id))
  try {
    const taken = (await deed.send()) !== false
    // The tasks are hidden until the list knows better.
    await deed.after?.()
    if (taken) {
      drop(id)
      if (deed.done) say('success', deed.done)
      return
    }
    keepSaid(deed, takeBack(before) ?? '未能处理', false)
  } catch (error) {
    const failure = asFailure(error)
    takeBack(before, failure.message)
    const reasons = failure.reasons.map((r) => r.message).filter((m) => m !== failure.message)
    const again = failure.kind !== 'refused' || failure.status === 401
    keepSaid(deed, [failure.message, ...reasons].join('；'), again)
    void deed.after?.()
  }
}
/** Whoever decided is at something else by now: what became of it stays until he has seen it. */
function keepSaid(deed: Held, why: string, again: boolean): void {
  for (const task of deed.tasks) said.set(task, deed.reason)
  put(deed.id, { state: 'failed', why, again })
}
/** What has just been said of it passes by itself; it is said where it stays. */
function takeBack(before: ReadonlySet<number>, text?: string): string | undefined {
  const fresh = messages
    .get()
    .findLast((m) => !before.has(m.id) && m.tone !== 'success' && (text === undefined || m.text === text))
  if (!fresh) return undefined
  dismiss(fresh.id)
  return [fresh.text, ...fresh.lines].join('；')
}

/** Leaving the inbox, the page or the account: what waits is sent at once. */
export const releaseAll = (): Promise<unknown> =>
  Promise.all(
    held
      .get()
      .filter((h) => h.state === 'waiting')
      .map((h) => release(h.id)),
  )

/**
 * A tab that is closed, a phone that is put away: nobody runs a timer there. `transport` sends what is asked
 * for then so that it outlives the page.
 */
function leave(): void {
  if (document.visibilityState === 'hidden') void releaseAll()
}
addEventListener('pagehide', () => void releaseAll())
document.addEventListener('visibilitychange', leave)
