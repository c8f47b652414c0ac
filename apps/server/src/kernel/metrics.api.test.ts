import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/mosquitto.ts'
import { readEnv } from './env.ts'
import { listenApart } from './metrics-apart.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase(1)
})
afterAll(() => database.drop())

test('figures are for whoever brings the token, where one is set', async () => {
  const token = 'a-token-of-the-watch'
  const app = await buildApp({
    env: readEnv({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', METRICS_TOKEN: token }),
    pool: database.pool,
  })
  const ask = async (authorization?: string) => {
    const { statusCode, body } = await app.inject({
      url: '/metrics',
      headers: authorization ? { authorization } : {},
    })
    return [statusCode, body.includes('process_cpu_seconds_total')]
  }
  expect([
    await ask(),
    await ask('Bearer another-token-of-it'),
    await ask(token),
    await ask(`Bearer ${token}`),
  ]).toEqual([
    [401, false],
    [401, false],
    [401, false],
    [200, true],
  ])
  await app.close()
})

test('bound apart, the figures are on that port and nothing else is, and the portal does not know them', async () => {
  const port = await freePort()
  const token = 'a-token-of-the-watch'
  const env = readEnv({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    METRICS_TOKEN: token,
    METRICS_PORT: String(port),
  })
  const app = await buildApp({ env, pool: database.pool })
  const authorization = `Bearer ${token}`
  expect((await app.inject({ url: '/metrics', headers: { authorization } })).statusCode).toBe(404)
  const stop = await listenApart({ ...app.deps, env })
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const told = await ask('/metrics', { authorization })
  expect([told.status, (await told.text()).includes('process_cpu_seconds_total')]).toEqual([200, true])
  expect((await ask('/metrics')).status).toBe(401)
  for (const path of ['/', '/healthz', '/api/v2/session'])
    expect((await ask(path, { authorization })).status, path).toBe(404)
  await expect(listenApart({ ...app.deps, env })).rejects.toThrow('METRICS_PORT')
  await stop()
  await expect(ask('/metrics')).rejects.toThrow()
  await app.close()
})
