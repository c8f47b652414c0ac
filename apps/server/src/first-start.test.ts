import { accountCalls } from '@portal/contract/account/account'
import type { Call } from '@portal/contract/kernel/call'
import { peopleCalls } from '@portal/contract/people/people'
import { sessionCalls } from '@portal/contract/session/session'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from './adapters/hashing/passwords.ts'
import { boot, type Running } from './boot.ts'
// A start loads these thousand files. If this file is the first of its worker, that took 28 of the 30 seconds
// of the first test.
import './app.ts'
import './kernel/job-runner.ts'
import { DEMO_PASSWORD } from './kernel/demo-password.ts'
import { readEnv } from './kernel/env.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { freePort } from './testing/mosquitto.ts'

// Which accounts can sign in after a start, with and without the demo, and what a trial leaves out.

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-first-'))
let db: TestDatabase
const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Starts a server, does the work, and stops the server. */
async function during<T>(env: Record<string, string>, work: (running: Running) => Promise<T>): Promise<T> {
  const running = await boot(
    readEnv({ DATABASE_URL: db.url, DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', ...env }),
    silent,
  )
  try {
    return await work(running)
  } finally {
    await running.stop()
  }
}
async function send({ app }: Running, call: Call, body?: object, token?: string) {
  const request = {
    method: call.method,
    url: call.path,
    headers: token ? { authorization: token } : {},
  } as const
  const response = await app.inject(body ? { ...request, payload: body } : request)
  return {
    status: response.statusCode,
    ...response.json<{ code: number | string; data: { token: string; user: object }; reasons?: object[] }>(),
  }
}
const signIn = (running: Running, username: string, password: string) =>
  send(running, sessionCalls.login, { username, password })

beforeAll(async () => void (db = await testDatabase()))
afterAll(async () => {
  await db.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('without the demo', () => {
  test('the first start makes an administrator, who changes the password before anything else', async () => {
    const token = await during({}, async (running) => {
      expect(running.firstAdmin).toEqual({
        username: 'admin',
        password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/),
      })
      const password = running.firstAdmin?.password ?? ''
      const { data } = await signIn(running, 'admin', password)
      expect(data.user).toMatchObject({ mustChangePassword: true, roles: ['SYSTEM_ADMIN'] })
      expect(await send(running, peopleCalls.list, undefined, data.token)).toMatchObject({
        status: 403,
        code: 'PASSWORD_CHANGE_REQUIRED',
      })
      const change = (newPassword: string) =>
        send(running, accountCalls.changePassword, { oldPassword: password, newPassword }, data.token)
      expect(await change(DEMO_PASSWORD)).toMatchObject({
        code: 'PASSWORD_KNOWN',
        reasons: [{ field: 'newPassword' }],
      })
      expect((await change('Mine#2026x')).status).toBe(200)
      expect((await send(running, peopleCalls.list, undefined, data.token)).status).toBe(200)
      return data.token
    })
    await during({}, async (running) => {
      expect(running.firstAdmin).toBe(null)
      expect((await send(running, peopleCalls.list, undefined, token)).status).toBe(200)
    })
  })

  test('with the password of the environment, which is not shown; a name that is taken is left alone', async () => {
    await db.pool.query(`update user_account set enabled = false`)
    await during({ ADMIN_PASSWORD: 'Given#2026' }, async (running) => {
      expect(running.firstAdmin).toEqual({ username: 'admin2', password: null })
      expect((await signIn(running, 'admin2', 'Given#2026')).data.user).toMatchObject({
        mustChangePassword: true,
      })
      expect((await signIn(running, 'admin', 'Mine#2026x')).status).toBe(401)
    })
  })
})

test('the demo’s people sign in with their password only where the demo is asked for', async () => {
  await db.pool.query('delete from user_account')
  await db.pool.query(`insert into meta (key, value) values ('demo', '{}')`)
  await db.pool.query(
    `with u as (insert into user_account (username, name, password_hash) values ('sysadmin', '周建国', $1) returning id)
    insert into user_role (user_id, role_id) select u.id, r.id from u, role r where r.code = 'SYSTEM_ADMIN'`,
    [await hashPassword(DEMO_PASSWORD)],
  )
  const demo = { DEMO: '1' }
  const token = await during(demo, async (running) => {
    expect([running.firstAdmin, running.demoAccounts.length > 0]).toEqual([null, true])
    return (await signIn(running, 'sysadmin', DEMO_PASSWORD)).data.token
  })
  const own = await during({}, async (running) => {
    expect([running.firstAdmin?.username, running.demoAccounts]).toEqual(['admin', []])
    expect((await send(running, sessionCalls.current, undefined, token)).status).toBe(401)
    expect(await signIn(running, 'sysadmin', DEMO_PASSWORD)).toMatchObject({
      status: 401,
      code: 'WRONG_CREDENTIALS',
    })
    return (await signIn(running, 'admin', running.firstAdmin?.password ?? '')).data.token
  })
  await during({}, async (running) => {
    expect([running.firstAdmin, (await send(running, sessionCalls.current, undefined, own)).status]).toEqual([
      null,
      200,
    ])
  })
  await during(demo, async (running) =>
    expect((await signIn(running, 'sysadmin', DEMO_PASSWORD)).status).toBe(200),
  )
  // Four starts and five hashes; hashing has a low priority, so a busy machine is slow.
}, 90_000)

test('a trial runs no timed work and holds no line to gateways', async () => {
  const copied = { MQTT_PORT: String(await freePort()) }
  await during({ ...copied, TRIAL: '1' }, async ({ app: { deps } }) =>
    expect([deps.runner, deps.adapters.gateDevices, deps.wakeGates]).toEqual([
      undefined,
      undefined,
      undefined,
    ]),
  )
  await during(copied, async ({ app: { deps } }) =>
    expect([deps.runner, deps.adapters.gateDevices]).toEqual([expect.anything(), expect.anything()]),
  )
})

test('nobody is answered before the pages are built', async () => {
  const port = await freePort()
  const refusals: unknown[] = []
  const awaitPages = async () => {
    await fetch(`http://127.0.0.1:${port}/readyz`).catch((error: { cause?: { code?: string } }) =>
      refusals.push(error.cause?.code),
    )
  }
  const env = readEnv({ DATABASE_URL: db.url, DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: String(port) })
  const running = await boot(env, silent, { awaitPages })
  try {
    expect(refusals).toEqual(['ECONNREFUSED'])
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  } finally {
    await running.stop()
  }
})

test.each(['ENOSPC', '53100'])('a start on a full disk says so (%s)', async (code) => {
  // Thrown where a start on a machine without room fails: between its database and its first answer.
  const awaitPages = () => Promise.reject(Object.assign(new Error('No space left on device'), { code }))
  const env = readEnv({ DATABASE_URL: db.url, DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', TRIAL: '1' })
  await expect(boot(env, silent, { awaitPages })).rejects.toThrow(
    /^磁盘空间已满.*The disk is full \(No space left on device\); make room and start again\.$/,
  )
})

test('a statement that takes minutes does not hold up the stop', async () => {
  const running = await boot(
    readEnv({ DATABASE_URL: db.url, DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', TRIAL: '1' }),
    silent,
  )
  const client = await running.app.deps.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const busy = client.query('select pg_sleep(300)').catch(() => {})
  await running.stop()
  await db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await busy
  client.release(true)
  // Far less than the statement takes, and more than a start and a stop do on a busy machine.
}, 120_000)

test('who is told to stop twice stops once', async () => {
  const running = await boot(
    readEnv({ DATABASE_URL: db.url, DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', TRIAL: '1' }),
    silent,
  )
  // As when SIGTERM reaches a worker that is retiring: the second must not close the database under the first.
  await Promise.all([running.stop(), running.stop()])
  await expect(fetch(running.address)).rejects.toThrow()
})
