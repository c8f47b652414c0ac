// Owns accounts: who somebody is, how he signs in, and what he may do. Other modules may ask for a person's
// record, his supervisor and his rights, open accounts for people from outside, and suspend somebody from
// booking. The rooms below this folder are nobody else's business.

import type { Permission } from '@portal/contract/kernel/permissions'
import type { RoleCode } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { explainTaken, gramsOfPerson } from './people.rules.ts'
import * as store from './people.store.ts'
import * as roleStore from './roles.store.ts'
import * as logins from './login.store.ts'

export { findActor } from './actor.action.ts'
export { mayList, requirePerson } from './people.action.ts'
export { showPerson } from './people.view.ts'
export type { PersonRecord } from './people.store.ts'
export type { Login } from './login.store.ts'

/** Who somebody works for, unless his account is closed. */
export const findSupervisor = (ctx: Ctx, id: number) => store.findSupervisor(ctx.db, id)

/** Takes away for a while what the person may book; for modules that keep count of broken promises. */
export const suspend = (ctx: Ctx, id: number, until: Date, reason: string) =>
  store.suspend(ctx, id, until, reason)

/**
 * Gives it back, where it was taken away for that reason: who was suspended by hand stays so. Answers whether
 * it was.
 */
export const liftSuspension = (ctx: Ctx, id: number, reason: string) => store.liftSuspension(ctx, id, reason)

/** Gives the role that a post brings with it, or takes it away with the post. */
export const setRoleOfPost = (ctx: Ctx, userId: number, role: RoleCode, holds: boolean) =>
  (holds ? roleStore.giveRole : roleStore.takeRole)(ctx, userId, role)

/** Whose roles have one of these permissions, and whose account is open. */
export const listHolders = (ctx: Ctx, codes: readonly Permission[]) => roleStore.listHolders(ctx.db, codes)

// ── for the sign-in and the person's own account ───────────────────────────

export { readRights, type RoleRights } from './rights/role-rights.action.ts'
export { openCampusAccount } from './credentials/campus-login.action.ts'
export { ensureAdmin, type FirstAdmin } from './credentials/first-admin.action.ts'
export { hashChosen } from './credentials/credentials.action.ts'
export { makeTemporaryPassword } from './people.rules.ts'
export { addGuest, addSupplierPerson } from './guests/guests.action.ts'

/** With what the person of this username signs in. */
export const findLogin = (ctx: Ctx, username: string) => logins.findLogin(ctx.db, username)

/** The same by mailbox. */
export const findLoginByEmail = (ctx: Ctx, email: string) => logins.findLoginByEmail(ctx.db, email)

/** Keeps when this person signed in last. */
export const noteSignIn = (ctx: Ctx, id: number) => logins.noteSignIn(ctx, id)

/** A password that the person has chosen himself. */
export const setPassword = (ctx: Ctx, id: number, hash: string) => logins.setPassword(ctx, id, hash, false)

/** Answers the file that was the picture before. */
export const setAvatar = (ctx: Ctx, id: number, fileId: string) => store.setAvatar(ctx, id, fileId)

/** What a person may change of his own record. */
export async function changeOwn(
  ctx: Ctx,
  person: store.PersonRecord,
  v: Pick<store.PersonValues, 'name' | 'email' | 'phone' | 'organization'>,
): Promise<void> {
  await store.changeOwn(ctx, person.id, v, gramsOfPerson(v, person.username)).catch((e: unknown) => {
    throw explainTaken(e)
  })
}
