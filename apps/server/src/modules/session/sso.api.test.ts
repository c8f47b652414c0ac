import { setTimeout as sleep } from 'node:timers/promises'
import { sessionCalls } from '@portal/contract/session/session'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../adapters/hashing/passwords.ts'
import type { SsoAnswer } from '../../adapters/sso/sso.ts'
import { buildApp, type App } from '../../app.ts'
import { Browser } from '../../testing/browser.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.sql(`insert into dept (code, name) values ('201', '物理学院')`)
})
afterAll(() => world.close())

interface Entered {
  token: string
  user: {
    uid: number
    username: string
    name: string
    email: string | null
    dept: { name: string } | null
    userType: string
    roles: string[]
  }
}
const enter = async (app: App, ticket: string) => {
  const b = new Browser(app)
  await b.post(sessionCalls.login.path, { ticket })
  const { code, message, data } = b.last.json() as { code: string; message: string; data: Entered }
  return { status: b.last.statusCode, code, message, ...data }
}

describe('what the campus answers', () => {
  let app: App
  let says: SsoAnswer
  let asked = 0
  /** The campus answers once this is resolved. */
  let held: Promise<void> | undefined
  const validate = async () => {
    asked += 1
    await held
    return says
  }
  beforeAll(async () => {
    const sso = { loginUrl: 'https://cas.example.edu/login', validate }
    app = await buildApp({ env: world.app.deps.env, pool: world.database.pool, adapters: { sso } })
  })
  afterAll(() => app.close())
  const subject = (name: string, attributes: Record<string, string[]> = {}) =>
    (says = { ok: true, subject: name, attributes })

  test('somebody new gets an account with what the campus says of him', async () => {
    subject('2026001', {
      cn: ['苏晴'],
      mail: ['SuQing@Example.edu'],
      department: ['物理学院'],
      eduPersonAffiliation: ['student'],
    })
    const first = await enter(app, 'ST-1')
    expect(first).toMatchObject({
      status: 200,
      user: {
        username: '2026001',
        name: '苏晴',
        email: 'suqing@example.edu',
        dept: { name: '物理学院' },
        userType: '1',
        roles: ['STUDENT'],
      },
    })
    subject('2026001', { cn: ['苏晴晴'] })
    expect(await enter(app, 'ST-2')).toMatchObject({
      user: { uid: first.user.uid, name: '苏晴晴', email: 'suqing@example.edu', dept: { name: '物理学院' } },
    })
    const [found] = await world.sql<{ n: number }>(
      `select count(*) as n from user_account
        where search_grams @> '{苏晴,sqq}' and on_campus and tier = 'campus'`,
    )
    expect(found?.n).toBe(1)
    subject('T100', { cn: ['秦牧'], userType: ['教师'] })
    expect((await enter(app, 'ST-3')).user).toMatchObject({
      username: 't100',
      userType: '2',
      roles: ['TEACHER'],
    })
  })

  test('somebody whom an administrator has entered keeps his account', async () => {
    const [made] = await world.sql<{ id: number }>(
      `insert into user_account (username, name) values ('wangwu', '王五') returning id`,
    )
    subject('wangwu')
    // A CAS 2.0 server sends no name: the stored name stays.
    expect((await enter(app, 'ST-1')).user).toMatchObject({ uid: made!.id, name: '王五' })
    expect((await enter(app, 'ST-2')).user).toMatchObject({ uid: made!.id, name: '王五' })
  })

  test('a head whom the campus moves to another dept does not head it', async () => {
    await world.sql(`insert into dept (code, name) values ('203', '化学学院')`)
    await world.sql(
      `with h as (insert into user_account (username, name, dept_id) select 'head1', '甲', id from dept
          where code = '203' returning id)
        insert into user_role (user_id, role_id) select h.id, r.id from h, role r
          where r.code in ('DEPT_HEAD', 'TEACHER')`,
    )
    const from = async (department: string) => {
      subject('head1', { cn: ['甲'], department: [department] })
      return (await enter(app, 'ST-1')).user
    }
    expect((await from('化学学院')).roles.toSorted()).toEqual(['DEPT_HEAD', 'TEACHER'])
    expect(await from('物理学院')).toMatchObject({ dept: { name: '物理学院' }, roles: ['TEACHER'] })
    // The earlier role does not come back with the earlier dept; an administrator must give it.
    expect(await from('化学学院')).toMatchObject({ roles: ['TEACHER'] })
  })

  test('a merged dept that the campus still names takes nobody back', async () => {
    await world.sql(
      `insert into dept (code, name, parent_id, enabled)
        select '207', '声学系', id, false from dept where code = '201'`,
    )
    await world.sql(
      `with h as (insert into user_account (username, name, dept_id) select 'head2', '乙', id from dept
          where code = '201' returning id)
        insert into user_role (user_id, role_id) select h.id, r.id from h, role r where r.code = 'DEPT_HEAD'`,
    )
    subject('head2', { cn: ['乙'], departmentNumber: ['207'] })
    expect((await enter(app, 'ST-1')).user).toMatchObject({
      dept: { name: '物理学院' },
      roles: ['DEPT_HEAD'],
    })
    // Somebody new is recorded where the campus says, below the dept that it went into.
    subject('2026207', { cn: ['丙'], departmentNumber: ['207'] })
    expect((await enter(app, 'ST-2')).user).toMatchObject({ dept: { name: '声学系' } })
  })

  test('an account of the same name from outside is not taken over; nor is one that another subject has', async () => {
    const [guest] = await world.sql<{ id: number }>(
      `insert into user_account (username, name, on_campus, tier) values ('zhaoliu', '外人', false, 'company')
        returning id`,
    )
    subject('zhaoliu', { cn: ['赵六'] })
    const own = (await enter(app, 'ST-1')).user
    expect(own).toMatchObject({ username: 'zhaoliu@sso', name: '赵六' })
    expect(own.uid).not.toBe(guest!.id)
    await world.sql(
      `insert into user_account (username, name, cas_subject) values ('qianqi', '钱七', 'other-subject')`,
    )
    subject('QianQi', { cn: ['另一位'] })
    expect((await enter(app, 'ST-2')).user).toMatchObject({ username: 'qianqi@sso', name: '另一位' })
  })

  test('an address that somebody else has is left out', async () => {
    await world.sql(
      `insert into user_account (username, name, email) values ('haseemail', '甲', 'same@example.edu')`,
    )
    subject('noemail', { mail: ['same@example.edu'] })
    expect((await enter(app, 'ST-1')).user).toMatchObject({ username: 'noemail', email: null })
  })

  test('an address whose other account is closed comes with the next sign-in', async () => {
    await world.sql(
      `insert into user_account (username, name, email) values ('bachelor1', '甲', 'back@example.edu')`,
    )
    subject('master1', { mail: ['back@example.edu'] })
    expect((await enter(app, 'ST-1')).user).toMatchObject({ email: null })
    await world.sql(`update user_account set enabled = false where username = 'bachelor1'`)
    expect((await enter(app, 'ST-2')).user).toMatchObject({ username: 'master1', email: 'back@example.edu' })
  })

  test('a closed account stays closed', async () => {
    await world.sql(`insert into user_account (username, name, enabled) values ('closed1', '停用', false)`)
    subject('closed1')
    expect(await enter(app, 'ST-1')).toMatchObject({ status: 403, code: 'ACCOUNT_CLOSED' })
  })

  test('ten first sign-ins of one person at once make one account', async () => {
    subject('atonce', { cn: ['同时'] })
    const all = await Promise.all(Array.from({ length: 10 }, (_, i) => enter(app, `ST-${i}`)))
    expect(all.map((a) => a.status)).toEqual(Array(10).fill(200))
    expect(new Set(all.map((a) => a.user.uid)).size).toBe(1)
  })

  test.for([
    ['refused', 401, 'TICKET_REFUSED', /无效、已过期或已被使用/],
    ['misconfigured', 401, 'SSO_MISCONFIGURED', /未在统一身份认证登记/],
    ['unreachable', 503, 'SSO_UNREACHABLE', /暂时无法连接统一身份认证/],
    ['unreadable', 502, 'SSO_UNREADABLE', /无法识别/],
  ] as const)('%s is told plainly', async ([why, status, code, message]) => {
    says = { ok: false, why, detail: 'because' }
    const answer = await enter(app, 'ST-1')
    expect(answer).toMatchObject({ status, code })
    expect(answer.message).toMatch(message)
    const noted = await world.sql(`select from exception_log where call = 'CAS' and message = $1`, [
      `${why}: because`,
    ])
    expect(noted).toHaveLength(why === 'refused' ? 0 : 1)
  })

  test('who invents tickets is stopped after fifty; his passwords and the tickets of others are not', async () => {
    says = { ok: false, why: 'refused', detail: 'because' }
    const before = asked
    const thief = new Browser(app, '198.51.100.9')
    const statuses: number[] = []
    for (let i = 0; i < 60; i++)
      statuses.push((await thief.post(sessionCalls.login.path, { ticket: `ST-${i}` })).statusCode)
    expect(statuses).toEqual([...Array<number>(50).fill(401), ...Array<number>(10).fill(429)])
    expect(asked - before).toBe(50)
    const wrong = await thief.post(sessionCalls.login.path, { username: 'nobody', password: 'Wrong#2026' })
    expect(wrong.statusCode).toBe(401)
    subject('2026009', { cn: ['钱多'] })
    expect((await enter(app, 'ST-1')).status).toBe(200)
  })

  test('the campus is asked about twenty tickets at a time; further ones wait', async () => {
    subject('manyatonce', { cn: ['多人'] })
    await enter(app, 'ST-0')
    const before = asked
    let answerNow = () => {}
    held = new Promise((go) => (answerNow = go))
    const entering = Promise.all(Array.from({ length: 25 }, (_, i) => enter(app, `ST-${i}`)))
    await expect.poll(() => asked - before).toBe(20)
    await sleep(100)
    expect(asked - before).toBe(20)
    answerNow()
    held = undefined
    expect((await entering).map((a) => a.status)).toEqual(Array(25).fill(200))
  })

  test('names that would spoil the table', async () => {
    for (const name of ['-x', 'a b', '../etc', `a${'x'.repeat(80)}`, "a';--", '\u0000', '张三']) {
      subject(name)
      expect((await enter(app, 'ST-1')).status, name).toBe(400)
    }
    subject('longname', {
      cn: ['名'.repeat(500)],
      mail: ['not an address'],
      department: ['\u0000', 'x'.repeat(9000)],
    })
    expect((await enter(app, 'ST-1')).status).toBe(200)
  })
})

