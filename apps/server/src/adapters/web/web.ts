import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import { repoRoot } from '../../kernel/env.ts'
import { createPages, type Pages } from './pages.ts'
import { readRoom, ROOM } from './parse-room.ts'
import type { SiteShown } from './site-words.ts'
import { encodingFor, fileAt } from './static-files.ts'

export interface WebOptions {
  /** The folder of the built browser part. */
  dist?: string
  /** The time zone of the campus, written into the HTML. */
  tz?: string
  /** The name of the installation, written into the HTML, so that the first paint shows the right school. */
  site?: () => Promise<SiteShown>
}
/**
 * Prefixes of addresses that are calls only. Screens and calls share `/account`, `/user` and `/permission`:
 * there the routes decide.
 */
const CALLS = /^\/(api|backend|healthz|readyz|metrics)(\/|$)/
const MISSING = '网站页面尚未构建，请运行 npm start。 The web pages have not been built yet; run npm start.'

/**
 * Serves the browser part. Every route of a call is more exact than this one, so it gets only other
 * addresses: files of the build, and addresses of screens, which all get the same program.
 */
export async function web(app: FastifyInstance, options: WebOptions = {}): Promise<void> {
  const dist = options.dist ?? join(repoRoot, 'apps/web/dist')
  const pages = createPages(dist, options)

  app.get(ROOM, { config: { rateLimit: false } }, async (_request, reply) => {
    const room = await readRoom(dist)
    if (!room) return reply.callNotFound()
    // Replaces the portal's own policy, which would let the page reach the portal and would not
    // let it run code from text.
    reply.header('content-security-policy', room.policy).header('cache-control', 'no-cache')
    // The page has no origin, so it cannot be grouped by one.
    reply.removeHeader('origin-agent-cluster')
    return reply.type('text/html; charset=utf-8').send(room.body)
  })

  app.get('/*', { config: { rateLimit: false } }, async (request, reply) => {
    const path = findPath(request)
    const file = await fileAt(dist, path, encodingFor(request))
    if (file) {
      reply.type(file.type).header('vary', 'accept-encoding')
      reply.header(
        'cache-control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      if (file.encoding) reply.header('content-encoding', file.encoding)
      return reply.send(file.body)
    }
    if (CALLS.test(path) || !wantsPage(request, path)) return reply.callNotFound()
    return sendPage(request, reply, pages, path)
  })
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: Pages,
  path: string,
): Promise<FastifyReply> {
  const page = await pages.of(path, findTheme(request), encodingFor(request))
  if (!page) return reply.status(503).type('text/plain; charset=utf-8').send(MISSING)
  // The browser revalidates each time, so that it sees a new version at once; mostly the answer is 304.
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, cookie')
    .header('etag', page.etag)
  const policy = reply.getHeader('content-security-policy')
  if (page.script && policy)
    reply.header('content-security-policy', String(policy).replace("script-src 'self'", `$& ${page.script}`))
  if (request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  if (page.encoding) reply.header('content-encoding', page.encoding)
  return reply.send(page.body)
}

const findPath = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/'
/**
 * True if the client accepts HTML. `curl` accepts anything, but an address with a file extension is no page.
 */
const wantsPage = ({ headers: { accept = '*/*' } }: FastifyRequest, path: string): boolean =>
  accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path))
function findTheme({ headers }: FastifyRequest): 'light' | 'dark' | null {
  const found = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1]
  return found === 'light' || found === 'dark' ? found : null
}
