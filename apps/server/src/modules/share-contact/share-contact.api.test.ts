import { shareContactCalls } from '@portal/contract/share-contact/share-contact'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
let keeper: Person
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  keeper = await world.person('管理', { permissions: ['SHARE_CONTACT_ALL'] })
})
afterAll(() => world.close())

const body = (more: object = {}) => ({ post: '技术支持', name: '王工', phone: '010-62345678', ...more })
const create = (who: Person, more: object = {}) =>
  world.send(who, shareContactCalls.create, { body: body(more) })
const list = (who: Person, query: object = {}) => world.ok(who, shareContactCalls.list, { query })

test('the campus’s own by who looks after all, those of a lab by its own people, read by everybody signed in', async () => {
  const campus = (await create(keeper, { post: '平台值班' })).data.id
  const own = (await create(labs.director, { labId: labs.labId })).data.id
  expect((await list(labs.student)).items.map((c) => [c.id, c.lab?.name ?? null, c.can])).toEqual([
    [campus, null, []],
    [own, '电镜中心', []],
  ])
  expect((await list(labs.labAdmin)).items.map((c) => c.can)).toEqual([[], ['change', 'remove']])
  expect((await list(labs.labAdmin, { of: 'editable' })).items.map((c) => c.id)).toEqual([own])
  expect((await list(labs.student, { of: 'campus' })).items.map((c) => c.id)).toEqual([campus])
  expect((await list(labs.student, { keyword: '电镜' })).items.map((c) => c.id)).toEqual([own])

  expect((await world.send(null, shareContactCalls.list)).status).toBe(401)
  for (const who of [labs.outsider, labs.student, labs.member, labs.reviewer]) {
    expect((await create(who)).status, who.name).toBe(403)
    expect((await create(who, { labId: labs.labId })).status, who.name).toBe(403)
    expect(
      (
        await world.send(who, shareContactCalls.change, {
          params: { id: own },
          body: body({ labId: labs.labId }),
        })
      ).status,
      who.name,
    ).toBe(403)
    expect((await world.send(who, shareContactCalls.remove, { params: { id: own } })).status, who.name).toBe(
      403,
    )
  }
  // Nor can a director move a contact to another lab or to the campus.
  for (const labId of [labs.otherLabId, null])
    expect(
      (
        await world.send(labs.director, shareContactCalls.change, {
          params: { id: own },
          body: body({ labId }),
        })
      ).status,
    ).toBe(403)
  await world.ok(labs.director, shareContactCalls.change, {
    params: { id: own },
    body: body({ labId: labs.labId, name: '李工' }),
  })
  await world.ok(labs.director, shareContactCalls.remove, { params: { id: own } })
  expect((await world.send(keeper, shareContactCalls.remove, { params: { id: own } })).status).toBe(404)
})

test('there is a way to reach whoever it is', async () => {
  expect(await create(keeper, { phone: null })).toMatchObject({
    status: 422,
    code: 'UNREACHABLE',
    reasons: [{ field: 'phone' }],
  })
  expect((await create(keeper, { phone: null, office: '行政楼 101' })).status).toBe(200)
  expect(await create(keeper, { labId: 999_999 })).toMatchObject({
    status: 422,
    reasons: [{ field: 'labId' }],
  })
})

test('who only looks on sees all of them, and who looks after all laboratories keeps theirs, not the campus’s own', async () => {
  const campus = (await create(keeper, { post: '校级热线' })).data.id
  const own = (await create(labs.director, { labId: labs.labId, post: '实验室热线' })).data.id
  const find = async (who: Person) =>
    (await list(who, { of: 'editable', keyword: '热线' })).items.map((c) => [c.id, c.can.length > 0])
  expect(await find(await world.person('查看者', { permissions: ['SHARE_CONTACT_VIEW'] }))).toEqual([
    [campus, false],
    [own, false],
  ])
  const office = await world.person('实验室处', { permissions: ['LABORATORY_ALL', 'SHARE_CONTACT_EDIT'] })
  expect(await find(office)).toEqual([[own, true]])
  const made = await create(office, { labId: labs.otherLabId })
  expect(made.status).toBe(200)
  expect((await create(office)).status).toBe(403)
  for (const [id, status] of [
    [made.data.id, 200],
    [campus, 403],
  ] as const)
    expect((await world.send(office, shareContactCalls.remove, { params: { id } })).status).toBe(status)
})
