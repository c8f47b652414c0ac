import { gunzipSync } from 'node:zlib'
import { sessionCalls } from '@portal/contract/session/session'
import { LOOKUPS_PER_HOUR, peopleCalls } from '@portal/contract/people/people'
import { permissionCodes } from '@portal/contract/kernel/permissions'
import { roleCodes } from '@portal/contract/people/people'
import { rightsCalls } from '@portal/contract/people/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { MISSES_PER_HOUR } from './lookups.action.ts'

const { find, findTeachers, directory, list, campusList, create, change, remove, resetPassword } = peopleCalls
let world: World
let admin: Person
let clerk: Person
let roles: Map<string, number>
beforeAll(async () => {
  world = await createWorld()
  const [first] = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ('201', '物理学院') returning id`,
  )
  admin = await world.person('周建国', { permissions: ['ADMIN'], deptId: first!.id })
  clerk = await world.person('办事员', { permissions: ['USER_ALL', 'ROLES_ALL', 'PERMISSION_ALL'] })
  roles = new Map((await world.ok(admin, rightsCalls.allRoles)).map((r) => [r.code, r.id]))
})
afterAll(() => world.close())

let n = 0
const body = (more: object = {}) => ({ username: `made${++n}`, name: '曾晓雨', ...more })
const make = async (more: object = {}) => (await world.ok(admin, create, { body: body(more) })).id
const findRow = async (id: number, by = admin) =>
  (await world.ok(by, list, { query: { size: 1000 } })).items.find((p) => p.id === id)!
const changed = async (id: number, more: object = {}) => {
  const p = await findRow(id)
  return {
    id,
    name: p.name,
    email: p.email,
    phone: p.phone,
    deptId: p.dept?.id ?? null,
    userType: p.userType,
    tier: p.tier,
    onCampus: p.onCampus,
    organization: p.organization,
    enabled: p.enabled,
    roleIds: p.roles.map((r) => r.id),
    ...more,
  }
}

describe('looking somebody up', () => {
  beforeAll(async () => {
    await make({
      username: 'zengxy',
      name: '曾小雨',
      email: 'zengxy@example.edu',
      phone: '13800001111',
      roleIds: [roles.get('STUDENT')],
    })
    await make({ username: 'chenzy', name: '陈志远', roleIds: [roles.get('TEACHER')] })
    await make({ username: 'goneaway', name: '曾离开', enabled: false })
  })
  const names = async (keyword: string, call: typeof find | typeof findTeachers = find) =>
    (await world.ok(clerk, call, { query: { keyword } })).items.map((p) => p.username)

  test.for(['曾小', '小雨', '雨', 'zengxiaoyu', 'zxy', 'zengxy', 'ZENGXY'])(
    '%s finds 曾小雨',
    async (keyword) => expect(await names(keyword)).toContain('zengxy'),
  )
  test.for(['曾离', 'goneaway', '没有这人', '%', '_'])('%s finds nobody', async (keyword) =>
    expect(await names(keyword)).toEqual([]),
  )
  test('shows a name and a dept, nothing to write or call to', async () => {
    const { items } = await world.ok(clerk, find, { query: { keyword: 'zengxy' } })
    expect(Object.keys(items[0]!).sort()).toEqual(['dept', 'id', 'name', 'userType', 'username'])
  })
  test('teachers are those with the role', async () => {
    expect(await names('', findTeachers)).toEqual(['chenzy'])
    expect(await names('曾小雨', findTeachers)).toEqual([])
  })
  test('where only the university’s own people are meant, guests are not found', async () => {
    const [own, guest] = [await world.person('代理候选甲'), await world.person('代理候选乙')]
    await world.sql(`update user_account set tier = 'company', on_campus = false where id = $1`, [guest.id])
    const found = async (query: object) =>
      (await world.ok(admin, find, { query })).items.map((p) => p.id).filter((i) => i >= own.id)
    expect((await found({ keyword: '代理候选' })).toSorted((a, b) => a - b)).toEqual([own.id, guest.id])
    expect(await found({ keyword: '代理候选', campus: 'true' })).toEqual([own.id])
    expect(await found({ campus: 'true', size: 100 })).not.toContain(guest.id)
  })
  test('who is known by number only is named, also when closed, but to no guest', async () => {
    const guest = await world.person('高磊')
    await world.sql(`update user_account set tier = 'company', on_campus = false where id = $1`, [guest.id])
    const [gone] = await world.sql<{ id: number }>(`select id from user_account where username = 'goneaway'`)
    const named = async (who: Person) =>
      (await world.ok(who, find, { query: { ids: `${clerk.id},${gone!.id}` } })).items.map((p) => p.name)
    expect(await named(admin)).toEqual(['办事员', '曾离开'])
    expect(await named(guest)).toEqual([])
  })
  test('a guest finds whom he knows by the whole username, and no list of everybody', async () => {
    const guest = await world.person('高磊')
    await world.sql(`update user_account set tier = 'company', on_campus = false where id = $1`, [guest.id])
    const seen = async (keyword?: string) =>
      (await world.ok(guest, find, { query: { keyword } })).items.map((p) => p.username)
    expect(await seen()).toEqual([])
    expect(await seen('曾小')).toEqual([])
    expect(await seen('Zengxy')).toEqual(['zengxy'])
    expect((await world.ok(guest, findTeachers)).items).toEqual([])
  })
  const openGuest = async () => {
    const guest = await world.person('高磊')
    await world.sql(`update user_account set tier = 'company', on_campus = false where id = $1`, [guest.id])
    return guest
  }
  /** How many of these usernames are refused, asked by one call after the other. */
  const countRefused = async (who: Person, usernames: readonly string[]) => {
    let refused = 0
    for (const [n, keyword] of usernames.entries()) {
      const call = [find, findTeachers, directory][n % 3]!
      if ((await world.send(who, call, { query: { keyword } })).status === 429) refused++
    }
    return refused
  }
  const makeNames = (count: number, begin: string) => Array.from({ length: count }, (_, n) => `${begin}${n}`)
  test('a guest finds a few dozen people an hour, each counted once; who may list is not counted', async () => {
    const guest = await openGuest()
    await world.sql(
      `insert into user_account (username, name) select 'looked' || n, '某人' from generate_series(0, $1) n`,
      [LOOKUPS_PER_HOUR + 1],
    )
    const some = makeNames(LOOKUPS_PER_HOUR, 'looked')
    const more = makeNames(LOOKUPS_PER_HOUR + 2, 'looked').slice(LOOKUPS_PER_HOUR)
    // What is typed before a username is whole finds nobody, and takes nobody's place.
    expect(await countRefused(guest, makeNames(LOOKUPS_PER_HOUR, 'loo'))).toBe(0)
    expect([await countRefused(guest, some), await countRefused(guest, some)]).toEqual([0, 0])
    expect([await countRefused(guest, more), await countRefused(clerk, [...some, ...more])]).toEqual([2, 0])
    // Who exists is refused like who does not.
    expect(await countRefused(guest, ['nobody0', 'zengxy'])).toBe(2)
    expect((await world.send(guest, find, { query: { keyword: 'zengxy' } })).message).toMatch(
      /^查找他人过于频繁，请稍后再试（约 \d+ 分钟后）$/,
    )
    expect((await world.send(guest, find)).status).toBe(200)
  })
  test('a guest tries some hundred usernames an hour, then sees only whom he has found', async () => {
    const guest = await openGuest()
    expect(await countRefused(guest, ['chenzy', ...makeNames(MISSES_PER_HOUR, '2026')])).toBe(0)
    expect(await countRefused(guest, ['2026x', 'zengxy', 'chenzy'])).toBe(2)
  })
  test('who is of the campus finds everybody, whatever he pays; the clerk does, wherever he is from', async () => {
    const person = await world.person('联合培养')
    const counts = async (who: Person) =>
      await Promise.all(
        [find, findTeachers, directory].map(
          async (call) => (await world.ok(who, call, { query: {} })).total > 0,
        ),
      )
    const isA = (tier: string, onCampus: boolean) =>
      world.sql('update user_account set tier = $2, on_campus = $3 where id = $1', [
        person.id,
        tier,
        onCampus,
      ])
    expect(await counts(person)).toEqual([true, true, true])
    await isA('campus', false)
    expect(await counts(person)).toEqual([false, false, false])
    await isA('school', true)
    expect(await counts(person)).toEqual([true, true, true])
    // Like the first administrator, who is not marked as a campus account.
    await world.sql('update user_account set on_campus = false where id = any($1)', [[admin.id, clerk.id]])
    for (const who of [admin, clerk]) expect(await counts(who), who.name).toEqual([true, true, true])
    await world.sql('update user_account set on_campus = true where id = any($1)', [[admin.id, clerk.id]])
    await isA('campus', true)
  })
})

describe('the list of people', () => {
  test('filters, sorts and pages', async () => {
    const [dept] = await world.sql<{ id: number }>('select id from dept')
    await make({ username: 'indept', deptId: dept!.id, userType: '3', tier: 'campus' })
    await make({ username: 'guest1', onCampus: false, tier: 'school', organization: '江州大学' })
    const usernames = async (query: object) =>
      (await world.ok(admin, list, { query })).items.map((p) => p.username)
    expect(await usernames({ keyword: 'indept' })).toEqual(['indept'])
    expect(await usernames({ deptId: dept!.id, userType: '3' })).toEqual(['indept'])
    expect(await usernames({ tier: 'school' })).toEqual(['guest1'])
    expect(await usernames({ keyword: '江州' })).toEqual(['guest1'])
    expect(await usernames({ enabled: 'false' })).toEqual(['goneaway'])
    expect(await usernames({ roleId: roles.get('TEACHER') })).toEqual(['chenzy'])
    expect(await usernames({ order_by: 'username asc', size: 1, page: 1 })).toHaveLength(1)
    expect(await usernames({ order_by: 'constructor asc' })).toContain('indept')
    expect(
      (await world.ok(admin, campusList, { query: { size: 1000 } })).items.map((p) => p.username),
    ).not.toContain('guest1')
    const all = await usernames({ order_by: 'username desc', size: 1000 })
    expect(all).toEqual([...all].sort().reverse())
  })
  test('by the last sign-in, in both directions; who never signed in did so longest ago', async () => {
    const [dept] = await world.sql<{ id: number }>(
      `insert into dept (code, name) values ('LOGIN', '登录测试') returning id`,
    )
    for (const username of ['early', 'never', 'late']) await make({ username, deptId: dept!.id })
    for (const [username, day] of [
      ['early', '2026-01-01'],
      ['late', '2026-02-01'],
    ] as const)
      await world.sql(
        `update last_login set at = $2 where user_id = (select id from user_account where username = $1)`,
        [username, day],
      )
    const usernames = async (order_by: string) =>
      (await world.ok(admin, list, { query: { deptId: dept!.id, order_by } })).items.map((p) => p.username)
    expect(await usernames('lastLoginAt desc')).toEqual(['late', 'early', 'never'])
    expect(await usernames('lastLoginAt asc')).toEqual(['never', 'early', 'late'])
  })
  test('a letter finds whoever was there a moment ago, and whoever has come since', async () => {
    const total = async () => (await world.ok(admin, list, { query: { keyword: '龘' } })).total
    expect(await total()).toBe(0)
    await make({ username: 'rare', name: '龘某' })
    expect(await total()).toBe(1)
  })
  test('hundreds of them are packed for whoever can unpack them', async () => {
    await world.sql(
      `insert into user_account (username, name, email) select 'crowd' || n, '众人' || n,
          'crowd' || n || '@example.edu' from generate_series(1, 300) n`,
    )
    const get = (headers: Record<string, string>) =>
      world.app.inject({
        url: '/backend/api/users?size=1000',
        headers: { authorization: admin.token, ...headers },
      })
    const [plain, gz] = [await get({}), await get({ 'accept-encoding': 'gzip, deflate, br' })]
    expect(gz.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringMatching('accept-encoding'),
    })
    expect(gz.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    const listItems = (json: string) => (JSON.parse(json) as { data: { items: unknown[] } }).data.items
    expect(listItems(gunzipSync(gz.rawPayload).toString())).toEqual(listItems(plain.body))
  })
})

describe('making and changing somebody', () => {
  test('with password, roles and dept; he can sign in with any case of his name', async () => {
    const [dept] = await world.sql<{ id: number }>('select id from dept')
    const id = await make({
      username: 'NewOne',
      password: 'First#2026',
      deptId: dept!.id,
      roleIds: [roles.get('TEACHER')],
    })
    expect(await findRow(id)).toMatchObject({
      username: 'newone',
      dept: { name: '物理学院' },
      roles: [{ code: 'TEACHER' }],
      enabled: true,
      can: ['change', 'assignRoles', 'resetPassword', 'signOut', 'close', 'remove'],
    })
    expect(
      await world.send(null, sessionCalls.login, { body: { username: 'NEWONE', password: 'First#2026' } }),
    ).toMatchObject({
      status: 200,
      data: { user: { mustChangePassword: true } },
    })
  })

  test('a supervisor: named, kept, changed, taken away; gone with his account, but not forgotten', async () => {
    const supervisor = await make({ username: 'super1', name: '导师甲' })
    const other = await make({ username: 'super2', name: '导师乙' })
    const gone = await make({ username: 'super3', enabled: false })
    const id = await make({ supervisorId: supervisor })
    const { supervisorId: _left, ...without } = { ...(await changed(id)), supervisorId: null }
    const findSupervisor = async () => (await findRow(id)).supervisor
    const put = (supervisorId: number | null) =>
      world.send(admin, change, { body: { ...without, supervisorId } })
    expect(await findSupervisor()).toEqual({
      id: supervisor,
      name: '导师甲',
      username: 'super1',
      enabled: true,
    })
    await world.ok(admin, change, { body: { ...without, phone: '13800002222' } })
    expect(await findSupervisor()).toMatchObject({ id: supervisor })
    for (const [bad, code] of [
      [id, 'SUPERVISOR_SELF'],
      [gone, 'SUPERVISOR_UNKNOWN'],
      [999_999, 'SUPERVISOR_UNKNOWN'],
    ] as const) {
      expect(await put(bad)).toMatchObject({ status: 422, code, reasons: [{ field: 'supervisorId' }] })
    }
    expect(await put(other)).toMatchObject({ status: 200 })
    const [logged] = (await world.ok(admin, peopleCalls.closing, { params: { id: other } })).matters
    expect(logged).toMatchObject({
      kind: 'student',
      id,
      title: expect.stringMatching(/^曾晓雨（made\d+）$/),
      amountFen: null,
    })
    await world.ok(admin, peopleCalls.setEnabled, { params: { id: other }, body: { enabled: false } })
    expect(await findSupervisor()).toMatchObject({ name: '导师乙', enabled: false })
    expect(await put(other)).toMatchObject({ status: 200 }) // the present supervisor stays
    expect(await put(null)).toMatchObject({ status: 200 })
    expect(await findSupervisor()).toBeNull()
    await expect(world.sql('update user_account set supervisor_id = id where id = $1', [id])).rejects.toThrow(
      'user_account_own_supervisor',
    )
  })

  test.for([
    ['a name that is taken', { username: 'zengxy' }, 'username'],
    ['an address that is taken', { email: 'ZENGXY@example.edu' }, 'email'],
    ['a dept that is none', { deptId: 999999 }, 'deptId'],
    ['a role that is none', { roleIds: [999999] }, 'roleIds'],
    ['a weak password', { password: '12345678' }, 'password'],
    ['a name with a space', { username: 'two words' }, 'username'],
  ] as const)('refuses %s under its field', async ([, bad, field]) => {
    const answer = await world.send(admin, create, { body: body(bad) as never })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.reasons?.[0]?.field).toBe(field)
  })

  test('a closed dept takes nobody in, and keeps its people', async () => {
    const [closed] = await world.sql<{ id: number }>(
      `insert into dept (code, name, enabled) values ('PC', '停办系', false) returning id`,
    )
    const deptId = closed!.id
    const refused = { status: 422, code: 'DEPT_UNKNOWN', reasons: [{ field: 'deptId' }] }
    expect(await world.send(admin, create, { body: body({ deptId }) })).toMatchObject(refused)
    const id = await make()
    expect(await world.send(admin, change, { body: await changed(id, { deptId }) })).toMatchObject(refused)
    await world.sql('update user_account set dept_id = $2 where id = $1', [id, deptId])
    await world.ok(admin, change, { body: await changed(id, { phone: '13800001112' }) })
    expect((await findRow(id)).dept).toMatchObject({ id: deptId })
  })

  test('closing an account ends its sessions; opening it again does not bring them back', async () => {
    const member = await world.person('成员')
    await world.ok(admin, change, { body: await changed(member.id, { enabled: false }) })
    await world.ok(admin, change, { body: await changed(member.id, { enabled: true }) })
    expect((await world.send(member, sessionCalls.current)).status).toBe(401)
  })

  test('a suspension has an end and a reason', async () => {
    const id = await make()
    await world.ok(admin, change, {
      body: await changed(id, { suspendedUntil: '2030-01-01T00:00:00+08:00', suspendedReason: '爽约三次' }),
    })
    expect(await findRow(id)).toMatchObject({
      suspendedUntil: '2029-12-31T16:00:00.000Z',
      suspendedReason: '爽约三次',
    })
    await world.ok(admin, change, {
      body: await changed(id, { suspendedUntil: null, suspendedReason: null }),
    })
    expect(await findRow(id)).toMatchObject({ suspendedUntil: null, suspendedReason: null })
  })

  test('a reset password is shown once, works, and signs the person out', async () => {
    const member = await world.person('忘密码的人')
    const { password } = await world.ok(clerk, resetPassword, { params: { id: member.id } })
    expect((await world.send(member, sessionCalls.current)).status).toBe(401)
    const { username } = await findRow(member.id)
    expect((await world.send(null, sessionCalls.login, { body: { username, password } })).status).toBe(200)
    const logged = await world.sql<{ row: string }>('select operation_log::text as row from operation_log')
    expect(logged.map((l) => l.row).join()).not.toContain(password)
  })

  test('whoever has records is closed, not removed', async () => {
    const id = await make()
    await world.sql(`insert into fund_card (number, name, owner_id) values ('JF1', '卡', $1)`, [id])
    expect(await world.send(admin, remove, { params: { id } })).toMatchObject({
      status: 422,
      code: 'HAS_RECORDS',
    })
    const free = await make()
    await world.ok(admin, remove, { params: { id: free } })
    expect((await world.send(admin, remove, { params: { id: free } })).status).toBe(404)
  })
})

describe('nobody rises above himself', () => {
  test('a clerk neither gives nor touches rights he does not hold', async () => {
    const id = await make()
    expect(
      await world.send(clerk, change, { body: await changed(id, { roleIds: [roles.get('SYSTEM_ADMIN')] }) }),
    ).toMatchObject({
      status: 422,
      code: 'BEYOND_OWN_RIGHTS',
    })
    expect(
      await world.send(clerk, create, { body: body({ roleIds: [roles.get('FINANCE')] }) }),
    ).toMatchObject({ code: 'BEYOND_OWN_RIGHTS' })
    for (const attempt of [
      world.send(clerk, change, { body: await changed(admin.id, { enabled: false }) }),
      world.send(clerk, resetPassword, { params: { id: admin.id } }),
      world.send(clerk, remove, { params: { id: admin.id } }),
    ]) {
      expect(await attempt).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    }
    expect((await findRow(admin.id, clerk)).can).toEqual([])
    const adminId = (
      await world.ok(clerk, rightsCalls.permissions, { query: { keyword: 'ADMIN' } })
    ).items.find((p) => p.code === 'ADMIN')!.id
    const own = await world.ok(clerk, rightsCalls.createRole, { body: { code: 'HELPERS', name: '助理' } })
    expect(
      (
        await world.send(clerk, rightsCalls.setPermissions, {
          body: { id: own.id, permissionIds: [adminId] },
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await world.send(clerk, rightsCalls.setPermissions, {
          body: { id: roles.get('SYSTEM_ADMIN')!, permissionIds: [] },
        })
      ).status,
    ).toBe(403)
  })

  test('nobody closes, removes or re-roles himself', async () => {
    for (const more of [{ enabled: false }, { roleIds: [] }]) {
      expect(await world.send(admin, change, { body: await changed(admin.id, more) })).toMatchObject({
        status: 422,
        code: 'SELF',
      })
    }
    expect(await world.send(admin, remove, { params: { id: admin.id } })).toMatchObject({
      status: 422,
      code: 'SELF',
    })
    await world.ok(admin, change, { body: await changed(admin.id, { phone: '13800009999' }) })
  })

  test('two administrators who close each other at once: one remains', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [
        await world.person('甲', { permissions: ['ADMIN'] }),
        await world.person('乙', { permissions: ['ADMIN'] }),
      ]
      const [closeB, closeA] = [
        await changed(b.id, { enabled: false }),
        await changed(a.id, { enabled: false }),
      ]
      await world.sql(`update user_account set enabled = (id in ($1, $2))`, [a.id, b.id])
      const answers = await Promise.all([
        world.send(a, change, { body: closeB }),
        world.send(b, change, { body: closeA }),
      ])
      // The slower administrator is either refused as the last one, or was signed out by the faster before
      // the request was authenticated.
      const slower = answers.find((x) => x.status !== 200)
      expect(answers.filter((x) => x.status === 200)).toHaveLength(1)
      expect(['LAST_ADMIN', 'UNAUTHENTICATED']).toContain(slower?.code)
      expect(
        await world.sql(`select id from user_account where enabled and id in ($1, $2)`, [a.id, b.id]),
      ).toHaveLength(1)
      await world.sql(`update user_account set enabled = true`)
    }
  })
})

describe('roles', () => {
  test('every code of the contract is in the tree, in Chinese, and every built-in role exists', async () => {
    const tree = await world.ok(admin, rightsCalls.permissionTree)
    const flat = (nodes: typeof tree): typeof tree => nodes.flatMap((p) => [p, ...flat(p.children)])
    const all = flat(tree)
    expect(all.map((p) => p.code).sort()).toEqual([...permissionCodes].sort())
    expect(all.filter((p) => !/[\u4e00-\u9fff]/.test(p.name) || !p.builtin)).toEqual([])
    expect(tree.map((p) => p.code)).toEqual([
      'ADMIN',
      'SYSTEM_ADMIN',
      'DEPT_ALL1',
      'OPEN_SHARE_PAGE',
      'LABORATORY_ALL',
      'DEVICE_ALL',
      'LIFECYCLE_PAGE',
      'FORM_ALL',
      'WORKFLOW_ALL',
      'CONTENT_MANAGE_PAGE',
      'USER_SYSTEM_PAGE',
      'MONITOR_PAGE',
    ])
    expect([...roles.keys()].filter((code) => !code.startsWith('ROLE_')).sort()).toEqual(
      [...roleCodes].sort(),
    )
    const finance = await world.ok(admin, rightsCalls.role, { params: { id: roles.get('FINANCE')! } })
    const codes = new Map(all.map((p) => [p.id, p.code]))
    expect(finance.permissionIds.map((id) => codes.get(id)).sort()).toEqual([
      'FINANCIAL',
      'FINANCIAL_ALL',
      'FINANCIAL_EDIT',
      'FINANCIAL_VIEW',
      'OPEN_SHARE_PAGE',
      'SETTLE_ORDER',
      'SETTLE_ORDER_VIEW',
    ])
  })

  test('are read with their permissions by who looks at roles, and by name by who looks at people', async () => {
    const [looker, reader, keeper] = [
      await world.person('看角色的人', { permissions: ['ROLES_SELECT'] }),
      await world.person('看用户的人', { permissions: ['USER_SELECT'] }),
      await world.person('管角色的人', { permissions: ['ROLES_ALL'] }),
    ]
    expect((await world.send(looker, rightsCalls.permissionTree)).status).toBe(200)
    expect((await world.send(reader, rightsCalls.allRoles)).status).toBe(200)
    expect((await world.send(reader, rightsCalls.permissionTree)).status).toBe(403)
    // A person who may only read roles may change none; roles beyond one's own rights are not offered.
    const can = async (who: typeof looker, code: string) => {
      const { items } = await world.ok(who, rightsCalls.roles, {
        query: { keyword: code, page: 0, size: 50 },
      })
      return items.find((r) => r.code === code)?.can
    }
    expect([await can(looker, 'STUDENT'), await can(keeper, 'SYSTEM_ADMIN')]).toEqual([[], []])
    expect([await can(admin, 'SYSTEM_ADMIN'), await can(keeper, 'TEACHER')]).toEqual([['change'], ['change']])
  })

  test('are made, given rights that hold at once, and removed when nobody has them', async () => {
    const { id } = await world.ok(admin, rightsCalls.createRole, {
      body: { code: 'READERS', name: '读者', description: '只看用户' },
    })
    const member = await world.person('读者')
    await world.ok(admin, change, { body: await changed(member.id, { roleIds: [id] }) })
    expect((await world.send(member, list)).status).toBe(403)
    const select = (await world.ok(admin, rightsCalls.permissions, { query: { keyword: 'USER_SELECT' } }))
      .items[0]!
    await world.ok(admin, rightsCalls.setPermissions, { body: { id, permissionIds: [select.id] } })
    expect((await world.send(member, list)).status).toBe(200)
    await world.ok(admin, rightsCalls.setPermissions, { body: { id, permissionIds: [] } })
    expect((await world.send(member, list)).status).toBe(403)

    // Of two drawers that are open at once neither takes back what the other has given.
    const [a, b] = (await world.ok(admin, rightsCalls.permissions, { query: { keyword: 'NOTICE_MSG' } }))
      .items
    const both = [
      { permissionIds: [a!.id], seen: [] },
      { permissionIds: [b!.id], seen: [] },
    ]
    for (const body of both) await world.ok(admin, rightsCalls.setPermissions, { body: { id, ...body } })
    for (const menus of [['/content/notice'], ['/maintain/roles']])
      await world.ok(admin, rightsCalls.setMenus, { body: { id, menus, seen: [] } })
    const now = await world.ok(admin, rightsCalls.role, { params: { id } })
    expect(now.permissionIds.toSorted()).toEqual([a!.id, b!.id].toSorted())
    expect(now.menus.toSorted()).toEqual(['/content/notice', '/maintain/roles'])
    await world.ok(admin, rightsCalls.setPermissions, { body: { id, permissionIds: [], seen: [a!.id] } })
    expect((await world.ok(admin, rightsCalls.role, { params: { id } })).permissionIds).toEqual([b!.id])
    expect(await world.send(admin, rightsCalls.removeRole, { params: { id } })).toMatchObject({
      status: 422,
      code: 'ROLE_IN_USE',
    })
    await world.ok(admin, change, { body: await changed(member.id, { roleIds: [] }) })
    await world.ok(admin, rightsCalls.removeRole, { params: { id } })
    expect((await world.send(admin, rightsCalls.role, { params: { id } })).status).toBe(404)
  })

  test('built-in ones are renamed, not removed; two of one name are refused', async () => {
    const id = roles.get('SUPPLIER')!
    await world.ok(admin, rightsCalls.changeRole, {
      body: { id, code: 'SUPPLIER', name: '供货商', description: null },
    })
    expect(
      await world.send(admin, rightsCalls.changeRole, {
        body: { id, code: 'VENDOR', name: '供货商', description: null },
      }),
    ).toMatchObject({
      code: 'BUILTIN_ROLE',
    })
    expect(await world.send(admin, rightsCalls.removeRole, { params: { id } })).toMatchObject({
      code: 'BUILTIN_ROLE',
    })
    expect(
      await world.send(admin, rightsCalls.createRole, {
        body: { code: 'STUDENT', name: '又一个', description: null },
      }),
    ).toMatchObject({
      code: 'ROLE_TAKEN',
      reasons: [{ field: 'code' }],
    })
    // Beside the name, if it is the name that another role has.
    expect(
      await world.send(admin, rightsCalls.changeRole, {
        body: { id, code: 'SUPPLIER', name: '学生', description: null },
      }),
    ).toMatchObject({ code: 'ROLE_TAKEN', reasons: [{ field: 'name' }] })
    expect(
      (await world.ok(admin, rightsCalls.roles, { query: { keyword: '供货' } })).items.map((r) => r.code),
    ).toEqual(['SUPPLIER'])
  })

  test('the last administrators’ rights cannot be taken from their role', async () => {
    await world.sql(`update user_account set enabled = (id = $1)`, [admin.id])
    const [mine] = (await findRow(admin.id)).roles
    expect(
      await world.send(admin, rightsCalls.setPermissions, { body: { id: mine!.id, permissionIds: [] } }),
    ).toMatchObject({
      status: 422,
      code: 'LAST_ADMIN',
    })
    await world.sql(`update user_account set enabled = true`)
  })
})

describe('permissions', () => {
  test('of one’s own can be hung anywhere but under themselves, and go when nothing hangs on them', async () => {
    const top = await world.ok(admin, rightsCalls.createPermission, {
      body: { code: 'OWN_TOP', name: '自定义' },
    })
    const under = await world.ok(admin, rightsCalls.createPermission, {
      body: { code: 'OWN_CHILD', name: '下级', parentId: top.id },
    })
    expect(
      await world.send(admin, rightsCalls.changePermission, {
        body: { id: top.id, code: 'OWN_TOP', name: '自定义', parentId: under.id },
      }),
    ).toMatchObject({
      code: 'OWN_DESCENDANT',
    })
    expect(
      await world.send(admin, rightsCalls.createPermission, { body: { code: 'OWN_TOP', name: '重复' } }),
    ).toMatchObject({ code: 'CODE_TAKEN' })
    expect(await world.send(admin, rightsCalls.removePermission, { params: { id: top.id } })).toMatchObject({
      code: 'HAS_CHILDREN',
    })
    await world.ok(admin, rightsCalls.removePermission, { params: { id: under.id } })
    await world.ok(admin, rightsCalls.removePermission, { params: { id: top.id } })
    const builtin = (await world.ok(admin, rightsCalls.permissions, { query: { keyword: 'CACHE_ALL' } }))
      .items[0]!
    expect(
      await world.send(admin, rightsCalls.removePermission, { params: { id: builtin.id } }),
    ).toMatchObject({ code: 'BUILTIN_PERMISSION' })
    expect(
      await world.send(admin, rightsCalls.changePermission, { body: { ...builtin, code: 'OTHER' } }),
    ).toMatchObject({ code: 'BUILTIN_PERMISSION' })
    await world.ok(admin, rightsCalls.changePermission, { body: { ...builtin, name: '缓存' } })
  })
})

describe('the menu', () => {
  const paths = async (person: Person) =>
    (await world.ok(person, rightsCalls.myMenu))
      .flatMap((g) => (g.children.length ? g.children : [g]))
      .map((m) => m.path)
  test('holds what one’s permissions open', async () => {
    const financier = await world.person('财务', {
      permissions: ['OPEN_SHARE_PAGE', 'FINANCIAL_VIEW', 'MONITOR_PAGE'],
    })
    const seen = await paths(financier)
    expect(seen).toContain('/open-sharing/financial')
    expect(seen).toContain('/maintain/department') // open to everybody signed in
    expect(
      seen.filter((p) => ['/open-sharing/settles', '/maintain/roles', '/monitor/operate-log'].includes(p)),
    ).toEqual([])
    expect(seen.filter((p) => p.startsWith('/monitor'))).toEqual(['/monitor/platform'])
    const clerk = await world.person('出纳', { permissions: ['OPEN_SHARE_PAGE', 'FINANCIAL_VIEW'] })
    // The clerk may see no entry of this group.
    expect((await world.ok(clerk, rightsCalls.myMenu)).map((g) => g.path)).not.toContain('/monitor')
    expect(await paths(admin)).toContain('/monitor/operate-log')
  })
  test('has the ministry’s report for heads, by their role, not for who writes of a department', async () => {
    const head = await world.person('院长')
    await world.sql('insert into user_role (user_id, role_id) values ($1, $2)', [
      head.id,
      roles.get('DEPT_HEAD'),
    ])
    const writer = await world.person('学院秘书', { permissions: ['DEPART_OVERVIEW_EDIT'] })
    expect(await paths(head)).toContain('/report/ministry')
    expect(await paths(writer)).not.toContain('/report/ministry')
  })
  test('is kept to what the role was given', async () => {
    const keeper = await world.person('保管员', { permissions: ['OPEN_SHARE_PAGE', 'FINANCIAL_VIEW'] })
    const id = (await findRow(keeper.id)).roles[0]!.id
    await world.ok(admin, rightsCalls.setMenus, {
      body: { id, menus: ['/open-sharing/financial', '/maintain/roles'] },
    })
    expect(await paths(keeper)).toEqual(['/open-sharing/financial'])
    // The browser reads its allowed routes from here, too.
    const kept = async (person: Person) => (await world.ok(person, sessionCalls.current)).menus
    expect(await kept(keeper)).toEqual(['/maintain/roles', '/open-sharing/financial'])
    expect(await kept(admin)).toBeNull()
    expect((await world.ok(admin, rightsCalls.role, { params: { id } })).menus).toEqual([
      '/maintain/roles',
      '/open-sharing/financial',
    ])
    expect(
      (await world.send(admin, rightsCalls.setMenus, { body: { id, menus: ['/nowhere'] } })).status,
    ).toBe(400)
    expect((await world.ok(admin, rightsCalls.menuTree)).map((m) => m.path)).toContain('/monitor')
  })
})

test('an account that is deleted while it is read is not found', async () => {
  const id = await make({ username: 'notforlong', name: '即删账号' })
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    // The account has been found already; what is shown about it waits.
    await holder.query('lock table fund_card in access exclusive mode')
    const reply = world.send(admin, peopleCalls.person, { params: { id } })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('delete from user_account where id = $1', [id])
    await holder.query('commit')
    expect(await reply).toMatchObject({ status: 404, message: '用户不存在或已被删除' })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
