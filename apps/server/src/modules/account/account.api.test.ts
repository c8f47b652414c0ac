import { accountCalls } from '@portal/contract/account/account'
import { sessionCalls } from '@portal/contract/session/session'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../adapters/hashing/passwords.ts'
import { Browser } from '../../testing/browser.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

const PASSWORD = 'Right#2026'
let world: World
let hash: string
beforeAll(async () => {
  // A code is valid in the browser that asked for it: these tests are one browser, strangers have their own.
  world = await createWorld({ cookie: `code=${'b'.repeat(43)}` })
  hash = await hashPassword(PASSWORD)
})
afterAll(() => world.close())
// The tests are independent in time: throttling of the previous test is cleared.
beforeEach(() => world.sql('delete from login_throttle'))

const { sendCode, register, resetPassword, changePassword, changeProfile, profile, setAvatar, logs } =
  accountCalls

const mails = (to: string) =>
  world.sql<{ subject: string; body: string }>(
    `select payload ->> 'subject' as subject, payload ->> 'body' as body from outbox
      where kind = 'mail' and payload ->> 'to' = $1 order by id`,
    [to],
  )
const codeFor = async (email: string) =>
  /验证码为 (\d{6})/.exec((await mails(email)).at(-1)?.body ?? '')?.[1] ?? 'none'
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
async function askCode(
  email: string,
  purpose: 'register' | 'reset' | 'change',
  person: Person | null = null,
): Promise<string> {
  await world.ok(person, sendCode, { body: { email, purpose } })
  return codeFor(email)
}

let people = 0
async function somebody(about: { onCampus?: boolean; password?: boolean; enabled?: boolean } = {}) {
  const person = await world.person('林晓雨')
  const username = `member${++people}`
  const email = `${username}@example.edu`
  await world.sql(
    `update user_account set username = $2, email = $3, on_campus = $4, password_hash = $5, enabled = $6
      where id = $1`,
    [
      person.id,
      username,
      email,
      about.onCampus ?? true,
      about.password === false ? null : hash,
      about.enabled ?? true,
    ],
  )
  return { ...person, username, email }
}
const canSignIn = async (username: string, password: string) =>
  (await world.send(null, sessionCalls.login, { body: { username, password } })).status === 200

