import { accountCalls } from '@portal/contract/account/account'
import { peopleCalls } from '@portal/contract/people/people'
import { rightsCalls } from '@portal/contract/people/rights'
import { sessionCalls } from '@portal/contract/session/session'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJob } from '../../../kernel/jobs.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'
import { peopleJobs } from '../people.jobs.ts'

let world: World
let admin: Person
let clerk: Person
let reader: Person
let roles: Map<string, number>
beforeAll(async () => {
  world = await createWorld()
  await world.sql(`insert into dept (code, name) values ('201', '物理学院'), ('202', '化学学院')`)
  admin = await world.person('周建国', { permissions: ['ADMIN'] })
  clerk = await world.person('办事员', { permissions: ['USER_ALL'] })
  reader = await world.person('只读', { permissions: ['USER_SELECT'] })
  roles = new Map((await world.ok(admin, rightsCalls.allRoles)).map((r) => [r.code, r.id]))
})
afterAll(() => world.close())

const findPerson = (id: number) => world.ok(admin, peopleCalls.person, { params: { id } })
const signIn = async (username: string, password: string, rememberMe = false) =>
  world.send(null, sessionCalls.login, { body: { username, password, rememberMe } })

describe('a password that an administrator has set', () => {
  test('is changed first also by whoever begins with it', async () => {
    const username = `begins${Date.now()}`
    await world.ok(clerk, peopleCalls.create, { body: { username, name: '新人', password: 'Begin#2026x' } })
    expect((await signIn(username, 'Begin#2026x')).data.user).toMatchObject({ mustChangePassword: true })
  })
  test('opens nothing but the change of it', async () => {
    const member = await world.person('成员')
    const { username } = await findPerson(member.id)
    const { password } = await world.ok(clerk, peopleCalls.resetPassword, { params: { id: member.id } })
    const { data } = await signIn(username, password)
    expect(data.user).toMatchObject({ mustChangePassword: true })
    const again = { ...member, token: data.token }
    expect(await world.ok(again, sessionCalls.current)).toMatchObject({ mustChangePassword: true })
    for (const call of [accountCalls.profile, peopleCalls.find, sessionCalls.list]) {
      expect(await world.send(again, call)).toMatchObject({ status: 403, code: 'PASSWORD_CHANGE_REQUIRED' })
    }
    // The same person in a second browser, until the password is changed in one of them.
    const other = { ...member, token: (await signIn(username, password)).data.token }
    expect(
      await world.send(again, accountCalls.changePassword, {
        body: { oldPassword: password, newPassword: password },
      }),
    ).toMatchObject({
      code: 'SAME_PASSWORD',
    })
    await world.ok(again, accountCalls.changePassword, {
      body: { oldPassword: password, newPassword: 'My#own2026' },
    })
    expect(await world.ok(again, sessionCalls.current)).toMatchObject({ mustChangePassword: false })
    await world.ok(again, accountCalls.profile)
    expect((await world.send(other, sessionCalls.current)).status).toBe(401)
    expect((await signIn(username, 'My#own2026')).data.user).toMatchObject({ mustChangePassword: false })
    expect(await findPerson(member.id)).toMatchObject({ mustChangePassword: false })
  })
  test('signing out is always possible', async () => {
    const member = await world.person('另一成员')
    const { username } = await findPerson(member.id)
    const { password } = await world.ok(clerk, peopleCalls.resetPassword, { params: { id: member.id } })
    await world.ok({ ...member, token: (await signIn(username, password)).data.token }, sessionCalls.signOut)
  })
})

