import { makeAddress, type Arguments, type Call, type Reply } from '@portal/contract/kernel/call'
import type { Reason } from '@portal/contract/kernel/envelope'
import type { Permission } from '@portal/contract/kernel/permissions'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { GateDevices } from '../adapters/gate-device/gate-devices.ts'
import { buildApp, type App } from '../app.ts'
import { Ctx } from '../kernel/ctx.ts'
import { poolDb, run, type Db } from '../kernel/db.ts'
import { readEnv } from '../kernel/env.ts'
import { inTransaction } from '../kernel/jobs.ts'
import { listGrams } from '../kernel/search.rules.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export interface Person {
  id: number
  name: string
  token: string
}
export interface Answer<T> {
  status: number
  code: number | string
  message: string
  /** The data of a success; of a failure tests read code, message and reasons. */
  data: T
  reasons?: Reason[]
}

/** The app on its own database, which contains only what a test inserts. */
export interface World {
  app: App
  database: TestDatabase
  db: Db
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * A person with a session and these permissions: a teacher, who may pay for themselves, unless
   * `userType` says otherwise.
   */
  person(
    name: string,
    about?: {
      permissions?: readonly Permission[]
      deptId?: number
      userType?: string
      supervisorId?: number
    },
  ): Promise<Person>
  send<C extends Call>(
    person: Person | null,
    call: C,
    args?: Arguments<C> & { key?: string; files?: { name: string; content: Buffer }[] },
  ): Promise<Answer<Reply<C>>>
  /** The same; the test fails if the call is refused. */
  ok<C extends Call>(
    person: Person | null,
    call: C,
    args?: Arguments<C> & { key?: string; files?: { name: string; content: Buffer }[] },
  ): Promise<Reply<C>>
  /** Runs a service function as the system, in a transaction. */
  asSystem<T>(work: (ctx: Ctx) => Promise<T>, now?: Date): Promise<T>
  close(): Promise<void>
}

/**
 * Makes an app on its own database. `poolMax` is small, because each connection plans every statement anew; a
 * test with many parallel calls sets a larger one.
 */
export async function createWorld({
  poolMax = 4,
  database: given,
  zone,
  secretKey,
  gateDevices,
  readUrl,
  cookie,
}: {
  poolMax?: number
  database?: TestDatabase
  zone?: string
  secretKey?: string
  gateDevices?: GateDevices
  readUrl?: string
  /** The cookies of the browser that `send` and `ok` are: `name=value`. */
  cookie?: string
} = {}): Promise<World> {
  const database = given ?? (await testDatabase(poolMax))
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-world-'))
  const env = readEnv({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '10000000',
    ...(zone && { CAMPUS_TZ: zone }),
    ...(secretKey && { SECRET_KEY: secretKey }),
    ...(readUrl && { DATABASE_READ_URL: readUrl }),
  })
  const app = await buildApp({
    env,
    pool: database.pool,
    ...(gateDevices && { adapters: { gateDevices } }),
  })
  const db = poolDb(database.pool)
  const sql = <Row>(text: string, values: unknown[] = []) => run<Row>(db, text, values)

  const world: World = {
    app,
    database,
    db,
    sql,
    async person(name, { permissions = [], deptId, userType = '2', supervisorId } = {}) {
      const username = `u${randomBytes(5).toString('hex')}`
      const token = randomBytes(32).toString('base64url')
      const sought = listGrams([name], { people: true })
      const [user] = await sql<{ id: number }>(
        `insert into user_account (username, name, dept_id, user_type, supervisor_id, search_text,
            search_grams) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [username, name, deptId ?? null, userType, supervisorId ?? null, sought.text, sought.grams],
      )
      if (!user) throw new Error('an insert returns its row')
      const { id } = user
      if (permissions.length) {
        await sql(
          `with r as (insert into role (code, name) values ($1, $1) returning id),
              m as (insert into user_role (user_id, role_id) select $2, id from r)
           insert into role_permission (role_id, permission_id) select r.id, p.id from r, permission p
             where p.code = any($3::text[])`,
          [`ROLE_${username.toUpperCase()}`, id, permissions],
        )
      }
      await sql(
        `insert into session (token_hash, user_id, kind, expires_at)
          values ($1, $2, 'session', now() + interval '1 day')`,
        [createHash('sha256').update(token).digest(), id],
      )
      return { id, name, token }
    },
    async send(person, call, args = {}) {
      const { key, files, body } = args
      const headers: Record<string, string> = {
        ...(person && { authorization: person.token }),
        ...(key && { 'idempotency-key': key }),
        ...(cookie && { cookie }),
      }
      const request = { method: call.method, url: makeAddress(call, args), headers } as const
      if (call.upload) {
        const form = new FormData()
        for (const [field, value] of Object.entries(body ?? {})) form.set(field, String(value))
        for (const file of files ?? [])
          form.append(call.upload.field, new Blob([new Uint8Array(file.content)]), file.name)
        return makeEnvelope(await app.inject({ ...request, payload: form }))
      }
      return makeEnvelope(
        await app.inject({ ...request, ...(call.method !== 'GET' && { payload: (body ?? {}) as object }) }),
      )
    },
    async ok(person, call, args) {
      const answer = await world.send(person, call, args)
      if (answer.status !== 200)
        throw new Error(`${call.method} ${call.path}: ${answer.status} ${JSON.stringify(answer)}`)
      return answer.data
    },
    asSystem: (work, now = new Date()) => inTransaction(app.deps, 'test', now, work),
    async close() {
      await app.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return world
}

const makeEnvelope = <T>(response: { statusCode: number; json: () => unknown }): Answer<T> => ({
  status: response.statusCode,
  ...(response.json() as Omit<Answer<T>, 'status'>),
})