describe('a code by mail', () => {
  test('is answered alike for known and unknown addresses; only the mailbox tells', async () => {
    const known = await somebody()
    const answers = []
    for (const email of [known.email, 'nobody@example.edu']) {
      for (const purpose of ['reset', 'register'] as const)
        answers.push((await world.send(null, sendCode, { body: { email, purpose } })).data)
    }
    expect(new Set(answers.map((a) => JSON.stringify(a)))).toEqual(
      new Set(['{"resendSeconds":60,"outbox":false}']),
    )
    expect((await mails(known.email)).map((m) => m.subject)).toEqual([
      '找回密码验证码',
      '注册：该邮箱已有账号',
    ])
    expect((await mails('nobody@example.edu')).map((m) => m.subject)).toEqual(['注册验证码'])
  })

  test('comes once a minute to a mailbox, and not for ever to one address', async () => {
    await world.ok(null, sendCode, { body: { email: 'once@example.edu' } })
    const again = await world.send(null, sendCode, { body: { email: 'ONCE@example.edu ' } })
    expect([again.status, again.message]).toEqual([429, '验证码发送过于频繁，请稍后再试（约 1 分钟后）'])
    const statuses = []
    for (let i = 0; i < 55; i++)
      statuses.push((await world.send(null, sendCode, { body: { email: `many${i}@example.edu` } })).status)
    expect(statuses.filter((s) => s === 429).length).toBeGreaterThanOrEqual(5)
  })

  test('says how long to wait for the next one, which is twice as long each time', async () => {
    const waits = []
    for (let i = 0; i < 3; i++) {
      waits.push((await world.ok(null, sendCode, { body: { email: 'slow@example.edu' } })).resendSeconds)
      await world.sql(
        `update login_throttle set blocked_until = now() - interval '1 second'
          where key like 'mailbox:reset:slow@example.edu@%'`,
      )
    }
    expect(waits).toEqual([60, 120, 240])
  })

  test('asked for too soon, is not counted for the address that others share', async () => {
    const ask = async (email: string) => (await world.send(null, sendCode, { body: { email } })).status
    expect(await ask('hasty@example.edu')).toBe(200)
    for (let i = 0; i < 25; i++) expect(await ask('hasty@example.edu')).toBe(429)
    expect(await ask('neighbour@example.edu')).toBe(200)
    // An address that is blocked does not block mailboxes.
    for (let i = 0; i < 55; i++) await ask(`flood${i}@example.edu`)
    expect(await ask('victim@example.edu')).toBe(429)
    await world.sql(`delete from login_throttle where key like 'codes:%'`)
    expect(await ask('victim@example.edu')).toBe(200)
  })

  test('that was used is not counted for the address that others share', async () => {
    const counted = async (who: string) =>
      (
        await world.sql<{ failures: number }>('select failures from login_throttle where key = $1', [
          `codes:${who}`,
        ])
      )[0]?.failures
    const who = await somebody()
    const code = await askCode(who.email, 'reset')
    await world.ok(null, sendCode, { body: { email: 'unused@example.edu' } })
    expect(await counted('127.0.0.1')).toBe(2)
    await world.ok(null, resetPassword, { body: { email: who.email, code, password: 'Fresh#2027' } })
    expect(await counted('127.0.0.1')).toBe(1)
  })

  test('for another address of one’s own comes also where an address is blocked that others share', async () => {
    const who = await somebody()
    for (let i = 0; i < 50; i++) await world.ok(null, sendCode, { body: { email: `crowd${i}@example.edu` } })
    const ask = async (person: Person | null, purpose: 'change' | 'reset') =>
      (await world.send(person, sendCode, { body: { email: 'mine@example.edu', purpose } })).status
    expect([await ask(null, 'reset'), await ask(who, 'change')]).toEqual([429, 200])
  })

  test('is the browser’s that asked: strangers neither use it up nor replace it nor keep it from coming', async () => {
    const who = await somebody()
    const stranger = new Browser(world.app, '198.51.100.7')
    const guess = async (code: string) =>
      (
        (
          await stranger.post(resetPassword.path, { email: who.email, code, password: 'Stolen#2027' })
        ).json() as { code: string }
      ).code
    const asks = async () =>
      (await stranger.post(sendCode.path, { email: who.email, purpose: 'reset' })).statusCode
    expect(await asks()).toBe(200)
    expect(stranger.last.cookies).toMatchObject([{ name: 'code', httpOnly: true, sameSite: 'Lax' }])
    const code = await askCode(who.email, 'reset')
    // Whoever learns the code cannot use it elsewhere, not even in a browser that has asked for one, too.
    for (const said of [code, otherThan(code), '000000', '000001', '000002', '000003'])
      expect(await guess(said)).toBe('CODE_WRONG')
    await world.sql(
      `update login_throttle set blocked_until = now() - interval '1 second'
        where key like 'mailbox:reset:' || $1::text || '@%'`,
      [who.email],
    )
    expect(await asks()).toBe(200)
    expect(
      await world.ok(null, resetPassword, { body: { email: who.email, code, password: 'Fresh#2027' } }),
    ).toEqual({ username: who.username })
  })

  test('comes to one mailbox a few times an hour, from however many networks it is asked for', async () => {
    const ask = async (ip: string) =>
      (await new Browser(world.app, ip).post(sendCode.path, { email: 'flooded@example.edu' })).statusCode
    const statuses = []
    for (let i = 0; i < 25; i++) statuses.push(await ask(`10.9.${i}.1`))
    expect(statuses.filter((s) => s === 200)).toHaveLength(20)
  })

  test('is not kept readable', async () => {
    const code = await askCode('hidden@example.edu', 'register')
    const rows = await world.sql<{ all: string }>(
      `select email_code::text as all from email_code where email = 'hidden@example.edu'`,
    )
    expect(rows.map((r) => r.all).join()).not.toContain(code)
  })

  test('for another address of one’s own it needs a sign-in', async () => {
    expect(
      (await world.send(null, sendCode, { body: { email: 'x@example.edu', purpose: 'change' } })).status,
    ).toBe(401)
  })
})

