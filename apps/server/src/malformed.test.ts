import { allCalls } from '@portal/contract/calls'
import { makeAddress, type Call } from '@portal/contract/kernel/call'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campus, type Campus } from './testing/campus.ts'
import { placesIn, spoil } from './testing/sample.ts'
import { sampleArguments, soundFiles } from './testing/walk.ts'

// Requests that no browser sends: spoilt at random in every known way, the same ones in each run.
// `MALFORMED=50000 SEED=7 npx vitest run --project server src/malformed.test.ts` sends more, and others.

const COUNT = Number(process.env['MALFORMED'] ?? 4000)
const SEED = Number(process.env['SEED'] ?? 1)

/** Some calls allow one person only a few a minute, and some end the person's session. */
const ADMINISTRATORS = 20 + Math.ceil(COUNT / 500)

let world: Campus
const people: string[] = []
beforeAll(async () => {
  world = await campus()
  world.app.deps.posted = () => {}
  const hired = await Promise.all(
    Array.from({ length: ADMINISTRATORS }, (_, n) => world.person(`巡检员${n}`, { permissions: ['ADMIN'] })),
  )
  people.push(...hired.map((p) => p.token))
  people.push(world.token('booker'), world.token('offcampus'), world.token('supplier'))
}, 180_000)
afterAll(() => world.close())

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function numbers(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
const next = numbers(SEED)
const findOne = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T // none of the lists is empty

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: [nested(depth - 1)] })
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  -0,
  1e308,
  2 ** 53 + 2,
  1e30,
  Number.MIN_VALUE,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'Infinity',
  '1e3',
  '０１',
  '1'.repeat(400),
  '长'.repeat(30_000),
  'x'.repeat(200_000),
  'a\u0000b',
  '\u0001\u0007\u001b[31m',
  '\u202egnp.exe',
  '\u200b\u200d\ufeff',
  '\ud800',
  '\udfff\ud800',
  '👩‍🔬',
  "' or 1=1 --",
  '"; drop table booking; --',
  '<svg onload=alert(1)>',
  '{{7*7}}',
  '${x}',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '2025-02-30',
  '9999-12-31T23:59:59Z',
  '0000-00-00',
  '2030-01-07T02:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  'id desc; select 1',
  'name,name,name',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  [],
  [[]],
  [null],
  Array.from({ length: 5000 }, () => 1),
  {},
  { length: -1 },
  { $ne: null },
  { __proto__: { admin: true } },
  { constructor: { prototype: {} } },
  { toString: 1 },
  { toString: 1, valueOf: 1 },
  [{ toString: 1, valueOf: 1 }],
  nested(200),
]
const brokenJson = [
  '{',
  '[1,2',
  '"text"',
  '1',
  'null',
  'true',
  '[]',
  '{"a":1}}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  '\u0000',
  '{"a":"\\ud800"',
  '\ufeff{}',
  '{"a":1e99999}',
  '['.repeat(60_000),
  '{"a":'.repeat(20_000),
  `{"a":${'9'.repeat(10_000)}}`,
  'a=1&b=2',
  '<?xml version="1.0"?><x/>',
  '{a:1}',
  "{'a':1}",
]
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;charset=',
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=x',
  'application/',
  '/',
  'x',
  ';;;',
  'application/json\t',
  'image/png',
  'application/vnd.api+json',
]
const badPaths = [
  '%',
  '%FF',
  '%C0%AE',
  '%ZZ',
  '%00',
  '..%2f..%2f',
  '%u0041',
  '\u00a0',
  'a%',
  '%E0%A4%A',
  '1%0d%0aset-cookie:x=1',
  'x'.repeat(199),
  'x'.repeat(5000),
  '%25%25',
  '-',
  '0',
  '9007199254740993',
  '1.5',
  '1e3',
  '٣',
]
const badQueries = [
  'a=%FF',
  '%',
  '=&=&',
  'page=-1',
  'page=1&page=2',
  'size=0',
  'size=1e9',
  'page[]=1',
  'page[a]=1',
  '__proto__=1',
  'constructor=1',
  'sort=%00',
  'keyword=%ED%A0%80',
  'x'.repeat(6000),
  '?',
  '#',
  'ids=1,,2',
  'from=9999-99-99',
  'to[$gt]=',
]
const headers: readonly Record<string, string>[] = [
  { authorization: 'Bearer' },
  { authorization: 'Bearer ' },
  { authorization: 'é'.repeat(30) },
  { authorization: 'x'.repeat(9000) },
  { 'idempotency-key': 'x' },
  { 'idempotency-key': 'ü'.repeat(9) },
  { cookie: 'remember=%FF; =; ;;' },
  { cookie: '__proto__=1' },
  { 'if-none-match': '"' },
  { range: 'bytes=9-1' },
  { 'accept-encoding': 'x;q=9' },
  { 'x-forwarded-for': "' or 1=1" },
  { host: '' },
  { 'user-agent': '\u0080'.repeat(1000) },
  { expect: 'x' },
]

