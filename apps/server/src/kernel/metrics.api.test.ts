import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { testDatabase } from '../testing/database.ts'
import { readEnv } from './env.ts'

test('figures are for whoever brings the token, where one is set', async () => {
  const database = await testDatabase(1)
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
  await database.drop()
})
