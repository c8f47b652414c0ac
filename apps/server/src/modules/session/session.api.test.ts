import { sessionCalls } from '@portal/contract/session/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../adapters/hashing/passwords.ts'
import { buildApp, type App } from '../../app.ts'
import { Browser } from '../../testing/browser.ts'
import { createWorld, type World } from '../../testing/world.ts'

const PASSWORD = 'Right#2026'
let world: World
let other: App
let hash: string
beforeAll(async () => {
  world = await createWorld()
  other = await buildApp({ env: world.app.deps.env, pool: world.database.pool })
  hash = await hashPassword(PASSWORD)
})
afterAll(async () => {
  await other.close()
  await world.close()
})

let people = 0
let addresses = 0
/** A person with a password and an address of their own, so that tests do not throttle one another. */
async function somebody(about: { enabled?: boolean; password?: boolean } = {}) {
  const username = `person${++people}`
  const [row] = await world.sql<{ id: number }>(
    'insert into user_account (username, name, password_hash, enabled) values ($1, $2, $3, $4) returning id',
    [username, '某人', about.password === false ? null : hash, about.enabled ?? true],
  )
  return { id: row!.id, username, browser: browser() }
}
const browser = (app = world.app) => new Browser(app, `10.0.${++addresses >> 8}.${addresses & 255}`)
const login = (b: Browser, body: object) => b.post(sessionCalls.login.path, body)
const findToken = (b: Browser) => (b.last.json() as { data: { token: string } }).data.token
const current = (token: string, app = world.app) =>
  app.inject({ url: sessionCalls.current.path, headers: { authorization: token } })
const findCode = (b: Browser) => (b.last.json() as { code: string }).code
const makeMessage = (b: Browser) => (b.last.json() as { message: string }).message

describe('with a password', () => {
  test('answers token and person; the token works on every server of the database, the username in any case', async () => {
    const { username, browser: b, id } = await somebody()
    await login(b, { username: ` ${username.toUpperCase()} `, password: PASSWORD })
    expect(b.last.statusCode).toBe(200)
    const { data } = b.last.json() as { data: { user: object } }
    expect(data.user).toMatchObject({
      uid: id,
      username,
      roles: ['ROLE_DEFAULT'],
      permissions: ['DEFAULT'],
      userType: '1',
      enabled: true,
    })
    expect(JSON.stringify(data)).not.toContain('argon2')
    expect((await current(findToken(b), other)).statusCode).toBe(200)
    const [log] = await world.sql<{ summary: string; target: string }>(
      'select summary, target from operation_log where user_id = $1',
      [id],
    )
    expect(log).toEqual({ summary: '登录', target: '用户名密码' })
    const [kept] = await world.sql<{ n: number }>(
      'select count(*) as n from session where user_id = $1 and position($2::bytea in token_hash) > 0',
      [id, Buffer.from(findToken(b))],
    )
    expect(kept?.n).toBe(0)
  })

  test('an unknown user, a wrong password, a closed account and one without password are refused alike', async () => {
    const [right, closed, campus] = [
      await somebody(),
      await somebody({ enabled: false }),
      await somebody({ password: false }),
    ]
    const answers = []
    for (const [username, password] of [
      ['nobody-at-all', PASSWORD],
      [right.username, 'Wrong#2026'],
      [closed.username, PASSWORD],
      [campus.username, PASSWORD],
    ]) {
      const b = browser()
      const started = performance.now()
      await login(b, { username, password })
      const { requestId: _, ...said } = b.last.json() as Record<string, unknown>
      answers.push({ status: b.last.statusCode, said })
      // Every attempt hashes a password: none returns after just a query.
      expect(performance.now() - started).toBeGreaterThan(5)
    }
    expect(new Set(answers.map((a) => JSON.stringify(a)))).toHaveLength(1)
    expect(answers[0]).toEqual({
      status: 401,
      said: { code: 'WRONG_CREDENTIALS', message: '用户名或密码错误' },
    })
    const logged = await world.sql<{ username: string | null }>(
      `select username from operation_log where summary = '登录失败'`,
    )
    expect(logged.map((l) => l.username)).toContain(right.username)
    expect(logged.map((l) => l.username)).not.toContain('nobody-at-all')
  })

  test('what is missing is named', async () => {
    const b = browser()
    await login(b, {})
    expect([b.last.statusCode, makeMessage(b)]).toEqual([400, '用户名不能为空'])
    await login(b, { username: 'somebody' })
    expect([b.last.statusCode, makeMessage(b)]).toEqual([400, '密码不能为空'])
  })
})

