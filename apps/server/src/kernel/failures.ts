import { failures } from '@portal/contract/kernel/codes'
import type { FastifyInstance } from 'fastify'
import { isAway } from './away.rules.ts'
import { type Deps } from './ctx.ts'
import { poolDb } from './db.ts'
import { describeFault, hideSecrets } from './fault.rules.ts'
import { logException } from './kernel.store.ts'
import { fail, Refusal, findRefusal } from './refuse.ts'

/**
 * Turns every error into an envelope with a Chinese message. Only unexpected errors are answered with 500,
 * and they are written to the exception log.
 */
export function answerFailures(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler(async (error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal) {
      if (refusal.status === 503) {
        request.log.warn({ err: error }, 'database away')
        reply.header('retry-after', '1')
      }
      if (refusal.status === failures.DISK_FULL.status) request.log.error({ err: error }, 'disk full')
      reply.status(refusal.status).header('cache-control', 'no-store')
      return {
        code: refusal.code,
        message: refusal.message,
        requestId: request.id,
        ...(refusal.help !== undefined && { data: refusal.help }),
        ...(refusal.reasons && { reasons: refusal.reasons }),
      }
    }
    request.log.error({ err: error }, 'exception')
    const call =
      request.routeOptions.config.contract ?? `${request.method} ${request.routeOptions.url ?? '?'}`
    await logException(poolDb(deps.pool), {
      ...describeFault(call, error),
      requestId: request.id,
      userId: request.actorId ?? null,
      request: { params: hideSecrets(request.params), query: hideSecrets(request.query) },
    }).catch((e: unknown) => request.log.error({ err: e }, 'exception not logged'))
    reply.status(500).header('cache-control', 'no-store')
    return { code: 'INTERNAL', message: failures.INTERNAL.message, requestId: request.id }
  })
}

function asRefusal(error: Error & { statusCode?: number; code?: string }): Refusal | undefined {
  const known = findRefusal(error)
  if (known) return known
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail('TOO_LARGE')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return fail('UNSUPPORTED')
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === '53100') return fail('DISK_FULL')
  if (isAway(error)) return fail('UNAVAILABLE')
  const status = error.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    const code =
      (Object.keys(failures) as (keyof typeof failures)[]).find((c) => failures[c].status === status) ??
      'BAD_REQUEST'
    return fail(code, code === 'BAD_REQUEST' ? '请求内容无法识别，请检查格式' : failures[code].message)
  }
  return undefined
}
