import Fastify, { type FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, writeFile, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, brotliCompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { web } from './web.ts'

let app: FastifyInstance
let dist: string
const page = { accept: 'text/html,application/xhtml+xml' }

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'web-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(
    join(dist, 'index.html'),
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8" /></head><body>门户<!--page--></body></html>',
  )
  await writeFile(join(dist, 'assets/roles.css'), 'p{color:red}')
  await writeFile(join(dist, 'assets/app-1a2b.js'), 'plain')
  await writeFile(join(dist, 'assets/app-1a2b.js.br'), brotliCompressSync('squeezed'))
  await writeFile(
    join(dist, 'preloads.json'),
    JSON.stringify({
      back: ['assets/back.js'],
      pages: { '/maintain/roles': ['assets/roles.js', 'assets/roles.css'] },
      shells: { '/maintain/roles': 'back', '/osp/home': 'home' },
    }),
  )
  app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.post('/account/signOut', () => 'out')
  app.get('/account/logs', () => 'logs')
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ code: 'NOT_FOUND' }))
  await app.register(web, { dist, tz: 'Asia/Urumqi' })
})
afterAll(() => app.close())

describe('the room for parsing functions', () => {
  it('is not there where nothing was built', async () => {
    const r = await app.inject({ url: '/parse-room.html', headers: page })
    expect(r.statusCode).toBe(404)
  })
  it('has a policy of its own, by which it has no origin and no network', async () => {
    const script = `'use strict'`
    await writeFile(join(dist, 'parse-room.html'), `<!doctype html><script>${script}</script>`)
    const { statusCode, headers } = await app.inject({ url: '/parse-room.html', headers: page })
    const hash = createHash('sha256').update(script).digest('base64')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(String(headers['content-security-policy']).split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
      `script-src 'sha256-${hash}' 'unsafe-eval'`,
      'worker-src blob:',
    ])
  })
})

describe('files', () => {
  it('sends the squeezed one to who takes it, to be kept for ever', async () => {
    const r = await app.inject({
      url: '/assets/app-1a2b.js',
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    })
    expect(r.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(brotliDecompressSync(r.rawPayload).toString()).toBe('squeezed')
  })
  it.each(['', 'identity', 'br;q=0', 'zstd'])('and the plain one to others: %s', async (accepted) => {
    const r = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': accepted } })
    expect(r.body).toBe('plain')
    expect(r.headers['content-encoding']).toBeUndefined()
  })
  it.each([
    '/assets/gone-1.js',
    '/assets/../preloads.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/preloads.json',
    '/.vite/manifest.json',
  ])('nothing else lies there: %s', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404)
  })
})

describe('screens', () => {
  it('are all the same program, asked for each time and mostly unchanged', async () => {
    const r = await app.inject({ url: '/osp/notice-detail?id=3', headers: page })
    expect(r.statusCode).toBe(200)
    expect(r.body).toContain('门户')
    expect(r.headers['cache-control']).toBe('no-cache')
    const again = await app.inject({
      url: '/osp/notice-detail?id=4',
      headers: { ...page, 'if-none-match': String(r.headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
  })
  it('name the files of their page, their frame, the zone and the chosen colours', async () => {
    const { body } = await app.inject({
      url: '/maintain/roles/',
      headers: { ...page, cookie: 'token=x; theme=dark' },
    })
    expect(body).toContain('<html lang="zh-CN" data-theme="dark" data-shell="back" data-tz="Asia/Urumqi">')
    for (const link of [
      'modulepreload" crossorigin href="/assets/back.js"',
      'modulepreload" crossorigin href="/assets/roles.js"',
      '<style>p{color:red}</style><link rel="stylesheet" crossorigin href="/assets/roles.css" disabled></body>',
    ])
      expect(body).toContain(link)
  })
  it('the front page asks for its picture before anything runs, and no other page does', async () => {
    const { body } = await app.inject({ url: '/osp/home', headers: page })
    expect(body).toContain('<meta charset="utf-8" /><link rel="preload" as="image" href="/api/v2/home/hero"')
    expect((await app.inject({ url: '/login', headers: page })).body).not.toContain('home/hero')
  })
  it('are squeezed', async () => {
    const r = await app.inject({ url: '/login', headers: { ...page, 'accept-encoding': 'gzip' } })
    expect(gunzipSync(r.rawPayload).toString()).toContain('门户')
  })
  it('leave calls alone, whose addresses look like theirs', async () => {
    expect((await app.inject({ url: '/account/logs', headers: page })).body).toBe('logs')
    expect((await app.inject({ url: '/api/v2/nothing', headers: page })).statusCode).toBe(404)
    expect(
      (await app.inject({ url: '/osp/home', headers: { accept: '*/*' } })).headers['content-type'],
    ).toMatch('text/html') // curl
    expect((await app.inject({ url: '/no-such.js', headers: { accept: '*/*' } })).statusCode).toBe(404)
    expect(
      (await app.inject({ url: '/account/finance', headers: { accept: 'application/json' } })).json(),
    ).toEqual({ code: 'NOT_FOUND' })
    expect((await app.inject({ url: '/account/finance', headers: page })).body).toContain('门户')
  })
  it('say whose they are, whatever that is, and follow it', async () => {
    let site = { name: '设备网', school: '<山&海> $& 大学' }
    const named = Fastify()
    await writeFile(
      join(dist, 'index.html'),
      '<html><head><title data-site="name">平台</title></head><body><small data-site="school"></small></body></html>',
    )
    await named.register(web, { dist, site: () => Promise.resolve(site) })
    const read = async () => (await named.inject({ url: '/login', headers: page })).body
    const first = await read()
    expect(first).toContain('<title data-site="name">设备网</title>')
    expect(first).toContain('<small data-site="school">&lt;山&amp;海&gt; $&amp; 大学</small>')
    expect(first).toContain(
      '<script type="application/json" id="site">{"name":"设备网","school":"\\u003c山&海> $& 大学"}</script>',
    )
    site = { ...site, name: '新名' }
    expect(await read()).toContain('<title data-site="name">新名</title>')
    await named.close()
  })
  it('follow a new build', async () => {
    const file = join(dist, 'index.html')
    await writeFile(file, '<html lang="zh-CN"><head></head><body>新版</body></html>')
    await utimes(file, new Date(), new Date(Date.now() + 5000))
    expect((await app.inject({ url: '/osp/home', headers: page })).body).toContain('新版')
  })
  it('say so when nothing was built', async () => {
    const empty = Fastify()
    await empty.register(web, { dist: join(dist, 'nowhere') })
    const r = await empty.inject({ url: '/osp/home', headers: page })
    expect(r.statusCode).toBe(503)
    expect(r.body).toContain('npm start')
  })
})
