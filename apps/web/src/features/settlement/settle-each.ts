import type { Arguments } from '@portal/contract/kernel/call'
import type { settlementCalls, SettlementPlan } from '@portal/contract/settlement/settlement'
import { startAttempt, type Attempt } from '../../lib/attempt.ts'
import { asFailure } from '../../lib/failure.ts'

export type Group = SettlementPlan['groups'][number]
type Body = NonNullable<Arguments<typeof settlementCalls.create>['body']>

/** A payer may have several at one lab: the first order tells them apart. */
export const keyOfGroup = (g: Group): string => `${g.payer.id}-${g.lab.id}-${g.orders[0]?.id ?? 0}`

export interface Work {
  /** By group: one that is made leaves the others what they were. */
  attempts: Map<string, Attempt>
  bodyOf: (group: Group) => Body
  send: (body: Body, idempotencyKey: string) => Promise<{ id: number }>
  stopped: () => boolean
  onStart: (at: number) => void
  onMade: (group: Group, id: number) => void
  onFailed: (group: Group, message: string) => void
}
/** One settlement after the other; one that is refused holds back none of the others. */
export async function settleEach(
  groups: readonly Group[],
  { attempts, bodyOf, send, stopped, onStart, onMade, onFailed }: Work,
): Promise<void> {
  for (const [at, group] of groups.entries()) {
    if (stopped()) return
    onStart(at)
    const body = bodyOf(group)
    const attempt = attempts.get(keyOfGroup(group)) ?? startAttempt()
    attempts.set(keyOfGroup(group), attempt)
    try {
      onMade(group, (await attempt(body, (key) => send(body, key))).id)
    } catch (error) {
      onFailed(group, asFailure(error).message)
    }
  }
}

const KEY = 'portal:last-card'
export const lastCard = () => Number(localStorage.getItem(KEY)) || null
export function rememberCard(id: number | undefined): void {
  if (id !== undefined) localStorage.setItem(KEY, String(id))
}
