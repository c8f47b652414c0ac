import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { casClient } from '../adapters/sso/cas.ts'
import type { Sso } from '../adapters/sso/sso.ts'
import { Ctx, type Deps } from '../kernel/ctx.ts'
import { poolDb } from '../kernel/db.ts'
import { escapeMarkup } from '../kernel/markup.rules.ts'
import { Refusal } from '../kernel/refuse.ts'
import { provePassword } from '../modules/session/session.service.ts'
import { cast, DEMO_PASSWORD } from './cast.ts'

/**
 * A campus single sign-on for the demo, so that 校内用户登录 works without a real one: the parts of CAS 2.0 and
 * 3.0 that a sign-in needs. Its people are the portal's own on-campus accounts and a few newcomers without an
 * account. A ticket carries its data and an HMAC, so that any process of the portal can check it.
 */
const BASE = '/demo-cas'
const TICKET_MS = 30_000
const MAX_TICKETS = 10_000

interface Campus {
  username: string
  name: string
  dept: string
  kind: string
}
const newcomers: readonly Campus[] = [
  { username: '2026010101', name: '苏晴', dept: '201', kind: '学生' },
  { username: 'qinmu', name: '秦牧', dept: '202', kind: '教师' },
]
const known = cast.filter((person) => !('tier' in person))

/** The portal's side: the ordinary CAS client, whose requests go to this process instead of the network. */
export const demoSso = (app: FastifyInstance, service: string): Sso =>
  casClient({
    url: BASE,
    service,
    get: async (path) => {
      const answer = await app.inject(BASE + path)
      return { status: answer.statusCode, body: answer.body }
    },
  })

export function demoCas(app: FastifyInstance, deps: Deps, service: string): void {
  const key = deps.adapters.secrets.keyFor('demo campus tickets')
  const seal = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const shown = new Set<string>()

  function issue(campus: Campus): string {
    const { username, name, dept, kind } = campus
    const text = JSON.stringify([
      randomBytes(9).toString('base64url'),
      Date.now(),
      username,
      name,
      dept,
      kind,
    ])
    const content = Buffer.from(text).toString('base64url')
    return `ST-${content}.${seal(content)}`
  }
  /** A ticket is valid once, within 30 seconds; a failed attempt uses it up, too. */
  function redeem(ticket: string): Campus | undefined {
    const [, content = '', sealed = ''] = /^ST-([\w-]+)\.([\w-]+)$/.exec(ticket) ?? []
    const [given, wanted] = [Buffer.from(sealed), Buffer.from(seal(content))]
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted) || shown.has(ticket))
      return undefined
    const oldest = shown.values().next().value
    if (shown.size >= MAX_TICKETS && oldest) shown.delete(oldest)
    shown.add(ticket)
    // Trusted content: `issue` has sealed it.
    const [, at, username, name, dept, kind] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [
      string,
      number,
      string,
      string,
      string,
      string,
    ]
    return Date.now() - at > TICKET_MS ? undefined : { username, name, dept, kind }
  }

  async function prove(username: string, password: string, ip: string): Promise<Campus> {
    const newcomer = newcomers.find((p) => p.username === username)
    if (newcomer && password === DEMO_PASSWORD) return newcomer
    const person = await provePassword(new Ctx(deps, poolDb(deps.pool), { ip }), username, password)
    return { username: person.username, name: person.name, dept: '', kind: '' }
  }

  app.get(`${BASE}/login`, (request, reply) => {
    const { service: wanted } = request.query as { service?: string }
    return reply
      .type('text/html; charset=utf-8')
      .send(wanted === service ? loginPage(service) : messagePage('该应用未在统一身份认证登记。'))
  })

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    scope.post(`${BASE}/login`, async (request, reply) => {
      const {
        username = '',
        password = '',
        service: wanted,
      } = (request.body ?? {}) as Record<string, string | undefined>
      if (wanted !== service)
        return reply
          .status(400)
          .type('text/html; charset=utf-8')
          .send(messagePage('该应用未在统一身份认证登记。'))
      try {
        const campus = await prove(username.trim().toLowerCase(), password, request.ip)
        return reply.redirect(`${service}?ticket=${issue(campus)}`, 303)
      } catch (e) {
        if (!(e instanceof Refusal)) throw e
        return reply
          .status(e.status)
          .type('text/html; charset=utf-8')
          .send(loginPage(service, username, e.message))
      }
    })
  })

  for (const path of ['/serviceValidate', '/p3/serviceValidate']) {
    app.get(BASE + path, { config: { rateLimit: false } }, (request, reply) => {
      const query = request.query as { ticket?: string; service?: string }
      const found = redeem(query.ticket ?? '')
      const answer = (): string => {
        if (!query.ticket || !query.service)
          return failureXml('INVALID_REQUEST', 'ticket and service are required')
        if (!found) return failureXml('INVALID_TICKET', 'the ticket is unknown, used or expired')
        return query.service === service
          ? successXml(found, path.startsWith('/p3'))
          : failureXml('INVALID_SERVICE', 'the ticket was issued for another service')
      }
      return reply.type('application/xml; charset=utf-8').send(answer())
    })
  }

  app.get(`${BASE}/logout`, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(messagePage('您已退出统一身份认证。')),
  )
}

