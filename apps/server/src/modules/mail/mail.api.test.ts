import { mailCalls } from '@portal/contract/mail/mail'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { smtpMail, type Letter, type MailSender } from '../../adapters/mail/mail.ts'
import { buildApp } from '../../app.ts'
import { makeAsker } from '../../kernel/cache.ts'
import { run } from '../../kernel/db.ts'
import { runJob } from '../../kernel/jobs.ts'
import { postMail } from '../../kernel/outbox.store.ts'
import { addMinutes } from '../../kernel/time.ts'
import { expectWithin } from '../../testing/within.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { createCourier } from './courier.action.ts'
import { mailJobs } from './mail.jobs.ts'
import * as store from './mail.store.ts'
import { findSender } from './sender.action.ts'

/** A real SMTP server that keeps all mail except what it is told to refuse. */
async function mailServer() {
  const received: { to: string[]; raw: string }[] = []
  /** Reply code by recipient, `sender` or `letter`. */
  const refuse = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      const responseCode = refuse.get('sender')
      done(responseCode ? Object.assign(new Error('sender must be the user'), { responseCode }) : null)
    },
    onRcptTo({ address }, _session, done) {
      const responseCode = refuse.get(address)
      done(
        responseCode
          ? Object.assign(new Error(responseCode >= 500 ? 'no such user' : 'try again later'), {
              responseCode,
            })
          : null,
      )
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (c: Buffer) => chunks.push(c))
      stream.on('end', () => {
        const responseCode = refuse.get('letter')
        if (responseCode) return done(Object.assign(new Error('enough for today'), { responseCode }))
        received.push({
          to: session.envelope.rcptTo.map((r) => r.address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    refuse,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

let world: World
let admin: Person
let server: Awaited<ReturnType<typeof mailServer>>
let sender: MailSender
beforeAll(async () => {
  ;[world, server] = await Promise.all([createWorld(), mailServer()])
  admin = await world.person('管理员', { permissions: ['ADMIN'] })
  sender = smtpMail({ SMTP_URL: server.url, MAIL_FROM: '仪器共享平台 <no-reply@example.edu>' })!
})
afterAll(async () => {
  sender.close()
  await world.close()
  await server.close()
})
beforeEach(async () => {
  await world.sql('truncate outbox')
  server.received.length = 0
  server.refuse.clear()
  delete world.app.deps.adapters.mail
})

const post = (to = 'someone@example.edu', subject = '预约已通过') =>
  world.asSystem((ctx) => postMail(ctx, { to, subject, body: '您的预约已通过审核。' }))
const rows = async () => (await world.ok(admin, mailCalls.outbox, { query: {} })).items
const deliverDue = (which = 'true') =>
  world
    .sql(`update outbox set next_at = now() - interval '1 second' where state = 'waiting' and ${which}`)
    .then(() => world.app.deps.posted?.())
/** The decoded words of a header. */
const decoded = (raw: string, header: string) => {
  const value = new RegExp(`^${header}: (.*(?:\r\n[ \t].*)*)`, 'mi').exec(raw)?.[1] ?? ''
  return value
    .replace(/\?=\r\n[ \t]+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    )
}

describe('without a mail server', () => {
  test('mail waits, to be seen, and nothing fails', async () => {
    await post()
    await runJob(world.app.deps, mailJobs[0]!)
    const reply = await world.ok(admin, mailCalls.outbox, { query: {} })
    expect(reply).toMatchObject({
      configured: false,
      total: 1,
      items: [
        { to: 'someone@example.edu', subject: '预约已通过', state: 'waiting', attempts: 0, lastError: null },
      ],
    })
  })
  test('what is under way is not sent a second time; after a fault it may be sent at once', async () => {
    await post()
    const [letter] = await world.asSystem((ctx) => store.claim(ctx, addMinutes(ctx.now, 10), 1))
    const id = letter!.id
    const retry = () => world.ok(admin, mailCalls.retry, { body: { ids: [id] } })
    expect([(await rows())[0]?.can, await retry()]).toEqual([[], { retried: 0 }])
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    await world.asSystem((ctx) => store.markFault(ctx, id, addMinutes(ctx.now, 1), 'try again later'))
    expect([(await rows())[0]?.can, await retry()]).toEqual([['retry'], { retried: 1 }])
    // Its sender died: the lease is over.
    await world.asSystem((ctx) => store.claim(ctx, addMinutes(ctx.now, -1), 1))
    expect([(await rows())[0]?.can, await retry()]).toEqual([['retry'], { retried: 1 }])
  })
  test('a mail server that falls silent does not hold up a stop, and its letter waits', async () => {
    const silent = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 here\r\n')
      socket.on('data', (line) => {
        // It says nothing to the envelope.
        if (/^EHLO/i.test(String(line))) socket.write('250 here\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const mail = smtpMail({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'a@b.cn' })!
    const adapters = { ...world.app.deps.adapters, mail }
    const courier = createCourier({ ...world.app.deps, adapters }, 50)
    await post()
    courier.wake()
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
    const heldUp = sleep(20_000, 'held up', { ref: false })
    expect(await Promise.race([courier.stop(), heldUp])).toBeUndefined()
    expect(await rows()).toMatchObject([
      { state: 'waiting', attempts: 1, lastError: '平台停止时邮件服务器尚未答复' },
    ])
    mail.close()
    silent.close()
  })
  test('the outbox is for administrators', async () => {
    const nobody = await world.person('用户')
    expect((await world.send(nobody, mailCalls.outbox)).status).toBe(403)
    expect((await world.send(nobody, mailCalls.retry, { body: { ids: [1] } })).status).toBe(403)
  })
})

describe('with a mail server', () => {
  beforeEach(() => void (world.app.deps.adapters.mail = sender))

  test('is sent within a second of the commit, with its Chinese whole', async () => {
    await expectWithin(1000, async () => {
      const before = server.received.length
      await post('someone@example.edu', '场发射扫描电子显微镜 预约已通过（请于开始前 10 分钟到场）')
      await expect.poll(() => server.received.length).toBe(before + 1)
    })
    const { to, raw } = server.received[0]!
    expect(to).toEqual(['someone@example.edu'])
    expect(decoded(raw, 'subject')).toBe('场发射扫描电子显微镜 预约已通过（请于开始前 10 分钟到场）')
    expect(decoded(raw, 'from')).toContain('仪器共享平台')
    expect(raw).toMatch(/^message-id: <outbox-\d+@localhost>/im)
    expect(Buffer.from(raw.split('\r\n\r\n').slice(1).join(''), 'base64').toString()).toBe(
      '您的预约已通过审核。',
    )
    await expect
      .poll(async () => (await rows())[0])
      .toMatchObject({ state: 'sent', attempts: 1, nextAt: null })
  })
  test('a rolled-back transaction sends nothing', async () => {
    await expect(
      world.asSystem(async (ctx) => {
        await postMail(ctx, { to: 'someone@example.edu', subject: 'x', body: 'x' })
        throw new Error('refused after all')
      }),
    ).rejects.toThrow('refused after all')
    expect(await rows()).toEqual([])
    expect(server.received).toEqual([])
  })
  test('a line break in a subject makes no header of its own', async () => {
    await post('someone@example.edu', '你好\r\nBcc: victim@example.edu')
    await expect.poll(() => server.received.length).toBe(1)
    expect(server.received[0]!.to).toEqual(['someone@example.edu'])
    expect(server.received[0]!.raw).not.toMatch(/^bcc:/im)
  })
  test('a refusal for good is not tried again, and holds back nobody else', async () => {
    server.refuse.set('gone@example.edu', 550)
    await post('gone@example.edu')
    await post('someone@example.edu')
    await expect.poll(async () => (await rows()).map((r) => r.state)).toEqual(['sent', 'failed'])
    expect((await rows())[1]).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining('no such user'),
    })
    server.refuse.clear()
    const [, failed] = await rows()
    expect(await world.ok(admin, mailCalls.retry, { body: { ids: [failed!.id] } })).toEqual({ retried: 1 })
    await expect.poll(async () => (await rows()).map((r) => r.state)).toEqual(['sent', 'sent'])
  })
  test.each([
    ['sender', 553],
    ['letter', 554],
  ])('a refusal of each %s is not the recipients’, whose mail waits', async (what, responseCode) => {
    server.refuse.set(what, responseCode)
    for (let i = 0; i < 12; i++) await post(`u${i}@example.edu`)
    await expect.poll(async () => (await rows()).some((r) => r.lastError)).toBe(true)
    // Each round stops after its first batch, which is due again in a minute.
    await expect
      .poll(async () => (await rows()).every((r) => r.attempts === 0 || r.lastError !== null))
      .toBe(true)
    expect((await rows()).every((r) => r.state === 'waiting')).toBe(true)
    server.refuse.clear()
    await expect
      .poll(async () => {
        await deliverDue(`next_at < now() + interval '9 minutes'`)
        return server.received.length
      })
      .toBe(12)
  })
  test('a letter too large for the server is not tried again', async () => {
    server.refuse.set('letter', 552)
    await post()
    await expect.poll(rows).toMatchObject([{ state: 'failed', attempts: 1 }])
  })
  test('a refusal for now is tried again, ever later, and given up after ten attempts', async () => {
    server.refuse.set('busy@example.edu', 451)
    const postedAt = Date.now()
    await post('busy@example.edu')
    await expect
      .poll(rows)
      .toMatchObject([{ attempts: 1, lastError: expect.stringContaining('try again later') }])
    // A minute from its refusal, which was after it was posted and before it is read.
    const [row] = await rows()
    const refusedAt = new Date(row!.nextAt!).getTime() - 60_000
    expect(refusedAt).toBeGreaterThanOrEqual(postedAt)
    expect(refusedAt).toBeLessThanOrEqual(Date.now())
    for (let n = 2; n <= 10; n++) {
      await deliverDue()
      // While a letter is being sent, `nextAt` is the end of its lease of ten minutes, so poll.
      const wait = Math.min(360, 2 ** (n - 1))
      await expect
        .poll(
          async () => {
            const [r] = await rows()
            return (
              r!.attempts === n &&
              (r!.state === 'failed' ||
                Math.abs((new Date(r!.nextAt!).getTime() - Date.now()) / 60_000 - wait) < 1)
            )
          },
          { timeout: 10_000 },
        )
        .toBe(true)
    }
    await expect.poll(rows).toMatchObject([{ state: 'failed', attempts: 10 }])
  })
  test('a mail server that is away keeps everything waiting', async () => {
    const away = smtpMail({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.cn' })!
    world.app.deps.adapters.mail = away
    for (let i = 0; i < 12; i++) await post(`u${i}@example.edu`)
    await expect
      .poll(async () => {
        const all = await rows()
        return all.some((r) => r.lastError) && all.every((r) => r.attempts === 0 || r.lastError !== null)
      })
      .toBe(true)
    expect((await rows()).every((r) => r.state === 'waiting')).toBe(true)
    away.close()
    world.app.deps.adapters.mail = sender
    // A round that began earlier may still claim letters for the closed server: those are made due again;
    // leased letters in progress are left alone.
    await expect
      .poll(async () => {
        await deliverDue(`next_at < now() + interval '9 minutes'`)
        return server.received.length
      })
      .toBe(12)
  })
})

describe('mail that could not leave for long', () => {
  /** In one transaction, because a round of the previous test may still claim what is due. */
  const postDaysAgo = (to: string, days: number) =>
    world.asSystem(async (ctx) => {
      await postMail(ctx, { to, subject: '预约已通过', body: '…' })
      await run(
        ctx.db,
        `update outbox set created_at = created_at - $2 * interval '1 day',
          next_at = next_at - $2 * interval '1 day' where payload->>'to' = $1`,
        [to, days],
      )
    })
  const states = async () => new Map((await rows()).map((r) => [r.to, r.state]))

  test('is given up once there is a mail server, until somebody sends it again', async () => {
    await postDaysAgo('old@example.edu', 60)
    await postDaysAgo('yesterday@example.edu', 1)
    world.app.deps.adapters.mail = sender
    world.app.deps.posted?.()
    await expect.poll(states).toEqual(
      new Map([
        ['yesterday@example.edu', 'sent'],
        ['old@example.edu', 'failed'],
      ]),
    )
    expect(server.received.flatMap(({ to }) => to)).toEqual(['yesterday@example.edu'])
    const old = (await rows()).find((r) => r.state === 'failed')!
    expect(old).toMatchObject({ attempts: 0, lastError: '超过两天未能发出，已不再发送' })
    await world.ok(admin, mailCalls.retry, { body: { ids: [old.id] } })
    await expect.poll(async () => (await states()).get('old@example.edu')).toBe('sent')
  })

  test('what lapses is not sent after its time', async () => {
    await world.asSystem((ctx) =>
      postMail(ctx, {
        to: 'code@example.edu',
        subject: '验证码',
        body: '123456',
        until: new Date(Date.now() - 1000).toISOString(),
      }),
    )
    await post('someone@example.edu')
    world.app.deps.adapters.mail = sender
    world.app.deps.posted?.()
    await expect.poll(states).toEqual(
      new Map([
        ['someone@example.edu', 'sent'],
        ['code@example.edu', 'failed'],
      ]),
    )
    expect(server.received.flatMap(({ to }) => to)).toEqual(['someone@example.edu'])
  })

  test('does not lie in the outbox for ever, with a mail server or without', async () => {
    const forget = mailJobs.find((job) => job.name === 'outbox-forget')!
    await postDaysAgo('ancient@example.edu', 181)
    await postDaysAgo('old@example.edu', 60)
    await runJob(world.app.deps, forget)
    expect(await states()).toEqual(new Map([['old@example.edu', 'failed']]))
  })

  test('what was sent is forgotten after thirty days, however much it is', async () => {
    const forget = mailJobs.find((job) => job.name === 'outbox-forget')!
    const postMany = () =>
      world.sql(
        `insert into outbox (kind, payload, state, sent_at)
          select 'tell', '{}', 'sent', now() - interval '31 days' from generate_series(1, 20001)`,
      )
    // The planner believes that the table is empty, as it does after a quiet night.
    await postMany()
    await world.sql('delete from outbox')
    await world.sql('analyze outbox')
    await postMany()
    expect(await runJob(world.app.deps, forget)).toBe(20_001)
  })
})

test('a trial finds no mail server, in the environment or in the settings', async () => {
  const { env } = world.app.deps
  const sends = async (TRIAL: boolean) => {
    const app = await buildApp({ env: { ...env, SMTP_URL: server.url, TRIAL }, pool: world.database.pool })
    const found = await findSender(makeAsker(app.deps))
    await app.close()
    return found !== undefined
  }
  expect([await sends(false), await sends(true)]).toEqual([true, false])
})

describe('killed while sending', () => {
  test('the lease of a dead sender runs out and another sends', async () => {
    const never: MailSender = { send: () => new Promise<void>(() => {}), close() {} }
    const doomed = createCourier({ ...world.app.deps, adapters: { ...world.app.deps.adapters, mail: never } })
    // A round of the previous test may still be running and claim the letter; then the doomed courier gets
    // another.
    await expect
      .poll(
        async () => {
          await world.sql('delete from outbox')
          await post('leased@example.edu')
          doomed.wake()
          await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
          return (await rows())[0]?.state
        },
        { timeout: 25_000 },
      )
      .toBe('waiting')
    world.app.deps.adapters.mail = sender
    world.app.deps.posted?.()
    await new Promise((resolve) => setTimeout(resolve, 200))
    // on a slow machine a letter of the previous test may still arrive
    expect(server.received.filter(({ to }) => to.includes('leased@example.edu'))).toEqual([])
    await deliverDue()
    await expect.poll(rows).toMatchObject([{ state: 'sent', attempts: 2 }])
  })
  test('a clock that is set back does not put a letter off', async () => {
    world.app.deps.adapters.mail = sender
    await post('before@example.edu')
    await deliverDue()
    await expect.poll(rows).toMatchObject([{ state: 'sent' }])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    try {
      await post('after@example.edu')
      world.app.deps.posted?.()
      await expect.poll(() => server.received.map(({ to }) => to[0])).toContain('after@example.edu')
    } finally {
      vi.useRealTimers()
    }
  })
  test('several senders at once send each letter once', async () => {
    const sent: string[] = []
    const slow: MailSender = {
      send: async ({ to }: Letter) => {
        await new Promise((r) => setTimeout(r, 2))
        sent.push(to)
      },
      close() {},
    }
    for (let i = 0; i < 40; i++) await post(`u${i}@example.edu`)
    const couriers = [1, 2, 3].map(() =>
      createCourier({ ...world.app.deps, adapters: { ...world.app.deps.adapters, mail: slow } }),
    )
    for (const c of couriers) c.wake()
    await expect
      .poll(async () => (await rows()).filter((r) => r.state === 'sent').length, { timeout: 10_000 })
      .toBe(20) // the list returns the first page only
    await Promise.all(couriers.map((c) => c.stop()))
    expect(new Set(sent).size).toBe(sent.length)
  })
})
