import type { FastifyInstance } from 'fastify'
import type { NationalPlatform } from '../adapters/national-platform/national-platform.ts'
import { createReceiver } from '../adapters/national-platform/receiver.ts'
import { soapClient } from '../adapters/national-platform/soap.ts'
import { DEMO_PASSWORD } from './cast.ts'

/**
 * A small receiver that replaces the national platform, so that reporting can be tried out. It keeps data in
 * memory only.
 */
const PATH = '/demo-national-platform'
const ACCOUNT = { user: 'demo', password: DEMO_PASSWORD }

export function demoReceiver(app: FastifyInstance): void {
  const receiver = createReceiver(ACCOUNT)
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'text/xml',
      { parseAs: 'string', bodyLimit: 5_000_000 },
      (_request, body, done) => done(null, body),
    )
    scope.post(PATH, async (request, reply) => {
      const { status, body } = receiver.answer(String(request.body ?? ''))
      return reply.status(status).type('text/xml; charset=utf-8').send(body)
    })
  })
}

/** The ordinary client, whose requests go to this process instead of the network. */
export const demoNationalPlatform = (app: FastifyInstance): NationalPlatform =>
  soapClient({
    ...ACCOUNT,
    post: async (envelope, action) => {
      const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` }
      const answer = await app.inject({ method: 'POST', url: PATH, headers, payload: envelope })
      return { status: answer.statusCode, body: answer.body }
    },
  })
