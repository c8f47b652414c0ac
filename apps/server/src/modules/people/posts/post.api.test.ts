import { postCalls } from '@portal/contract/people/posts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

const { postPage, postList, post, savePost, removePost, userPosts, saveUserPost, removeUserPost } = postCalls
let world: World
let clerk: Person
let reader: Person
let depts: number[]
beforeAll(async () => {
  world = await createWorld()
  depts = (
    await world.sql<{ id: number }>(
      `insert into dept (code, name) values ('201', '物理学院'), ('202', '化学学院') returning id`,
    )
  ).map((d) => d.id)
  clerk = await world.person('办事员', { permissions: ['USER_ALL'] })
  reader = await world.person('查看者', { permissions: ['USER_SYSTEM_PAGE'] })
})
afterAll(() => world.close())
const body = (code: string, more: object = {}) => ({ code, name: `岗位${code}`, sort: 1, ...more })

test('a post is made, found by code and by id, changed, closed, removed', async () => {
  const { id } = await world.ok(clerk, savePost, { body: body('dean', { description: '主持学院工作' }) })
  for (const code of ['dean', String(id)])
    expect(await world.ok(reader, post, { params: { code } })).toMatchObject({
      id,
      name: '岗位dean',
      holders: 0,
      can: [],
    })
  expect(await world.send(clerk, savePost, { body: body('dean') })).toMatchObject({
    code: 'POST_TAKEN',
    reasons: [{ field: 'code' }],
  })
  await world.ok(clerk, savePost, { body: body('dean', { id, name: '院长', enabled: false }) })
  expect(await world.ok(clerk, postPage, { query: { keyword: '院长' } })).toMatchObject({
    total: 1,
    items: [{ enabled: false, can: ['change', 'remove'] }],
  })
  expect((await world.ok(reader, postPage, { query: { enabled: 'true' } })).total).toBe(0)
  expect(await world.ok(await world.person('谁都行'), postList)).toEqual([])
  await world.ok(clerk, removePost, { params: { id } })
  expect((await world.send(clerk, post, { params: { code: 'dean' } })).status).toBe(404)
  expect((await world.send(clerk, savePost, { body: body('gone', { id }) })).status).toBe(404)
  expect((await world.send(clerk, removePost, { params: { id } })).status).toBe(404)
})

test('holders: once in a dept, of open posts, by open people; a held post stays', async () => {
  const { id: postId } = await world.ok(clerk, savePost, { body: body('secretary') })
  const { id: closed } = await world.ok(clerk, savePost, { body: body('closed', { enabled: false }) })
  const holder = await world.person('陈秘书')
  const gone = await world.person('离职者')
  await world.sql('update user_account set enabled = false where id = $1', [gone.id])
  const hold = (more: object) =>
    world.send(clerk, saveUserPost, {
      body: { userId: holder.id, postId, deptId: depts[0], ...more } as never,
    })
  const { id } = (await hold({ since: '2025-09-01', note: '兼任' })).data
  expect(await world.ok(reader, userPosts, { query: { postId, keyword: '陈秘' } })).toMatchObject({
    total: 1,
    items: [
      {
        id,
        user: { name: '陈秘书' },
        post: { id: postId },
        dept: { name: '物理学院' },
        since: '2025-09-01',
        note: '兼任',
        can: [],
      },
    ],
  })
  expect((await world.ok(reader, userPosts, { query: { deptId: depts[1]! } })).total).toBe(0)
  expect(await hold({})).toMatchObject({ code: 'HOLDS_ALREADY' })
  expect(await hold({ userId: gone.id })).toMatchObject({
    code: 'USER_UNKNOWN',
    reasons: [{ field: 'userId' }],
  })
  expect(await hold({ postId: closed })).toMatchObject({
    code: 'POST_UNKNOWN',
    reasons: [{ field: 'postId' }],
  })
  expect(await hold({ deptId: 999_999 })).toMatchObject({
    code: 'DEPT_UNKNOWN',
    reasons: [{ field: 'deptId' }],
  })
  await world.ok(clerk, saveUserPost, { body: { id, userId: holder.id, postId, deptId: depts[1]! } })
  expect((await world.ok(reader, userPosts, { query: { deptId: depts[1]! } })).total).toBe(1)
  // A change cannot give a post to a closed account either; a holder who has left since keeps it until
  // another person is named.
  const change = (more: object) => hold({ id, deptId: depts[1]!, ...more })
  expect(await change({ userId: gone.id })).toMatchObject({
    code: 'USER_UNKNOWN',
    reasons: [{ field: 'userId' }],
  })
  expect(await change({ postId: closed })).toMatchObject({
    code: 'POST_UNKNOWN',
    reasons: [{ field: 'postId' }],
  })
  expect((await change({ id: 999_999 })).status).toBe(404)
  await world.sql('update user_account set enabled = false where id = $1', [holder.id])
  await world.sql('update post set enabled = false where id = $1', [postId])
  expect(await change({ note: '已离职' })).toMatchObject({ status: 200 })
  expect(await change({ userId: gone.id })).toMatchObject({ code: 'USER_UNKNOWN' })
  expect(await world.send(clerk, removePost, { params: { id: postId } })).toMatchObject({
    code: 'POST_IN_USE',
  })
  await world.ok(clerk, removeUserPost, { params: { id } })
  await world.ok(clerk, removePost, { params: { id: postId } })
})

test('a post whose holder has left stands empty: he is named as closed, and not counted', async () => {
  const { id: postId } = await world.ok(clerk, savePost, { body: body('librarian') })
  for (const name of ['甲', '乙']) {
    const { id } = await world.person(name)
    await world.ok(clerk, saveUserPost, { body: { userId: id, postId, deptId: depts[0]! } })
    await world.sql(`update user_account set enabled = false where id = $1 and name = '乙'`, [id])
  }
  expect((await world.ok(reader, userPosts, { query: { postId } })).items.map((r) => r.user)).toMatchObject([
    { name: '甲', enabled: true },
    { name: '乙', enabled: false },
  ])
  expect(await world.ok(reader, post, { params: { code: String(postId) } })).toMatchObject({ holders: 1 })
})

test('readers do not write, others do not read', async () => {
  const nobody = await world.person('旁人')
  for (const who of [reader, nobody]) {
    expect((await world.send(who, savePost, { body: body('x') })).status).toBe(403)
    expect((await world.send(who, saveUserPost, { body: { userId: 1, postId: 1, deptId: 1 } })).status).toBe(
      403,
    )
    expect((await world.send(who, removePost, { params: { id: 1 } })).status).toBe(403)
  }
  expect((await world.send(nobody, postPage)).status).toBe(403)
  expect((await world.send(nobody, userPosts)).status).toBe(403)
})