describe('registration', () => {
  const form = (username: string, more: object = {}) => ({
    username,
    password: 'Guest#2026',
    name: '高磊',
    organization: '江州新材料科技有限公司',
    tier: 'company' as const,
    email: `${username}@company.example`,
    code: '000000',
    phone: '13800001234',
    ...more,
  })

  test('the address of a closed account is free', async () => {
    const closed = await somebody({ enabled: false })
    const code = await askCode(closed.email, 'register')
    await world.ok(null, register, { body: form('comesback', { email: closed.email, code }) })
    // From now on it belongs to the new account.
    await world.ok(null, sendCode, { body: { email: closed.email, purpose: 'reset' } })
    expect((await mails(closed.email)).at(-1)?.subject).toBe('找回密码验证码')
  })

  test('makes an off-campus account that can sign in and be found', async () => {
    const code = await askCode('gaolei@company.example', 'register')
    expect(
      await world.ok(null, register, { body: form('GaoLei', { email: 'GaoLei@company.example', code }) }),
    ).toEqual({ username: 'gaolei' })
    const { token } = await world.ok(null, sessionCalls.login, {
      body: { username: 'gaolei', password: 'Guest#2026' },
    })
    expect(await world.ok({ id: 0, name: '', token }, profile)).toMatchObject({
      username: 'gaolei',
      tier: 'company',
      onCampus: false,
      organization: '江州新材料科技有限公司',
      userType: '5',
      dept: null,
      hasPassword: true,
      roles: [{ code: 'OFF_CAMPUS' }],
    })
    const again = await world.send(null, register, {
      body: form('gaolei2', { email: 'gaolei@company.example', code }),
    })
    expect([again.status, again.code]).toEqual([422, 'CODE_WRONG'])
  })

  test.for([
    [{ username: 'ab' }, 'username'],
    [{ username: '20260001' }, 'username'],
    [{ username: 'admin<b>' }, 'username'],
    [{ password: 'short1' }, 'password'],
    [{ password: 'onlyletters' }, 'password'],
    [{ password: '1234567890' }, 'password'],
    [{ password: 'Password1' }, 'password'],
    [{ password: 'xguest9x2026' }, 'password'],
    [{ email: 'not an address' }, 'email'],
    [{ email: 'a@b.example\nbcc: x@y.example' }, 'email'],
    [{ phone: '12345' }, 'phone'],
    [{ tier: 'campus' }, 'tier'],
    [{ code: 'abcdef' }, 'code'],
    [{ name: '' }, 'name'],
  ] as const)('refuses %o under its field', async ([bad, field]) => {
    const answer = await world.send(null, register, { body: form('guest9', bad) as never })
    expect(answer.status).toBe(400)
    expect(answer.reasons?.map((r) => r.field)).toContain(field)
  })

  test('whose mailbox it is has to be shown before it is told which names are taken', async () => {
    const taken = await somebody()
    const code = await askCode('prober@company.example', 'register')
    const tryName = async (username: string, given: string) =>
      (
        await world.send(null, register, {
          body: form(username, { email: 'prober@company.example', code: given }),
        })
      ).code
    expect(await tryName(taken.username, otherThan(code))).toBe('CODE_WRONG')
    expect(await tryName('notaken', otherThan(code))).toBe('CODE_WRONG')
    expect(
      (
        await world.send(null, register, {
          body: form(taken.username, { email: 'never.asked@company.example', code: '123456' }),
        })
      ).code,
    ).toBe('CODE_WRONG')
    expect(await tryName(taken.username, code)).toBe('USERNAME_TAKEN')
    // A mailed code cannot be used to list usernames: it allows only a few tries, right ones included.
    for (let i = 0; i < 5; i++) await tryName(taken.username, code)
    expect(await tryName(taken.username, code)).toBe('CODE_WRONG')
  })

  test('a name that is taken is told before the code is used up; of two at once one gets it', async () => {
    const taken = await somebody()
    const code = await askCode('late@company.example', 'register')
    const answer = await world.send(null, register, {
      body: form(taken.username, { email: 'late@company.example', code }),
    })
    expect(answer.reasons).toEqual([
      { code: 'USERNAME_TAKEN', message: '该用户名已被使用', field: 'username' },
    ])
    await world.ok(null, register, { body: form('latecomer', { email: 'late@company.example', code }) })

    const codes = [
      await askCode('one@company.example', 'register'),
      await askCode('two@company.example', 'register'),
    ]
    const both = await Promise.all(
      ['one', 'two'].map((who, i) =>
        world.send(null, register, {
          body: form('samename', { email: `${who}@company.example`, code: codes[i] }),
        }),
      ),
    )
    expect(both.map((a) => a.status).sort()).toEqual([200, 422])
  })

  test('a code survives five guesses, counted even when made at once, and no more', async () => {
    const code = await askCode('guess@company.example', 'register')
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () =>
        world.send(null, register, {
          body: form('guesser', { email: 'guess@company.example', code: otherThan(code) }),
        }),
      ),
    )
    expect(new Set(guesses.map((g) => g.code))).toEqual(new Set(['CODE_WRONG']))
    const [row] = await world.sql<{ attempts: number }>(
      `select attempts from email_code where email = 'guess@company.example'`,
    )
    expect(row?.attempts).toBe(5)
    expect(
      (await world.send(null, register, { body: form('guesser', { email: 'guess@company.example', code }) }))
        .code,
    ).toBe('CODE_WRONG')
  })

  test('an older code, an expired one, one for something else or somebody else is no good', async () => {
    const first = await askCode('codes@company.example', 'register')
    await world.sql('delete from login_throttle')
    const second = await askCode('codes@company.example', 'register')
    const tryCode = async (code: string, email = 'codes@company.example') =>
      (await world.send(null, register, { body: form('coder', { email, code }) })).status
    if (first !== second) expect(await tryCode(first)).toBe(422)
    await askCode('elsewhere@company.example', 'register')
    expect(await tryCode(second, 'elsewhere@company.example')).toBe(422)
    await world.sql(
      `update email_code set expires_at = now() - interval '1 second' where email = 'codes@company.example'`,
    )
    expect(await tryCode(second)).toBe(422)
    const reset = await somebody()
    expect(await tryCode(await askCode(reset.email, 'reset'), reset.email)).toBe(422)
  })
})

