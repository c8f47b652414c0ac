import { noticeCalls } from '@portal/contract/notice/notice'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let editor: Person
let viewer: Person
let reader: Person
beforeAll(async () => {
  world = await createWorld()
  editor = await world.person('编辑', { permissions: ['NOTICE_MSG_EDIT'] })
  viewer = await world.person('查看', { permissions: ['NOTICE_MSG_VIEW'] })
  reader = await world.person('读者')
})
afterAll(() => world.close())
beforeEach(() => world.sql('truncate notice'))

const create = (body: object = {}) => world.ok(editor, noticeCalls.create, { body: { title: '暑期开放安排', bodyHtml: '<p>各单位：</p><p>暑期照常开放。</p>', state: 'published', ...body } })
const titles = async (query = {}) => (await world.ok(null, noticeCalls.list, { query })).items.map((n) => n.title)

test('published ones are for everybody, pinned first, then the latest', async () => {
  await create({ title: '一', publishAt: '2026-01-01T00:00:00Z' })
  await create({ title: '二', publishAt: '2026-01-03T00:00:00Z', kind: 'news' })
  await create({ title: '顶', publishAt: '2025-01-01T00:00:00Z', pinned: true })
  await create({ title: '草稿', state: 'draft' })
  await create({ title: '撤回', state: 'withdrawn' })
  await create({ title: '以后', publishAt: '2099-01-01T00:00:00Z' })
  expect(await titles()).toEqual(['顶', '二', '一'])
  expect(await titles({ kind: 'news' })).toEqual(['二'])
  expect(await titles({ keyword: '一', kind: '' })).toEqual(['一'])
  const page = await world.ok(null, noticeCalls.list, { query: { page: 1, size: 2 } })
  expect([page.total, page.items.map((n) => n.title)]).toEqual([3, ['一']])
})

test('detail: clean, counted, with the ones beside it', async () => {
  const older = await create({ title: '前', publishAt: '2026-01-01T00:00:00Z' })
  const { id } = await create({ publishAt: '2026-01-02T00:00:00Z', bodyHtml: '<p onclick="x()">正文<script>alert(1)</script></p>' })
  const newer = await create({ title: '后', publishAt: '2026-01-03T00:00:00Z' })
  const draft = await create({ state: 'draft' })
  const get = () => world.ok(null, noticeCalls.get, { query: { id } })
  expect(await get()).toMatchObject({ bodyHtml: '<p>正文</p>', summary: '正文', views: 1, older: { id: older.id, title: '前' }, newer: { id: newer.id, title: '后' } })
  expect((await get()).views).toBe(2)
  expect((await world.send(null, noticeCalls.get, { query: { id: draft.id } })).status).toBe(404)
})

test('an editor changes and removes; a viewer looks; others do neither', async () => {
  const { id } = await create({ state: 'draft' })
  expect((await world.ok(viewer, noticeCalls.manage)).items).toMatchObject([{ id, state: 'draft', author: '编辑', publishAt: null }])
  const before = Date.now()
  await world.ok(editor, noticeCalls.change, { body: { id, title: '改', bodyHtml: '<p>新</p>', state: 'published' } })
  const one = await world.ok(viewer, noticeCalls.manageOne, { query: { id } })
  expect(one).toMatchObject({ title: '改', bodyHtml: '<p>新</p>', state: 'published' })
  expect(new Date(one.publishAt!).getTime()).toBeGreaterThanOrEqual(before)
  const body = { id, title: 'x', bodyHtml: 'x' }
  for (const who of [viewer, reader]) {
    expect((await world.send(who, noticeCalls.create, { body })).status).toBe(403)
    expect((await world.send(who, noticeCalls.change, { body })).status).toBe(403)
    expect((await world.send(who, noticeCalls.remove, { query: { id } })).status).toBe(403)
  }
  expect((await world.send(reader, noticeCalls.manage)).status).toBe(403)
  await world.ok(editor, noticeCalls.remove, { query: { id } })
  expect((await world.send(editor, noticeCalls.remove, { query: { id } })).status).toBe(404)
})

test('refuses an empty text, in words', async () => {
  for (const bodyHtml of ['', '<p> </p>', '<script>alert(1)</script>']) {
    expect(await world.send(editor, noticeCalls.create, { body: { title: 'x', bodyHtml } })).toMatchObject({ status: 422, reasons: [{ field: 'bodyHtml', message: '正文不能为空' }] })
  }
})
