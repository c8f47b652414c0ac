import { peopleRefusals, type PersonRow } from '@portal/contract/people/people'
import { refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { listGrams } from '../../kernel/search.rules.ts'

export type PersonAction = PersonRow['can'][number]

/**
 * True if a person with rights `held` may give or change rights `theirs`. Otherwise an assistant could make
 * themselves administrator.
 */
export const reaches = (held: ReadonlySet<string>, theirs: readonly string[]): boolean =>
  held.has('ADMIN') || theirs.every((code) => held.has(code))

/** What is given and what is taken away; everything else that is held stays. */
export interface Difference<T> {
  give: readonly T[]
  take: readonly T[]
}
/**
 * Compares what was chosen with what the form showed. What others gave or took in the meantime is in neither
 * list, because the caller did not decide about it.
 */
export const findDifference = <T>(chosen: readonly T[], seen: readonly T[]): Difference<T> => ({
  give: [...new Set(chosen)].filter((one) => !seen.includes(one)),
  take: seen.filter((one) => !chosen.includes(one)),
})

/** What a caller with these rights, who may manage people, may do with a person. */
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

/**
 * True if people who manage users would change their own mailbox. It recovers the password, so the profile
 * asks for proof of who they are (`changeProfile`); here a person at an unlocked screen would take the
 * account.
 */
export const movesOwnMailbox = (
  actorId: number,
  person: { id: number; email: string | null },
  email: string | null,
): boolean => actorId === person.id && email !== (person.email?.toLowerCase() ?? null)

/** A refusal of this module, at a field of the form if one is named. */
export const refuseBy = (code: keyof typeof peopleRefusals, field?: string) =>
  field ? refuseField(field, peopleRefusals[code], code) : refuse(code, peopleRefusals[code])

/**
 * Turns a violated unique constraint on username or email into a refusal; other errors are returned as they
 * are.
 */
export function explainTaken(e: unknown): unknown {
  if (violates(e, 'user_account_username')) return refuseBy('USERNAME_TAKEN', 'username')
  if (violates(e, 'user_account_email')) return refuseBy('EMAIL_TAKEN', 'email')
  return e
}

/** The search grams of a person. */
export const gramsOfPerson = (v: { name: string; organization: string | null }, username: string) =>
  listGrams([v.name, username, v.organization], { people: true })

// Without letters and digits that look alike, because the password may be read out over the telephone.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'

/**
 * A temporary password: three groups of three letters and a digit. `random(n)` returns an integer in [0, n).
 */
export function makeTemporaryPassword(random: (below: number) => number): string {
  const pick = (from: string) => from[random(from.length)]
  const group = () => Array.from({ length: 3 }, () => pick(LETTERS)).join('') + pick(DIGITS)
  return [group(), group(), group()].join('-')
}
