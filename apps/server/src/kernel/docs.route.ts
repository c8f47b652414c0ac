import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { makeOpenApi } from './openapi.ts'
import { handOver } from './send-reply.ts'

type Calls = Parameters<typeof makeOpenApi>[0]

/**
 * `GET /api/openapi.json` for all calls or those of one `?domain=`, and `/api/docs` to browse them. Printing
 * all calls takes half a second and 30 MB, and the pages load 150 modules of their own: both are made for the
 * first request and not at the start.
 */
export function docsRoutes(app: FastifyInstance, calls: Calls): void {
  const domains = [...new Set(calls.map((c) => c.domain))]
  let printed: ReturnType<typeof makeOpenApi> | undefined
  const specification = () => (printed ??= makeOpenApi(calls))
  app.get<{ Querystring: { domain?: string } }>('/api/openapi.json', ({ query: { domain } }, reply) => {
    if (domain === undefined) return specification()
    return domains.includes(domain)
      ? makeOpenApi(calls.filter((c) => c.domain === domain))
      : reply.callNotFound()
  })

  let pages: Promise<FastifyInstance> | undefined
  // If loading fails (no memory, no file handle left), the next request tries again.
  const again = (fault: unknown): never => {
    pages = undefined
    throw fault
  }
  const browse = async (request: FastifyRequest, reply: FastifyReply) => {
    const { routing } = await (pages ??= browsable(domains, specification).catch(again))
    routing(request.raw, handOver(reply))
  }
  app.get('/api/docs', browse)
  app.get('/api/docs/*', browse)
  app.addHook('onClose', async () => void (await pages?.then((each) => each.close())))
}

/**
 * A separate server that does not listen, because plugins cannot be added to a running one. The page shows
 * one domain at a time: with all calls a browser works for eight seconds and more (Swagger UI resolves a
 * whole 3.1 document before it shows a line of it).
 */
async function browsable(
  domains: readonly string[],
  specification: () => ReturnType<typeof makeOpenApi>,
): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const pages = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await pages.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } },
  })
  await pages.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: {
      urls: [
        ...domains.toSorted().map((domain) => ({ name: domain, url: `/api/openapi.json?domain=${domain}` })),
        { name: '全部（需较长时间）', url: '/api/openapi.json' },
      ],
    },
    transformSpecification: specification,
    transformSpecificationClone: false,
  })
  await pages.ready()
  return pages
}
