import { allCalls } from '@portal/contract/calls'
import { addressOf, isWriting, type Call } from '@portal/contract/kernel/call'
import { sessionCalls } from '@portal/contract/session/session'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from './app.ts'
import { placesIn, sampleOf, schemaOf, spoil } from './testing/sample.ts'
import { campus, type Campus } from './testing/campus.ts'

// Walks the whole contract, so that a call is covered the day it is written.

let world: Campus
let app: App
beforeAll(async () => {
  world = await campus()
  app = world.app
})
afterAll(() => world.close())

const nameOf = ({ call }: { call: Call }) => `${call.method} ${call.path}`
const json = allCalls.filter(({ call }) => !call.upload)

interface Attempt {
  params?: unknown
  query?: unknown
  body?: unknown
  payload?: string
}
function send(call: Call, attempt: Attempt, token?: string): Promise<LightMyRequestResponse> {
  const body = call.method === 'GET' ? undefined : (attempt.payload ?? JSON.stringify(attempt.body ?? {}))
  return app.inject({
    method: call.method,
    url: addressOf(call, attempt),
    headers: { ...(token && { authorization: token }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: body }),
  })
}

const operations = async () => (await world.sql<{ n: number }>('select count(*) as n from operation_log'))[0]?.n ?? 0

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
const sampleArguments = (call: Call) => ({ params: sampleOf(schemaOf(call.params)), query: sampleOf(schemaOf(call.query)), body: sampleOf(schemaOf(call.body)) })

/** Trailing slashes count for nothing. */
const isServed = (call: Call) => {
  const url = call.path.replace(/\{(\w+)\}/g, ':$1')
  return [url, url.replace(/\/$/, '')].some((u) => app.hasRoute({ method: call.method, url: u }))
}

test('method and path are unique, and every call is served', () => {
  const names = allCalls.map(nameOf)
  expect(names.filter((n, i) => names.indexOf(n) !== i)).toEqual([])
  expect(allCalls.filter(({ call }) => !isServed(call)).map(nameOf)).toEqual([])
})

test('OpenAPI has every call', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json() as { paths: Record<string, Record<string, unknown>> }
  expect(allCalls.filter(({ call }) => !paths[call.path]?.[call.method.toLowerCase()]).map(nameOf)).toEqual([])
})

describe('without a valid session', () => {
  const closed = allCalls.filter(({ call }) => call.access !== 'public')
  test.for(closed.map((c) => [nameOf(c), c.call] as const))('%s is 401', async ([, call]) => {
    for (const token of [undefined, 'not-a-token', '\u00e9'.repeat(20)]) {
      const response = await send(call, sampleArguments(call), token)
      expect(response.statusCode, response.body.slice(0, 200)).toBe(401)
      expectRefused(response, 'no session')
    }
  })
})

describe('without the permission', () => {
  const guarded = allCalls.filter(({ call }) => typeof call.access === 'object' && 'anyOf' in call.access)
  test.for(guarded.map((c) => [nameOf(c), c.call] as const))('%s is 403', async ([, call]) => {
    for (const who of ['booker', 'offcampus'] as const) {
      const response = await send(call, sampleArguments(call), world.token(who))
      expect(response.statusCode, `${who}: ${response.body.slice(0, 200)}`).toBe(403)
    }
  })
})

// One place at a time is spoilt with each of these.
const poisons: [name: string, value: unknown][] = [
  ['null', null],
  ['a list', [[]]],
  ['an object', { a: { b: 1 } }],
  ['overlong', '长'.repeat(200_000)],
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

describe('bad input', () => {
  test.for(json.filter(({ call }) => call.method !== 'GET').map((c) => [nameOf(c), c.call] as const))('%s refuses what is not JSON', async ([, call]) => {
    const token = await world.signIn('sysadmin')
    for (const payload of ['{', '[1,2', '"text"', '{"a":1}}', '{"__proto__":{"x":1}}', '\u0000', '{"a":"\\ud800"']) {
      expectNoFault(await send(call, { ...sampleArguments(call), payload }, token), payload)
    }
    const huge = await send(call, { payload: JSON.stringify({ a: 'x'.repeat(1_100_000) }) }, token)
    expect(huge.statusCode).toBe(413)
  })

  test.for(json.map((c) => [nameOf(c), c.call] as const))('%s never fails on spoilt fields, and writes nothing it refuses', async ([, call]) => {
    const token = await world.signIn('sysadmin')
    const sound = sampleArguments(call)
    // A writing call that succeeds leaves one row in the operation log; one that is refused must leave nothing at all.
    const before = await operations()
    let done = 0
    for (const part of ['params', 'query', 'body'] as const) {
      for (const place of placesIn(sound[part])) {
        if (place.length === 0) continue
        for (const [name, bad] of poisons) {
          // An address carries text of some length, and no half of a character.
          if (part !== 'body' && (typeof bad === 'object' || String(bad).length > 5000 || bad === '\ud800')) continue
          const response = await send(call, { ...sound, [part]: spoil(sound[part], place, bad) }, token)
          expectNoFault(response, `${part}.${place.join('.')} is ${name}`)
          if (response.statusCode < 300 && isWriting(call)) done++
        }
      }
    }
    expect(await operations()).toBe(before + done)
  })

  test.for(json.filter(({ call }) => call.path.includes('{')).map((c) => [nameOf(c), c.call] as const))('%s refuses ids that do not exist', async ([, call]) => {
    const names = Object.keys(schemaOf(call.params).properties ?? {})
    const token = await world.signIn('sysadmin')
    for (const bad of ['9007199254740991', '0', '-1', 'x', '%00', '1e3', '../../etc/passwd', '００１']) {
      const response = await send(call, { ...sampleArguments(call), params: Object.fromEntries(names.map((n) => [n, bad])) }, token)
      expectNoFault(response, bad)
    }
  })
})

test('after all of it the administrator is still one: the walk was not turned away at the door', async () => {
  const response = await send(sessionCalls.current, {}, await world.signIn('sysadmin'))
  expect(response.statusCode).toBe(200)
  expect((response.json() as { data: { permissions: string[] } }).data.permissions).toContain('ADMIN')
})
