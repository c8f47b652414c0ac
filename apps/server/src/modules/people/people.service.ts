import type { RoleCode } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { explainTaken, gramsOfPerson } from './people.rules.ts'
import * as store from './people.store.ts'

// Other modules ask people here and nowhere else: the rooms below belong to this module.

export { recordOf } from './lookup/lookup.handler.ts'
export { personOf } from './people.view.ts'
export type { PersonRecord } from './people.store.ts'

/** Who somebody works for, unless his account is closed. */
export const supervisorOf = (ctx: Ctx, id: number) => store.supervisorOf(ctx.db, id)

/** Takes away for a while what the person may book; for modules that keep count of broken promises. */
export const suspend = (ctx: Ctx, id: number, until: Date, reason: string) =>
  store.suspend(ctx.db, id, until, reason)
/** Gives it back, where it was taken away for that reason: who was suspended by hand stays so. Answers whether it was. */
export const liftSuspension = (ctx: Ctx, id: number, reason: string) =>
  store.liftSuspension(ctx.db, id, reason)

export type { PassedPost } from './administration/closing.handler.ts'
/** A post brings its role with it, and takes it along. */
export const setRoleOfPost = (ctx: Ctx, userId: number, role: RoleCode, holds: boolean) =>
  (holds ? store.giveRole : store.takeRole)(ctx.db, userId, role)

// ── for the sign-in and the person's own account ────────────────────────────────────────────────────────────────────────

export { hashChosen, loginByEmail, loginOf, setPassword, signedIn } from './credentials/credentials.action.ts'
export { accountOf } from './credentials/campus-login.action.ts'
export { firstAdmin, type FirstAdmin } from './credentials/first-admin.action.ts'
export { rightsOfRoles, type RoleRights } from './rights/role-rights.action.ts'
export { temporaryPassword } from './people.rules.ts'
export type { Login } from './people.store.ts'

/** Answers the file that was the picture before. */
export const setAvatar = (ctx: Ctx, id: number, fileId: string) => store.setAvatar(ctx.db, id, fileId)

export async function changeOwn(
  ctx: Ctx,
  person: store.PersonRecord,
  v: Pick<store.PersonValues, 'name' | 'email' | 'phone' | 'organization'>,
): Promise<void> {
  await store
    .changeOwn(ctx.db, person.id, v, gramsOfPerson(v, person.username), ctx.now)
    .catch((e: unknown) => {
      throw explainTaken(e)
    })
}

export { addGuest, addSupplierPerson } from './guests/guests.action.ts'
