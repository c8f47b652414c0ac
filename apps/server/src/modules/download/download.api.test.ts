import { downloadCalls } from '@portal/contract/download/download'
import type { Permission } from '@portal/contract/kernel/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let keeper: Person
let guide: Person
let reader: Person
let forms: number
let policies: number
let help: number
beforeAll(async () => {
  world = await createWorld()
  keeper = await world.person('下载', { permissions: ['DOWNLOAD_EDIT'] })
  guide = await world.person('内容', { permissions: ['CONTENT_MANAGE_PAGE'] })
  reader = await world.person('读者')
  forms = (await world.ok(keeper, downloadCalls.saveCategory, { body: { name: '表格' } })).id
  policies = (await world.ok(guide, downloadCalls.saveCategory, { body: { name: '规章', type: 1, sort: 2 } }))
    .id
  help = (await world.ok(guide, downloadCalls.saveHelpCategory, { body: { name: '手册' } })).id
})
afterAll(() => world.close())

const files = [{ name: '申请表.txt', content: Buffer.from('内容') }]
const about = (more: object = {}) => ({ categoryId: forms, title: '申请表', ...more })
const put = async (more: object = {}) =>
  (await world.ok(keeper, downloadCalls.upload, { body: about(more), files })).id
const list = async (who: Person | null, query: object = {}) =>
  (await world.ok(who, downloadCalls.resources, { query })).items
const fetched = async (who: Person | null, url: string) =>
  (await world.app.inject({ url, headers: who ? { authorization: who.token } : {} })).statusCode

test('a file is put up, read, changed and taken down with its bytes', async () => {
  const id = await put()
  const [row] = await list(null)
  expect(row).toMatchObject({
    id,
    title: '申请表',
    category: { id: forms, name: '表格' },
    fileName: '申请表.txt',
    downloads: 0,
    audience: 'everybody',
    can: [],
  })
  expect(await fetched(null, row!.url)).toBe(200)
  expect((await list(keeper))[0]?.can).toEqual(['change', 'remove'])
  await world.ok(keeper, downloadCalls.change, { params: { id }, body: about({ title: '新表' }) })
  expect((await list(null)).map((d) => d.title)).toEqual(['新表'])
  await world.ok(keeper, downloadCalls.remove, { params: { id } })
  expect([(await list(null)).length, await fetched(null, row!.url)]).toEqual([0, 404])
})

test('another file takes the place of the first: the entry, its count and who may have it stay', async () => {
  const id = await put({ audience: 'signed_in' })
  const [before] = await list(reader)
  await world.ok(reader, downloadCalls.count, { params: { id } })
  const next = [{ name: '申请表（新版）.txt', content: Buffer.from('新内容') }]
  expect((await world.send(reader, downloadCalls.replace, { params: { id }, files: next })).status).toBe(403)
  expect(await world.send(keeper, downloadCalls.replace, { params: { id } })).toMatchObject({
    status: 400,
    message: '请选择要上传的文件',
  })
  await world.ok(keeper, downloadCalls.replace, { params: { id }, files: next })
  const [row] = await list(reader)
  expect(row).toMatchObject({
    id,
    title: '申请表',
    fileName: '申请表（新版）.txt',
    downloads: 1,
    audience: 'signed_in',
  })
  const read = async (url: string) =>
    (await world.app.inject({ url, headers: { authorization: reader.token } })).body
  expect(await read(row!.url)).toBe('新内容')
  expect([await fetched(reader, before!.url), await fetched(null, row!.url)]).toEqual([404, 401])
  await world.ok(keeper, downloadCalls.remove, { params: { id } })
})

test('what is for signed-in people is neither listed, nor counted, nor sent to others', async () => {
  const id = await put({ audience: 'signed_in' })
  const [row] = await list(reader)
  expect(row?.id).toBe(id)
  expect(await list(null)).toEqual([])
  expect((await world.ok(null, downloadCalls.categories)).items).toMatchObject([{ id: forms, count: 0 }])
  expect(await Promise.all([reader, null].map((who) => fetched(who, row!.url)))).toEqual([200, 401])
  expect((await world.send(null, downloadCalls.count, { params: { id } })).status).toBe(404)
  expect(await world.ok(reader, downloadCalls.count, { params: { id } })).toEqual({ downloads: 1 })
  await world.ok(keeper, downloadCalls.change, { params: { id }, body: about({ audience: 'everybody' }) })
  expect(await fetched(null, row!.url)).toBe(200)
  await world.ok(keeper, downloadCalls.remove, { params: { id } })
})

test('no cache sends it to everybody any longer when it is kept for signed-in people', async () => {
  const id = await put()
  const [row] = await list(null)
  const read = async (who: Person | null) => {
    const headers = who ? { authorization: who.token } : {}
    const reply = await world.app.inject({ url: row!.url, headers })
    return [reply.statusCode, reply.headers['cache-control']]
  }
  expect(await read(null)).toEqual([200, 'public, max-age=300'])
  await world.ok(keeper, downloadCalls.change, { params: { id }, body: about({ audience: 'signed_in' }) })
  expect(await read(reader)).toEqual([200, 'no-store'])
  expect((await read(null))[0]).toBe(401)
  await world.ok(keeper, downloadCalls.remove, { params: { id } })
})

