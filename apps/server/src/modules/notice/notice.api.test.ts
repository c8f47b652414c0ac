import { deptCalls } from '@portal/contract/dept/dept'
import { noticeCalls } from '@portal/contract/notice/notice'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { noticeJobs } from './notice.jobs.ts'

let world: World
let editor: Person
let viewer: Person
let reader: Person
beforeAll(async () => {
  world = await createWorld()
  const [dept] = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ('NC', '丙') returning id`,
  )
  editor = await world.person('编辑', { permissions: ['NOTICE_MSG_EDIT'], deptId: dept!.id })
  viewer = await world.person('查看', { permissions: ['NOTICE_MSG_VIEW'], deptId: dept!.id })
  reader = await world.person('读者')
})
afterAll(() => world.close())
beforeEach(() => world.sql('delete from notice'))

const create = (body: object = {}) =>
  world.ok(editor, noticeCalls.create, {
    body: {
      title: '暑期开放安排',
      bodyHtml: '<p>各单位：</p><p>暑期照常开放。</p>',
      state: 'published',
      ...body,
    },
  })
const titles = async (query = {}) =>
  (await world.ok(null, noticeCalls.list, { query })).items.map((n) => n.title)

test('one that has not changed is not sent again, though it was read meanwhile; it is counted all the same', async () => {
  const { id } = await create()
  const get = (etag?: string) =>
    world.app.inject({
      url: `/api/v2/notice/detail?id=${id}`,
      headers: etag ? { 'if-none-match': etag } : {},
    })
  const etag = String((await get()).headers['etag'])
  expect([(await get(etag)).statusCode, (await get(etag)).statusCode]).toEqual([304, 304])
  await world.sql(`update notice set title = '寒假开放安排' where id = $1`, [id])
  expect((await get(etag)).json()).toMatchObject({ data: { title: '寒假开放安排', views: 4 } })
})

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

describe('by words', () => {
  const managed = async (who: Person, keyword: string) =>
    (await world.ok(who, noticeCalls.manage, { query: { keyword } })).items.map((n) => n.title)

  test('of the title or the text, in part; the title by pinyin too', async () => {
    await create({
      title: '扫描电镜培训',
      bodyHtml: '<p>请<strong>自带</strong>样品，地点：<a href="https://example.edu.cn">明理楼</a>。</p>',
    })
    await create({ title: '停电通知', bodyHtml: '<p>周日检修</p>' })
    for (const keyword of ['电镜', '扫描电镜', 'saomiao', 'smdj', '请自带样品', '明理楼', '培训 样品']) {
      expect(await titles({ keyword }), keyword).toEqual(['扫描电镜培训'])
      expect(await managed(viewer, keyword), keyword).toEqual(['扫描电镜培训'])
    }
    for (const keyword of ['镜电', '没有的', 'strong', 'example', '%', '_'])
      expect(await titles({ keyword }), keyword).toEqual([])
    expect((await titles({ keyword: '电' })).length).toBe(2)
    expect(
      (await world.ok(null, noticeCalls.list, { query: { keyword: '电', size: 1, page: 1 } })).items,
    ).toHaveLength(1)
  })

  test('what it says now, not before', async () => {
    const { id } = await create({ title: '停电通知' })
    await world.ok(editor, noticeCalls.change, {
      body: { id, title: '停水通知', bodyHtml: '<p>周六</p>', state: 'published' },
    })
    expect(await Promise.all(['停电', '照常', '停水', '周六'].map((keyword) => titles({ keyword })))).toEqual(
      [[], [], ['停水通知'], ['停水通知']],
    )
  })

  test('only by who may read it', async () => {
    await create({ title: '内部电镜', audience: 'signed_in' })
    await create({ title: '电镜草稿', state: 'draft' })
    expect(await titles({ keyword: '电镜' })).toEqual([])
    expect(
      (await world.ok(reader, noticeCalls.list, { query: { keyword: '电镜' } })).items.map((n) => n.title),
    ).toEqual(['内部电镜'])
    const stranger = await world.person('别处编辑', {
      permissions: ['NOTICE_MSG_EDIT'],
      deptId: (
        await world.sql<{ id: number }>(`insert into dept (code, name) values ('NW', '别处') returning id`)
      )[0]!.id,
    })
    expect(await managed(stranger, '电镜')).toEqual([])
    expect((await managed(editor, '电镜')).toSorted()).toEqual(['内部电镜', '电镜草稿'])
  })
})

test('detail: clean, counted, with the ones beside it', async () => {
  const older = await create({ title: '前', publishAt: '2026-01-01T00:00:00Z' })
  const { id } = await create({
    publishAt: '2026-01-02T00:00:00Z',
    bodyHtml: '<p onclick="x()">正文<script>alert(1)</script></p>',
  })
  const newer = await create({ title: '后', publishAt: '2026-01-03T00:00:00Z' })
  const draft = await create({ state: 'draft' })
  const get = () => world.ok(null, noticeCalls.get, { query: { id } })
  expect(await get()).toMatchObject({
    bodyHtml: '<p>正文</p>',
    summary: '正文',
    views: 1,
    older: { id: older.id, title: '前' },
    newer: { id: newer.id, title: '后' },
  })
  expect((await get()).views).toBe(2)
  expect((await world.send(null, noticeCalls.get, { query: { id: draft.id } })).status).toBe(404)
})

test('an editor changes and removes; a viewer looks; others do neither', async () => {
  const { id } = await create({ state: 'draft' })
  expect((await world.ok(viewer, noticeCalls.manage)).items).toMatchObject([
    { id, state: 'draft', author: '编辑', publishAt: null },
  ])
  const before = Date.now()
  await world.ok(editor, noticeCalls.change, {
    body: { id, title: '改', bodyHtml: '<p>新</p>', state: 'published' },
  })
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

test('what was withdrawn or changed meanwhile is not put out again by a form that was open', async () => {
  const { id } = await create()
  const look = () => world.ok(editor, noticeCalls.manageOne, { query: { id } })
  const change = (title: string, seenAt: string) =>
    world.send(editor, noticeCalls.change, {
      body: { id, title, bodyHtml: '<p>新</p>', state: 'published', seenAt },
    })
  const seen = (await look()).updatedAt
  await world.ok(editor, noticeCalls.withdraw, { params: { id } })
  expect(await change('改', seen)).toMatchObject({
    status: 409,
    message: expect.stringContaining('已撤回'),
  })
  expect(await titles()).toEqual([])
  expect((await change('改', (await look()).updatedAt)).status).toBe(200)
  expect(await titles()).toEqual(['改'])
})

test('refuses an empty text, in words', async () => {
  for (const bodyHtml of ['', '<p> </p>', '<script>alert(1)</script>']) {
    expect(await world.send(editor, noticeCalls.create, { body: { title: 'x', bodyHtml } })).toMatchObject({
      status: 422,
      reasons: [{ field: 'bodyHtml', message: '正文不能为空' }],
    })
  }
})

describe('who a notice is for', () => {
  const reads = async (who: Person | null, id: number) =>
    (await world.send(who, noticeCalls.get, { query: { id } })).status
  const lists = async (who: Person | null) =>
    (await world.ok(who, noticeCalls.list, { query: {} })).items.map((n) => n.title)
  const upload = async (who = editor) =>
    (await world.ok(who, noticeCalls.attach, { files: [{ name: '附件.txt', content: Buffer.from('内容') }] }))
      .id
  const fetches = async (who: Person | null, id: string) =>
    (await world.app.inject({ url: `/api/v2/file/${id}`, headers: who ? { authorization: who.token } : {} }))
      .statusCode
  let college: number
  let inside: Person
  let teacher: Person
  beforeAll(async () => {
    const [above] = await world.sql<{ id: number }>(
      `insert into dept (code, name) values ('NT1', '学院') returning id`,
    )
    const [below] = await world.sql<{ id: number }>(
      `insert into dept (code, name, parent_id) values ('NT2', '系', $1) returning id`,
      [above!.id],
    )
    college = above!.id
    inside = await world.person('系里', { deptId: below!.id })
    teacher = await world.person('教师')
    await world.sql(`update user_account set user_type = '2' where id = $1`, [teacher.id])
    await world.sql(`update user_account set user_type = '1' where id <> $1`, [teacher.id])
    await world.sql(
      `insert into user_role (user_id, role_id) select $1, id from role where code = 'FINANCE'`,
      [reader.id],
    )
  })

  test('strangers read what is for everybody; others also what is for them: by dept with all below, role, kind of user', async () => {
    const [finance] = await world.sql<{ id: number }>(`select id from role where code = 'FINANCE'`)
    const chosen = (title: string, targets: object) => create({ title, audience: 'chosen', targets })
    const ids = [
      (await create({ title: '全' })).id,
      (await create({ title: '登录', audience: 'signed_in' })).id,
      (await chosen('单位', { deptIds: [college] })).id,
      (await chosen('角色', { roleIds: [finance!.id] })).id,
      (await chosen('类型', { userTypes: ['2'] })).id,
    ]
    const everybody: [Person | null, string[]][] = [
      [null, ['全']],
      [inside, ['全', '登录', '单位']],
      [reader, ['全', '登录', '角色']],
      [teacher, ['全', '登录', '类型']],
    ]
    for (const [who, seen] of everybody) {
      expect((await lists(who)).toSorted(), who?.name).toEqual(seen.toSorted())
      expect(await Promise.all(ids.map((id) => reads(who, id))), who?.name).toEqual(
        ['全', '登录', '单位', '角色', '类型'].map((t) => (seen.includes(t) ? 200 : 404)),
      )
    }
    // The link to the neighbouring notice does not reveal one for another audience either.
    const next = (await world.ok(null, noticeCalls.get, { query: { id: ids[0]! } })).newer
    expect(next).toBeNull()
    expect(await world.ok(viewer, noticeCalls.manageOne, { query: { id: ids[2]! } })).toMatchObject({
      audience: 'chosen',
      targets: { depts: [{ id: college, name: '学院' }], roles: [], userTypes: [] },
    })
  })

  test('its attachments are for the same people, and for nobody once it is withdrawn or not yet out', async () => {
    const file = await upload()
    const { id } = await create({ audience: 'chosen', targets: { deptIds: [college] }, fileIds: [file] })
    expect((await world.ok(inside, noticeCalls.get, { query: { id } })).attachments).toMatchObject([
      { id: file, name: '附件.txt' },
    ])
    expect(
      await Promise.all([inside, editor, viewer, reader, null].map((who) => fetches(who, file))),
    ).toEqual([200, 200, 200, 403, 401])
    await world.ok(editor, noticeCalls.withdraw, { params: { id } })
    expect(await reads(inside, id)).toBe(404)
    expect(await Promise.all([inside, viewer, null].map((who) => fetches(who, file)))).toEqual([
      403, 200, 401,
    ])
    await world.ok(editor, noticeCalls.publish, { params: { id } })
    expect(await fetches(inside, file)).toBe(200)

    const later = await upload()
    const coming = await create({ publishAt: '2099-01-01T00:00:00Z', fileIds: [later] })
    expect(await Promise.all([inside, null].map((who) => reads(who, coming.id)))).toEqual([404, 404])
    expect(await Promise.all([inside, null].map((who) => fetches(who, later)))).toEqual([403, 401])
    const open = await upload()
    await create({ fileIds: [open] })
    expect(await fetches(null, open)).toBe(200)
  })

  test('what hangs on it is taken off, and goes with it; what is another’s cannot be hung on', async () => {
    const [one, two] = [await upload(), await upload()]
    const { id } = await create({ fileIds: [one] })
    const change = (fileIds: string[]) =>
      world.send(editor, noticeCalls.change, {
        body: { id, title: '改', bodyHtml: '<p>新</p>', state: 'published', fileIds },
      })
    expect((await change([two])).status).toBe(200)
    expect(await Promise.all([one, two].map((f) => fetches(editor, f)))).toEqual([404, 200])
    const other = await world.person('另一编辑', { permissions: ['NOTICE_MSG_ALL'] })
    expect((await change([two, await upload(other)])).status).toBe(400)
    await world.ok(editor, noticeCalls.remove, { query: { id } })
    expect(await fetches(editor, two)).toBe(404)
  })

  test('one for a dept is for its people in the dept that it was merged into', async () => {
    const admin = await world.person('管理员', { permissions: ['ADMIN'] })
    const add = async (code: string) =>
      (await world.ok(admin, deptCalls.create, { body: { code, name: code, kind: 'college' } })).id
    const [old, into] = [await add('NM1'), await add('NM2')]
    const moved = await world.person('并入的人', { deptId: into })
    const chosen = (title: string, deptIds: number[]) =>
      create({ title, audience: 'chosen', targets: { deptIds } })
    const one = await chosen('旧单位', [old])
    const both = await chosen('新旧单位', [old, into])
    await world.ok(admin, deptCalls.merge, { params: { id: old }, body: { intoId: into } })
    expect([await reads(moved, one.id), await reads(moved, both.id)]).toEqual([200, 200])
    expect(await reads(inside, one.id)).toBe(404)
    for (const { id } of [one, both])
      expect((await world.ok(viewer, noticeCalls.manageOne, { query: { id } })).targets.depts).toEqual([
        { id: into, name: 'NM2' },
      ])
  })

  test('a type that is no longer offered stays with its notice, and is given to no other', async () => {
    const targets = { userTypes: ['2'] }
    const { id } = await create({ audience: 'chosen', targets })
    const offer = (enabled: boolean) =>
      world.sql(
        `update dictionary_item i set enabled = $1 from dictionary d
          where d.id = i.dictionary_id and d.name = 'campus_user_type' and i.value = '2'`,
        [enabled],
      )
    await offer(false)
    const body = { title: '改', bodyHtml: '<p>新</p>', state: 'published', audience: 'chosen' as const }
    const change = (userTypes: string[]) =>
      world.send(editor, noticeCalls.change, { body: { ...body, id, targets: { userTypes } } as never })
    expect((await change(['2'])).status).toBe(200)
    expect(await reads(teacher, id)).toBe(200)
    expect(
      await world.send(editor, noticeCalls.create, { body: { ...body, targets } as never }),
    ).toMatchObject({ code: 'TARGET_UNKNOWN' })
    // Once it is taken off, it is gone.
    expect((await change(['1'])).status).toBe(200)
    expect((await change(['2'])).code).toBe('TARGET_UNKNOWN')
    await offer(true)
  })

  test('chosen means somebody, who exists', async () => {
    const send = (targets: object) =>
      world.send(editor, noticeCalls.create, {
        body: { title: 'x', bodyHtml: '<p>x</p>', audience: 'chosen', targets },
      })
    expect(await send({})).toMatchObject({
      status: 422,
      code: 'TARGETS_MISSING',
      reasons: [{ field: 'targets' }],
    })
    expect(await send({ deptIds: [999_999] })).toMatchObject({ status: 422, code: 'TARGET_UNKNOWN' })
    expect(await send({ userTypes: ['没有'] })).toMatchObject({ status: 422, code: 'TARGET_UNKNOWN' })
  })
})

test('without _ALL an editor looks after his dept’s notices and his own, and finds no others', async () => {
  const [a] = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ('NA', '甲') returning id`,
  )
  const [b] = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ('NB', '乙') returning id`,
  )
  const mine = await world.person('甲编辑', { permissions: ['NOTICE_MSG_EDIT'], deptId: a!.id })
  const theirs = await world.person('乙编辑', { permissions: ['NOTICE_MSG_EDIT'], deptId: b!.id })
  const all = await world.person('总编', { permissions: ['NOTICE_MSG_ALL'] })
  const body = { title: '甲的', bodyHtml: '<p>x</p>' }
  const { id } = await world.ok(mine, noticeCalls.create, { body })
  expect((await world.ok(theirs, noticeCalls.manage)).total).toBe(0)
  expect((await world.ok(all, noticeCalls.manage)).items).toMatchObject([
    { id, can: ['change', 'publish', 'remove'] },
  ])
  // Two people without a dept do not share one.
  const nobodys = await world.person('丁编辑', { permissions: ['NOTICE_MSG_EDIT'] })
  const without = await world.person('戊编辑', { permissions: ['NOTICE_MSG_EDIT'] })
  await world.ok(nobodys, noticeCalls.create, { body: { ...body, title: '丁的' } })
  expect((await world.ok(nobodys, noticeCalls.manage)).total).toBe(1)
  expect((await world.ok(without, noticeCalls.manage)).total).toBe(0)
  for (const refused of [
    world.send(theirs, noticeCalls.manageOne, { query: { id } }),
    world.send(theirs, noticeCalls.change, { body: { ...body, id } }),
    world.send(theirs, noticeCalls.publish, { params: { id } }),
    world.send(theirs, noticeCalls.withdraw, { params: { id } }),
    world.send(theirs, noticeCalls.remove, { query: { id } }),
  ])
    expect((await refused).status).toBe(404)
})

test('what is set for a time waits, shows as such, and is found by the job once, when the time has come', async () => {
  const { id } = await create({ publishAt: '2099-01-01T00:00:00Z' })
  expect((await world.ok(editor, noticeCalls.manage, { query: { state: 'scheduled' } })).items).toMatchObject(
    [{ id, state: 'scheduled', can: ['change', 'publish', 'withdraw', 'remove'] }],
  )
  expect(await runJob(world.app.deps, noticeJobs[0]!)).toBe(0)
  const then = new Date('2099-01-01T00:00:30Z')
  expect([
    await runJob(world.app.deps, noticeJobs[0]!, then),
    await runJob(world.app.deps, noticeJobs[0]!, then),
  ]).toEqual([1, 0])
  await world.ok(editor, noticeCalls.publish, { params: { id } })
  expect(await titles()).toEqual(['暑期开放安排'])
  expect(await world.send(editor, noticeCalls.publish, { params: { id } })).toMatchObject({
    status: 409,
    message: '该公告已发布，请刷新后查看',
  })
})
