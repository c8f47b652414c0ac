import type { Arguments } from '@portal/contract/kernel/call'
import type { settlementCalls, SettlementPlan } from '@portal/contract/settlement/settlement'
import { asFailure } from '../../lib/failure.ts'
import { newKey } from '../../lib/new-key.ts'

export type Group = SettlementPlan['groups'][number]
type Body = NonNullable<Arguments<typeof settlementCalls.create>['body']>

/** A payer may have several at one lab: the first order tells them apart. */
export const keyOfGroup = (g: Group): string => `${g.payer.id}-${g.lab.id}-${g.orders[0]?.id ?? 0}`

interface Work {
  /** By what was sent: the same again, after silence on the line, is the same attempt. */
  keys: Map<string, string>
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
  { keys, bodyOf, send, stopped, onStart, onMade, onFailed }: Work,
): Promise<void> {
  for (const [at, group] of groups.entries()) {
    if (stopped()) return
    onStart(at)
    const body = bodyOf(group)
    const text = JSON.stringify(body)
    const key = keys.get(text) ?? newKey()
    keys.set(text, key)
    try {
      onMade(group, (await send(body, key)).id)
    } catch (error) {
      const failure = asFailure(error)
      // An answer came: a repeat is a new attempt.
      if (failure.status !== 0) keys.delete(text)
      onFailed(group, failure.message)
    }
  }
}

const KEY = 'portal:last-card'
export const lastCard = () => Number(localStorage.getItem(KEY)) || null
export function rememberCard(id: number | undefined): void {
  if (id !== undefined) localStorage.setItem(KEY, String(id))
}
