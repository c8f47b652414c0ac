import { allCalls } from '@portal/contract/calls'
import { bookingCalls } from '@portal/contract/booking/calls'
import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { makeAddress, isWriting, type Call } from '@portal/contract/kernel/call'
import { refsIn, takesSerialId } from '@portal/contract/kernel/refs'
import { sessionCalls } from '@portal/contract/session/session'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { App } from './app.ts'
import { placesIn, makeSample, schemaAt, makeSchema, spoil } from './testing/sample.ts'
import { campus, type Campus } from './testing/campus.ts'
import { inject, sampleArguments, soundFiles, type Attempt, type SentFile } from './testing/walk.ts'
import { watchTables } from './testing/watch.ts'

// Walks the whole contract, so that a new call is covered at once.

let world: Campus
let app: App
/** The tables that were written to since the last call of this function. */
let written: () => Promise<string[]>
beforeAll(async () => {
  world = await campus()
  app = world.app
  await world.sql(HIRE, [ADMINISTRATORS])
  app.deps.posted = () => {} // or messages of one call would be delivered during the next
  written = await watchTables(world, UNWATCHED)
})
afterAll(() => world.close())

/**
 * Tables that are written to independently of the call: refused attempts are counted, sessions
 * note their last use, bulk imports are read during the walk, and every server reports its caches
 * and itself now and then.
 */
const UNWATCHED = ['login_throttle', 'session', 'bulk_import', 'bulk_row', 'cache_report', 'process_report']

const nameCall = ({ call }: { call: Call }) => `${call.method} ${call.path}`
type Named = readonly [string, Call]
const named = (some: (call: Call) => boolean = () => true): Named[] =>
  allCalls.filter(({ call }) => some(call)).map((c) => [nameCall(c), c.call] as const)
const takesJson = (call: Call) => !call.upload && call.method !== 'GET'

const send = (call: Call, attempt: Attempt, token?: string) => inject(app, call, attempt, token)
const operations = async () =>
  (await world.sql<{ n: number }>('select count(*) as n from operation_log'))[0]?.n ?? 0

type Make = (attempt: Attempt) => Promise<LightMyRequestResponse>
let used = 0
/**
 * An administrator who makes one call. Where a person may only make so many a minute, further administrators
 * go on from other addresses.
 */
async function administrator(call: Call): Promise<Make> {
  const { perMinute } = call
  if (perMinute === undefined) {
    const token = await world.signIn('sysadmin')
    return (attempt) => send(call, attempt, token)
  }
  let count = 0
  return (attempt) => {
    const n = count++ % perMinute === 0 ? ++used : used
    expect(n).toBeLessThan(ADMINISTRATORS)
    return inject(app, call, attempt, `administrator ${n}`, `10.0.${n >> 8}.${n & 255}`)
  }
}
const ADMINISTRATORS = 800
const HIRE = `
  with r as (insert into role (code, name) values ('WALKERS', '巡检') returning id),
  p as (insert into role_permission (role_id, permission_id) select r.id, permission.id from r, permission where code = 'ADMIN'),
  u as (insert into user_account (username, name) select 'walker' || n, '巡检员' || n
    from generate_series(1, $1::int) n returning id, substr(username, 7) as n),
  m as (insert into user_role (user_id, role_id) select u.id, r.id from u, r)
  insert into session (token_hash, user_id, expires_at)
  select sha256(convert_to('administrator ' || n, 'UTF8')), id, now() + interval '1 day' from u`

const CHINESE = /[\u4e00-\u9fff]/
function expectRefused(response: LightMyRequestResponse, what: string) {
  expect(response.statusCode, `${what}: ${response.body.slice(0, 300)}`).toBeGreaterThanOrEqual(400)
  expect(response.statusCode, `${what}: ${response.body.slice(0, 300)}`).toBeLessThan(500)
  expect((response.json() as { message: string }).message, what).toMatch(CHINESE)
}
function expectNoFault(response: LightMyRequestResponse, what: string) {
  expect(response.statusCode, `${what}: ${response.body.slice(0, 300)}`).toBeLessThan(500)
  if (response.statusCode >= 400) expectRefused(response, what)
}

/** Ignores trailing slashes. */
const isServed = (call: Call) => {
  const url = call.path.replace(/\{(\w+)\}/g, ':$1')
  return [url, url.replace(/\/$/, '')].some((u) => app.hasRoute({ method: call.method, url: u }))
}

test('method and path are unique, and every call is served', () => {
  const names = allCalls.map(nameCall)
  expect(names.filter((n, i) => names.indexOf(n) !== i)).toEqual([])
  expect(allCalls.filter(({ call }) => !isServed(call)).map(nameCall)).toEqual([])
})

