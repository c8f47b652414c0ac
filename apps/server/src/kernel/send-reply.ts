import { OK } from '@portal/contract/kernel/codes'
import { cleanFileName } from '@portal/contract/kernel/text'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Ctx } from './ctx.ts'
import { packed } from './packed.ts'

// Sends answers: data in the envelope, files as they are.

/** The answer of a `raw` call. */
export interface RawReply {
  /** Content type; always sent with nosniff. */
  type: string
  body: Readable | Buffer | string
  /** Name under which the browser saves it. */
  fileName?: string
  /** Seconds a browser may cache it; 0: it asks each time. */
  maxAge?: number
  /** The version of the body: a browser that has it gets 304 without a body. */
  etag?: string
  headers?: Record<string, string>
}

/**
 * Sends data as JSON in the envelope. A browser that has it already, by its `etag`, gets 304 without a body.
 */
export function sendData(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag, cacheControl }: { json: string; etag?: string; cacheControl: string },
) {
  reply.header('cache-control', cacheControl)
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  }
  reply.type('application/json; charset=utf-8')
  return packed(request, reply, `{"code":${OK},"message":"ok","data":${json},"requestId":"${request.id}"}`)
}

export function sendRaw(request: FastifyRequest, reply: FastifyReply, raw: RawReply) {
  const asked = raw.etag === undefined ? 'no-store' : 'private, no-cache'
  reply.header('cache-control', raw.maxAge ? `private, max-age=${raw.maxAge}` : asked)
  if (raw.etag !== undefined) {
    reply.header('etag', raw.etag)
    if (request.headers['if-none-match'] === raw.etag) return reply.status(304).send()
  }
  reply.type(raw.type)
  if (raw.fileName)
    reply.header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(cleanFileName(raw.fileName))}`,
    )
  for (const [k, v] of Object.entries(raw.headers ?? {})) reply.header(k, v)
  return reply.send(raw.body)
}

/**
 * Hands the raw response to a caller that writes it itself. Headers that are set already, security headers
 * and the request's id, are kept.
 */
export function handOver(reply: FastifyReply): ServerResponse {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  return reply.raw
}

export function setCookies(request: FastifyRequest, reply: FastifyReply, { setCookies }: Ctx): void {
  for (const c of setCookies) {
    reply.setCookie(c.name, c.value, {
      path: c.path ?? '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      ...(c.maxAgeSeconds !== undefined && { maxAge: c.maxAgeSeconds }),
    })
  }
}
