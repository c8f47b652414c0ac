import { session } from '../../lib/session.ts'

/** Unsent form input, stored on this device per user. */
export interface Draft<V> {
  values: V
  at: number
}
const KEEP_MS = 7 * 86_400_000
const makeKey = (name: string): string => `draft:${session.user()?.uid ?? ''}:${name}`

export function readDraft<V>(name: string): Draft<V> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(makeKey(name)) ?? 'null') as Draft<V> | null
    return draft && Date.now() - draft.at < KEEP_MS ? draft : null
  } catch {
    return null
  }
}
/** Files cannot be stored; the user picks them again. Left in an array, JSON would make null of them. */
const leaveFilesOut = (_: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((one) => !(one instanceof Blob))
  return value instanceof Blob ? undefined : value
}
export function keepDraft(name: string, values: unknown): void {
  try {
    localStorage.setItem(makeKey(name), JSON.stringify({ values, at: Date.now() }, leaveFilesOut))
  } catch {
    // Storage full or disabled: no draft.
  }
}
export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(makeKey(name))
  } catch {
    // Storage disabled: there is no draft to drop.
  }
}
