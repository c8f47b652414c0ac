import { deptCalls } from '@portal/contract/dept/dept'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const create = async (code: string, name: string, parentId: number | null = null) =>
  (await world.ok(labs.sysadmin, deptCalls.create, { body: { code, name, parentId } })).id
const add = (code: string, parentId: number | null = null) => create(code, `单位 ${code}`, parentId)

test('a tree with its total, in order; a child of what is switched off stands at the top', async () => {
  const a = await add('A')
  const b = await add('B', a)
  await add('C', b)
  const { content, totalElements } = await world.ok(labs.student, deptCalls.tree, { query: {} })
  expect(totalElements).toBe(4)
  expect(content.find((d) => d.id === a)).toMatchObject({
    label: '单位 A',
    children: [{ id: b, children: [{ code: 'C', children: [] }] }],
  })
  await world.ok(labs.sysadmin, deptCalls.change, {
    body: { id: a, code: 'A', name: '单位 A', enabled: false },
  })
  expect(
    (await world.ok(labs.student, deptCalls.tree, { query: { enabled: 'true' } })).content.map((d) => d.id),
  ).toContain(b)
  expect(await world.ok(labs.student, deptCalls.list, { query: { keyword: '单位', size: 2 } })).toMatchObject(
    {
      total: 3,
      items: [{ code: 'A' }, { code: 'B', parentName: '单位 A' }],
    },
  )
})

test('no circles, also when two are hung under each other at once', async () => {
  const [x, y] = [await add('X'), await add('Y')]
  const hang = (id: number, code: string, parentId: number) =>
    world.send(labs.sysadmin, deptCalls.change, { body: { id, code, name: code, parentId } })
  expect(await hang(x, 'X', x)).toMatchObject({ code: 'DEPT_CYCLE' })
  const answers = await Promise.all([hang(x, 'X', y), hang(y, 'Y', x)])
  expect(answers.map((a) => a.code).toSorted()).toEqual([0, 'DEPT_CYCLE'])
})

test('what is used stays; codes are unique; only system administrators write', async () => {
  expect(await world.send(labs.sysadmin, deptCalls.remove, { params: { id: labs.deptId } })).toMatchObject({
    status: 409,
    code: 'DEPT_IN_USE',
  })
  const z = await add('Z')
  expect(await world.send(labs.sysadmin, deptCalls.create, { body: { code: 'Z', name: 'x' } })).toMatchObject(
    { code: 'DEPT_CODE_TAKEN' },
  )
  expect((await world.send(labs.director, deptCalls.remove, { params: { id: z } })).status).toBe(403)
  await world.ok(labs.sysadmin, deptCalls.remove, { params: { id: z } })
  expect((await world.send(labs.sysadmin, deptCalls.remove, { params: { id: z } })).status).toBe(404)
})

test('who administers depts sees who approves: by the role, in the dept and above, and not its head', async () => {
  const above = await add('AP1')
  const below = await add('AP2', above)
  const people = [
    await world.person('校级负责人', { deptId: above }),
    await world.person('院长', { deptId: below }),
  ]
  const head = await world.person('联系人', { deptId: below })
  const named = { id: below, code: 'AP2', name: '单位 AP2', parentId: above, headId: head.id }
  await world.ok(labs.sysadmin, deptCalls.change, { body: named })
  const approvers = async (by: Person) =>
    (await world.ok(by, deptCalls.get, { params: { id: below } })).approvers?.map((p) => p.name)
  expect(await approvers(labs.sysadmin)).toEqual([])
  await world.sql(
    `insert into user_role (user_id, role_id) select unnest($1::int8[]), id from role
      where code = 'DEPT_HEAD'`,
    [people.map((p) => p.id)],
  )
  expect(await approvers(labs.sysadmin)).toEqual(['院长', '校级负责人'])
  expect(await approvers(labs.student)).toBeUndefined()
})