describe('throttle', () => {
  test('five wrong passwords block the account, for everybody and the right password too, and on the other server', async () => {
    const { username } = await somebody()
    for (let i = 0; i < 5; i++)
      expect((await login(browser(), { username, password: 'wrong' })).statusCode).toBe(401)
    const b = browser(other)
    await login(b, { username, password: PASSWORD })
    expect([b.last.statusCode, findCode(b)]).toEqual([429, 'TOO_MANY'])
    expect(makeMessage(b)).toMatch(/约 \d+ 秒后/)
    const [row] = await world.sql<{ failures: number }>(
      'select failures from login_throttle where key = $1',
      [`account:${username}`],
    )
    expect(row?.failures).toBe(5) // not counted during the block: no account is locked for ever
  })

  test('each further failure blocks twice as long, up to a quarter of an hour; success forgets it', async () => {
    const { username } = await somebody()
    const seconds: number[] = []
    for (let i = 0; i < 12; i++) {
      await login(browser(), { username, password: 'wrong' })
      const [row] = await world.sql<{ s: number | null }>(
        `select round(extract(epoch from blocked_until - now()))::int as s from login_throttle
          where key = $1`,
        [`account:${username}`],
      )
      seconds.push(Math.round((row?.s ?? 0) / 30) * 30)
      await world.sql(
        `update login_throttle set blocked_until = now() - interval '1 second'
          where key = $1 and blocked_until is not null`,
        [`account:${username}`],
      )
    }
    expect(seconds).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900])
    expect((await login(browser(), { username, password: PASSWORD })).statusCode).toBe(200)
    expect(await world.sql('select from login_throttle where key = $1', [`account:${username}`])).toEqual([])
  })

  test('an unknown name is throttled like a known one', async () => {
    for (let i = 0; i < 5; i++) await login(browser(), { username: 'no.such.person', password: 'wrong' })
    expect((await login(browser(), { username: 'no.such.person', password: 'wrong' })).statusCode).toBe(429)
  })

  test('a hundred guesses at once through two servers: five are looked at', async () => {
    const { username } = await somebody()
    const statuses = await Promise.all(
      Array.from(
        { length: 100 },
        async (_, i) =>
          (await login(browser(i % 2 ? other : world.app), { username, password: `guess${i}` })).statusCode,
      ),
    )
    expect(statuses.filter((s) => s === 401)).toHaveLength(5)
    expect(statuses.filter((s) => s === 429)).toHaveLength(95)
  })

  test('strangers do not shut out who has signed in from his network; there he has five guesses of his own', async () => {
    const { username, browser: home, id } = await somebody()
    expect((await login(home, { username, password: PASSWORD })).statusCode).toBe(200)
    for (let i = 0; i < 5; i++)
      expect(
        (await login(new Browser(world.app, `192.0.2.${i}`), { username, password: 'wrong' })).statusCode,
      ).toBe(401)
    const elsewhere = new Browser(other, '198.51.100.1')
    expect((await login(elsewhere, { username, password: PASSWORD })).statusCode).toBe(429)
    // A success from the home network does not reset the count of strangers elsewhere.
    expect((await login(home, { username, password: PASSWORD })).statusCode).toBe(200)
    expect((await login(elsewhere, { username, password: PASSWORD })).statusCode).toBe(429)
    const neighbour = new Browser(
      other,
      home.ip.replace(/\d+$/, (last) => String((Number(last) + 100) % 256)),
    )
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, i) =>
          (await login(i % 2 ? home : neighbour, { username, password: `guess${i}` })).statusCode,
      ),
    )
    expect(statuses.toSorted()).toEqual([...Array<number>(5).fill(401), ...Array<number>(15).fill(429)])
    expect((await login(home, { username, password: PASSWORD })).statusCode).toBe(429)
    // The table does not reveal networks (they are hashed), and its rows expire.
    const [kept] = await world.sql<{ n: number; days: number }>(
      `select count(*)::int as n, max(round(extract(epoch from expires_at - now()) / 86400))::int as days
        from known_network where user_id = $1`,
      [id],
    )
    expect(kept).toEqual({ n: 1, days: 90 })
    await world.sql(`delete from login_throttle where key like $1`, [`account:${username}@%`])
    await world.sql(`update known_network set expires_at = now() - interval '1 second' where user_id = $1`, [
      id,
    ])
    expect((await login(home, { username, password: PASSWORD })).statusCode).toBe(429)
  })

  test('nor him whose browser remembers him, wherever he is', async () => {
    const { username, browser: home } = await somebody()
    expect((await login(home, { username, password: PASSWORD, rememberMe: true })).statusCode).toBe(200)
    for (let i = 0; i < 5; i++)
      await login(new Browser(world.app, `192.0.2.${i}`), { username, password: 'wrong' })
    const away = new Browser(other, '198.51.100.7')
    for (const [name, cookie] of home.cookies) away.cookies.set(name, cookie)
    expect((await login(away, { username, password: PASSWORD })).statusCode).toBe(200)
  })

  // Fifty passwords are hashed in sequence, which is slow by design.
  const FIFTY_HASHES = { timeout: 90_000 }
  test(
    'many names from one address: the address is blocked, the names elsewhere are not',
    FIFTY_HASHES,
    async () => {
      const spray = browser()
      const victim = await somebody()
      for (let i = 0; i < 50; i++)
        expect((await login(spray, { username: `name${i}`, password: 'Aa123456' })).statusCode).toBe(401)
      expect((await login(spray, { username: victim.username, password: PASSWORD })).statusCode).toBe(429)
      expect(
        (await login(victim.browser, { username: victim.username, password: PASSWORD })).statusCode,
      ).toBe(200)
    },
  )
})