test('a decision about many rows that is sent again after a lost answer gets the same answer', () => {
  const decides = ({ body }: Call) => {
    const fields = (body as { shape?: object }).shape ?? {}
    return 'items' in fields && ('verdict' in fields || 'event' in fields)
  }
  const decisions = named(decides)
  expect(decisions.length).toBeGreaterThan(10)
  expect(decisions.flatMap(([name, { idempotent }]) => (idempotent ? [] : [name]))).toEqual([])
})

test('OpenAPI has every call, and each domain its own', async () => {
  type Printed = { paths: Record<string, Record<string, unknown>> }
  const { paths } = (await app.inject('/api/openapi.json')).json() as Printed
  expect(allCalls.filter(({ call }) => !paths[call.path]?.[call.method.toLowerCase()]).map(nameCall)).toEqual(
    [],
  )
  for (const [domain, its] of Map.groupBy(allCalls, (c) => c.domain)) {
    const printed = (await app.inject(`/api/openapi.json?domain=${domain}`)).json() as Printed
    expect(
      Object.entries(printed.paths)
        .flatMap(([path, by]) => Object.keys(by).map((method) => `${method.toUpperCase()} ${path}`))
        .toSorted(),
      domain,
    ).toEqual(its.map(nameCall).toSorted())
  }
  expect((await app.inject('/api/openapi.json?domain=nothing')).statusCode).toBe(404)
})

describe('HEAD', () => {
  const head = (call: Call, token?: string) =>
    app.inject({
      method: 'HEAD',
      url: makeAddress(call, sampleArguments(call)),
      headers: { ...(token && { authorization: token }) },
    })
  const asked = allCalls
    .map(({ call }) => call)
    .filter((call) => call.method === 'GET' && call.perMinute === undefined)
  test('is for whom GET is', async () => {
    const odd: string[] = []
    const is = async (call: Call, status: number, token?: string) => {
      const { statusCode } = await head(call, token)
      if (statusCode !== status)
        odd.push(`${call.path} ${token ? 'booker' : 'nobody'}: ${statusCode}, not ${status}`)
    }
    for (const call of asked) {
      await is(call, call.access === 'public' ? (await send(call, sampleArguments(call))).statusCode : 401)
      if (typeof call.access === 'object' && 'anyOf' in call.access)
        await is(call, 403, world.token('booker'))
    }
    expect(odd).toEqual([])
  })
  test.for([bookingCalls.list, dictionaryCalls.codes, sessionCalls.current])(
    'tells what GET of $path would be like, and nothing of it',
    async (call) => {
      const [said, got] = [
        await head(call, world.token('booker')),
        await send(call, sampleArguments(call), world.token('booker')),
      ]
      const like = ({ statusCode, headers }: LightMyRequestResponse) => [
        statusCode,
        headers['content-type'],
        headers['content-length'],
        headers['etag'],
        headers['cache-control'],
      ]
      expect([said.body, got.statusCode]).toEqual(['', 200])
      expect(like(said)).toEqual(like(got))
    },
  )
})

test('what the walk sends gets past parsing, so that it is the handlers that are walked', () => {
  const parts = ['params', 'query', 'body'] as const
  const turnedAway = allCalls.flatMap((c) =>
    parts
      .filter((part) => !c.call[part].safeParse(makeSample(c.call[part])).success)
      .map((part) => `${nameCall(c)} ${part}`),
  )
  expect(turnedAway).toEqual([])
})

describe('without a valid session', () => {
  test.for(named((call) => call.access !== 'public'))('%s is 401', async ([, call]) => {
    for (const token of [undefined, 'not-a-token', '\u00e9'.repeat(20)]) {
      const response = await send(call, sampleArguments(call), token)
      expect(response.statusCode, response.body.slice(0, 200)).toBe(401)
      expectRefused(response, 'no session')
    }
  })
})

describe('without the permission', () => {
  test.for(named(({ access }) => typeof access === 'object' && 'anyOf' in access))(
    '%s is 403',
    async ([, call]) => {
      for (const who of ['booker', 'offcampus'] as const) {
        const response = await send(call, sampleArguments(call), world.token(who))
        expect(response.statusCode, `${who}: ${response.body.slice(0, 200)}`).toBe(403)
      }
    },
  )
})