test('posts, purchases, stocktakes and what its head decided keep it; posts prevent a merge', async () => {
  const [used, into] = [await add('U1'), await add('U2')]
  const [post] = await world.sql<{ id: number }>(
    `insert into post (code, name) values ('P1', '实验员') returning id`,
  )
  await world.sql('insert into user_post (user_id, post_id, dept_id) values ($1, $2, $3)', [
    labs.student.id,
    post!.id,
    used,
  ])
  await world.sql(
    `insert into purchase (state, state_at, title, requester_id, dept_id, created_at)
      values ('draft', now(), '离心机', $1, $2, now())`,
    [labs.student.id, used],
  )
  await world.sql(
    `insert into stocktake (title, year, dept_id, state, created_by, created_at)
      values ('年度盘点', 2026, $1, 'open', $2, now())`,
    [used, labs.sysadmin.id],
  )
  await world.sql(
    `insert into approval_task (business, row_id, step, asked_role, role, dept_id, title)
      values ('purchase', 1, 'dept', 'dept_head', 'dept_head', $1, '离心机')`,
    [used],
  )
  const messages = [
    '仍有 1 条岗位任职（请先在“岗位人员”中移除）',
    '仍有 1 张申购单',
    '仍有 1 次盘点',
    '仍有 1 条审批记录',
  ]
  const removed = await world.send(labs.sysadmin, deptCalls.remove, { params: { id: used } })
  expect([removed.status, removed.code, removed.reasons?.map((r) => r.message)]).toEqual([
    409,
    'DEPT_IN_USE',
    messages,
  ])
  const merged = await world.send(labs.sysadmin, deptCalls.merge, {
    params: { id: used },
    body: { intoId: into },
  })
  expect([merged.status, merged.code, merged.reasons?.map((r) => r.message)]).toEqual([
    409,
    'DEPT_MERGE_IN_USE',
    messages.slice(0, 1),
  ])
})

describe('the tree by hand', () => {
  const order = async () =>
    (await world.ok(labs.student, deptCalls.tree)).content
      .map((d) => [d.code, d.children.map((c) => c.code)] as const)
      .filter(([code]) => code.startsWith('T'))
  const place = (id: number, body: object) =>
    world.send(labs.sysadmin, deptCalls.place, { params: { id }, body })
  test('before a neighbour, last, or under another; never under oneself', async () => {
    const [a, b, c] = [await create('T1', '甲'), await create('T2', '乙'), await create('T3', '丙')]
    await place(c, { beforeId: a })
    expect((await order()).map(([code]) => code)).toEqual(['T3', 'T1', 'T2'])
    await place(b, { parentId: c })
    await place(a, { parentId: c, beforeId: b })
    expect(await order()).toEqual([['T3', ['T1', 'T2']]])
    expect(await place(c, { parentId: a })).toMatchObject({
      status: 422,
      code: 'DEPT_CYCLE',
      reasons: [{ field: 'parentId' }],
    })
    expect((await place(999_999, {})).status).toBe(404)
    expect((await world.send(labs.director, deptCalls.place, { params: { id: a }, body: {} })).status).toBe(
      403,
    )
    await place(a, {})
    await place(b, {})
    expect(await order()).toEqual([
      ['T3', []],
      ['T1', []],
      ['T2', []],
    ])
  })
  test('two who hang one under the other at once make no circle', async () => {
    const [a, b] = [await create('T5', '戊'), await create('T6', '己')]
    const answers = await Promise.all([place(a, { parentId: b }), place(b, { parentId: a })])
    expect(answers.map((x) => x.status).toSorted()).toEqual([200, 422])
  })
})

