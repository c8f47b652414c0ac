import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  BootError,
  countConnections,
  makeWorkerSettings,
  readEnv,
  repoRoot,
  shareConnections,
} from './env.ts'

const findRefusal = (source: Record<string, string>): string => {
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof BootError) return error.message
    throw error
  }
  return ''
}

test('nothing set: the demo on this machine, with data beside the sources', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: path.join(repoRoot, 'data'),
    DEMO: true,
    CAMPUS_TZ: 'Asia/Shanghai',
  })
})

test('a database of one’s own gets no demo data unless asked', () => {
  const DATABASE_URL = 'postgres://a:b@db/portal'
  expect(readEnv({ DATABASE_URL }).DEMO).toBe(false)
  expect(readEnv({ DATABASE_URL, DEMO: '1' }).DEMO).toBe(true)
  expect(readEnv({ DEMO: '0' }).DEMO).toBe(false)
})

test('a trial reaches neither gateways nor the national platform, whatever was copied', () => {
  const copied = {
    MQTT_URL: 'mqtts://portal:topsecret@broker.example.edu:8883',
    NATIONAL_PLATFORM_URL: 'https://platform.example.cn/service',
    NATIONAL_PLATFORM_USER: 'portal',
    NATIONAL_PLATFORM_PASSWORD: 'topsecret',
  }
  expect(readEnv(copied)).toMatchObject({ ...copied, TRIAL: false })
  expect(readEnv({ ...copied, TRIAL: '1' })).toMatchObject({
    TRIAL: true,
    MQTT_URL: undefined,
    NATIONAL_PLATFORM_URL: undefined,
  })
  expect(readEnv({ MQTT_PORT: '1883', TRIAL: '1' }).MQTT_PORT).toBeUndefined()
})

test('empty and blank count as unset, spaces around a value do not matter', () => {
  expect(readEnv({ PORT: '', HOST: '  ', DB_POOL_MAX: ' 7 ' })).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DB_POOL_MAX: 7,
  })
})

test('proxies: none, or their addresses; never whoever says so', () => {
  expect(
    [undefined, '0', 'loopback, 10.0.0.0/8'].map((TRUST_PROXY) => readEnv({ TRUST_PROXY }).TRUST_PROXY),
  ).toEqual([false, false, 'loopback, 10.0.0.0/8'])
})

describe('one plain sentence per wrong variable, in Chinese and English', () => {
  const wrong: Record<string, string> = {
    PORT: '65536',
    HOST: 'a b',
    DATABASE_URL: 'mysql://root:topsecret@db/x',
    DEMO: 'maybe',
    DEMO_SIZE: '-1',
    ADMIN_PASSWORD: 'topsecret',
    CAMPUS_TZ: 'Asia/Nowhere',
    LOG_LEVEL: 'loud',
    DB_POOL_MAX: '3',
    RATE_LIMIT: '1.5',
    TRUST_PROXY: '1',
    SESSION_HOURS: 'a day',
    PUBLIC_URL: 'portal.example.edu',
    CAS_URL: 'ftp://cas',
    SMTP_URL: 'mail.example.edu:topsecret',
    MAIL_FROM: 'nobody',
  }
  test.for(Object.entries(wrong))('%s=%s', ([name, value]) => {
    const message = findRefusal({
      ...(name === 'CAS_URL' && { PUBLIC_URL: 'https://portal.example.edu' }),
      [name]: value,
    })
    expect(message.split('\n')).toHaveLength(1)
    expect(message).toMatch(new RegExp(`^环境变量 ${name} [^\\n]*。 ${name} must `))
  })
  test('several at once', () =>
    expect(findRefusal(wrong).split('\n')).toHaveLength(Object.keys(wrong).length))
  test('a password is never repeated', () => expect(findRefusal(wrong)).not.toContain('topsecret'))
})

