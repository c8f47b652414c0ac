import { downloadCalls } from '@portal/contract/download/download'
import { guidanceCalls } from '@portal/contract/guidance/guidance'
import { homeCalls } from '@portal/contract/home/home'
import type { Reply } from '@portal/contract/kernel/call'
import { labCalls } from '@portal/contract/lab/lab'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type App } from '../../app.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.sql(`insert into dept (code, name) values ('D', '学院')`)
  await world.sql(`insert into lab (serial_id, name, dept_id) values ('LAB1', '电镜室', 1)`)
  await world.sql(
    `insert into device (serial_id, name, dept_id, lab_id, shared, price_fen) select 'S' || i, '仪器' || i, 1,
        1, i <> 3, 100 from generate_series(1, 15) i`,
  )
  await world.sql(`insert into device_use_month (device_id, lab_id, month, minutes, bookings)
    select i, 1, date_trunc('month', (now() at time zone 'Asia/Shanghai')) - m * interval '1 month', i * 60, i
    from generate_series(1, 12) i, unnest(array[1, 2, 12]) m`)
  await world.sql(
    `insert into notice (title, body_html, state, publish_at)
      values ('公告', '<p>x</p>', 'published', now() - interval '1 hour')`,
  )
  await world.sql(`insert into carousel (title, link) values ('欢迎', '/osp/share-platform')`)
  await world.sql(
    `insert into guidance (title, body, search_text)
      values ('如何预约仪器', '在仪器详情页选择时间。', 'yuyue yy'), ('经费卡', '预约时选择经费卡。', '')`,
  )
  await world.sql(`insert into download_category (type, name) values (2, '表格'), (1, '政策')`)
  await world.sql(
    `insert into file (id, name, mime, bytes, sha256, visibility)
      values ('0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b', '申请表.docx', 'application/x', 10, '\\x00', 'public')`,
  )
  await world.sql(
    `insert into download (category_id, title, file_id)
      values (1, '申请表', '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b'),
        (2, '办法', '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b')`,
  )
})
afterAll(() => world.close())

test('one reply with everything on the page, true figures, ranks without what is not shared', async () => {
  const page = await world.ok(null, homeCalls.get)
  expect(page.ranks.items.map((d) => [d.name, d.minutes])).toEqual(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 2].map((i) => [`仪器${i}`, i * 60]),
  )
  expect(page.figures).toEqual({
    devices: 14,
    labs: 1,
    worthFen: 1400,
    minutesOfYear: 2 * 78 * 60,
    bookingsOfYear: 2 * 78,
  })
  expect(page.carousel).toEqual([
    { id: 1, title: '欢迎', subtitle: null, imageUrl: null, link: '/osp/share-platform' },
  ])
  expect(page.notices).toMatchObject([{ title: '公告', kind: 'notice' }])
  expect(page.devices).toHaveLength(8)
  expect(page.labs).toEqual([{ id: 1, serialId: 'LAB1', name: '电镜室', deptName: '学院', devices: 14 }])
  expect(page.downloads).toMatchObject([{ title: '申请表', category: '表格', downloads: 0 }])
})

test('the first picture has an address of its own; without one there is none', async () => {
  expect(await world.send(null, homeCalls.hero)).toMatchObject({ status: 404 })
  const [slide] = await world.sql<{ id: number }>('select id from carousel')
  const file = '0c0c0c0c-0c0c-4c0c-8c0c-0c0c0c0c0c0c'
  await world.sql(
    `insert into file (id, name, mime, bytes, sha256, visibility)
      values ($1, '主图.webp', 'image/webp', 3, '\\x00', 'public')`,
    [file],
  )
  await world.app.deps.adapters.files.put(file, Buffer.from('abc'))
  await world.sql(`update carousel set file_id = $1 where id = $2`, [file, slide!.id])
  const reply = await world.app.inject('/api/v2/home/hero')
  expect([
    reply.statusCode,
    reply.headers['content-type'],
    reply.headers['cache-control'],
    reply.body,
  ]).toEqual([200, 'image/webp', 'public, max-age=300', 'abc'])
  await world.sql(`update carousel set file_id = null`)
})

