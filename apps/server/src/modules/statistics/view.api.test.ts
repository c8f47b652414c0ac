import { monitorCalls } from '@portal/contract/monitor/monitor'
import { pivotCalls } from '@portal/contract/statistics/pivot'
import { viewCalls } from '@portal/contract/statistics/view'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { sceneWorld } from '../../testing/scene.ts'
import { plantUses } from '../../testing/uses.ts'
import type { Person } from '../../testing/world.ts'
import { statisticsJobs } from './statistics.jobs.ts'
import { lastPeriod, wordMail } from './subscription.rules.ts'

// Saved views and their mails: a view stores the question; the
// answer is computed for each reader when they ask or get a mail.

const { world, s } = await sceneWorld()
const [mailJob] = statisticsJobs
let deputy: Person
let office: Person
beforeAll(async () => {
  office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  deputy = await world.person('副主任')
  await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_admin')`, [
    s.labId,
    deputy.id,
  ])
  await world.sql(`update user_account set email = 'u' || id || '@example.edu'`)
  const [other] = await world.sql<{ id: number; labId: number }>(
    `insert into device (serial_id, name, dept_id, lab_id, shared) select 'OTHER', '核磁谱仪', dept_id, id, true from lab
      where id <> $1 order by id limit 1 returning id, lab_id as "labId"`,
    [s.labId],
  )
  await plantUses(world, [
    ...[1, 2, 3].map((n) => ({
      deviceId: s.deviceId,
      labId: s.labId,
      userId: s.booker.id,
      payerId: s.payer.id,
      begunAt: new Date(Date.UTC(2026, 5, n, 2)),
      minutes: 60,
      incomeFen: 1_000,
    })),
    {
      deviceId: other?.id ?? 0,
      labId: other?.labId ?? 0,
      userId: s.reviewer.id,
      payerId: s.reviewer.id,
      begunAt: new Date(Date.UTC(2026, 5, 4, 2)),
      minutes: 600,
      incomeFen: 77_700,
    },
  ])
})

const params = {
  row: 'person',
  measures: 'uses,incomeFen',
  period: 'custom',
  from: '2026-06-01',
  to: '2026-06-30',
}
const save = (who: Person, name: string, more: object = {}) =>
  world.send(who, viewCalls.createView, {
    body: { name, screen: 'pivot', params, shared: false, ...more } as never,
  })
const seenBy = async (who: Person) => (await world.ok(who, viewCalls.views)).map((v) => v.name)
/**
 * Runs the job at this moment, and returns the mails it posted. Those have a table attached; the courier,
 * which may come before they are read, makes a mail without one of the news that a subscription has stopped.
 */
async function mailsAt(moment: string) {
  await world.sql('truncate outbox')
  const { deps } = world.app
  const published = { ...deps, env: { ...deps.env, PUBLIC_URL: 'https://portal.example.edu' } }
  if (mailJob) await runJob(published, mailJob, new Date(moment))
  return world.sql<{
    to: string
    subject: string
    body: string
    html: string
    attachments: { name: string; base64: string }[]
  }>(`select payload->>'to' as to, payload->>'subject' as subject, payload->>'body' as body, payload->>'html' as html,
      payload->'attachments' as attachments from outbox
    where kind = 'mail' and payload ? 'attachments' order by id`)
}

test('a shared view is found by people of the same scope, and answers each what is his own', async () => {
  const saved = await save(s.director, '人员情况', { shared: true })
  expect(saved.status).toBe(200)
  const { id } = saved.data
  expect((await save(s.director, '人员情况')).code).toBe('VIEW_NAMED')
  expect(await seenBy(deputy)).toEqual(['人员情况'])
  for (const who of [office, s.booker, s.outsider, s.payer]) expect(await seenBy(who), who.name).toEqual([])
  const [view] = await world.ok(deputy, viewCalls.views)
  expect(view).toMatchObject({
    mine: false,
    owner: '主任',
    scope: 'lab',
    params: { ...params, scope: 'lab' },
  })
  expect(view?.can).toEqual(['subscribe'])
  // A person who has the address of a view that is not shared sees their own laboratory only, or nothing.
  const ask = { row: 'person' as const, measures: 'uses,incomeFen', from: '2026-06-01', to: '2026-06-30' }
  const open = (who: Person) => world.send(who, pivotCalls.pivot, { query: { ...ask, scope: 'lab' } })
  expect((await open(deputy)).data.sum).toEqual([3, 3_000])
  expect((await open(s.outsider)).data.sum).toEqual([1, 77_700])
  expect((await open(s.booker)).status).toBe(403)
  for (const who of [office, s.booker, s.outsider])
    for (const [call, body] of [
      [viewCalls.changeView, { name: '改', shared: false }],
      [viewCalls.removeView, {}],
      [viewCalls.subscribe, { every: 'month' }],
    ] as const)
      expect((await world.send(who, call, { params: { id }, body: body as never })).status, who.name).toBe(
        404,
      )
  // The same scope, but another person's view.
  expect(
    (await world.send(deputy, viewCalls.changeView, { params: { id }, body: { name: '改', shared: false } }))
      .status,
  ).toBe(403)
  // A view that is not shared any more is found by its owner only.
  await world.ok(s.director, viewCalls.changeView, { params: { id }, body: { name: '人员', shared: false } })
  expect(await seenBy(deputy)).toEqual([])
  await world.ok(s.director, viewCalls.removeView, { params: { id } })
  expect(await seenBy(s.director)).toEqual([])
})