describe('a forgotten password', () => {
  test('is set anew by code; everything else is signed out, the throttle is lifted, the person is told', async () => {
    const who = await somebody()
    for (let i = 0; i < 6; i++)
      await world.send(null, sessionCalls.login, { body: { username: who.username, password: 'wrong' } })
    expect(await canSignIn(who.username, PASSWORD)).toBe(false)
    const code = await askCode(who.email, 'reset')
    expect(
      await world.ok(null, resetPassword, { body: { email: who.email, code, password: 'Fresh#2027' } }),
    ).toEqual({ username: who.username })
    expect((await world.send(who, profile)).status).toBe(401)
    expect(await canSignIn(who.username, 'Fresh#2027')).toBe(true)
    expect(await canSignIn(who.username, PASSWORD)).toBe(false)
    const told = await world.sql(
      `select from outbox where kind = 'tell' and payload -> 'userIds' @> to_jsonb($1::int8)
        and payload ->> 'title' = '您的登录密码已修改'`,
      [who.id],
    )
    expect(told).toHaveLength(1)
  })

  test('twice with one code, at once: one wins', async () => {
    const who = await somebody()
    const code = await askCode(who.email, 'reset')
    const both = await Promise.all(
      ['First#2027', 'Second#2027'].map((password) =>
        world.send(null, resetPassword, { body: { email: who.email, code, password } }),
      ),
    )
    expect(both.map((a) => a.status).sort()).toEqual([200, 422])
  })

  test('nobody’s, or a closed account’s, is refused as a wrong code; a password with the name in it too', async () => {
    const closed = await somebody({ enabled: false })
    for (const email of ['nobody2@example.edu', closed.email]) {
      await world.ok(null, sendCode, { body: { email, purpose: 'reset' } })
      const answer = await world.send(null, resetPassword, {
        body: { email, code: '123456', password: 'Fresh#2027' },
      })
      expect([answer.status, answer.code]).toEqual([422, 'CODE_WRONG'])
      expect(await mails(email)).toEqual([])
    }
    const who = await somebody()
    const code = await askCode(who.email, 'reset')
    expect(
      (
        await world.send(null, resetPassword, {
          body: { email: who.email, code, password: `${who.username}#2027` },
        })
      ).code,
    ).toBe('HOLDS_USERNAME')
  })

  test('gives somebody of the campus single sign-on a password of his own', async () => {
    const who = await somebody({ password: false })
    expect(
      (await world.send(who, changePassword, { body: { oldPassword: 'x', newPassword: 'Fresh#2027' } })).code,
    ).toBe('NO_PASSWORD')
    await world.ok(null, resetPassword, {
      body: { email: who.email, code: await askCode(who.email, 'reset'), password: 'Fresh#2027' },
    })
    expect(await canSignIn(who.username, 'Fresh#2027')).toBe(true)
  })
})