const B = 'AaB03x'
const part = (about: string, content = 'x') => `--${B}\r\n${about}\r\n\r\n${content}\r\n`
const END = `--${B}--\r\n`
/** Malformed multipart forms, for the field of an upload. */
const forms = (field: string): readonly { type: string; payload: string | Buffer }[] => {
  const type = `multipart/form-data; boundary=${B}`
  const file = (about: string, content?: string) => part(`content-disposition: form-data; ${about}`, content)
  const its = `name="${field}"`
  return [
    ...[
      '',
      END,
      `--${B}`,
      `--${B}\r\n`,
      `--${B}\r\ncontent-disposition: form-data; ${its}; filename="a.txt"\r\n\r\nhalf`,
      'nothing of the kind',
      '\r\n\r\n',
      '\u0000'.repeat(5000),
      `${part('')}${END}`,
      `${part('content-disposition')}${END}`,
      `${part(':')}${END}`,
      `${part('x'.repeat(20_000))}${END}`,
      `${part(`content-disposition: attachment; ${its}`)}${END}`,
      `${part('content-disposition: form-data')}${END}`,
      `${part('content-disposition: form-data; filename="a.txt"')}${END}`,
      `${file(`${its}; filename=""`)}${END}`,
      `${file(`${its}; filename="${'长'.repeat(3000)}.txt"`)}${END}`,
      `${file(`${its}; filename="\u202etxt.exe"`)}${END}`,
      `${file(`${its}; filename="../../../etc/passwd"`)}${END}`,
      `${file(`${its}; filename="a\u0000.txt"`)}${END}`,
      `${file(`${its}; filename*=UTF-8''%FF%FE.txt`)}${END}`,
      `${file(`${its}; filename*=x`)}${END}`,
      `${file(`${its}; filename="a.txt"`, '')}${END}`,
      `${file('name="elsewhere"; filename="a.txt"')}${END}`,
      `${file('name="__proto__"')}${END}`,
      `${file('name="constructor"; filename="a"')}${END}`,
      `${file(its)}${END}`,
      `${file(`${its}; filename="a.txt"`).repeat(30)}${END}`,
      `${file('name="a"').repeat(80)}${END}`,
      file(`${its}; filename="a.txt"`),
      `${part(`content-disposition: form-data; name="a"\r\ncontent-type: application/json`, '{')}${END}`,
      `${part(`content-disposition: form-data; ${its}; filename="a"\r\ncontent-transfer-encoding: base64`, '%%%')}${END}`,
      `${part(`content-disposition: form-data; ${its}; filename="a"\r\ncontent-type: ;;;`)}${END}`,
      `${file(`${its}; filename="a.xlsx"`, 'PK\u0003\u0004broken')}${END}`,
      `${file(`${its}; filename="a.xlsx"`, `PK\u0003\u0004${'\u0000'.repeat(200)}PK\u0001\u0002`)}${END}`,
      `${file(`${its}; filename="a.csv"`, '"never closed,1\r\n2')}${END}`,
      `${file(`${its}; filename="a.csv"`, ',,,,\r\n'.repeat(50))}${END}`,
      `${file(`${its}; filename="a.png"`, '\u0089PNG\r\n\u001a\n')}${END}`,
    ].map((payload) => ({ type, payload: Buffer.from(payload, 'latin1') })),
    ...[
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
      'multipart/form-data; boundary=\u00e9',
      'multipart/form-data;boundary=a;boundary=b',
      'multipart/form-data; charset=x; boundary',
    ].map((t) => ({
      type: t,
      payload: `${part(`content-disposition: form-data; ${its}; filename="a"`)}${END}`,
    })),
  ]
}

type Sent = InjectOptions

