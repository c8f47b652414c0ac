import type { FastifyInstance } from 'fastify'
import { ticketOfLogout } from '../../adapters/sso/cas.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTransaction } from '../../kernel/jobs.ts'
import { fail } from '../../kernel/refuse.ts'
import { endByTicket } from './session.handler.ts'

const MAX_BYTES = 20_000

/**
 * CAS single logout: the campus posts `logoutRequest` to the service address of its tickets, naming the
 * ticket that began the session. The request is not signed; only the parties of the sign-in know the ticket.
 */
export function ssoLogoutRoute(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body as string).get('logoutRequest')),
    )
    scope.post('/login', async (request, reply) => {
      const ticket = typeof request.body === 'string' ? ticketOfLogout(request.body) : undefined
      if (!ticket) throw fail('BAD_REQUEST', '退出请求无法识别')
      await inTransaction(deps, request.id, new Date(), (ctx) => endByTicket(ctx, ticket))
      return reply.status(204).send()
    })
  })
}
