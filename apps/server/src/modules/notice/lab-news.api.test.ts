import { labNewsCalls } from '@portal/contract/notice/lab-news'
import { noticeCalls } from '@portal/contract/notice/notice'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())
beforeEach(() => world.sql('delete from notice'))

const body = (more: object = {}) => ({
  labId: labs.labId,
  title: '开放日',
  bodyHtml: '<p>欢迎<script>alert(1)</script>参观</p>',
  state: 'published' as const,
  ...more,
})
const save = (who: Person, more: object = {}) => world.send(who, labNewsCalls.save, { body: body(more) })
const saved = async (more: object = {}) =>
  (await world.ok(labs.labAdmin, labNewsCalls.save, { body: body(more) })).id
const titles = async (who: Person, query: object = {}) =>
  (await world.ok(who, labNewsCalls.list, { query: { labId: labs.labId, ...query } })).items.map(
    (n) => n.title,
  )
const status = async (who: Person, id: number) =>
  (await world.send(who, labNewsCalls.get, { params: { id } })).status

test('published news are read by everybody who is signed in; drafts, withdrawn and coming ones by those who write them', async () => {
  await saved({ title: '早', publishAt: '2020-01-01T00:00:00Z' })
  const pinned = await saved({ title: '顶', pinned: true })
  const hidden = [
    await saved({ title: '草稿', state: 'draft' }),
    await saved({ title: '以后', publishAt: '2099-01-01T00:00:00Z' }),
    await saved({ title: '撤回' }),
  ]
  await world.ok(labs.director, labNewsCalls.setState, { body: { id: hidden[2]!, state: 'withdrawn' } })
  for (const who of [labs.student, labs.member, labs.reviewer, labs.outsider]) {
    expect(await titles(who)).toEqual(['顶', '早'])
    expect(await titles(who, { state: 'draft' })).toEqual([])
    expect(await Promise.all([pinned, ...hidden].map((id) => status(who, id)))).toEqual([200, 404, 404, 404])
  }
  expect((await titles(labs.director)).toSorted()).toEqual(['以后', '撤回', '早', '草稿', '顶'].toSorted())
  expect(await titles(labs.sysadmin, { state: 'withdrawn' })).toEqual(['撤回'])
  expect(await titles(labs.director, { keyword: '草' })).toEqual(['草稿'])
  expect(await Promise.all(hidden.map((id) => status(labs.director, id)))).toEqual([200, 200, 200])
  // Lab news appears on the lab's pages, not among the portal's notices.
  expect(await world.ok(null, noticeCalls.list, { query: {} })).toEqual({ items: [], total: 0 })
  expect((await world.send(null, noticeCalls.get, { query: { id: pinned } })).status).toBe(404)
})

test('one is clean, counted, and knows the ones beside it', async () => {
  const older = await saved({ title: '前' })
  const id = await saved()
  const detail = () => world.ok(labs.student, labNewsCalls.get, { params: { id } })
  expect(await detail()).toMatchObject({
    bodyHtml: '<p>欢迎参观</p>',
    summary: '欢迎参观',
    views: 1,
    lab: { name: '电镜中心' },
    older: { id: older, title: '前' },
    newer: null,
    can: [],
  })
  expect((await detail()).views).toBe(2)
  expect((await world.ok(labs.director, labNewsCalls.get, { params: { id } })).can).toEqual([
    'edit',
    'withdraw',
    'remove',
  ])
})

test('nobody but the lab’s own people writes, another lab’s director least of all', async () => {
  const id = await saved()
  for (const who of [labs.outsider, labs.member, labs.student, labs.reviewer]) {
    expect((await save(who)).status).toBe(403)
    expect((await save(who, { id })).status).toBe(403)
    expect((await world.send(who, labNewsCalls.setState, { body: { id, state: 'withdrawn' } })).status).toBe(
      403,
    )
    expect((await world.send(who, labNewsCalls.remove, { params: { id } })).status).toBe(403)
  }
  // Editing rights in one lab do not open the news of another.
  expect((await save(labs.outsider, { id, labId: labs.otherLabId })).status).toBe(404)
  // This call does not reach the portal's notices either.
  const editor = await world.person('编辑', { permissions: ['NOTICE_MSG_EDIT'] })
  const notice = await world.ok(editor, noticeCalls.create, {
    body: { title: '全校', bodyHtml: '<p>x</p>', state: 'published' },
  })
  expect((await world.send(labs.sysadmin, labNewsCalls.remove, { params: { id: notice.id } })).status).toBe(
    404,
  )
  expect(await status(labs.sysadmin, notice.id)).toBe(404)
})

test('changing keeps the day it was published; withdrawing and publishing again gives a new one', async () => {
  const id = await saved({ publishAt: '2020-01-01T00:00:00Z' })
  const at = async () => (await world.ok(labs.director, labNewsCalls.get, { params: { id } })).publishAt
  const first = await at()
  await world.ok(labs.director, labNewsCalls.save, { body: body({ id, title: '改' }) })
  expect(await at()).toBe(first)
  const step = (state: 'published' | 'withdrawn') =>
    world.send(labs.director, labNewsCalls.setState, { body: { id, state } })
  expect((await step('withdrawn')).status).toBe(200)
  expect(await step('withdrawn')).toMatchObject({ status: 409, message: expect.stringContaining('已撤回') })
  expect((await step('published')).status).toBe(200)
  expect((await at())! > first!).toBe(true)
})

test('what was withdrawn meanwhile is not put out again by a form that was open', async () => {
  const id = await saved()
  const look = () => world.ok(labs.director, labNewsCalls.get, { params: { id } })
  const seen = (await look()).updatedAt
  await world.ok(labs.labAdmin, labNewsCalls.setState, { body: { id, state: 'withdrawn' } })
  expect(await save(labs.director, { id, seenAt: seen })).toMatchObject({
    status: 409,
    message: expect.stringContaining('已撤回'),
  })
  expect(await titles(labs.student)).toEqual([])
  expect((await save(labs.director, { id, seenAt: (await look()).updatedAt })).status).toBe(200)
  expect(await titles(labs.student)).toEqual(['开放日'])
})

test('of two who withdraw at once, one does', async () => {
  const id = await saved()
  const answers = await Promise.all(
    [labs.director, labs.labAdmin].map((who) =>
      world.send(who, labNewsCalls.setState, { body: { id, state: 'withdrawn' } }),
    ),
  )
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409])
})

test('an empty text is refused at its field', async () => {
  for (const bodyHtml of ['', '<p> </p>', '<script>alert(1)</script>']) {
    expect(await save(labs.director, { bodyHtml })).toMatchObject({
      status: 422,
      reasons: [{ field: 'bodyHtml', message: '正文不能为空' }],
    })
  }
})