describe('without a single sign-on', () => {
  test('there is no address, and a ticket is refused', async () => {
    expect(await world.ok(null, sessionCalls.sso)).toEqual({ url: null })
    expect(await enter(world.app, 'ST-1')).toMatchObject({ status: 422, code: 'SSO_OFF' })
  })
})

describe("the demo's own", () => {
  let app: App
  const base = '/demo-cas'
  beforeAll(async () => {
    app = await buildApp({ env: { ...world.app.deps.env, DEMO: true }, pool: world.database.pool })
    await world.sql(
      `insert into user_account (username, name, password_hash) values ('booker', '林晓雨', $1)`,
      [await hashPassword('Demo#2026')],
    )
  })
  afterAll(() => app.close())
  beforeEach(() => world.sql('delete from login_throttle'))

  const signIn = (username: string, password = 'Demo#2026', service = '/login') =>
    app.inject({
      method: 'POST',
      url: `${base}/login`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username, password, service }).toString(),
    })
  const findTicket = async (username: string) =>
    new URL((await signIn(username)).headers.location as string, 'http://x').searchParams.get('ticket') ?? ''
  const validate = async (query: string, path = '/p3/serviceValidate') =>
    (await app.inject(`${base}${path}?${query}`)).body

  test('is where the second tab leads, shows its people, and comes back with a ticket', async () => {
    const { url } = ((await app.inject(sessionCalls.sso.path)).json() as { data: { url: string } }).data
    expect(url).toBe('/demo-cas/login?service=%2Flogin')
    const page = await app.inject(url)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('booker')
    expect(page.body).not.toMatch(/<script|offcampus|onclick/)
    const entered = await enter(app, await findTicket('booker'))
    expect(entered).toMatchObject({ status: 200, user: { username: 'booker', name: '林晓雨' } })
  })

  test('somebody new there is new here too', async () => {
    expect(await enter(app, await findTicket('2026010101'))).toMatchObject({
      status: 200,
      user: { name: '苏晴', userType: '1', dept: { name: '物理学院' } },
    })
    expect(await enter(app, await findTicket('qinmu'))).toMatchObject({
      status: 200,
      user: { name: '秦牧', userType: '2', roles: ['TEACHER'] },
    })
  })

  test('a ticket is good once, for half a minute, for this portal', async () => {
    const used = await findTicket('booker')
    expect((await enter(app, used)).status).toBe(200)
    expect(await enter(app, used)).toMatchObject({ status: 401, code: 'TICKET_REFUSED' })
    expect(await enter(app, 'ST-made-up')).toMatchObject({ status: 401, code: 'TICKET_REFUSED' })
    expect(
      await validate(`ticket=${await findTicket('booker')}&service=https://evil.example/login`),
    ).toContain('code="INVALID_SERVICE"')
    expect(await validate('ticket=ST-1')).toContain('code="INVALID_REQUEST"')
    expect(await validate(`ticket=${await findTicket('booker')}&service=/login`, '/serviceValidate')).toMatch(
      /<cas:user>booker<\/cas:user>(?!<cas:attributes>)/,
    )
  })

  test('wrong passwords are refused and throttled as at the front door; other services are not served', async () => {
    const wrong = await signIn('booker', '<b>wrong</b>')
    expect([wrong.statusCode, wrong.headers.location]).toEqual([401, undefined])
    expect(wrong.body).toContain('用户名或密码错误')
    for (let i = 0; i < 4; i++) await signIn('booker', 'wrong')
    expect((await signIn('booker')).statusCode).toBe(429)
    expect((await signIn('"><script>alert(1)</script>')).body).not.toContain('<script>')
    expect((await signIn('booker', 'Demo#2026', 'https://evil.example/')).statusCode).toBe(400)
    expect((await app.inject(`${base}/login?service=https://evil.example/`)).body).toContain(
      '未在统一身份认证登记',
    )
  })
})
