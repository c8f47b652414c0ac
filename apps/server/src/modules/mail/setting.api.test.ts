import { mailCalls } from '@portal/contract/mail/mail'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { postMail } from '../../kernel/outbox.store.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let admin: Person
let server: SMTPServer
let port: number
const received: string[] = []
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('管理员', { permissions: ['ADMIN'] })
  server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'portal' && password === '授权码-1'
        ? done(null, { user: username })
        : done(Object.assign(new Error('bad credentials'), { responseCode: 535 })),
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (c: Buffer) => chunks.push(c))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  ;({ port } = server.server.address() as AddressInfo)
})
afterAll(async () => {
  await world.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const body = (more: object = {}) => ({
  host: '127.0.0.1',
  port,
  security: 'plain' as const,
  username: 'portal',
  password: '授权码-1',
  fromName: '仪器共享平台',
  fromAddress: 'portal@example.edu',
  enabled: true,
  ...more,
})
const change = (more: object = {}) => world.send(admin, mailCalls.changeSetting, { body: body(more) })
const sendTest = () => world.send(admin, mailCalls.test, { body: { to: 'admin@example.edu' } })

test('is for administrators; at first there is none', async () => {
  const nobody = await world.person('路人')
  for (const answer of [
    await world.send(nobody, mailCalls.setting),
    await world.send(nobody, mailCalls.changeSetting, { body: body() }),
    await world.send(nobody, mailCalls.test, { body: { to: 'a@b.cn' } }),
  ]) {
    expect(answer.status).toBe(403)
  }
  expect(await world.ok(admin, mailCalls.setting)).toMatchObject({ source: 'none', can: ['change'] })
  // Everybody may read the sender's name and address, and nothing else of the settings.
  expect(Object.keys(await world.ok(nobody, mailCalls.sender)).toSorted()).toEqual([
    'fromAddress',
    'fromName',
    'sends',
  ])
  expect((await world.ok(nobody, mailCalls.sender)).sends).toBe(false)
  expect(await sendTest()).toMatchObject({ status: 422, code: 'NO_MAIL_SERVER' })
})

test('the password is kept unreadable, and never told again', async () => {
  expect((await change()).status).toBe(200)
  const shown = await world.ok(admin, mailCalls.setting)
  expect(shown).toMatchObject({
    source: 'database',
    host: '127.0.0.1',
    username: 'portal',
    hasPassword: true,
    updatedBy: '管理员',
    can: ['change', 'test'],
  })
  expect(JSON.stringify(shown)).not.toContain('授权码')
  const [row] = await world.sql<{ text: string }>(
    `select row_to_json(s)::text || encode(password, 'escape') as text from mail_setting s`,
  )
  expect(row?.text).not.toContain('授权码')
  expect(await world.sql(`select from operation_log where target like '%授权码%'`)).toEqual([])
})

test('a test mail, and mail that has waited, go through it at once', async () => {
  await world.asSystem((ctx) =>
    postMail(ctx, { to: 'someone@example.edu', subject: '预约已通过', body: '您好' }),
  )
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]).toMatch(/^message-id: <outbox-\d+@example\.edu>/im)
  expect((await sendTest()).status).toBe(200)
  expect(received).toHaveLength(2)
  expect(received[1]).toContain('portal@example.edu')
  // The letter is there a moment before its row says so.
  await expect
    .poll(() => world.ok(admin, mailCalls.outbox, { query: {} }))
    .toMatchObject({ configured: true, items: [{ state: 'sent', can: [] }] })
})

test('an empty password keeps the one there is, but for no other server and no other name', async () => {
  expect((await change({ password: '', fromName: '新名称' })).status).toBe(200)
  expect((await sendTest()).status).toBe(200)
  for (const other of [{ host: 'mail.evil.example' }, { port: 2525 }, { username: 'other' }]) {
    expect(await change({ password: null, ...other })).toMatchObject({
      code: 'PASSWORD_AGAIN',
      reasons: [{ field: 'password' }],
    })
  }
})

test('what is wrong is said in words', async () => {
  await change({ password: 'wrong' })
  expect(await sendTest()).toMatchObject({
    status: 422,
    code: 'MAIL_LOGIN',
    message: expect.stringContaining('授权码'),
  })
  await change({ port: 1 })
  expect(await sendTest()).toMatchObject({ status: 422, code: 'MAIL_UNREACHABLE' })
  expect(await change({ host: 'a b' })).toMatchObject({
    status: 400,
    message: '服务器地址应为主机名或 IP 地址',
  })
  expect(await change({ fromName: 'x" <a@b.cn>' })).toMatchObject({ status: 400 })
  await change({ enabled: false })
  expect(await sendTest()).toMatchObject({ code: 'NO_MAIL_SERVER' })
})

test('what the environment says wins', async () => {
  const app = await buildApp({
    env: {
      ...world.app.deps.env,
      SMTP_URL: 'smtps://robot:secret@smtp.example.edu',
      MAIL_FROM: '平台 <robot@example.edu>',
    },
    pool: world.database.pool,
  })
  const get = await app.inject({ url: mailCalls.setting.path, headers: { authorization: admin.token } })
  expect(get.json()).toMatchObject({
    data: {
      source: 'environment',
      host: 'smtp.example.edu',
      port: 465,
      username: 'robot',
      hasPassword: true,
      fromAddress: 'robot@example.edu',
      can: ['test'],
    },
  })
  expect(get.body).not.toContain('secret')
  const put = await app.inject({
    method: 'PUT',
    url: mailCalls.changeSetting.path,
    headers: { authorization: admin.token },
    payload: body(),
  })
  expect(put.json()).toMatchObject({ code: 'SET_BY_ENVIRONMENT' })
  await app.close()
})