test('policies and help have places of their own', async () => {
  const body = {
    categoryId: policies,
    title: '共享办法',
    documentNo: '校设〔2026〕3 号',
    issuer: '设备处',
    issuedOn: '2026-03-01',
  }
  const { id } = await world.ok(guide, downloadCalls.uploadPolicy, { body, files })
  await world.ok(guide, downloadCalls.uploadHelp, { body: { categoryId: help, title: '用户手册' }, files })
  expect(await list(null, { type: 1, keyword: '〔2026〕' })).toMatchObject([
    { id, documentNo: '校设〔2026〕3 号', issuer: '设备处', issuedOn: '2026-03-01' },
  ])
  expect(
    (await world.ok(null, downloadCalls.helpResources, { query: {} })).items.map((d) => d.title),
  ).toEqual(['用户手册'])
  // A category of another type does not exist for this call.
  expect(
    await world.send(guide, downloadCalls.uploadHelp, { body: { categoryId: policies, title: 'x' }, files }),
  ).toMatchObject({ status: 422, reasons: [{ field: 'categoryId' }] })
})

test('each keeps his own: the download centre, or policies and help', async () => {
  const id = await put()
  const [policy] = await list(null, { type: 1 })
  for (const who of [reader, guide]) {
    expect((await world.send(who, downloadCalls.upload, { body: about(), files })).status).toBe(403)
    expect((await world.send(who, downloadCalls.change, { params: { id }, body: about() })).status).toBe(403)
    expect((await world.send(who, downloadCalls.remove, { params: { id } })).status).toBe(403)
    expect((await world.send(who, downloadCalls.saveCategory, { body: { name: 'x' } })).status).toBe(403)
    expect((await world.send(who, downloadCalls.removeCategory, { params: { id: forms } })).status).toBe(403)
  }
  for (const who of [reader, keeper]) {
    expect(
      (await world.send(who, downloadCalls.uploadPolicy, { body: about({ categoryId: policies }), files }))
        .status,
    ).toBe(403)
    expect((await world.send(who, downloadCalls.remove, { params: { id: policy!.id } })).status).toBe(403)
    expect((await world.send(who, downloadCalls.saveHelpCategory, { body: { name: 'x' } })).status).toBe(403)
  }
  expect((await world.send(reader, downloadCalls.remove, { params: { id: 999 } })).status).toBe(403)
  expect((await world.send(keeper, downloadCalls.remove, { params: { id: 999 } })).status).toBe(404)
})

test('the file is for whoever a screen with the list opens for', async () => {
  const readFile = async (...permissions: Permission[]) => {
    const { token } = await world.person('查看', { permissions })
    const url = `${downloadCalls.exportResources.path}?type=1`
    return (await world.app.inject({ url, headers: { authorization: token } })).statusCode
  }
  for (const code of ['GUIDE', 'GUIDE_VIEW', 'DOWNLOAD_VIEW', 'CONTENT_MANAGE_PAGE'] as const)
    expect([code, await readFile(code)]).toEqual([code, 200])
  expect(await readFile('NOTICE_MSG_VIEW')).toBe(403)
})

test('a browser that has the list already is told so, until it changes for the one who asks', async () => {
  const get = (who: Person | null, etag?: string) =>
    world.app.inject({
      url: '/api/content/download/resources',
      headers: { ...(who && { authorization: who.token }), ...(etag && { 'if-none-match': etag }) },
    })
  const etag = String((await get(null)).headers['etag'])
  expect((await get(null, etag)).statusCode).toBe(304)
  const id = await put({ audience: 'signed_in' })
  expect([(await get(null, etag)).statusCode, (await get(reader, etag)).statusCode]).toEqual([304, 200])
  expect((await get(reader)).headers['cache-control']).toBe('private, no-cache')
  await world.ok(keeper, downloadCalls.remove, { params: { id } })
})

test('a category has one name, and stays while something is in it', async () => {
  expect(await world.send(keeper, downloadCalls.saveCategory, { body: { name: '表格' } })).toMatchObject({
    status: 422,
    code: 'CATEGORY_TAKEN',
    reasons: [{ field: 'name' }],
  })
  expect(await world.send(keeper, downloadCalls.removeCategory, { params: { id: forms } })).toMatchObject({
    status: 409,
    code: 'CATEGORY_IN_USE',
  })
  const { id } = await world.ok(keeper, downloadCalls.saveCategory, { body: { name: '临时' } })
  await world.ok(keeper, downloadCalls.saveCategory, { body: { id, name: '改名', sort: 9 } })
  expect((await world.ok(null, downloadCalls.categories)).items.map((c) => c.name)).toEqual(['表格', '改名'])
  // Nor can it be changed through the call of another type.
  expect((await world.send(guide, downloadCalls.saveHelpCategory, { body: { id, name: 'x' } })).status).toBe(
    404,
  )
  await world.ok(keeper, downloadCalls.removeCategory, { params: { id } })
})