describe('one’s own password', () => {
  test('is changed with the old one; other sessions end, this one stays', async () => {
    const who = await somebody()
    const elsewhere = await world.ok(null, sessionCalls.login, {
      body: { username: who.username, password: PASSWORD },
    })
    await world.ok(who, changePassword, { body: { oldPassword: PASSWORD, newPassword: 'Fresh#2027' } })
    expect((await world.send(who, profile)).status).toBe(200)
    expect((await world.send({ ...who, token: elsewhere.token }, profile)).status).toBe(401)
    expect(await canSignIn(who.username, 'Fresh#2027')).toBe(true)
  })

  test('is changed also while strangers guess at the sign-in, whose count stays', async () => {
    const who = await somebody()
    const guess = async () =>
      (await world.send(null, sessionCalls.login, { body: { username: who.username, password: 'wrong' } }))
        .status
    for (let i = 0; i < 5; i++) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    await world.ok(who, changePassword, { body: { oldPassword: PASSWORD, newPassword: 'Fresh#2027' } })
    expect(await guess()).toBe(429)
  })

  test('wrong, same, weak or with the name in it is refused under its field, and guessing ends', async () => {
    const who = await somebody()
    const change = (oldPassword: string, newPassword: string) =>
      world.send(who, changePassword, { body: { oldPassword, newPassword } })
    expect((await change(PASSWORD, PASSWORD)).reasons?.[0]).toMatchObject({
      field: 'newPassword',
      code: 'SAME_PASSWORD',
    })
    expect((await change(PASSWORD, `x${who.username}X9`)).reasons?.[0]).toMatchObject({
      field: 'newPassword',
      code: 'HOLDS_USERNAME',
    })
    expect((await change(PASSWORD, 'weak')).reasons?.[0]).toMatchObject({ field: 'newPassword' })
    expect((await change('wrong', 'Fresh#2027')).reasons?.[0]).toMatchObject({
      field: 'oldPassword',
      code: 'PASSWORD_WRONG',
    })
    for (let i = 0; i < 4; i++) await change('wrong', 'Fresh#2027')
    expect((await change(PASSWORD, 'Fresh#2027')).status).toBe(429)
  })
})