describe('from the list', () => {
  test('closing signs the person out at once; opening lets him in again', async () => {
    const member = await world.person('要停用的人')
    await world.ok(clerk, peopleCalls.setEnabled, { params: { id: member.id }, body: { enabled: false } })
    expect((await world.send(member, sessionCalls.current)).status).toBe(401)
    expect(await findPerson(member.id)).toMatchObject({
      enabled: false,
      can: expect.arrayContaining(['open']),
    })
    await world.ok(clerk, peopleCalls.setEnabled, { params: { id: member.id }, body: { enabled: true } })
    expect(await findPerson(member.id)).toMatchObject({
      enabled: true,
      can: expect.arrayContaining(['close']),
    })
  })
  test('roles are given and taken, within one’s own rights', async () => {
    const member = await world.person('换角色的人')
    const set = (by: Person, ...codes: string[]) =>
      world.send(by, peopleCalls.setRoles, {
        params: { id: member.id },
        body: { roleIds: codes.map((c) => roles.get(c) ?? 0) },
      })
    expect((await set(clerk, 'TEACHER')).status).toBe(200)
    expect((await findPerson(member.id)).roles.map((r) => r.code)).toEqual(['TEACHER'])
    expect(await set(clerk, 'SYSTEM_ADMIN')).toMatchObject({ status: 422, code: 'BEYOND_OWN_RIGHTS' })
    expect((await set(admin, 'SYSTEM_ADMIN', 'STUDENT')).status).toBe(200)
    expect((await set(clerk)).status).toBe(403) // the person now has rights the clerk lacks
    expect((await set(admin)).status).toBe(200)
    expect((await findPerson(member.id)).roles).toEqual([])
  })
  test('a role that a post gave or lost meanwhile is left as it is by an old page', async () => {
    const member = await world.person('兼任岗位的人')
    const seen = [roles.get('TEACHER')!, roles.get('DEPT_HEAD')!]
    const set = (roleIds: number[], known?: number[]) =>
      world.ok(admin, peopleCalls.setRoles, {
        params: { id: member.id },
        body: { roleIds, ...(known && { seen: known }) },
      })
    await set(seen)
    // Meanwhile the person becomes a lab director and is no longer head of the department.
    await world.sql(
      `insert into user_role (user_id, role_id) select $1, id from role where code = 'LAB_DIRECTOR'`,
      [member.id],
    )
    await set([roles.get('TEACHER')!], seen)
    const held = async () => (await findPerson(member.id)).roles.map((r) => r.code).toSorted()
    expect(await held()).toEqual(['LAB_DIRECTOR', 'TEACHER'])
    await set([...seen, roles.get('STUDENT')!], seen)
    expect(await held()).toEqual(['LAB_DIRECTOR', 'STUDENT', 'TEACHER'])
    await set([roles.get('STUDENT')!], seen)
    expect(await held()).toEqual(['LAB_DIRECTOR', 'STUDENT'])
  })
  test('signed out everywhere', async () => {
    const member = await world.person('被强制下线的人')
    expect((await findPerson(member.id)).sessions).toHaveLength(1)
    await world.ok(clerk, peopleCalls.signOut, { params: { id: member.id } })
    expect((await world.send(member, sessionCalls.current)).status).toBe(401)
    expect((await findPerson(member.id)).sessions).toEqual([])
  })
  test('not by who only reads, not oneself, not somebody with more rights', async () => {
    const member = await world.person('旁人')
    for (const [by, whom, status] of [
      [reader, member, 403],
      [clerk, clerk, 422],
      [clerk, admin, 403],
    ] as const) {
      expect(
        (await world.send(by, peopleCalls.setEnabled, { params: { id: whom.id }, body: { enabled: false } }))
          .status,
      ).toBe(status)
      expect(
        (await world.send(by, peopleCalls.setRoles, { params: { id: whom.id }, body: { roleIds: [] } }))
          .status,
      ).toBe(status)
      expect((await world.send(by, peopleCalls.signOut, { params: { id: whom.id } })).status).toBe(status)
    }
    expect((await world.ok(reader, peopleCalls.person, { params: { id: member.id } })).can).toEqual([])
    expect((await world.send(member, peopleCalls.person, { params: { id: member.id } })).status).toBe(403)
    expect((await world.send(admin, peopleCalls.person, { params: { id: 999_999 } })).status).toBe(404)
  })
})

