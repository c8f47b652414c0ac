import { peopleRefusals } from '@portal/contract/people/people'
import type { Ctx } from '../../../kernel/ctx.ts'
import { forbidden } from '../../../kernel/refuse.ts'
import { requirePerson } from '../people.action.ts'
import { actionsOn, reaches, refuseBy, type PersonAction } from '../people.rules.ts'
import { listCodes } from '../../dictionary/dictionary.service.ts'
import * as store from '../people.store.ts'
import * as roleStore from '../roles.store.ts'

// Checks that every administrator's call makes before it writes.

/**
 * The type must be in the dictionary. A person keeps their present type even if it was removed from the
 * dictionary.
 */
export async function judgeType(ctx: Ctx, userType: string, before?: string): Promise<void> {
  if (userType !== before && !(await listCodes(ctx, 'campus_user_type')).some((t) => t.value === userType))
    throw refuseBy('TYPE_UNKNOWN', 'userType')
}

/**
 * A supervisor must have an open account. A person keeps their present supervisor even if that account was
 * closed.
 */
export async function judgeSupervisor(
  ctx: Ctx,
  supervisorId: number | null | undefined,
  before?: store.PersonRecord,
): Promise<void> {
  if (supervisorId == null || supervisorId === before?.supervisor?.id) return
  if (supervisorId === before?.id) throw refuseBy('SUPERVISOR_SELF', 'supervisorId')
  if (!(await store.find(ctx.db, supervisorId))?.enabled) throw refuseBy('SUPERVISOR_UNKNOWN', 'supervisorId')
}

/** A dept must be open. A person keeps their present dept even if it was closed. */
export async function judgeDept(ctx: Ctx, deptId: number | null, before?: store.PersonRecord): Promise<void> {
  if (deptId !== null && deptId !== before?.deptId && !(await store.isOpenDept(ctx.db, deptId)))
    throw refuseBy('DEPT_UNKNOWN', 'deptId')
}

export async function judgeRoles(ctx: Ctx, roleIds: readonly number[]): Promise<void> {
  const { known, codes } = await roleStore.readCodes(ctx.db, roleIds)
  if (known !== new Set(roleIds).size) throw refuseBy('ROLE_UNKNOWN', 'roleIds')
  if (!reaches(ctx.me.permissions, codes)) throw refuseBy('BEYOND_OWN_RIGHTS', 'roleIds')
}

export async function judgePerson(ctx: Ctx, id: number, action: PersonAction): Promise<store.PersonRecord> {
  const person = await requirePerson(ctx, id)
  if (!reaches(ctx.me.permissions, person.permissions)) throw forbidden(peopleRefusals.BEYOND_OWN_RIGHTS)
  if (!actionsOn(ctx.me, person).includes(action)) throw refuseBy('SELF')
  ctx.target = `用户 ${person.username}`
  return person
}

/** Refuses a change that leaves no administrator. Concurrent changes are serialised by `lockAdmins`. */
export async function keepAnAdmin(ctx: Ctx): Promise<void> {
  if (!(await roleStore.hasAdmin(ctx.db))) throw refuseBy('LAST_ADMIN')
}
