import { downloadCalls } from '@portal/contract/download/download'
import { resourceCalls } from '@portal/contract/resource/resource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const text = (content: string, name = '使用说明.txt') => [{ name, content: Buffer.from(content) }]
const upload = (who: Person, about: { categoryId?: number; title?: string } = {}) =>
  world.send(who, resourceCalls.upload, { body: { labId: labs.labId, ...about }, files: text('说明') })
const read = (id: string, who: Person | null) =>
  world.app.inject({ url: `/api/v2/file/${id}`, headers: who ? { authorization: who.token } : {} })

test('a lab’s people put files into categories; whoever is signed in gets and counts them', async () => {
  const category = await world.ok(labs.labAdmin, resourceCalls.saveCategory, {
    body: { labId: labs.labId, name: '操作规程' },
  })
  const { data } = await upload(labs.director, { categoryId: category.id })
  expect(data).toMatchObject({
    title: '使用说明',
    category: { id: category.id, name: '操作规程' },
    downloads: 0,
    uploader: '主任',
    file: { name: '使用说明.txt' },
    can: ['change', 'remove'],
  })
  await upload(labs.labAdmin, { title: '送样须知' })

  const titles = async (query = {}) =>
    (await world.ok(labs.student, resourceCalls.list, { query: { labId: labs.labId, ...query } })).items.map(
      (r) => r.title,
    )
  expect(await titles()).toEqual(['送样须知', '使用说明'])
  expect(await titles({ categoryId: category.id })).toEqual(['使用说明'])
  expect(await titles({ categoryId: '0' })).toEqual(['送样须知'])
  expect(await titles({ categoryId: '' })).toEqual(['送样须知', '使用说明'])
  expect(await titles({ keyword: '送样' })).toEqual(['送样须知'])
  expect(
    (await world.ok(labs.student, resourceCalls.list, { query: { labId: labs.labId } })).items[0]?.can,
  ).toEqual([])
  expect(await world.ok(labs.student, resourceCalls.categories, { params: { id: labs.labId } })).toEqual([
    { id: category.id, name: '操作规程', sort: 0, count: 1 },
  ])
  const toChoose = { params: { id: labs.labId }, query: { rest: 'true' as const } }
  expect(
    (await world.ok(labs.student, resourceCalls.categories, toChoose)).map((c) => [c.id, c.name, c.count]),
  ).toEqual([
    [category.id, '操作规程', 1],
    [0, '未分类', 1],
  ])

  expect(
    await Promise.all([labs.student, null].map(async (who) => (await read(data.file.id, who)).statusCode)),
  ).toEqual([200, 401])
  expect(await world.ok(labs.student, downloadCalls.count, { params: { id: data.id } })).toEqual({
    downloads: 1,
  })
  expect((await world.send(null, downloadCalls.count, { params: { id: data.id } })).status).toBe(404)

  expect(
    await world.send(labs.director, resourceCalls.removeCategory, { params: { id: category.id } }),
  ).toMatchObject({ status: 409, code: 'CATEGORY_IN_USE' })
  await world.ok(labs.director, resourceCalls.change, {
    params: { id: data.id },
    body: { title: '操作规程（2026 版）', categoryId: null },
  })
  await world.ok(labs.director, resourceCalls.removeCategory, { params: { id: category.id } })
  await world.ok(labs.director, resourceCalls.remove, { params: { id: data.id } })
  expect((await read(data.file.id, labs.student)).statusCode).toBe(404)
})

test('a number is a file of the download centre, or one of a lab: never both', async () => {
  const { data } = await upload(labs.director)
  await world.sql(`insert into download_category (type, name) values (2, '表格')`)
  const [other] = await world.sql<{ id: number }>(
    `insert into download (category_id, title, file_id) select c.id, '办法', f.id from download_category c,
        file f order by f.no limit 1 returning id`,
  )
  const count = async (id: number) =>
    (await world.ok(labs.student, downloadCalls.count, { params: { id } })).downloads
  expect([await count(other!.id), await count(data.id), await count(data.id)]).toEqual([1, 1, 2])
  await expect(
    world.sql(
      `insert into resource (id, title, lab_id, file_id) overriding system value
        select $1, title, lab_id, file_id from resource limit 1`,
      [other!.id],
    ),
  ).rejects.toThrow(/resource_number/)
})

