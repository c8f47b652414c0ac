import type { Verdict } from '@portal/contract/kernel/rows'
import { peopleCalls } from '@portal/contract/people/people'
import { rightsCalls } from '@portal/contract/people/rights'
import { sessionCalls } from '@portal/contract/session/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let clerk: Person
let roles: Map<string, number>
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('周建国', { permissions: ['ADMIN'] })
  clerk = await world.person('办事员', { permissions: ['USER_ALL'] })
  roles = new Map((await world.ok(admin, rightsCalls.allRoles)).map((r) => [r.code, r.id]))
})
afterAll(() => world.close())

const many = async (n: number) => Promise.all(Array.from({ length: n }, (_, i) => world.person(`学生${i}`)))
const said = (verdicts: readonly Verdict[]) => new Map(verdicts.map((v) => [v.id, v.ok ? 'ok' : v.message]))
const findRoles = async (id: number) =>
  (await world.ok(admin, peopleCalls.person, { params: { id } })).roles.map((r) => r.id)
const SELF = '不能停用、删除自己，重置自己的密码或修改自己的角色'
const BEYOND = '不能授予或管理超出您自身权限的角色与用户'

test('closed and opened together, each by itself: not oneself, not who is above', async () => {
  const [a, b] = await many(2)
  const close = (who: Person, ids: number[], enabled = false) =>
    world.ok(who, peopleCalls.setEnabledMany, { body: { ids, enabled } })
  expect(said(await close(clerk, [a!.id, clerk.id, admin.id, b!.id, 999_999]))).toEqual(
    new Map([
      [a!.id, 'ok'],
      [b!.id, 'ok'],
      [clerk.id, SELF],
      [admin.id, BEYOND],
      [999_999, '用户不存在或已被删除'],
    ]),
  )
  expect([
    (await world.send(a!, sessionCalls.current)).status,
    (await world.send(clerk, sessionCalls.current)).status,
  ]).toEqual([401, 200])
  await close(clerk, [a!.id, b!.id], true)
  expect((await world.ok(admin, peopleCalls.person, { params: { id: a!.id } })).enabled).toBe(true)
})

test('whose post nobody has been named for is said of him', async () => {
  const [dept] = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ('301', '材料学院') returning id`,
  )
  const head = await world.person('离任的负责人', { deptId: dept!.id })
  await world.ok(admin, peopleCalls.assignRoleMany, {
    body: { ids: [head.id], roleId: roles.get('DEPT_HEAD')!, give: true },
  })
  const [student] = await many(1)
  const ids = [student!.id, head.id]
  const verdicts = await world.ok(admin, peopleCalls.setEnabledMany, { body: { ids, enabled: false } })
  expect(new Map(verdicts.map((v) => [v.id, v.message]))).toEqual(
    new Map([
      [student!.id, '已停用'],
      [head.id, '已停用；岗位未移交：院系负责人 1'],
    ]),
  )
})

test('whose students need another supervisor is said of him', async () => {
  const supervisor = await world.person('导师')
  await world.person('学生甲', { supervisorId: supervisor.id })
  await world.person('学生乙', { supervisorId: supervisor.id })
  const [verdict] = await world.ok(admin, peopleCalls.setEnabledMany, {
    body: { ids: [supervisor.id], enabled: false },
  })
  expect(verdict?.message).toBe('已停用；指导的学生 2，请为学生更换导师')
})

test('a role is given and taken; the other roles stay, one beyond one’s own rights is not for giving', async () => {
  const [a, b] = await many(2)
  const assign = (who: Person, ids: number[], role: string, give: boolean) =>
    world.ok(who, peopleCalls.assignRoleMany, { body: { ids, roleId: roles.get(role)!, give } })
  await assign(admin, [a!.id], 'TEACHER', true)
  await assign(admin, [a!.id], 'REVIEWER', true)
  const messages = async (give: boolean) =>
    new Map((await assign(admin, [a!.id, b!.id], 'REVIEWER', give)).map((v) => [v.id, v.message]))
  // Whoever had it before is told apart: taking back what was given by mistake must not take theirs.
  expect(await messages(true)).toEqual(
    new Map([
      [a!.id, '原来就有该角色'],
      [b!.id, '已授予'],
    ]),
  )
  expect((await findRoles(a!.id)).toSorted()).toEqual(
    expect.arrayContaining([roles.get('TEACHER'), roles.get('REVIEWER')]),
  )
  await assign(admin, [a!.id], 'REVIEWER', false)
  expect(await messages(false)).toEqual(
    new Map([
      [a!.id, '原来没有该角色'],
      [b!.id, '已收回'],
    ]),
  )
  expect(await findRoles(a!.id)).toContain(roles.get('TEACHER'))
  expect(await findRoles(a!.id)).not.toContain(roles.get('REVIEWER'))
  expect([...said(await assign(clerk, [a!.id], 'SYSTEM_ADMIN', true)).values()]).toEqual([BEYOND])
  expect([...said(await assign(admin, [admin.id], 'TEACHER', true)).values()]).toEqual([SELF])
  expect([
    ...said(
      await world.ok(admin, peopleCalls.assignRoleMany, {
        body: { ids: [a!.id], roleId: 999_999, give: true },
      }),
    ).values(),
  ]).toEqual(['所选角色不存在'])
})

test('two administrators who close each other at once: one of them stays', async () => {
  const [x, y] = [
    await world.person('甲', { permissions: ['ADMIN'] }),
    await world.person('乙', { permissions: ['ADMIN'] }),
  ]
  await world.ok(x, peopleCalls.setEnabledMany, { body: { ids: [admin.id], enabled: false } })
  const answers = await Promise.all([
    world.send(x, peopleCalls.setEnabledMany, { body: { ids: [y.id], enabled: false } }),
    world.send(y, peopleCalls.setEnabledMany, { body: { ids: [x.id], enabled: false } }),
  ])
  const worked = answers.filter((a) => a.status === 200 && a.data[0]?.ok)
  expect(worked).toHaveLength(1)
  const [{ n } = { n: 0 }] = await world.sql<{
    n: number
  }>(`select count(*) as n from user_account u join user_role ur on ur.user_id = u.id
    join role_permission rp on rp.role_id = ur.role_id join permission p on p.id = rp.permission_id
    where p.code = 'ADMIN' and u.enabled`)
  expect(n).toBeGreaterThan(0)
})

test('not for whoever only looks', async () => {
  const reader = await world.person('只读', { permissions: ['USER_SELECT'] })
  const body = { ids: [reader.id], enabled: false }
  expect([
    (await world.send(reader, peopleCalls.setEnabledMany, { body })).status,
    (await world.send(null, peopleCalls.setEnabledMany, { body })).status,
  ]).toEqual([403, 401])
  expect(
    (await world.send(clerk, peopleCalls.assignRoleMany, { body: { ids: [], roleId: 1, give: true } }))
      .status,
  ).toBe(400)
})
