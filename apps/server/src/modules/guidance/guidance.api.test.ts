import { guidanceCalls } from '@portal/contract/guidance/guidance'
import type { Permission } from '@portal/contract/kernel/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let editor: Person
beforeAll(async () => {
  world = await createWorld()
  editor = await world.person('编辑', { permissions: ['GUIDE_EDIT'] })
})
afterAll(() => world.close())

const body = { title: '如何预约仪器', bodyHtml: '<p>选择时间。</p><script>alert(1)</script>', sort: 2 }
const create = (more: object = {}) => world.ok(editor, guidanceCalls.create, { body: { ...body, ...more } })
const titles = async (query: object = {}) =>
  (await world.ok(null, guidanceCalls.list, { query })).items.map((g) => g.title)

test('written by those who look after it, cleaned, read by everybody', async () => {
  const { id } = await create()
  expect(await world.ok(null, guidanceCalls.get, { params: { id } })).toMatchObject({
    title: body.title,
    bodyHtml: '<p>选择时间。</p>',
    body: '选择时间。',
    link: null,
  })
  const before = await create({ title: '经费卡怎么用', sort: 1, link: '/account/finance' })
  expect(await titles()).toEqual(['经费卡怎么用', '如何预约仪器'])
  await world.ok(editor, guidanceCalls.change, { body: { ...body, id, title: '预约指南', sort: 0 } })
  expect(await titles()).toEqual(['预约指南', '经费卡怎么用'])
  expect(await titles({ keyword: 'jfk' })).toEqual(['经费卡怎么用'])
  await world.ok(editor, guidanceCalls.remove, { params: { id: before.id } })
  expect(await titles()).toEqual(['预约指南'])
})

test('refused: an empty article, a way out of this site, what is not there, and whoever may not write', async () => {
  const send = (more: object, who = editor) =>
    world.send(who, guidanceCalls.create, { body: { ...body, ...more } })
  expect(await send({ bodyHtml: '<p> </p><script>x</script>' })).toMatchObject({
    status: 422,
    reasons: [{ field: 'bodyHtml', message: '正文不能为空' }],
  })
  expect(await send({ link: '//evil.example' })).toMatchObject({ status: 400, reasons: [{ field: 'link' }] })
  expect((await send({ title: '' })).status).toBe(400)
  expect((await world.send(editor, guidanceCalls.change, { body: { ...body, id: 999_999 } })).status).toBe(
    404,
  )
  expect((await world.send(editor, guidanceCalls.remove, { params: { id: 999_999 } })).status).toBe(404)
  expect((await world.send(null, guidanceCalls.get, { params: { id: 999_999 } })).status).toBe(404)
  const viewer = await world.person('查看', { permissions: ['GUIDE_VIEW'] })
  expect([
    (await send({}, viewer)).status,
    (await world.send(null, guidanceCalls.create, { body })).status,
  ]).toEqual([403, 401])
})

test('the file is for whoever the screen opens for, not only for who writes', async () => {
  const readFile = async (...permissions: Permission[]) => {
    const { token } = await world.person('读者', { permissions })
    const headers = { authorization: token }
    return (await world.app.inject({ url: guidanceCalls.export.path, headers })).statusCode
  }
  expect(await readFile('GUIDE_VIEW')).toBe(200)
  expect(await readFile('GUIDE')).toBe(200)
  expect(await readFile('DOWNLOAD_EDIT')).toBe(403)
})

test('of two who change one, the second does not wipe out what he has not seen', async () => {
  const { id } = await create({ title: '两人同改' })
  const { updatedAt: seenAt } = await world.ok(null, guidanceCalls.get, { params: { id } })
  const change = (title: string) =>
    world.send(editor, guidanceCalls.change, { body: { ...body, id, title, seenAt } })
  expect((await change('先改')).status).toBe(200)
  expect(await change('后改')).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
  expect(await world.ok(null, guidanceCalls.get, { params: { id } })).toMatchObject({ title: '先改' })
})

test('an article that has not changed is not sent again', async () => {
  const { id } = await create({ title: '送样说明' })
  const get = (etag?: string) =>
    world.app.inject({ url: `/api/v2/guidance/${id}`, headers: etag ? { 'if-none-match': etag } : {} })
  const etag = String((await get()).headers['etag'])
  expect((await get(etag)).statusCode).toBe(304)
  await world.ok(editor, guidanceCalls.change, { body: { ...body, id, title: '送样说明（新）' } })
  expect((await get(etag)).statusCode).toBe(200)
})
