import type { payerKinds } from '@portal/contract/booking/booking'
import type { Ref } from '@portal/contract/kernel/rows'

/** A value of the dictionary campus_user_type. */
const STUDENT = '1'
/**
 * True for students of this university: their group pays for them unless they have a usable card. Guests pay
 * their own bills.
 */
export const isStudent = (person: { userType: string; tier: string }): boolean =>
  person.userType === STUDENT && person.tier === 'campus'

export interface Offered {
  payer: Ref | null
  unnamedId: number
  offered: (Ref & { why: (typeof payerKinds)[number] })[]
}
/** Offers the supervisor, the last payer and the booker, each once; the first is the form's default. */
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
  // Bookers without a supervisor who paid the last booking themselves are their own default.
  const first = !supervisor && last?.id === me.id && selfPays ? offered.at(-1) : offered[0]
  // Must match facts.store.ts, which chooses the payer if a booking names none.
  const unnamedId = supervisor?.id ?? me.id
  return { payer: first ? { id: first.id, name: first.name } : null, unnamedId, offered }
}