test('nobody else changes anything, another lab’s director least of all', async () => {
  const { data } = await upload(labs.director)
  const category = await world.ok(labs.director, resourceCalls.saveCategory, {
    body: { labId: labs.labId, name: '数据模板' },
  })
  for (const who of [labs.outsider, labs.member, labs.student, labs.reviewer]) {
    expect((await upload(who)).status).toBe(403)
    expect(
      (await world.send(who, resourceCalls.change, { params: { id: data.id }, body: { title: '改' } }))
        .status,
    ).toBe(403)
    expect((await world.send(who, resourceCalls.remove, { params: { id: data.id } })).status).toBe(403)
    expect(
      (await world.send(who, resourceCalls.saveCategory, { body: { labId: labs.labId, name: '我的' } }))
        .status,
    ).toBe(403)
    expect(
      (
        await world.send(who, resourceCalls.saveCategory, {
          body: { id: category.id, labId: labs.labId, name: '我的' },
        })
      ).status,
    ).toBe(403)
    expect(
      (await world.send(who, resourceCalls.removeCategory, { params: { id: category.id } })).status,
    ).toBe(403)
  }
  // The right in one lab gives no access to another lab's category or file.
  expect(
    (
      await world.send(labs.outsider, resourceCalls.saveCategory, {
        body: { id: category.id, labId: labs.otherLabId, name: '我的' },
      })
    ).status,
  ).toBe(404)
  const own = await world.send(labs.outsider, resourceCalls.upload, {
    body: { labId: labs.otherLabId, categoryId: category.id },
    files: text('x'),
  })
  expect(own).toMatchObject({ status: 422, code: 'CATEGORY_UNKNOWN', reasons: [{ field: 'categoryId' }] })
})

test('a category’s name is there once; other labs may have it too', async () => {
  const save = (who: Person, labId: number, name: string) =>
    world.send(who, resourceCalls.saveCategory, { body: { labId, name } })
  await save(labs.director, labs.labId, '表格')
  expect(await save(labs.director, labs.labId, '表格')).toMatchObject({
    code: 'CATEGORY_TAKEN',
    reasons: [{ field: 'name' }],
  })
  expect((await save(labs.outsider, labs.otherLabId, '表格')).status).toBe(200)
})

test('files of a device are for whoever may see it', async () => {
  const [shared, own] = [await labs.device(), await labs.device({ shared: false })]
  const put = (who: Person, deviceId: number) =>
    world.send(who, resourceCalls.uploadForDevice, { body: { deviceId, title: '手册' }, files: text('手册') })
  expect((await put(labs.outsider, shared)).status).toBe(403)
  expect((await put(labs.member, shared)).status).toBe(403)
  const [open, closed] = [await put(labs.labAdmin, shared), await put(labs.equipmentOffice, own)]
  expect([open.status, closed.status]).toEqual([200, 200])
  const list = async (who: Person, deviceId: number) => {
    const answer = await world.send(who, resourceCalls.ofDevice, { query: { deviceId } })
    return answer.status === 200 ? answer.data.items.map((r) => r.title) : answer.status
  }
  expect([
    await list(labs.student, shared),
    await list(labs.student, own),
    await list(labs.member, own),
  ]).toEqual([['手册'], 403, ['手册']])
  expect(
    await Promise.all(
      [labs.student, labs.member].map(async (who) => (await read(closed.data.file.id, who)).statusCode),
    ),
  ).toEqual([403, 200])
  expect(
    (await world.send(labs.student, downloadCalls.count, { params: { id: closed.data.id } })).status,
  ).toBe(403)
  expect(
    (await world.send(labs.outsider, resourceCalls.remove, { params: { id: open.data.id } })).status,
  ).toBe(403)
  expect(
    await world.send(labs.director, resourceCalls.change, {
      params: { id: open.data.id },
      body: { title: '手册', categoryId: 1 },
    }),
  ).toMatchObject({ code: 'CATEGORY_UNKNOWN' })
  await world.ok(labs.director, resourceCalls.remove, { params: { id: open.data.id } })
})

test('what it cannot take is refused in words', async () => {
  const bad = await world.send(labs.director, resourceCalls.upload, {
    body: { labId: labs.labId },
    files: [{ name: 'a.txt', content: Buffer.from([0, 1, 2, 255]) }],
  })
  expect(bad).toMatchObject({ status: 415, message: expect.stringContaining('只接受') })
  expect(
    await world.send(labs.director, resourceCalls.upload, { body: { labId: labs.labId } }),
  ).toMatchObject({ status: 400, message: '请选择文件' })
})

test('a file that is deleted while its download is counted is not found', async () => {
  const { data } = await upload(labs.director)
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    // The file is found until the commit; counting it waits.
    await holder.query('delete from resource where id = $1', [data.id])
    const reply = world.send(labs.student, downloadCalls.count, { params: { id: data.id } })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('commit')
    expect(await reply).toMatchObject({ status: 404, message: '资料不存在或已被删除' })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
