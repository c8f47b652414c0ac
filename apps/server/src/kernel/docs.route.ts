import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { openApiOf } from './openapi.ts'

type Specification = ReturnType<typeof openApiOf>

/**
 * `GET /api/openapi.json`, and `/api/docs` to browse it. Printing takes half a second and thirty megabytes, and the pages bring a
 * hundred and fifty modules of their own: both are made for the first who asks, never for a start.
 */
export function docsRoutes(app: FastifyInstance, calls: Parameters<typeof openApiOf>[0]): void {
  let printed: Specification | undefined
  const specification = () => (printed ??= openApiOf(calls))
  app.get('/api/openapi.json', specification)

  let pages: Promise<FastifyInstance> | undefined
  const browse = async (request: FastifyRequest, reply: FastifyReply) => {
    const { routing } = await (pages ??= browsable(specification))
    reply.hijack()
    // Who answers from here on does not know what this reply had to say: security headers, request id.
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    routing(request.raw, reply.raw)
  }
  app.get('/api/docs', browse)
  app.get('/api/docs/*', browse)
  app.addHook('onClose', async () => void (await pages?.then((each) => each.close())))
}

/** A server of its own that nobody listens to; plugins cannot be added to one that runs. */
async function browsable(specification: () => Specification): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  const pages = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await pages.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } } })
  await pages.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { docExpansion: 'none' }, transformSpecification: specification, transformSpecificationClone: false })
  await pages.ready()
  return pages
}
