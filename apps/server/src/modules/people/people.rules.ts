import { peopleRefusals, type PersonRow } from '@portal/contract/people/people'
import { refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { listGrams } from '../../kernel/search.rules.ts'

export type PersonAction = PersonRow['can'][number]

/**
 * Nobody hands out, or lays hands on, rights that he does not hold himself; else an assistant makes himself
 * administrator.
 */
export const reaches = (held: ReadonlySet<string>, theirs: readonly string[]): boolean =>
  held.has('ADMIN') || theirs.every((code) => held.has(code))

/** What may be done with a person, by somebody who holds these codes and may manage people at all. */
export function actionsOn(
  actor: { id: number; permissions: ReadonlySet<string> },
  person: { id: number; enabled: boolean; permissions: readonly string[] },
): PersonAction[] {
  const manages = actor.permissions.has('ADMIN') || actor.permissions.has('USER_ALL')
  if (!manages || !reaches(actor.permissions, person.permissions)) return []
  return actor.id === person.id
    ? ['change']
    : ['change', 'assignRoles', 'resetPassword', 'signOut', person.enabled ? 'close' : 'open', 'remove']
}

/** A refusal of this module's, at the field of the form if one is named. */
export const refuseBy = (code: keyof typeof peopleRefusals, field?: string) =>
  field ? refuseField(field, peopleRefusals[code], code) : refuse(code, peopleRefusals[code])

/** What the database said, as a refusal if a name or an address belongs to somebody else. */
export function explainTaken(e: unknown): unknown {
  if (violates(e, 'user_account_username')) return refuseBy('USERNAME_TAKEN', 'username')
  if (violates(e, 'user_account_email')) return refuseBy('EMAIL_TAKEN', 'email')
  return e
}

/** What a person is found by. */
export const gramsOfPerson = (v: { name: string; organization: string | null }, username: string) =>
  listGrams([v.name, username, v.organization], { people: true })

// Without letters and digits that look alike: somebody reads it out over the telephone.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'

/** A password to be handed over: three groups of three letters and a digit. `random(n)` answers 0 … n-1. */
export function makeTemporaryPassword(random: (below: number) => number): string {
  const pick = (from: string) => from[random(from.length)]
  const group = () => Array.from({ length: 3 }, () => pick(LETTERS)).join('') + pick(DIGITS)
  return [group(), group(), group()].join('-')
}