/** One spoilt request of a call, and a description of what is spoilt. */
async function spoilt(call: Call): Promise<{ what: string; request: Sent }> {
  const sound = sampleArguments(call)
  const token = next() < 0.9 ? { authorization: findOne(people) } : {}
  const request = {
    method: call.method,
    url: makeAddress(call, sound),
    headers: { ...token } as Record<string, string>,
  }
  const json = { 'content-type': 'application/json' }
  const body = call.method === 'GET' ? {} : { payload: JSON.stringify(sound.body ?? {}) }
  const dice = next()
  if (call.upload && dice < 0.7) {
    const { type, payload } = findOne(forms(call.upload.field))
    if (next() < 0.2) {
      const [file] = await soundFiles(call.upload)
      const whole = Buffer.concat([
        Buffer.from(
          `--${B}\r\ncontent-disposition: form-data; name="${call.upload.field}"; filename="a"\r\n\r\n`,
        ),
        file?.content ?? Buffer.alloc(0),
        Buffer.from(`\r\n${END}`),
      ])
      const at = Math.floor(next() * whole.length)
      return {
        what: `cut at ${at}`,
        request: {
          ...request,
          headers: { ...token, 'content-type': `multipart/form-data; boundary=${B}` },
          payload: whole.subarray(0, at),
        },
      }
    }
    return {
      what: `form ${type} ${String(payload).slice(0, 100)}`,
      request: { ...request, headers: { ...token, 'content-type': type }, payload },
    }
  }
  if (dice < 0.08)
    return {
      what: 'header',
      request: { ...request, ...body, headers: { ...token, ...json, ...findOne(headers) } },
    }
  if (dice < 0.16 && call.path.includes('{')) {
    const bad = findOne(badPaths)
    return {
      what: `path ${bad.slice(0, 50)}`,
      request: {
        ...request,
        ...body,
        url: call.path.replace(/\{\w+\}/g, () => bad),
        headers: { ...token, ...json },
      },
    }
  }
  if (dice < 0.24)
    return {
      what: 'query',
      request: {
        ...request,
        ...body,
        url: `${request.url}${request.url.includes('?') ? '&' : '?'}${findOne(badQueries)}`,
        headers: { ...token, ...json },
      },
    }
  if (call.method !== 'GET' && dice < 0.4)
    return {
      what: 'JSON',
      request: { ...request, headers: { ...token, ...json }, payload: findOne(brokenJson) },
    }
  if (call.method !== 'GET' && dice < 0.5)
    return {
      what: 'content type',
      request: { ...request, ...body, headers: { ...token, 'content-type': findOne(contentTypes) } },
    }
  const name = call.method === 'GET' ? 'query' : findOne(['body', 'body', 'body', 'query'] as const)
  let changed: unknown = sound[name]
  for (let n = 0; n < 1 + Math.floor(next() * 3); n++) {
    // The places that are left after the last change: one may have gone with its parent.
    const places = Buffer.byteLength(JSON.stringify(changed) ?? '') < 100_000 ? placesIn(changed) : []
    changed = spoil(changed, findOne(places.length ? places : [[]]), findOne(values))
  }
  if (name === 'body')
    return {
      what: 'body',
      request: { ...request, headers: { ...token, ...json }, payload: JSON.stringify(changed) ?? '' },
    }
  const query = Object.entries((changed ?? {}) as object)
    .map(
      ([k, v]) =>
        `${k}=${encodeURIComponent((typeof v === 'string' ? v : (JSON.stringify(v) ?? '')).toWellFormed().slice(0, 2000))}`,
    )
    .join('&')
  return {
    what: 'query value',
    request: {
      ...request,
      ...body,
      url: `${request.url.split('?')[0] ?? ''}?${query}`,
      headers: { ...token, ...json },
    },
  }
}

/** What is wrong with an answer; undefined if nothing is. */
function findFault(response: LightMyRequestResponse): string | undefined {
  const { statusCode: status } = response
  if (status >= 500) return 'fault'
  if (status < 400) return undefined
  let said: { code?: unknown; message?: unknown; requestId?: unknown }
  try {
    said = response.json()
  } catch {
    return 'no envelope'
  }
  if (typeof said.message !== 'string' || !/[\u4e00-\u9fff]/.test(said.message)) return 'not in Chinese'
  if (
    said.code === undefined ||
    typeof said.requestId !== 'string' ||
    said.requestId !== response.headers['x-request-id']
  )
    return 'no request id'
  return undefined
}

test(`${COUNT} malformed requests: no fault of ours, and each is told what is wrong`, async () => {
  const written = () => world.sql('select id, times from exception_log order by id')
  const before = await written() // the demo campus has some already
  const faults = new Map<string, string[]>()
  const statuses: Record<number, number> = {}
  const calls = allCalls.map(({ call }) => call)
  const uploads = calls.filter((call) => call.upload)
  let n = 0
  const spoilNth = async (nth: number) => {
    const call = nth % 5 === 4 ? findOne(uploads) : (calls[nth % calls.length] as Call) // within the list
    return { call, ...(await spoilt(call)) }
  }
  // One after the other: a request takes several random numbers, and which walker takes the next would
  // otherwise depend on the machine, and so would all requests after it.
  let last: ReturnType<typeof spoilNth> | undefined
  const walker = async () => {
    while (n < COUNT) {
      const nth = n++
      last = last ? last.then(() => spoilNth(nth)) : spoilNth(nth)
      const { call, what, request } = await last
      // Each request from an address of its own, so that the rate limit refuses none.
      const response = await world.app.inject({
        ...request,
        remoteAddress: `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
      })
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1
      const fault = findFault(response)
      if (fault)
        faults.set(fault, [
          ...(faults.get(fault) ?? []),
          `${call.method} ${call.path}: ${what}: ${response.statusCode} ${response.body.slice(0, 200)}`,
        ])
    }
  }
  await Promise.all(Array.from({ length: 8 }, walker))
  if (process.env['MALFORMED']) process.stdout.write(`${JSON.stringify(statuses)}\n`)
  expect([...faults].map(([kind, all]) => `${kind}: ${all.length}\n${all.slice(0, 12).join('\n')}`)).toEqual(
    [],
  )
  // Many requests must be refused for their input, and not before it is read.
  expect((statuses[400] ?? 0) + (statuses[422] ?? 0)).toBeGreaterThan(COUNT / 5)
  expect(await written()).toEqual(before)
}, 2_400_000)