test('.env.example lists every variable', () => {
  const listed = [
    ...readFileSync(path.join(repoRoot, '.env.example'), 'utf8').matchAll(/^#([A-Z_]+)=/gm),
  ].map(([, name]) => name)
  // Every variable refuses a line break or an impossible value; only DATA_DIR may be anything.
  const known = findRefusal(Object.fromEntries(listed.map((name) => [name, '\u0001?'])))
  expect(
    [...known.matchAll(/^环境变量 (\w+)/gm)]
      .map(([, name]) => name)
      .concat('DATA_DIR')
      .toSorted(),
  ).toEqual(listed.toSorted())
  expect(listed).toHaveLength(new Set(listed).size)
})

test('the national platform is named with its account, or not at all', () => {
  const whole = {
    NATIONAL_PLATFORM_URL: 'https://platform.example.cn/service',
    NATIONAL_PLATFORM_USER: 'portal',
    NATIONAL_PLATFORM_PASSWORD: 'topsecret',
  }
  expect(readEnv(whole)).toMatchObject(whole)
  for (const name of Object.keys(whole)) {
    const message = findRefusal({ ...whole, [name]: '' })
    expect(message, name).toMatch(
      /^环境变量 NATIONAL_PLATFORM_URL 须与 NATIONAL_PLATFORM_USER、NATIONAL_PLATFORM_PASSWORD 一起设置/,
    )
    expect(message).not.toContain('topsecret')
  }
})

test('a bucket is named with its account, or not at all', () => {
  const whole = {
    FILES_S3_URL: 'https://s3.example.edu/portal-files',
    FILES_S3_KEY_ID: 'portal',
    FILES_S3_SECRET: 'topsecret',
  }
  expect(readEnv(whole)).toMatchObject({ ...whole, FILES_S3_REGION: 'us-east-1' })
  for (const name of Object.keys(whole)) {
    const message = findRefusal({ ...whole, [name]: '' })
    expect(message, name).toMatch(/^环境变量 FILES_S3_URL 须与 FILES_S3_KEY_ID、FILES_S3_SECRET 一起设置/)
    expect(message).not.toContain('topsecret')
  }
  for (const url of ['https://s3.example.edu', 'https://s3.example.edu/a/b', 's3://portal-files'])
    expect(findRefusal({ ...whole, FILES_S3_URL: url }), url).toMatch(/^环境变量 FILES_S3_URL 应/)
})

test('the demo is opened to a network by who says so only', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'portal.example.edu']) {
    expect(findRefusal({ HOST }), HOST).toBe(
      '环境变量 DEMO 须明确设置：HOST 使平台可从网络访问，DEMO=1 表示演示账号（密码人人皆知）也一并开放，DEMO=0 表示不开放。 DEMO must be said: HOST opens the portal to the network; DEMO=1 opens the demo accounts with it, whose password everybody knows, DEMO=0 does not.',
    )
    expect([
      readEnv({ HOST, DEMO: '1' }).DEMO,
      readEnv({ HOST, DEMO: '0' }).DEMO,
      readEnv({ HOST, DATABASE_URL: 'postgres://a:b@db/portal' }).DEMO,
    ]).toEqual([true, false, false])
  }
  for (const HOST of ['127.0.0.1', '127.0.0.53', 'localhost', '::1'])
    expect(readEnv({ HOST }).DEMO, HOST).toBe(true)
})

test('workers on our own PostgreSQL have the demo of their leader', () => {
  for (const given of [{}, { DEMO: '1' }, { DEMO: '0' }]) {
    const env = readEnv({ ...given, WORKERS: '3', DB_POOL_MAX: '16' })
    const worker = readEnv({ ...given, WORKERS: '3', ...makeWorkerSettings(env, 'postgres://a:b@db/portal') })
    expect(worker, JSON.stringify(given)).toMatchObject({
      DEMO: env.DEMO,
      DATABASE_URL: 'postgres://a:b@db/portal',
      DB_POOL_MAX: 5,
    })
  }
})

test('our own PostgreSQL has room for all processes, however many a machine gets', () => {
  const usual = countConnections(readEnv({ WORKERS: '1' }))
  expect(usual).toBe(100)
  for (const WORKERS of ['16', '31', '63', '64'])
    for (const DB_POOL_MAX of ['16', '500']) {
      const env = readEnv({ WORKERS, DB_POOL_MAX })
      // Each has its pool, one connection for notifications, and one that prepares the tables during a start.
      const wanted = env.WORKERS * (shareConnections(env) + 2)
      expect(countConnections(env) - 3, `${WORKERS} × ${DB_POOL_MAX}`).toBeGreaterThanOrEqual(wanted)
    }
  expect(countConnections(readEnv({ WORKERS: '1', DB_POOL_MAX: '500' }))).toBeGreaterThan(500)
})

test.each([
  [1, 1],
  [2, 1],
  [9, 8],
  [128, 64],
])('on %i cores there are %i processes, never more than may be asked for', (cores, workers) => {
  const script = `
    import os from 'node:os'
    os.availableParallelism = () => ${cores}
    const { readEnv } = await import(${JSON.stringify(path.resolve(import.meta.dirname, 'env.ts'))})
    console.log(readEnv({}).WORKERS)`
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(ran.stdout.trim(), ran.stderr).toBe(String(workers))
})
