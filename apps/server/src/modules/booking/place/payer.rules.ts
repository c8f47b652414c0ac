import type { payerKinds } from '@portal/contract/booking/booking'
import type { Ref } from '@portal/contract/kernel/rows'

/** A value of the dictionary campus_user_type. */
const STUDENT = '1'
/**
 * A student of this university: his group pays for him, unless he may use a card. Guests pay their bills
 * themselves.
 */
export const isStudent = (person: { userType: string; tier: string }): boolean =>
  person.userType === STUDENT && person.tier === 'campus'

export interface Offered {
  payer: Ref | null
  unnamedId: number
  offered: (Ref & { why: (typeof payerKinds)[number] })[]
}
/** The supervisor, who paid last, oneself: each once, and the first of them is the form's default. */
export function offerPayers({
  me,
  supervisor,
  last,
  selfPays,
}: {
  me: Ref
  supervisor: Ref | null
  last: Ref | null
  selfPays: boolean
}): Offered {
  const offered: Offered['offered'] = []
  if (supervisor) offered.push({ id: supervisor.id, name: supervisor.name, why: 'supervisor' })
  if (last && last.id !== me.id && last.id !== supervisor?.id)
    offered.push({ id: last.id, name: last.name, why: 'last' })
  if (selfPays) offered.push({ id: me.id, name: me.name, why: 'self' })
  // Who has no supervisor and paid for himself the last time does so again.
  const first = !supervisor && last?.id === me.id && selfPays ? offered.at(-1) : offered[0]
  // As facts.store.ts reads it where a booking names nobody.
  const unnamedId = supervisor?.id ?? me.id
  return { payer: first ? { id: first.id, name: first.name } : null, unnamedId, offered }
}
