import { deptCalls } from '@portal/contract/dept/dept'
import { fileCalls } from '@portal/contract/file/file'
import { labNewsCalls } from '@portal/contract/notice/lab-news'
import { noticeCalls } from '@portal/contract/notice/notice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
let editor: Person
let deptEditor: Person
let reader: Person
const dept = async (name: string) =>
  (await world.sql<{ id: number }>('insert into dept (code, name) values ($1, $1) returning id', [name]))[0]!
    .id // an insert returns its row
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  editor = await world.person('编辑', { permissions: ['NOTICE_MSG_ALL'] })
  deptEditor = await world.person('院系编辑', {
    permissions: ['NOTICE_MSG_EDIT'],
    deptId: await dept('另一学院'),
  })
  reader = await world.person('读者', { userType: '1' })
})
afterAll(() => world.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const upload = async (who: Person) =>
  (await world.send(who, fileCalls.picture, { files: [{ name: '图.png', content: PNG }] })).data.url
const html = (...urls: string[]) => `<p>图${urls.map((u) => `<img src="${u}">`).join('')}</p>`
const get = (url: string, who: Person | null) =>
  world.app.inject({ url, headers: who ? { authorization: who.token } : {} })
const seenBy = (url: string, ...who: (Person | null)[]) =>
  Promise.all(who.map(async (p) => (await get(url, p)).statusCode))
const notice = (more: object) => ({ title: '开放日', state: 'draft' as const, ...more })

test('a picture is for whoever may read the notice, as long as he may', async () => {
  const url = await upload(editor)
  expect(await seenBy(url, editor, reader, null)).toEqual([200, 403, 401])
  const { id } = await world.ok(editor, noticeCalls.create, {
    body: notice({ bodyHtml: html(url) }) as never,
  })
  expect(await seenBy(url, editor, deptEditor, reader, null)).toEqual([200, 403, 403, 401])
  expect((await get(url, editor)).headers['cache-control']).toBe('no-store')

  await world.ok(editor, noticeCalls.publish, { params: { id } })
  expect(await seenBy(url, editor, deptEditor, reader, null)).toEqual([200, 200, 200, 200])
  for (const who of [reader, null])
    expect((await get(url, who)).headers['cache-control']).toBe('public, max-age=300')
  await world.ok(editor, noticeCalls.withdraw, { params: { id } })
  expect(await seenBy(url, editor, reader, null)).toEqual([200, 403, 401])

  const target = await world.person('对象')
  await world.sql(`update user_account set user_type = '2' where id = $1`, [target.id])
  await world.ok(editor, noticeCalls.change, {
    body: {
      id,
      ...notice({
        state: 'published',
        audience: 'chosen',
        targets: { deptIds: [], roleIds: [], userTypes: ['2'] },
        bodyHtml: html(url),
      }),
    } as never,
  })
  expect(await seenBy(url, target, reader, null)).toEqual([200, 403, 401])
  expect((await get(url, target)).headers['cache-control']).toBe('no-store')
  await world.ok(editor, noticeCalls.change, {
    body: { id, ...notice({ state: 'published', audience: 'signed_in', bodyHtml: html(url) }) } as never,
  })
  expect(await seenBy(url, target, reader, null)).toEqual([200, 200, 401])
})

test('who cannot see a picture cannot publish it by naming it; who can may show it elsewhere, and there it is for others', async () => {
  const url = await upload(editor)
  await world.ok(editor, noticeCalls.create, { body: notice({ bodyHtml: html(url) }) as never })
  const thief = await world.ok(deptEditor, noticeCalls.create, {
    body: notice({ state: 'published', bodyHtml: html(url) }) as never,
  })
  expect(await seenBy(url, deptEditor, reader, null)).toEqual([403, 403, 401])

  const { id } = await world.ok(editor, noticeCalls.create, {
    body: notice({ state: 'published', bodyHtml: html(url) }) as never,
  })
  expect(await seenBy(url, reader, null)).toEqual([200, 200])
  await world.ok(editor, noticeCalls.change, {
    body: { id, ...notice({ state: 'published', bodyHtml: '<p>没有图了</p>' }) } as never,
  })
  expect(await seenBy(url, editor, reader, null)).toEqual([200, 403, 401])
  await world.ok(deptEditor, noticeCalls.remove, { query: { id: thief.id } })
})

test('news of a lab are for whoever is signed in, drafts for those who write them', async () => {
  const url = await upload(labs.director)
  const save = (state: 'draft' | 'published', id?: number) =>
    world.ok(labs.director, labNewsCalls.save, {
      body: {
        ...(id && { id }),
        labId: labs.labId,
        title: '停机',
        kind: 'notice',
        state,
        bodyHtml: html(url),
      } as never,
    })
  const { id } = await save('draft')
  expect(await seenBy(url, labs.director, labs.labAdmin, labs.student, null)).toEqual([200, 200, 403, 401])
  await save('published', id)
  expect(await seenBy(url, labs.labAdmin, labs.student, null)).toEqual([200, 200, 401])
})

test('a department’s overview is for whoever is signed in; other files are no pictures of a text', async () => {
  const writer = await world.person('概况', { permissions: ['DEPART_OVERVIEW_ALL'] })
  const url = await upload(writer)
  const secret = await world.ok(editor, noticeCalls.attach, {
    files: [{ name: '附件.txt', content: Buffer.from('机密') }],
  })
  const deptId = await dept('某学院')
  await world.ok(writer, deptCalls.writeDuty, { body: { deptId, bodyHtml: html(url, secret.url) } })
  expect(await seenBy(url, writer, reader, null)).toEqual([200, 200, 401])
  expect(await seenBy(secret.url, editor, reader, null)).toEqual([200, 403, 401])
})