describe('merging', () => {
  test('refused while anything belongs to it, in words', async () => {
    const into = await create('M1', '合并后')
    await world.person('在职', { deptId: labs.deptId })
    const answer = await world.send(labs.sysadmin, deptCalls.merge, {
      params: { id: labs.deptId },
      body: { intoId: into },
    })
    expect(answer).toMatchObject({ status: 409, code: 'DEPT_MERGE_IN_USE' })
    expect(answer.reasons?.map((r) => r.message)).toEqual(
      expect.arrayContaining(['仍有 1 名人员（停用的也计入）', '仍有 2 个实验室']),
    )
    expect(await world.send(labs.sysadmin, deptCalls.remove, { params: { id: labs.deptId } })).toMatchObject({
      status: 409,
      reasons: answer.reasons,
    })
  })
  test('approval rules of its own are seen to first, by whoever deletes it or merges it', async () => {
    const [own, into] = [await create('M5', '有审核配置'), await create('M6', '合并后二')]
    await world.sql(
      `insert into approval_policy (business, step, dept_id, required)
        values ('booking', 'director', $1, false)`,
      [own],
    )
    const reasons = [expect.objectContaining({ message: '仍有 1 条审核配置（请先在“审核配置”中删除）' })]
    expect(await world.send(labs.sysadmin, deptCalls.remove, { params: { id: own } })).toMatchObject({
      status: 409,
      code: 'DEPT_IN_USE',
      reasons,
    })
    expect(
      await world.send(labs.sysadmin, deptCalls.merge, { params: { id: own }, body: { intoId: into } }),
    ).toMatchObject({ status: 409, reasons })
    await world.sql('delete from approval_policy')
    await world.ok(labs.sysadmin, deptCalls.remove, { params: { id: own } })
  })
  test('one that records name stays for them, closed below the other', async () => {
    const [old, into] = [await create('M7', '旧学院'), await create('M8', '新学院')]
    await create('M9', '下属中心', old)
    await world.ok(labs.sysadmin, deptCalls.writeDuty, { body: { deptId: old, bodyHtml: '<p>旧职责</p>' } })
    await world.sql(
      `insert into purchase (state, state_at, title, requester_id, dept_id, created_at)
        values ('draft', now(), '离心机', $1, $2, now())`,
      [labs.student.id, old],
    )
    await world.ok(labs.sysadmin, deptCalls.merge, { params: { id: old }, body: { intoId: into } })
    const { content } = await world.ok(labs.student, deptCalls.tree, { query: {} })
    expect(content.find((d) => d.id === into)).toMatchObject({
      children: [
        { id: old, label: '旧学院', enabled: false, children: [] },
        { code: 'M9', enabled: true },
      ],
    })
    expect(await world.ok(labs.student, deptCalls.duty, { query: { deptId: into } })).toMatchObject({
      bodyHtml: '<p>旧职责</p>',
    })
  })
  test('what hangs under it and what it says go to the other', async () => {
    const [old, into] = [await create('M2', '旧单位'), await create('M3', '新单位')]
    await create('M4', '下级', old)
    await world.ok(labs.sysadmin, deptCalls.writeDuty, { body: { deptId: old, bodyHtml: '<p>职责</p>' } })
    await world.ok(labs.sysadmin, deptCalls.saveContact, {
      body: { deptId: old, post: '秘书', name: '王敏' },
    })
    expect(
      await world.send(labs.sysadmin, deptCalls.merge, { params: { id: old }, body: { intoId: old } }),
    ).toMatchObject({ code: 'DEPT_MERGE_SELF' })
    const closed = await create('M10', '停办单位')
    await world.sql('update dept set enabled = false where id = $1', [closed])
    expect(
      await world.send(labs.sysadmin, deptCalls.merge, { params: { id: old }, body: { intoId: closed } }),
    ).toMatchObject({ code: 'DEPT_MERGE_CLOSED', reasons: [{ field: 'intoId' }] })
    await world.ok(labs.sysadmin, deptCalls.merge, { params: { id: old }, body: { intoId: into } })
    expect((await world.ok(labs.student, deptCalls.list, { query: { keyword: 'M4' } })).items).toMatchObject([
      { parentName: '新单位' },
    ])
    expect(await world.ok(labs.student, deptCalls.duty, { query: { deptId: into } })).toMatchObject({
      bodyHtml: '<p>职责</p>',
    })
    expect(
      (await world.ok(labs.student, deptCalls.contacts, { query: { deptId: into } })).items,
    ).toMatchObject([{ post: '秘书' }])
    expect((await world.send(labs.student, deptCalls.duty, { query: { deptId: old } })).status).toBe(404)
  })
})

