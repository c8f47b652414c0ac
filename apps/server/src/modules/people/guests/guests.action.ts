import type { RoleCode, Tier } from '@portal/contract/people/people'
import type { Ctx } from '../../../kernel/ctx.ts'
import { explainTaken, gramsOfPerson } from '../people.rules.ts'
import * as store from '../people.store.ts'
import * as roleStore from '../roles.store.ts'

// People from outside the university, who register themselves or are invited.

export interface Guest {
  username: string
  passwordHash: string
  name: string
  organization: string
  tier: Exclude<Tier, 'campus'>
  email: string
  phone: string
}
export const addGuest = (ctx: Ctx, { username, passwordHash, ...guest }: Guest): Promise<number> =>
  addOutsider(
    ctx,
    username,
    { hash: passwordHash, byOther: false },
    { ...guest, userType: '5' },
    'OFF_CAMPUS',
  )

export interface SupplierPerson {
  username: string
  /** `byOther`: the person must change it at the first sign-in. */
  password: { hash: string; byOther: boolean }
  name: string
  organization: string
  email: string
  phone: string
}
/** Adds a person who acts for a company that sells to the university. */
export const addSupplierPerson = (
  ctx: Ctx,
  { username, password, ...person }: SupplierPerson,
): Promise<number> =>
  addOutsider(ctx, username, password, { ...person, tier: 'company', userType: '6' }, 'SUPPLIER')

async function addOutsider(
  ctx: Ctx,
  username: string,
  password: SupplierPerson['password'],
  person: Pick<store.PersonValues, 'name' | 'organization' | 'email' | 'phone' | 'tier' | 'userType'>,
  role: RoleCode,
): Promise<number> {
  const values = { ...person, deptId: null, onCampus: false, enabled: true }
  const id = await store
    .add(ctx, username, password, values, gramsOfPerson(values, username))
    .catch((e: unknown) => {
      throw explainTaken(e)
    })
  await roleStore.giveRole(ctx, id, role)
  return id
}
