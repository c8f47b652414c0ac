import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { precompress } from '../apps/web/build/precompress.ts'
import { fileAt } from '../apps/server/src/adapters/web/static-files.ts'

const here = new URL('yardstick/', import.meta.url).pathname
const PICTURE = '/picture'
/**
 * Inserts the picture once it is decoded, as boot.js does: Chromium ignores one that it first saw in part.
 */
const heroPage = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>尺子</title><link rel="icon" href="data:,"><body style="margin:0"><script>
const picture = new Image()
picture.style = 'width:100%;height:440px;object-fit:cover'
picture.src = '${PICTURE}'
picture.decode().then(() => document.body.append(picture))
</script>`

export interface Yardstick {
  url: string
  stop(): Promise<void>
}

/**
 * Serves minimal pages to measure the browser and this machine: `/antd` is only a list of antd, `/hero` only
 * the front page's picture. They are compressed and cached like the product's files.
 */
export async function startYardstick(hero: Response): Promise<Yardstick> {
  const dist = mkdtempSync(join(tmpdir(), 'portal-yardstick-'))
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    plugins: [precompress()],
    build: {
      outDir: dist,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(here, 'antd.html') },
    },
  })
  const picture = Buffer.from(await hero.arrayBuffer())
  const type = hero.headers.get('content-type') ?? 'image/webp'
  const pages: Record<string, Buffer> = {
    '/antd': brotliCompressSync(readFileSync(join(dist, 'antd.html'))),
    '/hero': brotliCompressSync(heroPage),
  }
  const server = createServer(async ({ url: path = '' }, reply) => {
    const page = pages[path]
    if (page)
      return reply
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'br',
          'cache-control': 'no-cache',
        })
        .end(page)
    const kept = { 'cache-control': 'public, max-age=31536000, immutable' }
    if (path === PICTURE) return reply.writeHead(200, { ...kept, 'content-type': type }).end(picture)
    const file = await fileAt(dist, path, 'br')
    if (!file) return reply.writeHead(404).end()
    reply
      .writeHead(200, {
        ...kept,
        'content-type': file.type,
        ...(file.encoding && { 'content-encoding': file.encoding }),
      })
      .end(file.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      rmSync(dist, { recursive: true, force: true })
    },
  }
}
