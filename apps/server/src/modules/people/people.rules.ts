import type { PersonRow } from '@portal/contract/people/people'

export type PersonAction = PersonRow['can'][number]

/** Nobody hands out, or lays hands on, rights that he does not hold himself; else an assistant makes himself administrator. */
export const reaches = (held: ReadonlySet<string>, theirs: readonly string[]): boolean =>
  held.has('ADMIN') || theirs.every((code) => held.has(code))

/** What may be done with a person, by somebody who holds these codes and may manage people at all. */
export function allowedOn(
  actor: { id: number; permissions: ReadonlySet<string> },
  person: { id: number; enabled: boolean; permissions: readonly string[] },
): PersonAction[] {
  const manages = actor.permissions.has('ADMIN') || actor.permissions.has('USER_ALL')
  if (!manages || !reaches(actor.permissions, person.permissions)) return []
  return actor.id === person.id
    ? ['change']
    : ['change', 'assignRoles', 'resetPassword', 'signOut', person.enabled ? 'close' : 'open', 'remove']
}

// Without letters and digits that look alike: somebody reads it out over the telephone.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'

/** A password to be handed over: letters in three groups of four with a digit each. `random(n)` answers 0 … n-1. */
export function temporaryPassword(random: (below: number) => number): string {
  const pick = (from: string) => from[random(from.length)]
  const group = () => Array.from({ length: 3 }, () => pick(LETTERS)).join('') + pick(DIGITS)
  return [group(), group(), group()].join('-')
}
