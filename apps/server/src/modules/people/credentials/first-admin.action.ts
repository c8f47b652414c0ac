import type { RoleCode } from '@portal/contract/people/people'
import { randomInt } from 'node:crypto'
import { hashPassword, verifyPassword } from '../../../adapters/hashing/passwords.ts'
import type { Db } from '../../../kernel/db.ts'
import { DEMO_PASSWORD } from '../../../kernel/demo-password.ts'
import type { Env } from '../../../kernel/env.ts'
import { listGrams } from '../../../kernel/search.rules.ts'
import { makeTemporaryPassword } from '../people.rules.ts'
import * as store from '../people.store.ts'
import * as roleStore from '../roles.store.ts'
import * as logins from '../login.store.ts'
import { listAdminLogins } from './first-admin.store.ts'

export interface FirstAdmin {
  username: string
  /** To be shown once; null if the operator set it (ADMIN_PASSWORD). */
  password: string | null
}

const NAME = '系统管理员'

/**
 * Ensures that an administrator can sign in. If none can (only the migrations have run, or the only ones are
 * demo accounts and the demo is off), creates an account whose password must be changed at the first sign-in.
 */
export async function ensureAdmin(
  db: Db,
  env: Pick<Env, 'CAS_URL' | 'ADMIN_PASSWORD'>,
  hasDemo: boolean,
): Promise<FirstAdmin | null> {
  if (await somebodyCan(db, env, hasDemo)) return null
  const username = await chooseFreeName(db)
  const password = env.ADMIN_PASSWORD ?? makeTemporaryPassword(randomInt)
  // Not marked as a campus account: else the campus user with this name at single sign-on would become the
  // administrator.
  const values = {
    name: NAME,
    email: null,
    phone: null,
    deptId: null,
    userType: '4',
    tier: 'campus',
    onCampus: false,
    organization: null,
    enabled: true,
  } as const
  const id = await store.add(
    { db },
    username,
    { hash: await hashPassword(password), byOther: true },
    values,
    listGrams([NAME, username], { people: true }),
  )
  await roleStore.giveRole({ db }, id, 'SYSTEM_ADMIN' satisfies RoleCode)
  return { username, password: env.ADMIN_PASSWORD ? null : password }
}

async function somebodyCan(db: Db, env: Pick<Env, 'CAS_URL'>, hasDemo: boolean): Promise<boolean> {
  for (const { hash, campus } of await listAdminLogins(db)) {
    if (campus && env.CAS_URL) return true
    if (hash !== null && !(hasDemo && (await verifyPassword(DEMO_PASSWORD, hash)))) return true
  }
  return false
}

async function chooseFreeName(db: Db): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'admin' : `admin${n}`
    if (!(await logins.findLogin(db, name))) return name
  }
}
