import type { Arguments } from '@portal/contract/kernel/call'
import type { settlementCalls, SettlementPlan } from '@portal/contract/settlement/settlement'
import { startAttempt, type Attempt } from '../../lib/attempt.ts'
import { asFailure } from '../../lib/failure.ts'

export type Group = SettlementPlan['groups'][number]
type Body = NonNullable<Arguments<typeof settlementCalls.create>['body']>

/** The key of a group. A payer may have several at one lab, which the first order distinguishes. */
export const keyOfGroup = (g: Group): string => `${g.payer.id}-${g.lab.id}-${g.orders[0]?.id ?? 0}`

export interface Work {
  /** One attempt per group, so that a success does not change the keys of the others. */
  attempts: Map<string, Attempt>
  bodyOf: (group: Group) => Body
  send: (body: Body, idempotencyKey: string) => Promise<{ id: number }>
  stopped: () => boolean
  onStart: (at: number) => void
  onMade: (group: Group, id: number) => void
  onFailed: (group: Group, message: string) => void
}
/** Creates the settlements one after the other; a refusal does not stop the others. */
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
