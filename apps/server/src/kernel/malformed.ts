import { failures, type FailureCode } from '@portal/contract/kernel/codes'
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Socket } from 'node:net'

// Answers what is refused before there is a request: an address that cannot be read, and input that is no
// HTTP. It gets the same envelope as every other refusal, in Chinese, with a request id.

interface Turned {
  status: number
  code: FailureCode
  message: string
}
const turnedAway = {
  address: { status: 400, code: 'BAD_REQUEST', message: '请求地址含有无法识别的字符，请检查链接' },
  longAddress: { status: 414, code: 'TOO_LARGE', message: '请求地址过长，请减少查询条件或检查链接' },
  headers: {
    status: 431,
    code: 'TOO_LARGE',
    message: '请求地址或请求头过长，请减少查询条件或清除浏览器的 Cookie 后重试',
  },
  slow: { status: 408, code: 'TIMEOUT', message: failures.TIMEOUT.message },
  http: { status: 400, code: 'BAD_REQUEST', message: '请求不符合 HTTP 格式' },
} as const satisfies Record<string, Turned>

const reasonOf: Record<string, Turned> = {
  FST_ERR_BAD_URL: turnedAway.address,
  FST_ERR_MAX_PARAM_LENGTH: turnedAway.longAddress,
  HPE_HEADER_OVERFLOW: turnedAway.headers,
  ERR_HTTP_REQUEST_TIMEOUT: turnedAway.slow,
}
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}
const envelope = ({ code, message }: Turned, requestId: string) =>
  JSON.stringify({ code, message, requestId })

export function answerMalformed(
  nextId: () => string,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  return {
    frameworkErrors(error: { code?: string }, request: FastifyRequest, reply: FastifyReply) {
      const turned = reasonOf[error.code ?? ''] ?? turnedAway.http
      // No hook has run, so the headers are set here.
      void reply
        .status(turned.status)
        .headers({ ...headers, 'x-request-id': request.id })
        .send(envelope(turned, request.id))
    },
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const turned = reasonOf[error.code ?? ''] ?? turnedAway.http
      const id = nextId()
      const body = envelope(turned, id)
      const lines = Object.entries({
        ...headers,
        'x-request-id': id,
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      })
      socket.end(
        `HTTP/1.1 ${turned.status} ${turned.code}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
      )
    },
  }
}
