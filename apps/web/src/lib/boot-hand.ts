import { OK, OK_LEGACY } from '@portal/contract/kernel/codes'
import type { Envelope } from '@portal/contract/kernel/envelope'

/**
 * Requests that `boot.ts` has sent while the program was loading. Each answer is used once, by the first
 * `send` of the same address, if it is less than FRESH_MS old and the same person is signed in.
 */
export interface BootHand {
  token: string | null
  at: number
  answers: Map<string, Promise<Response>>
  /** Answers that have arrived and are parsed. */
  come: Map<string, Envelope<unknown>>
}
declare global {
  interface Window {
    __boot?: BootHand
  }
}
const FRESH_MS = 15_000

export function takeBoot(address: string): Promise<Response> | undefined {
  const hand = window.__boot
  const answer = hand?.answers.get(address)
  if (!hand || !answer) return undefined
  hand.answers.delete(address)
  hand.come.delete(address)
  return Date.now() - hand.at < FRESH_MS ? answer : undefined
}

/**
 * Like `takeBoot`, but synchronous: the first render of a page uses an answer that has arrived instead of a
 * skeleton. Undefined if it has not arrived or is a refusal.
 */
export function takeCome<T>(address: string): T | undefined {
  const said = window.__boot?.come.get(address)
  if (said?.code !== OK && said?.code !== OK_LEGACY) return undefined
  return takeBoot(address) && (said.data as T)
}

/**
 * The program is running: requests that boot.ts has not started are no longer started there. Answers that
 * belong to another token are dropped.
 */
export function closeBoot(currentToken: string | null): void {
  window.__boot ??= { token: currentToken, at: 0, answers: new Map(), come: new Map() }
  if (window.__boot.token === currentToken) return
  window.__boot.answers.clear()
  window.__boot.come.clear()
}
