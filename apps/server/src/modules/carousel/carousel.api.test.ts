import { carouselCalls } from '@portal/contract/carousel/carousel'
import { homeCalls } from '@portal/contract/home/home'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let manager: Person
let other: Person
beforeAll(async () => {
  world = await createWorld()
  manager = await world.person('内容', { permissions: ['CONTENT_MANAGE_PAGE'] })
  other = await world.person('旁人')
})
afterAll(() => world.close())
beforeEach(() => world.sql('delete from carousel'))

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const files = [{ name: '图.png', content: PNG }]
const add = async (title: string) =>
  (await world.ok(manager, carouselCalls.upload, { body: { title }, files })).id
const all = async () => (await world.ok(manager, carouselCalls.list)).items
const change = (id: number, more: object) =>
  world.send(manager, carouselCalls.change, { params: { id }, body: { title: '改', ...more } })

test('pictures are put up, described, ordered and taken down', async () => {
  const [one, two] = [await add('一'), await add('二')]
  expect(await all()).toMatchObject([{ id: one, title: '一', enabled: true, shown: true }, { id: two }])
  expect((await change(two, { subtitle: '副', link: '/osp/notice' })).status).toBe(200)
  await world.ok(manager, carouselCalls.order, { body: { ids: [two, one] } })
  expect(await all()).toMatchObject([
    { id: two, title: '改', subtitle: '副', link: '/osp/notice' },
    { id: one },
  ])
  expect((await world.send(manager, carouselCalls.order, { body: { ids: [two] } })).status).toBe(409)

  const before = (await all())[0]!.imageUrl!
  await world.ok(manager, carouselCalls.replacePicture, { params: { id: two }, files })
  const after = (await all())[0]!.imageUrl!
  expect([(await world.app.inject(before)).statusCode, (await world.app.inject(after)).statusCode]).toEqual([
    404, 200,
  ])
  await world.ok(manager, carouselCalls.remove, { params: { id: two } })
  expect([(await all()).map((s) => s.id), (await world.app.inject(after)).statusCode]).toEqual([[one], 404])
})

test('one form puts up a picture with its words, link and days', async () => {
  const days = { fromDay: '2099-01-01', untilDay: '2099-02-01' }
  await world.ok(manager, carouselCalls.upload, {
    body: { title: '节日', subtitle: '副', link: '/osp/notice', ...days },
    files,
  })
  const reversed = { title: '反', fromDay: '2099-02-01', untilDay: '2099-01-01' }
  expect(await world.send(manager, carouselCalls.upload, { body: reversed, files })).toMatchObject({
    status: 422,
    reasons: [{ field: 'untilDay' }],
  })
  expect(
    await world.send(manager, carouselCalls.upload, {
      body: { title: '坏', link: 'javascript:alert(1)' },
      files,
    }),
  ).toMatchObject({ status: 400, reasons: [{ field: 'link' }] })
  expect(await all()).toMatchObject([
    { title: '节日', subtitle: '副', link: '/osp/notice', enabled: true, shown: false, ...days },
  ])
})

test('of more than the home page shows, those behind say that they are not shown', async () => {
  for (let i = 0; i < 10; i++) await add(`图 ${i}`)
  const [first] = await all()
  await change(first!.id, { enabled: false })
  const slides = await all()
  const home = (await world.ok(null, homeCalls.get)).carousel.map((c) => c.id)
  expect(slides.filter((c) => c.shown).map((c) => c.id)).toEqual(home)
  expect(slides.map((c) => c.behind)).toEqual([...Array<boolean>(9).fill(false), true])
})

test('shown on its days, and only while it is in use', async () => {
  const id = await add('节日')
  const shown = async () => (await all())[0]?.shown
  expect((await change(id, { fromDay: '2099-01-01' })).status).toBe(200)
  expect(await shown()).toBe(false)
  expect((await world.ok(null, homeCalls.get)).carousel).toEqual([])
  await change(id, { fromDay: '2020-01-01', untilDay: '2099-01-01' })
  expect(await shown()).toBe(true)
  await change(id, { enabled: false })
  expect(await shown()).toBe(false)
  expect(await change(id, { fromDay: '2026-02-01', untilDay: '2026-01-01' })).toMatchObject({
    status: 422,
    reasons: [{ field: 'untilDay' }],
  })
  for (const link of [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/osp\\..\\evil',
    'https://',
    'https://\\evil.example',
    'http://a b',
    'evil.example',
  ])
    expect(await change(id, { link }), link).toMatchObject({ status: 400, reasons: [{ field: 'link' }] })
  for (const link of ['/osp/notice?page=2#top', 'https://校园.example/首页', 'http://lib.example.edu:8080/a'])
    expect((await change(id, { link })).status, link).toBe(200)
})

test('not for others; pictures only', async () => {
  const id = await add('一')
  const hidden = await add('二')
  await change(hidden, { enabled: false })
  // Other people see the slides of the home page and no disabled ones.
  expect(await world.ok(other, carouselCalls.list)).toMatchObject({ items: [{ id }], can: [] })
  expect((await world.ok(manager, carouselCalls.list)).can).toEqual(['manage'])
  expect((await world.send(null, carouselCalls.list)).status).toBe(401)
  // The permission for the link to the back office changes nothing there.
  const linked = await world.person('秘书', { permissions: ['SYSTEM_ADMIN'] })
  expect(await world.ok(linked, carouselCalls.list)).toMatchObject({ items: [{ id }], can: [] })
  for (const by of [other, linked])
    expect((await world.send(by, carouselCalls.upload, { body: { title: 'x' }, files })).status).toBe(403)
  expect((await world.send(other, carouselCalls.remove, { params: { id } })).status).toBe(403)
  expect(
    (
      await world.send(manager, carouselCalls.upload, {
        body: { title: 'x' },
        files: [{ name: 'a.png', content: Buffer.from('text') }],
      })
    ).status,
  ).toBe(415)
})