/** For schemas without a limit of their own. */
const LONG = 20_000
// Each of these replaces one value of a sound request at a time.
const poisons: [name: string, value: unknown | ((limit: number) => unknown)][] = [
  ['null', null],
  ['a list', [[]]],
  ['an object', { a: { b: 1 } }],
  ['overlong', (limit: number) => '长'.repeat(limit + 1)],
  ['control characters', 'a\u0000b\u0007\u202ec'],
  ['SQL', "'; drop table booking; --"],
  ['HTML', '<img src=x onerror=alert(1)>'],
  ['lone surrogate', '\ud800'],
  ['negative', -1],
  ['fraction', 0.1],
  ['beyond 2^53', 2 ** 53 + 2],
  ['int8 overflow', 1e30],
  ['not a number', 'NaN'],
  ['the year 9999', '9999-12-31T23:59:59Z'],
  ['a day that is not', '2025-02-30'],
  ['an hour that DST skips', '2025-03-09T02:30:00'],
  ['prototype', { __proto__: { admin: true }, constructor: { prototype: {} } }],
]

/**
 * True if the field may hold a serial number of a laboratory or an instrument, which is looked up
 * before the schema is parsed.
 */
const isLookedFor = (schema: z.ZodType, field: unknown) =>
  refsIn(schema).some(({ name }) => name === field) || (field === 'serialId' && takesSerialId(schema))
/** Values of an address as they are sent: text, and several of one name as a list. */
function inAddress(call: Call, part: 'params' | 'query', attempt: Attempt): unknown {
  if (part === 'params')
    return Object.fromEntries(Object.entries(attempt.params as object).map(([k, v]) => [k, String(v)]))
  const { searchParams } = new URL(makeAddress(call, attempt), 'http://portal')
  const names = [...new Set(searchParams.keys())]
  const sent = names.map((name) => [name, searchParams.getAll(name)] as const)
  return Object.fromEntries(sent.map(([name, all]) => [name, all.length > 1 ? all : all[0]]))
}
/** True if parsing alone refuses the request. */
function isTurnedAway(
  call: Call,
  part: 'params' | 'query' | 'body',
  place: unknown,
  attempt: Attempt,
): boolean {
  if (part === 'body')
    return takesJson(call) && !call.body.safeParse(JSON.parse(JSON.stringify(attempt.body))).success
  // Query and body of a DELETE are read together.
  if (part === 'query' && call.method !== 'GET') return false
  const schema = call[part]
  if (isLookedFor(schema, place)) return false
  const issues = schema.safeParse(inAddress(call, part, attempt)).error?.issues ?? []
  return issues.some(({ path }) => path[0] === place)
}

/** Calls that limit wrong guesses of a password: they answer 429 sooner. */
const COUNTS_TRIES = ['POST /backend/api/v1/users/updatePass']
const succeeded = new Set<string>()

describe('bad input', () => {
  test.for(named(takesJson))('%s refuses what is not JSON', async ([, call]) => {
    const make = await administrator(call)
    for (const payload of [
      '{',
      '[1,2',
      '"text"',
      '{"a":1}}',
      '{"__proto__":{"x":1}}',
      '\u0000',
      '{"a":"\\ud800"',
    ]) {
      expectNoFault(await make({ ...sampleArguments(call), payload }), payload)
    }
  })

  test('a body without end is not read to its end', async () => {
    const payload = JSON.stringify({ a: 'x'.repeat(1_100_000) })
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const { call } = allCalls.find((c) => takesJson(c.call) && c.call.method === method) ?? {}
      if (call)
        expect(
          (await send(call, { ...sampleArguments(call), payload }, world.token('sysadmin'))).statusCode,
          method,
        ).toBe(413)
    }
  })

  // Calls that delete come last.
  test.for([...named((call) => call.method !== 'DELETE'), ...named((call) => call.method === 'DELETE')])(
    '%s never fails on spoilt fields, and writes nothing it refuses',
    async ([name, call]) => {
      const make = await administrator(call)
      const sound = sampleArguments(call)
      // A writing call that succeeds adds one row to the operation log; a refused one must write nothing.
      const before = await operations()
      let done = 0
      for (const part of ['params', 'query', 'body'] as const) {
        const json = makeSchema(call[part])
        for (const place of placesIn(sound[part])) {
          if (place.length === 0) continue
          await written()
          let refused = true
          const limit = schemaAt(json, place).maxLength ?? LONG
          let unparsed = 0
          await Promise.all(
            poisons.map(async ([poison, value]) => {
              const bad = typeof value === 'function' ? value(limit) : value
              // An address holds only text of limited length, and no half of a surrogate pair.
              if (
                part !== 'body' &&
                (typeof bad === 'object' || String(bad).length > 5000 || bad === '\ud800')
              )
                return
              const spoilt = spoil(sound[part], place, bad)
              const attempt = { ...sound, [part]: spoilt }
              // A request that parsing refuses reaches no handler, so one example for each place is enough.
              if (isTurnedAway(call, part, place[0], attempt) && unparsed++ > 0) return
              const response = await make(attempt)
              expectNoFault(response, `${part}.${place.join('.')} is ${poison}`)
              if (response.statusCode >= 300) return
              refused = false
              done++
            }),
          )
          if (refused) expect(await written(), `${part}.${place.join('.')}`).toEqual([])
        }
      }
      const answer = await make(sound)
      expectNoFault(answer, 'sound')
      if (!COUNTS_TRIES.includes(name))
        expect(answer.statusCode, 'so many of them are not let in').not.toBe(429)
      if (answer.statusCode < 300) done++
      if (isWriting(call) && answer.statusCode < 300)
        expect(await written(), 'the watch is awake').toContain('operation_log')
      const logged = (await operations()) - before
      if (logged > 0) succeeded.add(name)
      // Calls that declare `writes: false` may write after something slow.
      if (isWriting(call)) expect(logged).toBe(done)
      else expect(logged).toBeLessThanOrEqual(done)
    },
  )

  test.for(named((call) => call.path.includes('{')))('%s refuses ids that do not exist', async ([, call]) => {
    const names = Object.keys(makeSchema(call.params).properties ?? {})
    const make = await administrator(call)
    for (const bad of ['9007199254740991', '0', '-1', 'x', '%00', '1e3', '../../etc/passwd', '００１']) {
      const response = await make({
        ...sampleArguments(call),
        params: Object.fromEntries(names.map((n) => [n, bad])),
      })
      expectNoFault(response, bad)
    }
  })
})