test('what cannot be asked cannot be saved, and one’s own is not shared', async () => {
  expect((await save(s.booker, '甲', { params: { ...params, scope: 'all' } })).status).toBe(403)
  expect((await save(s.booker, '乙', { shared: true, params: { row: 'nature' } })).status).toBe(422)
  expect((await save(s.booker, '丙', { params: { row: 'nobody' } })).status).toBe(422)
  expect((await save(s.booker, '丁', { params: { row: 'nature', only: 'x' } })).status).toBe(422)
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a${n}`, '1']))
  expect((await save(s.booker, '戊', { params: many })).status).toBe(400)
  expect((await save(s.booker, '己', { screen: 'device', params: { period: 'month' } })).status).toBe(200)
})

test('a mail holds what its reader may see when it is sent; once a period, until it is stopped', async () => {
  const { id } = (await save(s.director, '每月人员', { shared: true })).data
  const overview = (await save(s.outsider, '概览', { screen: 'overview', params: { by: 'device' } })).data
  expect(
    await world.ok(s.director, viewCalls.subscribe, { params: { id }, body: { every: 'month' } }),
  ).toEqual({
    to: `u${s.director.id}@example.edu`,
  })
  await world.ok(deputy, viewCalls.subscribe, { params: { id }, body: { every: 'month' } })
  await world.ok(s.outsider, viewCalls.subscribe, { params: { id: overview.id }, body: { every: 'month' } })
  // The first mail comes at once, and not again for the same month.
  expect(await mailsAt(new Date().toISOString())).toEqual([])

  const july = await mailsAt('2026-07-01T00:00:00Z')
  expect(july.map((m) => m.to).toSorted()).toEqual(
    [s.director, deputy, s.outsider].map((p) => `u${p.id}@example.edu`).toSorted(),
  )
  const [mine] = july
  expect(mine?.subject).toBe('每月人员：2026-06-01 至 2026-06-30')
  expect(mine?.body).toContain('预约人\t3\t30')
  // After a #, which a browser does not send: the key is in no log of a proxy.
  expect(mine?.body).toMatch(/https:\/\/portal\.example\.edu\/statistic\/stop-mail#key=[\w-]{43}/)
  expect(mine?.html).toContain('>预约人</td>')
  expect(mine?.body).not.toContain('审核员')
  const file = mine?.attachments[0]
  expect(file?.name).toBe('每月人员-2026-06-01至2026-06-30.xlsx')
  expect((await readXlsx(Buffer.from(file?.base64 ?? '', 'base64'))).sheets[0]?.rows).toEqual([
    ['使用人', '使用次数（次）', '收入（元）'],
    ['预约人', 3, 30],
    ['合计', 3, 30],
  ])
  expect(july.at(-1)?.body).toContain('核磁谱仪\tOTHER\t1\t10')
  // Repeated and parallel runs send nothing twice.
  expect(await mailsAt('2026-07-01T00:10:00Z')).toEqual([])
  if (mailJob)
    await Promise.all([1, 2, 3].map(() => runJob(world.app.deps, mailJob, new Date('2026-08-01T00:00:00Z'))))
  expect(await world.sql(`select 1 from outbox where kind = 'mail'`)).toHaveLength(3)

  // A lost right ends the subscription, and the reader is told.
  await world.sql(`delete from lab_member where user_id = $1`, [deputy.id])
  // A closed account ends it too, without a message.
  await world.sql('update user_account set enabled = false where id = $1', [s.outsider.id])
  const september = await mailsAt('2026-09-01T00:00:00Z')
  expect(september.map((m) => m.to)).toEqual([`u${s.director.id}@example.edu`])
  expect(
    await world.sql(
      `select payload->>'title' as title, payload->'userIds' as who, payload->'mail' as mail from outbox
        where kind = 'tell'`,
    ),
  ).toEqual([{ title: '统计订阅已停止', who: [deputy.id], mail: true }])
  expect(await world.sql('select user_id as id from statistic_subscription')).toEqual([{ id: s.director.id }])
  await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_admin')`, [
    s.labId,
    deputy.id,
  ])

  // Unsubscribed by the link in the mail, signed in or not.
  const [{ key } = { key: '' }] = await world.sql<{ key: string }>(
    'select stop_token as key from statistic_subscription',
  )
  expect(await world.ok(null, viewCalls.stopMail, { body: { key } })).toEqual({ name: '每月人员' })
  expect((await world.send(null, viewCalls.stopMail, { body: { key } })).code).toBe('STOP_UNKNOWN')
  expect(await mailsAt('2026-10-01T00:00:00Z')).toEqual([])
  // Or on the page where it was subscribed.
  await world.ok(s.director, viewCalls.subscribe, { params: { id }, body: { every: 'week' } })
  await world.ok(s.director, viewCalls.unsubscribe, { params: { id } })
  expect((await world.ok(s.director, viewCalls.views))[0]?.subscription).toBeNull()
  // No page shows the key.
  const admin = await world.person('管理员', { permissions: ['ADMIN'] })
  expect(JSON.stringify(await world.sql('select changes from operation_log'))).not.toContain(key)
  expect((await world.send(admin, monitorCalls.operations)).status).toBe(200)
})