test('whoever manages users moves their own mailbox in the profile, which asks for the password', async () => {
  await world.sql(`update user_account set email = 'Clerk@example.edu' where id = $1`, [clerk.id])
  const change = (id: number, body: object) =>
    world.send(clerk, peopleCalls.change, { body: { id, name: '办事员', ...body } })
  const refused = { status: 422, code: 'OWN_EMAIL', reasons: [{ field: 'email' }] }
  expect(await change(clerk.id, { email: 'taken@example.edu' })).toMatchObject(refused)
  expect(await change(clerk.id, { email: null })).toMatchObject(refused)
  // All else of one's own, with or without the present address.
  expect((await change(clerk.id, { phone: '0700-86000302' })).status).toBe(200)
  expect((await change(clerk.id, { email: 'clerk@example.edu' })).status).toBe(200)
  const member = await world.person('办事员')
  expect((await change(member.id, { email: 'member@example.edu' })).status).toBe(200)
})

test('a head who is moved to another dept heads neither; what waits moves on, he and administrators hear it', async () => {
  const [from, to] = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ('211', '地理学院'), ('212', '海洋学院') returning id`,
  )
  const head = await world.person('院系负责人甲', { deptId: from!.id })
  await world.ok(admin, peopleCalls.setRoles, {
    params: { id: head.id },
    body: { roleIds: [roles.get('DEPT_HEAD')!, roles.get('TEACHER')!] },
  })
  await world.sql(
    `insert into approval_task (business, row_id, step, asked_role, role, dept_id, title)
      values ('purchase', 1, 'dept', 'dept_head', 'dept_head', $1, '离心机')`,
    [from!.id],
  )
  const change = (body: object) =>
    world.ok(admin, peopleCalls.change, { body: { id: head.id, name: head.name, ...body } })
  const held = async () => (await findPerson(head.id)).roles.map((r) => r.code)
  await change({ phone: '0700-86000301' })
  expect(await held()).toContain('DEPT_HEAD')
  await change({ deptId: to!.id })
  expect(await held()).toEqual(['TEACHER'])
  expect(await world.sql('select role from approval_task where dept_id = $1', [from!.id])).toEqual([
    { role: 'sysadmin' },
  ])
  const told = await world.sql<{ news: { userIds?: number[]; role?: object; body: string } }>(
    `select payload as news from outbox where kind = 'tell' and payload ->> 'title' like '%院系负责人%'
      and payload ->> 'body' like '%地理学院%海洋学院%' order by id`,
  )
  expect(told.map(({ news }) => news.userIds ?? news.role)).toEqual([[head.id], { role: 'sysadmin' }])
  // If the change names the roles together with the dept, the named roles are kept.
  await change({ deptId: from!.id, roleIds: [roles.get('DEPT_HEAD')!] })
  expect(await held()).toEqual(['DEPT_HEAD'])
})

test('the detail knows labs, cards and posts', async () => {
  const member = await world.person('有关系的人')
  await world.sql(
    `with l as (insert into lab (serial_id, name, dept_id) select 'LAB0001', '电镜室', id from dept
        where code = '201' returning id)
    insert into lab_member (lab_id, user_id, role) select id, $1, 'lab_admin' from l`,
    [member.id],
  )
  await world.sql(`insert into fund_card (number, name, owner_id) values ('C-1', '自然科学基金', $1)`, [
    member.id,
  ])
  await world.sql(
    `with p as (insert into post (code, name) values ('dean', '院长') returning id)
      insert into user_post (user_id, post_id, dept_id) select $1, p.id, d.id from p, dept d
      where d.code = '201'`,
    [member.id],
  )
  expect(await findPerson(member.id)).toMatchObject({
    labs: [{ name: '电镜室', role: 'lab_admin' }],
    cards: [{ number: 'C-1', name: '自然科学基金', owner: true }],
    posts: [{ post: '院长', dept: '物理学院' }],
    hasPassword: false,
  })
})

test('export has what the filters mean, in the words of the import', async () => {
  await world.ok(admin, peopleCalls.create, {
    body: { username: 'exported1', name: '导出甲', userType: '2', roleIds: [roles.get('TEACHER') ?? 0] },
  })
  const save = async () => {
    const got = await world.app.inject({
      url: '/api/v2/people/export?keyword=exported',
      headers: { authorization: reader.token },
    })
    return (await readXlsx(got.rawPayload)).sheets[0]?.rows
  }
  const rows = await save()
  expect(rows?.[0]?.slice(0, 3)).toEqual(['用户名', '姓名', '用户类型'])
  expect(rows?.slice(1).map((r) => r.slice(0, 3))).toEqual([['exported1', '导出甲', '教师']])
  // A type that is no longer offered keeps its label.
  const offer = (enabled: boolean) =>
    world.sql(
      `update dictionary_item i set enabled = $1 from dictionary d
        where d.id = i.dictionary_id and d.name = 'campus_user_type' and i.value = '2'`,
      [enabled],
    )
  await offer(false)
  expect((await save())?.[1]?.[2]).toBe('教师')
  await offer(true)
  expect(
    (
      await world.app.inject({
        url: '/api/v2/people/export',
        headers: { authorization: (await world.person('谁')).token },
      })
    ).statusCode,
  ).toBe(403)
})

describe('the directory', () => {
  test('names, depts and posts; nothing to write or call to', async () => {
    const { items } = await world.ok(reader, peopleCalls.directory, { query: { keyword: '有关系' } })
    expect(items).toMatchObject([{ name: '有关系的人', posts: ['院长'] }])
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual([
      'dept',
      'id',
      'name',
      'posts',
      'userType',
      'username',
    ])
    const [post] = await world.sql<{ id: number }>(`select id from post where code = 'dean'`)
    expect((await world.ok(reader, peopleCalls.directory, { query: { postId: post!.id } })).total).toBe(1)
  })
  test('not of who is closed or from outside, and not for guests', async () => {
    const guest = await world.person('外来者')
    await world.sql(`update user_account set tier = 'company', on_campus = false where id = $1`, [guest.id])
    const gone = await world.person('离职者')
    await world.sql(`update user_account set enabled = false where id = $1`, [gone.id])
    for (const keyword of ['外来者', '离职者'])
      expect((await world.ok(reader, peopleCalls.directory, { query: { keyword } })).items).toEqual([])
    expect((await world.ok(guest, peopleCalls.directory)).items).toEqual([])
  })
})

test('what is tallied is what is counted, whatever happens', async () => {
  const counted = () =>
    world.sql(
      `select on_campus, user_type, tier, enabled, dept_id, count(*) as n from user_account
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
    )
  const tallied = () =>
    world.sql(
      `select on_campus, user_type, tier, enabled, dept_id, sum(n) as n from user_tally group by 1, 2, 3, 4, 5
        having sum(n) <> 0 order by 1, 2, 3, 4, 5`,
    )
  await world.sql(
    `insert into user_account (username, name, user_type, dept_id) select 'tally' || n, '某', (n % 4)::text,
        (select min(id) from dept) from generate_series(1, 50) n`,
  )
  await world.sql(`update user_account set enabled = false where username like 'tally1%'`)
  await world.sql(`update user_account set updated_at = now(), tier = 'school' where username like 'tally2%'`)
  await world.sql(`delete from user_account where username like 'tally3%'`)
  expect(await tallied()).toEqual(await counted())
  await runJob(world.app.deps, peopleJobs[0]!)
  expect(await tallied()).toEqual(await counted())
  const [lines] = await world.sql<{ n: number }>('select count(*) as n from user_tally')
  expect(lines?.n).toBe((await counted()).length)
  const { total } = await world.ok(admin, peopleCalls.list, { query: { enabled: 'false', size: 5 } })
  expect(total).toBe(
    (await world.ok(admin, peopleCalls.list, { query: { enabled: 'false', size: 1000 } })).items.length,
  )
})