describe('files', () => {
  /** One byte more than any call allows, filled once. */
  const large = Buffer.alloc(1 + Math.max(...allCalls.map(({ call }) => call.upload?.maxBytes ?? 0)))
  const enlarged = (content: Buffer, bytes: number) => {
    content.copy(large)
    return large.subarray(0, bytes)
  }
  const PROGRAM = Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003'), Buffer.alloc(600)])
  test.for(named((call) => call.upload !== undefined))(
    '%s refuses what it does not take, and keeps nothing of it',
    async ([, call]) => {
      const { upload } = call
      if (!upload) return
      const make = await administrator(call)
      const sound = sampleArguments(call)
      const [file] = await soundFiles(upload)
      if (!file) return
      const attempts: [string, SentFile[]][] = [
        ['a program that calls itself a picture', [{ name: '照片.png', content: PROGRAM }]],
        ['an empty file', [{ ...file, content: Buffer.alloc(0) }]],
        ['a file too large', [{ ...file, content: enlarged(file.content, upload.maxBytes + 1) }]],
        ['another field', [{ ...file, field: 'elsewhere' }]],
        ['too many files', Array.from({ length: upload.maxFiles + 1 }, () => file)],
        ...(upload.accept.some((kind) => kind === 'any' || kind === 'text')
          ? []
          : [
              [
                'text that calls itself a picture',
                [{ name: '照片.png', content: Buffer.from('<svg onload="alert(1)"></svg>') }],
              ] as [string, SentFile[]],
            ]),
      ]
      await written()
      for (const [what, files] of attempts) expectRefused(await make({ ...sound, files }), what)
      // A form with other fields may leave out the file.
      if (Object.keys(sound.body as object).length === 0)
        expectRefused(await make({ ...sound, files: [] }), 'no file')
      expectRefused(await make({ ...sound, payload: JSON.stringify(sound.body) }), 'no form')
      expect(await written()).toEqual([])
    },
  )
})

test('after all of it the administrator is still one: the walk was not turned away at the door', async () => {
  const response = await send(sessionCalls.current, {}, await world.signIn('sysadmin'))
  expect(response.statusCode).toBe(200)
  expect((response.json() as { data: { permissions: string[] } }).data.permissions).toContain('ADMIN')
})

test('and many a write went through: it is not only refusals that were walked', () => {
  expect(succeeded.size, [...succeeded].join('\n')).toBeGreaterThan(100)
})

/** Calls about the caller's own sessions and messages only. */
const OWN = new Set([
  '/account/signOut',
  '/api/v2/session/{id}',
  '/api/v2/session/revokeOthers',
  '/api/message/read',
  '/api/message/remove',
  '/backend/api/code/resetEmail',
])
/**
 * True for batches: each row is done or refused by itself, and nothing is done for rows that do not exist.
 */
const isBatch = (call: Call) =>
  Object.keys(makeSchema(call.body).properties ?? {}).some((field) => field === 'items' || field === 'ids')
test('whatever was written says in the operation log what it was about', async () => {
  const nameless = new Set(
    (
      await world.sql<{ call: string }>(
        `select distinct call from operation_log where target is null and result = 'done'`,
      )
    ).map((o) => o.call),
  )
  expect(
    allCalls
      .filter((c) => nameless.has(nameCall(c)) && !OWN.has(c.call.path) && !isBatch(c.call))
      .map(nameCall),
  ).toEqual([])
})