describe('what a dept says of itself', () => {
  let head: Person
  let own: number
  beforeAll(async () => {
    own = await create('O1', '资产处')
    head = await world.person('负责人', { permissions: ['DEPART_OVERVIEW_EDIT'], deptId: own })
  })
  const write = (who: Person, deptId: number, bodyHtml = '<p onclick="x()">负责<script>1</script></p>') =>
    world.send(who, deptCalls.writeDuty, { body: { deptId, bodyHtml } })
  test('its own editors write it, cleaned; editors of others and readers do not', async () => {
    expect((await write(head, own)).status).toBe(200)
    expect(await world.ok(labs.student, deptCalls.duty, { query: { deptId: own } })).toMatchObject({
      dept: { name: '资产处' },
      bodyHtml: '<p>负责</p>',
      updatedBy: '负责人',
      can: [],
    })
    expect(await world.ok(head, deptCalls.duty, { query: { deptId: own } })).toMatchObject({
      can: ['edit', 'team'],
    })
    expect((await write(head, labs.deptId)).status).toBe(403)
    expect((await write(labs.student, own)).status).toBe(403)
    expect((await write(labs.sysadmin, 999_999)).status).toBe(404)
  })
  test('of two who write it, the second does not wipe out what he has not seen', async () => {
    const { updatedAt } = await world.ok(head, deptCalls.duty, { query: { deptId: own } })
    const save = (who: Person, bodyHtml: string, seenAt: string | null) =>
      world.send(who, deptCalls.writeDuty, { body: { deptId: own, bodyHtml, seenAt } })
    const first = await save(labs.sysadmin, '<p>新职责</p>', updatedAt)
    expect(first).toMatchObject({ status: 200 })
    expect(await save(head, '<p>旧职责</p>', updatedAt)).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    const now = await world.ok(head, deptCalls.duty, { query: { deptId: own } })
    expect(now).toMatchObject({ bodyHtml: '<p>新职责</p>', updatedAt: first.data?.updatedAt })
  })
  test('posts: added, changed, removed by the same; nobody moves one to another dept', async () => {
    const save = (who: Person, body: object) =>
      world.send(who, deptCalls.saveContact, {
        body: { deptId: own, post: '设备管理科', name: '李华', phone: '0700-86001234', ...body },
      })
    const { data } = await save(head, {})
    expect((await save(head, { id: data.id, name: '张华' })).status).toBe(200)
    expect((await save(head, { id: data.id, deptId: labs.deptId })).status).toBe(403)
    expect((await save(labs.sysadmin, { id: data.id, deptId: labs.deptId })).status).toBe(404)
    expect((await save(labs.student, {})).status).toBe(403)
    expect(await save(head, { phone: '123' })).toMatchObject({ status: 400, reasons: [{ field: 'phone' }] })
    expect(await world.ok(head, deptCalls.contacts, { query: { deptId: own } })).toMatchObject({
      total: 1,
      items: [{ name: '张华', can: ['edit'] }],
    })
    expect(
      (await world.send(labs.student, deptCalls.removeContact, { params: { id: data.id } })).status,
    ).toBe(403)
    await world.ok(head, deptCalls.removeContact, { params: { id: data.id } })
    expect((await world.send(head, deptCalls.removeContact, { params: { id: data.id } })).status).toBe(404)
  })
  test('whoever builds its team says who holds which post, and writes nothing else', async () => {
    const builder = await world.person('人事', { permissions: ['TEAM_BUILD_EDIT'], deptId: own })
    const save = (who: Person, deptId: number) =>
      world.send(who, deptCalls.saveContact, {
        body: { deptId, post: '设备秘书', name: '王芳', phone: '0700-86001235' },
      })
    const { data } = await save(builder, own)
    expect((await save(builder, labs.deptId)).status).toBe(403)
    expect((await write(builder, own)).status).toBe(403)
    expect((await world.ok(builder, deptCalls.duty, { query: { deptId: own } })).can).toEqual(['team'])
    expect(
      (await world.ok(builder, deptCalls.overviews, { query: { editable: 'true' } })).map((d) => d.id),
    ).toEqual([own])
    await world.ok(builder, deptCalls.removeContact, { params: { id: data.id } })
    const looker = await world.person('查看', { permissions: ['TEAM_BUILD_VIEW'], deptId: own })
    expect((await save(looker, own)).status).toBe(403)
  })
  test('lists: what was written, and what one may write about', async () => {
    expect((await world.ok(labs.student, deptCalls.overviews)).map((d) => d.name)).toContain('资产处')
    expect(await world.ok(head, deptCalls.overviews, { query: { editable: 'true' } })).toEqual([
      { id: own, name: '资产处', kind: 'college', written: true },
    ])
    expect(await world.ok(labs.student, deptCalls.overviews, { query: { editable: 'true' } })).toEqual([])
    expect(
      (await world.ok(labs.sysadmin, deptCalls.overviews, { query: { editable: 'true' } })).length,
    ).toBeGreaterThan(3)
  })
})

const readSheet = async (who: Person) => {
  const response = await world.app.inject({
    url: '/api/dept/info/download?keyword=M',
    headers: { authorization: who.token },
  })
  expect(response.statusCode).toBe(200)
  return (await readXlsx(response.rawPayload)).sheets[0]?.rows ?? []
}
test('the list as a sheet', async () => {
  const rows = await readSheet(labs.student)
  expect(rows[0]?.slice(0, 4)).toEqual(['单位编码', '单位名称', '单位类别', '上级单位编码'])
  expect(rows.slice(1).map((r) => [r[0], r[3]])).toEqual(expect.arrayContaining([['M4', 'M3']]))
})
test('by what name a head signs in is told only to who imports depts', async () => {
  await world.sql(`update dept set head_id = $1 where code = 'M4'`, [labs.director.id])
  const [account] = await world.sql<{ username: string }>('select username from user_account where id = $1', [
    labs.director.id,
  ])
  const [forAll, forImporters] = [await readSheet(labs.student), await readSheet(labs.sysadmin)]
  expect(forAll[0]).toContain('负责人姓名')
  expect(forAll[0]).not.toContain('负责人用户名')
  expect(forAll.flat()).toContain(labs.director.name)
  expect(forAll.flat()).not.toContain(account?.username)
  expect(forImporters.flat()).toContain(account?.username)
})