const NAMESPACE = 'xmlns:cas="http://www.yale.edu/tp/cas"'
const responseXml = (content: string) => `<cas:serviceResponse ${NAMESPACE}>${content}</cas:serviceResponse>`
const failureXml = (code: string, text: string) =>
  responseXml(`<cas:authenticationFailure code="${code}">${escapeMarkup(text)}</cas:authenticationFailure>`)
function successXml({ username, name, dept, kind }: Campus, withAttributes: boolean): string {
  const all = Object.entries({ cn: name, department: dept, userType: kind }).filter(([, value]) => value)
  const attributes = all.map(([key, value]) => `<cas:${key}>${escapeMarkup(value)}</cas:${key}>`).join('')
  const told = withAttributes ? `<cas:attributes>${attributes}</cas:attributes>` : ''
  return responseXml(
    `<cas:authenticationSuccess><cas:user>${escapeMarkup(username)}</cas:user>${told}</cas:authenticationSuccess>`,
  )
}

const page = (title: string, main: string) => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; --ink: light-dark(#1d2733, #e6ebf2); --soft: light-dark(#52606f, #a9b5c4);
  --line: light-dark(#8a97a6, #5f6d7d); --card: light-dark(#fff, #1b232d);
  --brand: light-dark(#14509e, #8ab8ff); --on: light-dark(#fff, #0c1a2c) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#edf1f6, #10161d);
  color: var(--ink); font: 16px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif }
main { box-sizing: border-box; width: min(440px, 100vw); padding: 28px 24px; background: var(--card); border-radius: 10px }
h1 { margin: 0 0 4px; font-size: 22px } p { margin: 0 0 16px; color: var(--soft) } a { color: var(--brand) }
label { display: block; margin: 14px 0 4px } [role=alert] { color: light-dark(#a3241c, #ff9d94) }
input { box-sizing: border-box; width: 100%; padding: 9px 11px; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 6px }
button { width: 100%; margin-top: 20px; padding: 10px; font: inherit; color: var(--on); background: var(--brand);
  border: 0; border-radius: 6px; cursor: pointer }
details { margin-top: 18px } table { width: 100%; border-collapse: collapse; font-size: 14px } td { padding: 2px 0 }
</style>
</head>
<body><main>${main}</main></body>
</html>`

const messagePage = (text: string) =>
  page(
    '统一身份认证（演示）',
    `<h1>统一身份认证（演示）</h1><p>${text}</p><p><a href="/osp/home">返回平台首页</a></p>`,
  )

function loginPage(service: string, username = '', error?: string): string {
  const people = [
    ...known.map((p) => ({ username: p.username, who: `${p.name} ${p.title}` })),
    ...newcomers.map((p) => ({ username: p.username, who: `${p.name} ${p.kind}，首次登录` })),
  ]
  const rows = people
    .map((p) => `<tr><td>${escapeMarkup(p.username)}</td><td>${escapeMarkup(p.who)}</td></tr>`)
    .join('')
  const options = people
    .map((p) => `<option value="${escapeMarkup(p.username)}">${escapeMarkup(p.who)}</option>`)
    .join('')
  return page(
    '统一身份认证（演示）',
    `<h1>统一身份认证（演示）</h1>
<p>这是演示环境自带的认证服务。正式环境请配置学校的 CAS 地址。</p>
${error ? `<p role="alert">${escapeMarkup(error)}</p>` : ''}
<form method="post" action="${BASE}/login">
<input type="hidden" name="service" value="${escapeMarkup(service)}">
<label for="username">学工号</label>
<input id="username" name="username" list="people" required autocomplete="username" value="${escapeMarkup(username)}">
<datalist id="people">${options}</datalist>
<label for="password">密码</label>
<input id="password" name="password" type="password" required autocomplete="current-password">
<button>登录</button>
</form>
<details open><summary>演示账号（密码均为 ${DEMO_PASSWORD}）</summary><table><tbody>${rows}</tbody></table></details>`,
  )
}
