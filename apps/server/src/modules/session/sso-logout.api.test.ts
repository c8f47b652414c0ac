import { sessionCalls } from '@portal/contract/session/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type App } from '../../app.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let app: App
beforeAll(async () => {
  world = await createWorld()
  const sso = {
    loginUrl: 'https://cas.example.edu/login',
    validate: async (ticket: string) => ({
      ok: true as const,
      subject: ticket.split('-')[1] ?? '',
      attributes: {},
    }),
  }
  app = await buildApp({ env: world.app.deps.env, pool: world.database.pool, adapters: { sso } })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const enter = async (ticket: string) =>
  (await app.inject({ method: 'POST', url: sessionCalls.login.path, payload: { ticket } })).json<{
    data: { token: string }
  }>().data.token
const works = async (token: string) =>
  (await app.inject({ url: sessionCalls.current.path, headers: { authorization: token } })).statusCode === 200
const logout = (xml: string) =>
  app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logoutRequest: xml }).toString(),
  })
const request = (
  ticket: string,
) => `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-1" Version="2.0" IssueInstant="2026-11-21T00:00:00Z">
  <saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID>
  <samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`

test('the campus ends the session that began with a ticket, and no other', async () => {
  const [here, phone, other] = [await enter('ST-zhang-1'), await enter('ST-zhang-2'), await enter('ST-li-3')]
  expect((await logout(request('ST-zhang-1'))).statusCode).toBe(204)
  expect([await works(here), await works(phone), await works(other)]).toEqual([false, true, true])
  const log = await world.sql(`select username, summary from operation_log where call = 'POST /login'`)
  expect(log).toEqual([{ username: 'zhang', summary: '统一身份认证退出' }])
  // A repeated logout or an unknown ticket changes nothing.
  expect((await logout(request('ST-zhang-1'))).statusCode).toBe(204)
  expect((await logout(request('ST-nobody'))).statusCode).toBe(204)
})

test('what names no ticket is refused, and ends nothing', async () => {
  const token = await enter('ST-wang-9')
  const wrong = [
    '',
    'x',
    '<a/>',
    '<constructor/>',
    `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`,
    request(''),
    `<!DOCTYPE x [<!ENTITY t "ST-wang-9">]>${request('&t;')}`,
    `<!-- ${request('ST-wang-9').replace(/--/g, '')} --><LogoutRequest/>`,
    'x'.repeat(30_000),
  ]
  for (const xml of wrong) {
    const answer = await logout(xml)
    expect(answer.statusCode, xml.slice(0, 60)).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.json()).toMatchObject({ message: expect.stringMatching(/[\u4e00-\u9fff]/) })
  }
  const plain = await app.inject({
    method: 'POST',
    url: '/login',
    payload: { logoutRequest: request('ST-wang-9') },
  })
  expect(plain.statusCode).toBe(400)
  expect(await works(token)).toBe(true)
})