test('asked again, it is not sent again; with a broken token neither', async () => {
  const first = await world.app.inject('/api/v2/home')
  const { etag } = first.headers
  expect(first.headers['cache-control']).toBe('public, no-cache')
  const again = await world.app.inject({
    url: '/api/v2/home',
    headers: { 'if-none-match': etag as string, authorization: 'no such token' },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const other = await world.app.inject('/api/v2/home')
  expect(other.json()).toMatchObject({ code: 0, data: first.json<{ data: object }>().data })
  expect(other.json<{ requestId: string }>().requestId).toBe(other.headers['x-request-id'])
})

test('a closed lab leaves the page at once, in every process; what came and went among instruments soon after', async () => {
  const there = await buildApp({ env: world.app.deps.env, pool: world.database.pool })
  try {
    const admin = await world.person('实验室总管', { permissions: ['LABORATORY_ALL'] })
    await world.sql(`insert into lab (serial_id, name, dept_id) values ('LAB2', '质谱室', 1)`)
    await world.sql(
      `insert into device (serial_id, name, dept_id, lab_id, shared) values ('T1', '质谱仪', 1, 2, true)`,
    )
    const page = async (app: App) =>
      (await app.inject('/api/v2/home')).json<{ data: Reply<typeof homeCalls.get> }>().data
    const labs = async (app: App) => (await page(app)).labs.map((l) => l.name)
    for (const app of [world.app, there]) await expect.poll(() => labs(app)).toEqual(['电镜室', '质谱室'])
    await world.ok(admin, labCalls.enable, { params: { id: 2 }, body: { enabled: false } })
    expect(await labs(world.app)).toEqual(['电镜室'])
    expect((await page(world.app)).figures).toMatchObject({ devices: 14, labs: 1, worthFen: 1400 })
    await expect.poll(() => labs(there)).toEqual(['电镜室'])
    await world.sql(`delete from device where serial_id = 'T1'`)
    for (const app of [world.app, there])
      await expect.poll(async () => (await page(app)).figures.devices).toBe(14)
  } finally {
    await there.close()
  }
})

test('the month that runs ranks as soon as as many instruments are used in it', async () => {
  const THIS = `date_trunc('month', now() at time zone 'Asia/Shanghai')`
  const readMonth = async () => {
    const app = await buildApp({ env: world.app.deps.env, pool: world.database.pool })
    try {
      const answer = await app.inject('/api/v2/home')
      return answer.json<{ data: Reply<typeof homeCalls.get> }>().data.ranks.month
    } finally {
      await app.close()
    }
  }
  // Nine of the page's ten: last month's ten are shown, and then this month's.
  await world.sql(`insert into device_use_month (device_id, lab_id, month, minutes, bookings)
    select i, 1, ${THIS}, 1, 1 from unnest(array[1, 2, 4, 5, 6, 7, 8, 9, 10]) i`)
  const [{ month = '' } = {}] = await world.sql<{ month: string }>(
    `select to_char(${THIS}, 'YYYY-MM') as month`,
  )
  expect(await readMonth()).not.toBe(month)
  await world.sql(`insert into device_use_month (device_id, lab_id, month, minutes, bookings)
    values (11, 1, ${THIS}, 1, 1)`)
  expect(await readMonth()).toBe(month)
  await world.sql(`delete from device_use_month where month = ${THIS}`)
})

test('help is found by title, text and pinyin; what fits the title comes first', async () => {
  const find = async (keyword?: string) =>
    (await world.ok(null, guidanceCalls.search, { query: { keyword } })).map((g) => g.title)
  expect(await find()).toEqual(['如何预约仪器', '经费卡'])
  expect(await find('经费卡')).toEqual(['经费卡'])
  expect(await find('YUYUE')).toEqual(['如何预约仪器'])
  expect(await find('预约')).toEqual(['如何预约仪器', '经费卡'])
  expect(await find('没有这个')).toEqual([])
})

test('downloads by category, counted', async () => {
  expect((await world.ok(null, downloadCalls.categories)).items).toEqual([
    { id: 1, name: '表格', sort: 0, count: 1 },
  ])
  const { items, total } = await world.ok(null, downloadCalls.resources, { query: { categoryId: 1 } })
  expect([total, items]).toMatchObject([
    1,
    [
      {
        title: '申请表',
        category: { name: '表格' },
        fileName: '申请表.docx',
        downloads: 0,
        url: '/api/v2/file/0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b?download=1',
      },
    ],
  ])
  expect(
    (await world.ok(null, downloadCalls.resources, { query: { type: 1 } })).items.map((d) => d.title),
  ).toEqual(['办法'])
  expect(await world.ok(null, downloadCalls.count, { params: { id: 1 } })).toEqual({ downloads: 1 })
  expect((await world.send(null, downloadCalls.count, { params: { id: 99 } })).status).toBe(404)
})
