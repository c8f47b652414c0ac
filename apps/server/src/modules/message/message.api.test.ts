import { offices } from '@portal/contract/approval/approval'
import { messageCalls } from '@portal/contract/message/message'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { postMail, tell, type Tell } from '../../kernel/outbox.store.ts'
import { expectWithin } from '../../testing/within.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { messageJobs } from './message.jobs.ts'

let world: World
let admin: Person
let reader: Person
let other: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('管理员', { permissions: ['ADMIN'] })
  reader = await world.person('读者')
  other = await world.person('别人')
})
afterAll(() => world.close())
beforeEach(() => world.sql('truncate outbox, message'))

const news = (more: Partial<Tell> = {}): Tell => ({
  userIds: [reader.id],
  kind: 'booking',
  title: '预约已通过',
  body: '请按时使用',
  link: '/appointment/orderDetail?id=1',
  ...more,
})
const say = (more?: Partial<Tell>) => world.asSystem((ctx) => tell(ctx, news(more)))
const inbox = (person: Person, query = {}) => world.ok(person, messageCalls.page, { query })
const settled = () =>
  expect.poll(() => world.sql(`select from outbox where kind = 'tell' and state = 'waiting'`)).toEqual([])

test('reaches the site within a second of the commit, and the browser is told', async () => {
  const heard: string[] = []
  const stop = world.app.deps.live.subscribe([`user:${reader.id}`], (topic) => heard.push(topic))
  let told = 0
  await expectWithin(1000, async () => {
    await say()
    told++
    await expect.poll(async () => (await inbox(reader)).items.length).toBe(told)
  })
  expect((await inbox(reader)).items[0]).toMatchObject({
    kind: 'booking',
    title: '预约已通过',
    body: '请按时使用',
    link: '/appointment/orderDetail?id=1',
    readAt: null,
  })
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  expect((await inbox(other)).items).toEqual([])
  stop()
})

test('does not wait for mail that is on its way', async () => {
  const release: (() => void)[] = []
  world.app.deps.adapters.mail = {
    send: () => new Promise<void>((resolve) => release.push(resolve)),
    close() {},
  }
  try {
    await world.asSystem((ctx) => postMail(ctx, { to: 'a@example.edu', subject: '通知', body: '…' }))
    await expect.poll(() => release.length).toBe(1)
    await say()
    await expect.poll(async () => (await inbox(reader)).items.length).toBe(1)
    expect(await world.sql(`select state from outbox where kind = 'mail'`)).toEqual([{ state: 'waiting' }])
    await world.asSystem((ctx) => postMail(ctx, { to: 'b@example.edu', subject: '通知', body: '…' }))
  } finally {
    release.forEach((each) => each())
  }
  // Mail posted during a round is sent in the next one.
  await expect.poll(() => release.length).toBe(2)
  release[1]?.()
  await expect
    .poll(() => world.sql(`select from outbox where kind = 'mail' and state = 'waiting'`))
    .toEqual([])
  delete world.app.deps.adapters.mail
})

test('a role means its people of now; the one who caused it is not told', async () => {
  await say({ userIds: [], role: { role: 'sysadmin' } })
  await say({
    userIds: [reader.id, admin.id],
    role: { role: 'sysadmin' },
    exceptUserId: admin.id,
    title: '不含管理员',
  })
  await settled()
  expect((await inbox(admin)).items.map((m) => m.title)).toEqual(['预约已通过'])
  expect((await inbox(reader)).items.map((m) => m.title)).toEqual(['不含管理员'])
})

test('what the only holder of a role did is no news to administrators; what it asks for falls to them', async () => {
  const clerk = await world.person('财务', { permissions: offices.finance })
  const byClerk: Partial<Tell> = { userIds: [], role: { role: 'finance' }, exceptUserId: clerk.id }
  await say({ ...byClerk, title: '已冲正' })
  await say({ ...byClerk, requesterId: clerk.id, title: '待审批' })
  await settled()
  expect((await inbox(admin)).items.map((m) => m.title)).toEqual(['待审批'])
  expect((await inbox(clerk)).items).toEqual([])
})

test('by mail too, to those who have an address', async () => {
  await world.sql(`update user_account set email = 'reader@example.edu' where id = $1`, [reader.id])
  await say({ userIds: [reader.id, other.id], mail: true })
  await settled()
  const mails = await world.sql<{ payload: unknown }>(`select payload from outbox where kind = 'mail'`)
  expect(mails.map((m) => m.payload)).toEqual([
    {
      to: 'reader@example.edu',
      subject: '预约已通过',
      body: '读者，您好：\n\n请按时使用\n\n示范大学大型仪器共享平台',
    },
  ])
})