describe('the session', () => {
  test('ends at sign-out, at its time, and when the account is closed, at once and on both servers', async () => {
    const { username, browser: b, id } = await somebody()
    const tokens: string[] = []
    for (let i = 0; i < 3; i++) {
      await login(b, { username, password: PASSWORD })
      tokens.push(findToken(b))
    }
    const [left, late, closed] = tokens as [string, string, string]
    await other.inject({ method: 'POST', url: sessionCalls.signOut.path, headers: { authorization: left } })
    expect((await current(left)).statusCode).toBe(401)
    expect((await current(late)).statusCode).toBe(200)
    await world.sql(
      `update session set expires_at = now() - interval '1 second' where token_hash = sha256($1)`,
      [Buffer.from(late)],
    )
    expect((await current(late, other)).statusCode).toBe(401)
    expect((await current(closed)).statusCode).toBe(200)
    await world.sql('update user_account set enabled = false where id = $1', [id])
    expect((await current(closed)).statusCode).toBe(401)
    expect((await current(closed, other)).statusCode).toBe(401)
  })

  test('goes on with its token', async () => {
    const { username, browser: b } = await somebody()
    await login(b, { username, password: PASSWORD })
    const token = findToken(b)
    await login(b, { token })
    expect([b.last.statusCode, findToken(b)]).toEqual([200, token])
    await login(b, { token: 'not-a-token' })
    expect([b.last.statusCode, makeMessage(b)]).toEqual([401, '登录状态已失效，请重新登录'])
  })

  test('an old token does not spoil a public call', async () => {
    for (const authorization of ['gone', 'Bearer gone', 'é'.repeat(300)]) {
      const answer = await world.app.inject({ url: sessionCalls.sso.path, headers: { authorization } })
      expect(answer.statusCode).toBe(200)
    }
    const { username } = await somebody()
    const b = browser()
    await b.post(sessionCalls.login.path, { username, password: PASSWORD }, { authorization: 'gone' })
    expect(b.last.statusCode).toBe(200)
  })

  test('is listed to its owner and ended by him, alone or all others', async () => {
    const { username, browser: b } = await somebody()
    const stranger = await world.person('别人')
    const tokens: string[] = []
    for (let i = 0; i < 3; i++) {
      await login(b, { username, password: PASSWORD, rememberMe: i === 0 })
      tokens.push(findToken(b))
    }
    const me = { id: 0, name: '', token: tokens[0] as string }
    const list = await world.ok(me, sessionCalls.list)
    expect(list.map((s) => [s.kind, s.current])).toEqual([
      ['session', true],
      ['session', false],
      ['session', false],
    ])
    const second = list[1]!.id
    expect((await world.send(stranger, sessionCalls.revoke, { params: { id: second } })).status).toBe(404)
    await world.ok(me, sessionCalls.revoke, { params: { id: second } })
    expect(await world.ok(me, sessionCalls.revokeOthers)).toEqual({ revoked: 1 })
    expect(await Promise.all(tokens.map(async (t) => (await current(t)).statusCode))).toEqual([200, 401, 401])
  })
})