describe('one’s own profile', () => {
  test('phone as one likes; a new address only with the code sent to it', async () => {
    const who = await somebody()
    await world.ok(who, changeProfile, { body: { email: who.email, phone: '0571-88880000' } })
    const fresh = `fresh${who.username}@example.edu`
    expect((await world.send(who, changeProfile, { body: { email: fresh } })).reasons?.[0]).toMatchObject({
      field: 'code',
    })
    const code = await askCode(fresh, 'change', who)
    expect(
      (
        await world.send(who, changeProfile, {
          body: { email: fresh, code: otherThan(code), password: PASSWORD },
        })
      ).code,
    ).toBe('CODE_WRONG')
    await world.ok(who, changeProfile, {
      body: { email: fresh, code, password: PASSWORD, phone: '13800001234' },
    })
    expect(await world.ok(who, profile)).toMatchObject({ email: fresh, phone: '13800001234' })
  })

  test('another address or none only with the password, which is not to be guessed; the one before is told', async () => {
    const who = await somebody()
    const fresh = `fresh${who.username}@example.edu`
    const code = await askCode(fresh, 'change', who)
    const move = (email: string, password?: string) =>
      world.send(who, changeProfile, { body: { email, ...(email && { code }), password } })
    for (const email of [fresh, '']) {
      expect((await move(email)).reasons?.[0]).toMatchObject({ field: 'password' })
      expect((await move(email, 'wrong')).reasons?.[0]).toMatchObject({
        field: 'password',
        code: 'OWN_PASSWORD_WRONG',
      })
    }
    expect(await mails(who.email)).toEqual([])
    // A wrong password used up nothing.
    expect((await move(fresh, PASSWORD)).status).toBe(200)
    const [told] = await mails(who.email)
    expect(told?.subject).toBe('您的邮箱已修改')
    expect(told?.body).toContain('已改为 f***@example.edu')
    expect((await move('', PASSWORD)).status).toBe(200)
    expect((await mails(fresh)).at(-1)?.body).toContain('已清空')
    for (let i = 0; i < 5; i++) expect((await move(who.email, 'wrong')).status).toBe(422)
    expect((await move(who.email, PASSWORD)).status).toBe(429)
  })

  test('without a password, only with a code to the address before as well', async () => {
    const who = await somebody({ password: false })
    const fresh = `fresh${who.username}@example.edu`
    const [code, oldCode] = [await askCode(fresh, 'change', who), await askCode(who.email, 'change', who)]
    expect((await mails(who.email)).at(-1)?.body).toContain('本邮箱不再使用')
    const move = (more: object) => world.send(who, changeProfile, { body: { email: fresh, code, ...more } })
    expect((await move({})).reasons?.[0]).toMatchObject({ field: 'oldCode' })
    expect((await move({ password: PASSWORD })).reasons?.[0]).toMatchObject({ field: 'oldCode' })
    expect((await move({ oldCode: otherThan(oldCode) })).reasons?.[0]).toMatchObject({
      field: 'oldCode',
      code: 'CODE_WRONG',
    })
    expect((await move({ email: '' })).reasons?.[0]).toMatchObject({ field: 'oldCode' })
    expect((await move({ oldCode })).status).toBe(200)
    expect((await mails(who.email)).at(-1)?.subject).toBe('您的邮箱已修改')
    // Both codes are used up.
    await world.sql('update user_account set email = $2 where id = $1', [who.id, who.email])
    expect((await move({ oldCode })).code).toBe('CODE_WRONG')
  })

  test('a first address needs nothing but its own code where there is no password', async () => {
    const who = await somebody({ password: false })
    await world.sql('update user_account set email = null where id = $1', [who.id])
    const fresh = `first${who.username}@example.edu`
    const code = await askCode(fresh, 'change', who)
    await world.ok(who, changeProfile, { body: { email: fresh, code } })
    expect(await world.ok(who, profile)).toMatchObject({ email: fresh })
  })

  test('an address that somebody else has cannot be had', async () => {
    const [one, two] = [await somebody(), await somebody()]
    await world.ok(two, sendCode, { body: { email: one.email, purpose: 'change' } })
    expect((await mails(one.email)).at(-1)?.subject).toBe('更换邮箱：该邮箱已有账号')
  })

  test('the name of a campus person is the university’s; a guest corrects his own', async () => {
    const member = await somebody()
    expect(
      (await world.send(member, changeProfile, { body: { email: member.email, name: '别名' } })).status,
    ).toBe(403)
    const guest = await somebody({ onCampus: false })
    await world.ok(guest, changeProfile, {
      body: { email: guest.email, name: '高大磊', organization: '新公司' },
    })
    expect(await world.ok(guest, profile)).toMatchObject({ name: '高大磊', organization: '新公司' })
    const found = await world.sql(`select from user_account where id = $1 and search_grams @> '{gdl,大磊}'`, [
      guest.id,
    ])
    expect(found).toHaveLength(1)
  })

  test('the picture is redrawn; the one before is gone', async () => {
    const who = await somebody()
    const { default: sharp } = await import('sharp')
    const png = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#147' } })
      .png()
      .toBuffer()
    const first = await world.ok(who, setAvatar, { files: [{ name: '我.png', content: png }] })
    const second = await world.ok(who, setAvatar, { files: [{ name: '我.png', content: png }] })
    const shown = await world.app.inject(second.avatar)
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(1600)
    expect(
      (await sharp((await world.app.inject(`${second.avatar}?thumb=1`)).rawPayload).metadata()).width,
    ).toBe(480)
    expect((await world.app.inject(first.avatar)).statusCode).toBe(404)
    expect(await world.ok(who, sessionCalls.current)).toMatchObject({ avatar: second.avatar })
    const lie = await world.send(who, setAvatar, {
      files: [{ name: '我.png', content: Buffer.from('<svg onload="alert(1)"/>') }],
    })
    expect(lie.status).toBe(415)
    const broken = await world.send(who, setAvatar, {
      files: [{ name: '我.png', content: png.subarray(0, 60) }],
    })
    expect([broken.status, broken.message]).toEqual([415, '图片无法识别，请换一张'])
  })
})

test('one’s own log: newest first, paged by key, nobody else’s', async () => {
  const [who, other] = [await somebody(), await somebody()]
  for (let i = 0; i < 5; i++)
    await world.ok(who, changeProfile, { body: { email: who.email, phone: `1380000000${i}` } })
  await world.ok(other, changeProfile, { body: { email: other.email } })
  const first = await world.ok(who, logs, { query: { size: 3 } })
  const second = await world.ok(who, logs, { query: { size: 3, before: first.next ?? 0 } })
  expect([first.items.length, second.items.length, second.next]).toEqual([3, 2, null])
  const ids = [...first.items, ...second.items].map((l) => l.id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(new Set([...first.items, ...second.items].map((l) => l.summary))).toEqual(new Set(['修改个人资料']))
})
