import { OK, OK_LEGACY } from '@portal/contract/kernel/codes'
import type { Envelope } from '@portal/contract/kernel/envelope'

/**
 * What `boot.ts` asked the server for while the program was still on its way. Each answer is used once, by
 * the first `send` of the same address, and only while it is fresh and the same person is signed in.
 */
export interface BootHand {
  token: string | null
  at: number
  answers: Map<string, Promise<Response>>
  /** Those of them that have come, read. */
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
 * The same for who cannot wait: the first drawing of a page begins with what is there, instead of with bones.
 */
export function takeCome<T>(address: string): T | undefined {
  const said = window.__boot?.come.get(address)
  if (said?.code !== OK && said?.code !== OK_LEGACY) return undefined
  return takeBoot(address) && (said.data as T)
}

/** The program runs: what is not there by now is not worth starting any more. */
export function closeBoot(currentToken: string | null): void {
  window.__boot ??= { token: currentToken, at: 0, answers: new Map(), come: new Map() }
  if (window.__boot.token === currentToken) return
  window.__boot.answers.clear()
  window.__boot.come.clear()
}