test('the file of a mail has every row, however many they are', async () => {
  await world.sql(
    `insert into device (serial_id, name, dept_id, lab_id, shared)
      select 'MANY-' || n, '仪器 ' || n, l.dept_id, l.id, true
      from generate_series(1, 1100) n, (select id, dept_id from lab order by id limit 1) l`,
  )
  const { id } = (await save(office, '全部仪器', { screen: 'device', params: {} })).data
  await world.ok(office, viewCalls.subscribe, { params: { id }, body: { every: 'month' } })
  const [mail] = await mailsAt('2066-01-01T00:00:00Z')
  const sheet = (await readXlsx(Buffer.from(mail?.attachments[0]?.base64 ?? '', 'base64'))).sheets[0]
  const [{ devices } = { devices: 0 }] = await world.sql<{ devices: number }>(
    `select count(*)::int as devices from device where status <> 'scrapped'`,
  )
  expect(devices).toBeGreaterThan(1100)
  expect(sheet?.rows.length).toBe(devices + 1)
  expect(new Set(sheet?.rows.map((r) => r[1])).size).toBe(devices + 1)
  expect(mail?.body).toContain('全部见附件')
  await world.ok(office, viewCalls.unsubscribe, { params: { id } })
})

test('a month that begins with a week which was sent is sent too, once the rhythm has changed', async () => {
  const { id } = (await save(s.director, '改为每月')).data
  const subscribe = (every: 'month' | 'week') =>
    world.ok(s.director, viewCalls.subscribe, { params: { id }, body: { every } })
  const readKey = () => world.sql('select stop_token from statistic_subscription where view_id = $1', [id])
  // 1 February 2066 is a Monday.
  await subscribe('week')
  const key = await readKey()
  const week = await mailsAt('2066-02-08T00:00:00Z')
  expect(week.map((m) => m.subject)).toEqual(['改为每月：2066-02-01 至 2066-02-07'])
  // The same rhythm again forgets nothing.
  await subscribe('week')
  expect(await mailsAt('2066-02-08T00:10:00Z')).toEqual([])
  await subscribe('month')
  const month = await mailsAt('2066-03-01T00:00:00Z')
  expect(month.map((m) => m.subject)).toEqual(['改为每月：2066-02-01 至 2066-02-28'])
  expect(await mailsAt('2066-03-01T00:10:00Z')).toEqual([])
  // The link in the mails that were sent before still ends the subscription.
  expect(await readKey()).toEqual(key)
  await world.ok(s.director, viewCalls.removeView, { params: { id } })
})

test('a view that is not shared any more is sent to its owner only, and the others are told', async () => {
  const { id } = (await save(s.director, '不再共享', { shared: true })).data
  for (const who of [s.director, deputy])
    await world.ok(who, viewCalls.subscribe, { params: { id }, body: { every: 'month' } })
  await world.ok(s.director, viewCalls.changeView, {
    params: { id },
    body: { name: '不再共享', shared: false },
  })
  const mails = await mailsAt('2067-01-01T00:00:00Z')
  expect(mails.map((m) => m.to)).toEqual([`u${s.director.id}@example.edu`])
  expect(
    await world.sql(
      `select payload->>'title' as title, payload->'userIds' as who from outbox where kind = 'tell'`,
    ),
  ).toEqual([{ title: '统计订阅已停止', who: [deputy.id] }])
  await world.ok(s.director, viewCalls.removeView, { params: { id } })
})

test('who has no mailbox is told to fill it in', async () => {
  const { id } = (await save(s.payer, '我的', { params: { row: 'lab' } })).data
  await world.sql('update user_account set email = null where id = $1', [s.payer.id])
  expect(
    (await world.send(s.payer, viewCalls.subscribe, { params: { id }, body: { every: 'week' } })).code,
  ).toBe('NO_MAILBOX')
})

test('a month and a week that are over, whatever day it is', () => {
  expect(lastPeriod('month', '2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(lastPeriod('month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(lastPeriod('week', '2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(lastPeriod('week', '2026-11-29')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
})

test('what a mail draws is text only, and what it leaves out it says', () => {
  const { html, body } = wordMail({
    portal: '平台',
    view: '<b>甲</b>',
    person: '张三',
    about: '交叉分析',
    from: '2026-01-01',
    to: '2026-01-31',
    asOf: '2026-02-01 07:05',
    open: null,
    stop: null,
    refusal: null,
    table: { headers: ['名称'], rows: Array.from({ length: 60 }, (_, n) => [`<img src=x>${n}`]) },
  })
  expect(html).not.toMatch(/<img|<b>/)
  expect(body).toContain('前 50 行')
  expect(body).toContain('在统计页面的“我的视图”中退订')
})
