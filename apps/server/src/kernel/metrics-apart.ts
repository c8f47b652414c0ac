import { createServer } from 'node:http'
import { BootError } from './env.ts'
import { showFigures, type Shown } from './metrics.ts'

/**
 * Serves `/metrics` and nothing else on METRICS_PORT, if that is set. Returns a function that stops it;
 * throws a BootError if it cannot listen there.
 */
export async function listenApart(deps: Shown): Promise<() => Promise<void>> {
  const { METRICS_PORT, METRICS_HOST } = deps.env
  if (METRICS_PORT === undefined) return async () => undefined
  const server = createServer(async (request, response) => {
    const asked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    const shown = asked && (await showFigures(deps, request.headers.authorization).catch(() => null))
    if (shown) response.writeHead(200, { 'content-type': shown.type }).end(shown.text)
    else response.writeHead(!asked ? 404 : shown === null ? 500 : 401).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port: METRICS_PORT, host: METRICS_HOST, exclusive: true }, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    throw new BootError(
      `无法在 ${METRICS_HOST}:${METRICS_PORT} 提供 /metrics（${error.code}），请更改 METRICS_PORT 或 METRICS_HOST。 /metrics cannot be served at ${METRICS_HOST}:${METRICS_PORT} (${error.code}); change METRICS_PORT or METRICS_HOST.`,
    )
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
}
