import { createHash } from 'node:crypto'
import { failures } from '@portal/contract/kernel/codes'
import type { FastifyRequest } from 'fastify'
import { findActor, type ActorRow } from '../../apps/server/src/modules/session/session.store.ts'
import { listFamily } from '../../apps/server/src/modules/dept/dept.store.ts'
import { listCodesByRole, readMenus } from '../../apps/server/src/modules/people/rights/rights.store.ts'
import { findParts, type Parts } from '../../apps/server/src/modules/booking/standing.store.ts'
import type { Database } from './database.ts'
import type { Memory } from './memory.ts'

/** All facts about the caller. */
export interface Person extends ActorRow {
  roles: readonly string[]
  permissions: ReadonlySet<string>
  menus: ReadonlySet<string> | null
  parts: Parts
  headedDepts: readonly number[]
}
export type Who = (request: FastifyRequest) => Promise<Person>

/** A refusal with the product's words. */
export class Refused extends Error {
  readonly status: number
  readonly answer: object
  constructor(status: number, answer: { code: string; message: string } & Record<string, unknown>) {
    super(answer.message)
    this.status = status
    this.answer = answer
  }
}
const refuse = (code: 'UNAUTHENTICATED' | 'PASSWORD_CHANGE_REQUIRED') =>
  new Refused(failures[code].status, { code, message: failures[code].message })

export function rememberPeople({ filling }: Database, memory: Memory): Who {
  const tables = ['role', 'permission', 'role_permission', 'role_menu', 'dept']
  const people = memory.keep<Person>(['actor', ...tables.map((table) => `table:${table}`)], 10_000)

  async function load(token: string, now: Date): Promise<Person | undefined> {
    const found = await findActor(filling, createHash('sha256').update(token).digest(), now)
    if (!found) return undefined
    const [rights, parts] = await Promise.all([
      listCodesByRole(filling, found.roleIds),
      findParts(filling, found.id),
    ])
    const roles = rights.map(({ code }) => code)
    return {
      ...found,
      roles,
      permissions: new Set(rights.flatMap(({ permissions }) => permissions)),
      menus: await readMenus(filling, roles),
      parts,
      headedDepts:
        found.deptId !== null && roles.includes('DEPT_HEAD') ? await listFamily(filling, found.deptId) : [],
    }
  }

  return async ({ headers: { authorization: token } }) => {
    const now = new Date()
    const person = token && (await people.get(token, () => load(token, now)))
    if (!person || person.expiresAt <= now) throw refuse('UNAUTHENTICATED')
    if (person.mustChangePassword) throw refuse('PASSWORD_CHANGE_REQUIRED')
    return person
  }
}
