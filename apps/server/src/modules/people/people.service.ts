// Owns accounts: identity, sign-in and permissions. Other modules may read a person's record, supervisor and
// permissions, ask whose accounts are open, open accounts for people from outside, and suspend a person from
// booking. The subfolders are private to this module.

import type { Permission } from '@portal/contract/kernel/permissions'
import type { RoleCode } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { explainTaken, gramsOfPerson } from './people.rules.ts'
import * as store from './people.store.ts'
import * as roleStore from './roles.store.ts'
import * as logins from './login.store.ts'

export { findActor } from './actor.action.ts'
export { admitNaming } from './lookups.action.ts'
export { mayList, requirePerson } from './people.action.ts'
export { listPersonColumns, showPerson } from './people.view.ts'
export { namedSql, type NamedPerson, type PersonRecord } from './people.store.ts'
export type { Login } from './login.store.ts'

/** The person's supervisor, unless the supervisor's account is closed. */
export const findSupervisor = (ctx: Ctx, id: number) => store.findSupervisor(ctx.db, id)

/** Those of these people whose accounts are open. */
export const findActive = (ctx: Ctx, ids: readonly number[]): Promise<Set<number>> =>
  store.findActive(ctx.db, ids)

/** True if the person's account is open. */
export const isActive = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await findActive(ctx, [id])).has(id)

/**
 * Suspends a person from booking until `until`; for modules that count violations. Returns false if a
 * suspension at least as long stays.
 */
export const suspend = (ctx: Ctx, id: number, until: Date, reason: string): Promise<boolean> =>
  store.suspend(ctx, id, until, reason)

/**
 * Lifts a suspension if it has that reason, so that a manual suspension stays. Returns whether it was lifted.
 */
export const liftSuspension = (ctx: Ctx, id: number, reason: string) => store.liftSuspension(ctx, id, reason)

/** Gives the role that belongs to a post, or takes it with the post. */
export const setRoleOfPost = (ctx: Ctx, userId: number, role: RoleCode, holds: boolean) =>
  (holds ? roleStore.giveRole : roleStore.takeRole)(ctx, userId, role)

/** Ids of people with open accounts whose roles include one of these permissions. */
export const listHolders = (ctx: Ctx, codes: readonly Permission[]) => roleStore.listHolders(ctx.db, codes)

// ── for the sign-in and the person's own account ───────────────────────────

export { readRights, type RoleRights } from './rights/role-rights.action.ts'
export { openCampusAccount } from './credentials/campus-login.action.ts'
export { ensureAdmin, type FirstAdmin } from './credentials/first-admin.action.ts'
export { hashChosen } from './credentials/credentials.action.ts'
export { makeTemporaryPassword } from './people.rules.ts'
export { addGuest, addSupplierPerson } from './guests/guests.action.ts'

/** The login of the person with this username. */
export const findLogin = (ctx: Ctx, username: string) => logins.findLogin(ctx.db, username)

/** The login of the open account with this email address. */
export const findLoginByEmail = (ctx: Ctx, email: string) => logins.findLoginByEmail(ctx.db, email)

/** Stores the time of the person's last sign-in. */
export const noteSignIn = (ctx: Ctx, id: number) => logins.noteSignIn(ctx, id)

/** Stores a password that the person chose themselves. */
export const setPassword = (ctx: Ctx, id: number, hash: string) => logins.setPassword(ctx, id, hash, false)

/** Returns the file id of the previous picture; null if there was none. */
export const setAvatar = (ctx: Ctx, id: number, fileId: string) => store.setAvatar(ctx, id, fileId)

/** Updates the fields that a person may change of their own record. */
export async function changeOwn(
  ctx: Ctx,
  person: store.PersonRecord,
  v: Pick<store.PersonValues, 'name' | 'email' | 'phone' | 'organization'>,
): Promise<void> {
  await store.changeOwn(ctx, person.id, v, gramsOfPerson(v, person.username)).catch((e: unknown) => {
    throw explainTaken(e)
  })
}
