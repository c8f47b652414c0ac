import helmet from 'helmet'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * The headers that helmet sets on every reply, computed once. Its plugin for Fastify reads the options and
 * builds the policy anew for each request, which took a tenth of the server's time for the smallest call.
 */
export function makeSecurityHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const apply = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // The proxy before the portal decides about TLS, and so about this header.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  // helmet only sets headers, and none of them depends on the request.
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  } as unknown as ServerResponse
  apply({} as IncomingMessage, answer, (fault) => {
    if (fault) throw fault
  })
  return headers
}