describe('remembered', () => {
  const remembered = async () => {
    const who = await somebody()
    await login(who.browser, { username: who.username, password: PASSWORD, rememberMe: true })
    return who
  }
  const again = (b: Browser, username: string, rememberMe = true) =>
    login(b, { username, remembered: true, rememberMe })

  test('the cookie holds no password, is hidden from scripts and goes to the sign-in only', async () => {
    const { browser: b, id } = await remembered()
    const header = String(b.last.headers['set-cookie'])
    expect(header).toMatch(
      /^remember=[\w-]{43}\.[\w-]{43}; Max-Age=2592000; Path=\/backend\/auth\/v1\/login; HttpOnly; SameSite=Lax$/,
    )
    const rows = await world.sql<{ kind: string; days: number }>(
      `select kind, round(extract(epoch from expires_at - now()) / 86400)::int as days from session
        where user_id = $1 order by kind`,
      [id],
    )
    expect(rows).toEqual([
      { kind: 'remember', days: 30 },
      { kind: 'session', days: 1 },
    ])
  })

  test('signs in without the password, again and again, with another cookie each time', async () => {
    const { browser: b, username } = await remembered()
    const seen = new Set<string>()
    for (let i = 0; i < 3; i++) {
      seen.add(b.cookies.get('remember')!.value)
      expect((await again(b, username)).statusCode).toBe(200)
      expect((await current(findToken(b))).statusCode).toBe(200)
    }
    expect(seen.size).toBe(3)
  })

  test('not under another name, not without the cookie, not as a session', async () => {
    const { browser: b, username } = await remembered()
    const stranger = await somebody()
    expect((await again(b, stranger.username)).statusCode).toBe(401)
    expect((await again(browser(), username)).statusCode).toBe(401)
    for (const half of b.cookies.get('remember')!.value.split('.'))
      expect((await current(half)).statusCode).toBe(401)
    expect((await again(b, username)).statusCode).toBe(200)
  })

  test('two tabs at once both get in, and the next visit too', async () => {
    const { browser: b, username } = await remembered()
    const tab = new Browser(world.app, b.ip)
    tab.cookies.set('remember', { ...b.cookies.get('remember')! })
    const answers = await Promise.all([again(b, username), again(tab, username)])
    expect(answers.map((a) => a.statusCode)).toEqual([200, 200])
    // Only the response of the tab that rotated the credential sets the cookie.
    const changed = answers.flatMap((a) => a.cookies)
    expect(changed).toHaveLength(1)
    b.cookies.set('remember', { value: changed[0]!.value, path: sessionCalls.login.path })
    expect((await again(b, username)).statusCode).toBe(200)
  })

  test('a stolen cookie: whoever is second ends everything, and the person is told', async () => {
    const { browser: b, username, id } = await remembered()
    const thief = browser(other)
    thief.cookies.set('remember', { ...b.cookies.get('remember')! })
    expect((await again(thief, username)).statusCode).toBe(200)
    const stolenSession = findToken(thief)
    await world.sql(`update session set rotated_at = rotated_at - interval '2 minutes' where user_id = $1`, [
      id,
    ])
    expect((await again(b, username)).statusCode).toBe(401)
    expect((await current(stolenSession)).statusCode).toBe(401)
    expect((await again(thief, username)).statusCode).toBe(401)
    const [told] = await world.sql<{ title: string }>(
      `select payload ->> 'title' as title from outbox where payload -> 'userIds' @> to_jsonb($1::int8)`,
      [id],
    )
    expect(told?.title).toBe('您的登录可能被他人使用')
  })

  test('somebody who only knows the half of it can neither get in nor throw anybody out', async () => {
    const { browser: b, username } = await remembered()
    const guess = browser()
    const [, changing] = b.cookies.get('remember')!.value.split('.')
    guess.cookies.set('remember', { value: `${'A'.repeat(43)}.${changing}`, path: sessionCalls.login.path })
    expect((await again(guess, username)).statusCode).toBe(401)
    expect((await again(b, username)).statusCode).toBe(200)
  })

  test('unticked, it is gone from browser and server; so it is when its time is over', async () => {
    const { browser: b, username, id } = await remembered()
    const copy = new Browser(world.app, b.ip)
    copy.cookies.set('remember', { ...b.cookies.get('remember')! })
    await again(b, username, false)
    expect(b.last.statusCode).toBe(200)
    expect(b.cookies.has('remember')).toBe(false)
    expect((await again(copy, username)).statusCode).toBe(401)
    await login(b, { username, password: PASSWORD, rememberMe: true })
    await login(b, { username, password: PASSWORD, rememberMe: false })
    expect(b.cookies.has('remember')).toBe(false)
    await login(b, { username, password: PASSWORD, rememberMe: true })
    await world.sql(
      `update session set expires_at = now() - interval '1 second' where user_id = $1 and kind = 'remember'`,
      [id],
    )
    expect((await again(b, username)).statusCode).toBe(401)
  })

  test('ends with all other sessions', async () => {
    const { browser: b, username } = await remembered()
    await world.ok({ id: 0, name: '', token: findToken(b) }, sessionCalls.revokeOthers)
    expect((await again(b, username)).statusCode).toBe(401)
  })
})