test('the mail of what is over meanwhile is not sent, the message stays', async () => {
  const sent: string[] = []
  world.app.deps.adapters.mail = { send: async ({ subject }) => void sent.push(subject), close() {} }
  try {
    await world.sql(`update user_account set email = 'reader@example.edu' where id = $1`, [reader.id])
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    await say({ title: '刚才开始', mail: true, until: inHours(-1) })
    await say({ title: '即将开始', mail: true, until: inHours(1) })
    await expect
      .poll(() =>
        world.sql(`select payload->>'subject' as subject, state from outbox where kind = 'mail' order by id`),
      )
      .toEqual([
        { subject: '刚才开始', state: 'failed' },
        { subject: '即将开始', state: 'sent' },
      ])
    expect(sent).toEqual(['即将开始'])
    expect((await inbox(reader)).items.map((m) => m.title)).toEqual(['即将开始', '刚才开始'])
  } finally {
    delete world.app.deps.adapters.mail
  }
})

test('news for nobody is done with; impossible news stays behind alone', async () => {
  await say({ userIds: [999_999_999] })
  await world.asSystem(async (ctx) => {
    await tell(ctx, news({ title: '前' }))
    await tell(ctx, { ...news(), title: null as unknown as string })
    await tell(ctx, news({ title: '后' }))
  })
  await expect
    .poll(() => world.sql(`select state, attempts from outbox order by id`))
    .toEqual([
      { state: 'sent', attempts: 1 },
      { state: 'sent', attempts: 1 },
      { state: 'waiting', attempts: 1 },
      { state: 'sent', attempts: 1 },
    ])
  expect((await inbox(reader)).items.map((m) => m.title)).toEqual(['后', '前'])
})

test('impossible news stays behind alone also where its rollback takes its time', async () => {
  const { pool } = world.app.deps
  // A server under load may roll back after it has answered the next transaction, on another connection.
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const slowed = new Set<pg.PoolClient>()
  const slowly = vi.spyOn(pool, 'connect').mockImplementation(async () => {
    const client = await connect()
    if (slowed.has(client)) return client
    slowed.add(client)
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>
    const slowQuery = (...all: unknown[]) =>
      all[0] === 'rollback' ? sleep(300).then(() => query(...all)) : query(...all)
    return Object.assign(client, { query: slowQuery })
  })
  try {
    await world.asSystem(async (ctx) => {
      await tell(ctx, { ...news(), title: null as unknown as string })
      await tell(ctx, news({ title: '后' }))
    })
    await expect
      .poll(() => world.sql(`select state, attempts from outbox order by id`))
      .toEqual([
        { state: 'waiting', attempts: 1 },
        { state: 'sent', attempts: 1 },
      ])
  } finally {
    slowly.mockRestore()
    for (const client of slowed) Reflect.deleteProperty(client, 'query')
  }
})

test("read, all read, removed: one's own only", async () => {
  for (const title of ['一', '二', '三']) await say({ title })
  await say({ userIds: [other.id], title: '别人的', kind: 'settlement' })
  await settled()
  const { items, unread, total } = await inbox(reader)
  expect([items.map((m) => m.title), unread, total]).toEqual([['三', '二', '一'], 3, 3])
  const [foreign] = (await inbox(other)).items
  expect(await world.ok(reader, messageCalls.read, { body: { ids: [items[0]!.id, foreign!.id] } })).toEqual({
    unread: 2,
  })
  expect((await inbox(reader, { unread: 'true' })).items.map((m) => m.title)).toEqual(['二', '一'])
  expect((await inbox(reader, { unread: 'false' })).items.map((m) => m.title)).toEqual(['三'])
  expect((await inbox(reader, { kind: 'settlement' })).total).toBe(0)
  await world.ok(reader, messageCalls.remove, { body: { ids: [items[1]!.id, foreign!.id] } })
  expect((await inbox(reader)).total).toBe(2)
  expect(await world.ok(other, messageCalls.unread)).toEqual({ unread: 1 })
  expect(await world.ok(reader, messageCalls.read, { body: { all: true } })).toEqual({ unread: 0 })
  expect(await world.send(reader, messageCalls.read, { body: {} })).toMatchObject({
    status: 400,
    message: '请选择消息',
  })
})

test('five hundred pieces of news go in a few strides, each once', async () => {
  await world.asSystem(async (ctx) => {
    for (let i = 0; i < 500; i++) await tell(ctx, news({ title: `第 ${i} 条` }))
  })
  await expect.poll(async () => (await inbox(reader)).total).toBe(500)
  await settled()
  expect((await inbox(reader)).total).toBe(500)
})

test('old messages are forgotten: read ones sooner', async () => {
  await say()
  await settled()
  await world.sql(
    `insert into message (user_id, kind, title, body, created_at, read_at) select $1, 'system', d::text, '',
        now() - d * interval '1 day', case when r then now() end
    from (values (200, true), (200, false), (800, false)) x(d, r)`,
    [reader.id],
  )
  const forget = messageJobs[0]!
  expect(await runJob(world.app.deps, forget)).toBe(2)
  expect((await inbox(reader)).items.map((m) => m.title)).toEqual(['200', '预约已通过'])
})

test('however many are old, one night forgets them all', async () => {
  await world.sql(
    `insert into message (user_id, kind, title, body, created_at)
      select $1, 'system', '旧', '', now() - interval '800 days' from generate_series(1, 20001)`,
    [reader.id],
  )
  expect(await runJob(world.app.deps, messageJobs[0]!)).toBe(20_001)
})
