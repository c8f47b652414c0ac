import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const get = (url: string) => world.app.inject({ url, headers: { accept: 'text/html,*/*' } })
const findPolicy = (header: unknown) =>
  Object.fromEntries(
    String(header)
      .split(';')
      .map((part) => part.trim().split(' '))
      .map(([name, ...sources]) => [name, sources]),
  )

test.for([
  '/',
  '/osp/home',
  '/login',
  '/no/such/page',
  '/assets/none.js',
  '/api/v2/home',
  '/api/v2/nothing',
  '/api/docs',
  '/api/openapi.json',
  '/healthz',
])('%s runs nothing but the portal’s own files', async (url) => {
  const { headers, body } = await get(url)
  // The inlined boot.js: the policy of a page names the hash of exactly this script.
  const own = [...body.matchAll(/<script(?![^>]*(?:\bsrc=|application\/json))[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  expect(own.length).toBeLessThanOrEqual(1)
  const policy = findPolicy(headers['content-security-policy'])
  expect(policy).toMatchObject({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...own],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(headers['x-powered-by']).toBeUndefined()
})

test('the documentation of the calls needs nothing that the policy forbids', async () => {
  const page = await get('/api/docs')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  // All scripts are files of their own; none is inline.
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i)
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    (m) => new URL(m[1] ?? '', 'http://portal/api/docs/'),
  )
  expect(files.filter((f) => f.pathname.endsWith('.js')).length).toBeGreaterThan(1)
  for (const { host, pathname } of files) {
    expect(host).toBe('portal')
    const file = await get(pathname)
    expect(file.statusCode, pathname).toBe(200)
    if (pathname.endsWith('.js')) expect(file.headers['content-type']).toMatch(/javascript/)
  }
  expect((await get('/api/docs/json')).json()).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/v2/home': {} },
  })
})
