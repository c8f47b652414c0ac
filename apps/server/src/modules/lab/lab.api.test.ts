import { deviceCalls } from '@portal/contract/device/device'
import { labCalls } from '@portal/contract/lab/lab'
import { sessionCalls } from '@portal/contract/session/session'
import { listen } from '../../kernel/events.ts'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { move } from '../device/device.service.ts'
import type {} from './lab.events.ts'

let world: World
let labs: Labs
const heard: { labId: number; deviceId: number | null }[] = []
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  listen('lab.people_changed', (_ctx, news) => void heard.push(news))
})
afterAll(() => world.close())

const body = (name: string) => ({
  name,
  deptId: labs.deptId,
  type: null,
  grade: null,
  phone: null,
  email: null,
  intro: '简介',
  enabled: true,
})

describe('who may change a lab', () => {
  test.each([
    ['director', 200],
    ['labAdmin', 200],
    ['sysadmin', 200],
    ['member', 403],
    ['reviewer', 403],
    ['outsider', 403],
    ['student', 403],
    ['equipmentOffice', 403],
  ] as const)('%s: %i', async (who, status) => {
    const answer = await world.send(labs[who], labCalls.change, {
      body: { ...body('电镜中心'), id: labs.labId },
    })
    expect(answer.status).toBe(status)
  })
  test('what a change leaves out stays as somebody else has made it meanwhile', async () => {
    const made = await world.ok(labs.sysadmin, labCalls.create, {
      body: { ...body('旧名'), serialId: 'LAB-KEEPS' },
    })
    await world.ok(labs.sysadmin, labCalls.change, { body: { id: made.id, name: '新名' } })
    await world.ok(labs.sysadmin, labCalls.enable, { params: { id: made.id }, body: { enabled: false } })
    await world.ok(labs.sysadmin, labCalls.change, { body: { id: made.id, intro: '新摘要' } })
    expect(await world.ok(labs.sysadmin, labCalls.detail, { query: { id: 'LAB-KEEPS' } })).toMatchObject({
      name: '新名',
      enabled: false,
      intro: '新摘要',
      dept: { id: labs.deptId },
    })
    await world.ok(labs.sysadmin, labCalls.remove, { query: { id: 'LAB-KEEPS' } })
  })
  test('only system administrators make and remove labs', async () => {
    const make = (who: Person) =>
      world.send(who, labCalls.create, { body: { ...body('新实验室'), serialId: 'LAB-NEW' } })
    expect((await make(labs.director)).status).toBe(403)
    const made = await make(labs.sysadmin)
    expect(made.status).toBe(200)
    expect(await make(labs.sysadmin)).toMatchObject({
      status: 422,
      code: 'LAB_SERIAL_TAKEN',
      reasons: [{ field: 'serialId' }],
    })
    expect((await world.send(labs.director, labCalls.remove, { query: { id: 'LAB-NEW' } })).status).toBe(403)
    await world.ok(labs.sysadmin, labCalls.remove, { query: { id: made.data.id } })
    expect((await world.send(labs.student, labCalls.detail, { query: { id: 'LAB-NEW' } })).status).toBe(404)
  })
  test('a lab with devices stays', async () => {
    await labs.device()
    expect(await world.send(labs.sysadmin, labCalls.remove, { query: { id: labs.labId } })).toMatchObject({
      status: 409,
      code: 'LAB_IN_USE',
    })
  })
  test('a serial number that does not begin with LAB is refused in words', async () => {
    const answer = await world.send(labs.sysadmin, labCalls.create, {
      body: { ...body('x'), serialId: 'X1' },
    })
    expect(answer).toMatchObject({
      status: 400,
      reasons: [{ field: 'serialId', message: expect.stringContaining('LAB') }],
    })
  })
})

test('what one is on a lab', async () => {
  const findRoles = async (who: Person) =>
    Object.entries(await world.ok(who, labCalls.roles, { query: { id: labs.labId } }))
      .filter(([, is]) => is)
      .map(([role]) => role)
  expect(await findRoles(labs.director)).toEqual(['lab_director'])
  expect(await findRoles(labs.labAdmin)).toEqual(['lab_admin'])
  expect(await findRoles(labs.reviewer)).toEqual(['reviewer'])
  expect(await findRoles(labs.sysadmin)).toEqual(['system_admin'])
  // The buttons that lead to the management follow `can`, the management itself these roles.
  const labOffice = await world.person('实验室处', { permissions: ['LABORATORY_ALL'] })
  expect(await findRoles(labOffice)).toEqual(['system_admin'])
  expect(await findRoles(labs.equipmentOffice)).toEqual([])
  expect(await findRoles(labs.outsider)).toEqual([])
})

describe('reading', () => {
  test('a lab is found by part of its name, pinyin and initials, with its numbers', async () => {
    for (const keyword of ['电镜', 'dianjing', 'djzx']) {
      const found = await world.ok(labs.student, labCalls.list, { query: { keyword } })
      expect(found).toMatchObject({
        total: 1,
        items: [{ name: '电镜中心', directors: ['主任'], dept: { name: '材料学院' } }],
      })
    }
    expect(await world.ok(labs.student, labCalls.search, { query: { labName: '没有' } })).toEqual({
      items: [],
      total: 0,
    })
    expect(await world.ok(labs.student, labCalls.select, { query: { keyword: '核磁' } })).toHaveLength(1)
  })
  test('mine, with roles and what I may change', async () => {
    expect(await world.ok(labs.director, labCalls.my)).toMatchObject([
      {
        name: '电镜中心',
        roles: ['lab_director'],
        can: ['base', 'intro', 'device', 'room', 'admin', 'audit', 'opening'],
      },
    ])
    expect(await world.ok(labs.labAdmin, labCalls.my)).toMatchObject([
      { can: ['base', 'intro', 'device', 'room', 'opening'] },
    ])
    expect(await world.ok(labs.reviewer, labCalls.my)).toMatchObject([{ roles: ['reviewer'], can: [] }])
    expect(await world.ok(labs.student, labCalls.my)).toEqual([])
  })
  test('who manages sees his own, the system administrator all', async () => {
    expect((await world.ok(labs.outsider, labCalls.managed)).items.map((l) => l.name)).toEqual(['核磁中心'])
    expect((await world.ok(labs.sysadmin, labCalls.managed)).total).toBe(2)
    expect((await world.send(labs.outsider, labCalls.get, { query: { id: labs.labId } })).status).toBe(403)
  })
  test('devices that are not shared are for its people', async () => {
    await labs.device({ name: '自用离心机', shared: false })
    const names = async (who: Person) =>
      (await world.ok(who, labCalls.devices, { query: { id: labs.labId, keyword: '离心' } })).items.map(
        (d) => d.name,
      )
    expect(await names(labs.member)).toEqual(['自用离心机'])
    expect(await names(labs.equipmentOffice)).toEqual(['自用离心机'])
    expect(await names(labs.outsider)).toEqual([])
  })
})

describe('people of a lab', () => {
  test('who sees them', async () => {
    const status = async (who: Person) =>
      (await world.send(who, labCalls.members, { query: { labId: labs.labId } })).status
    expect([await status(labs.member), await status(labs.reviewer), await status(labs.sysadmin)]).toEqual([
      200, 200, 200,
    ])
    expect([await status(labs.outsider), await status(labs.student)]).toEqual([403, 403])
  })
  test('the director names them, the administrator does not; others hear of it', async () => {
    const add = (who: Person) =>
      world.send(who, labCalls.addMember, {
        body: { labId: labs.labId, userId: labs.student.id, role: 'lab_admin' },
      })
    expect((await add(labs.labAdmin)).status).toBe(403)
    expect((await add(labs.outsider)).status).toBe(403)
    heard.length = 0
    const added = await add(labs.director)
    expect(added.status).toBe(200)
    expect(heard).toEqual([{ labId: labs.labId, deviceId: null }])
    expect(await add(labs.director)).toMatchObject({ code: 'MEMBER_TAKEN' })
    await world.ok(labs.director, labCalls.removeMember, { params: { id: added.data.id } })
    expect(
      (
        await world.ok(labs.director, labCalls.members, { query: { labId: labs.labId, role: 'lab_admin' } })
      ).map((m) => m.user.name),
    ).toEqual(['管理员'])
  })
  test('the last director stays, also when two leave at once', async () => {
    const second = await world.ok(labs.director, labCalls.addMember, {
      body: { labId: labs.labId, userId: labs.member.id, role: 'lab_director' },
    })
    const [first] = await world.ok(labs.director, labCalls.members, {
      query: { labId: labs.labId, role: 'lab_director' },
    })
    const answers = await Promise.all(
      [first!.id, second.id].map((id) =>
        world.send(labs.sysadmin, labCalls.removeMember, { params: { id } }),
      ),
    )
    expect(answers.map((a) => a.code).toSorted()).toEqual([0, 'LAST_DIRECTOR'])
    // Either may have been removed: restore the first director as the only one.
    await world.send(labs.sysadmin, labCalls.addMember, {
      body: { labId: labs.labId, userId: labs.director.id, role: 'lab_director' },
    })
    await world.send(labs.sysadmin, labCalls.removeMember, { params: { id: second.id } })
  })
  test('with the lab or the instrument goes the post, and with the last post its role', async () => {
    const held = async ({ id }: Person) =>
      (
        await world.sql<{ code: string }>(
          'select r.code from user_role ur join role r on r.id = ur.role_id where ur.user_id = $1 order by 1',
          [id],
        )
      ).map((r) => r.code)
    const [once, twice] = [await world.person('一处主任'), await world.person('两处主任')]
    const made = await world.ok(labs.sysadmin, labCalls.create, {
      body: { ...body('临时实验室'), serialId: 'LAB-GOES' },
    })
    for (const [who, labId] of [
      [once, made.id],
      [twice, made.id],
      [twice, labs.otherLabId],
    ] as const)
      await world.ok(labs.sysadmin, labCalls.addMember, {
        body: { labId, userId: who.id, role: 'lab_director' },
      })
    const deviceId = await labs.device()
    await world.ok(labs.sysadmin, labCalls.addReviewer, {
      body: { labId: labs.labId, deviceId, userId: once.id },
    })
    expect(await held(once)).toEqual(['LAB_DIRECTOR', 'REVIEWER'])
    await world.ok(labs.sysadmin, labCalls.remove, { query: { id: made.id } })
    expect([await held(once), await held(twice)]).toEqual([['REVIEWER'], ['LAB_DIRECTOR']])
    await world.ok(labs.sysadmin, deviceCalls.remove, { params: { id: deviceId } })
    expect(await held(once)).toEqual([])
  })
  test('a director whose account is closed directs nothing: the last who can act stays', async () => {
    const add = (userId: number) =>
      world.ok(labs.sysadmin, labCalls.addMember, {
        body: { labId: labs.labId, userId, role: 'lab_director' },
      })
    const gone = await world.person('离任主任')
    const left = await add(gone.id)
    const [{ id: acting = 0 } = {}] = await world.sql<{ id: number }>(
      `select id from lab_member where lab_id = $1 and user_id = $2 and role = 'lab_director'`,
      [labs.labId, labs.director.id],
    )
    await world.sql('update user_account set enabled = false where id = $1', [gone.id])
    const remove = async (id: number) =>
      (await world.send(labs.sysadmin, labCalls.removeMember, { params: { id } })).code
    expect(await remove(acting)).toBe('LAST_DIRECTOR')
    expect(await remove(left.id)).toBe(0)
  })
  test('a post brings its role, and takes it along when it was the last of its kind', async () => {
    const makeRoles = async () =>
      (await world.ok(labs.student, sessionCalls.current)).roles.filter(
        (r) => r === 'LAB_DIRECTOR' || r === 'REVIEWER',
      )
    expect(await makeRoles()).toEqual([])
    const post = await world.ok(labs.director, labCalls.addMember, {
      body: { labId: labs.labId, userId: labs.student.id, role: 'lab_director' },
    })
    const review = await world.ok(labs.director, labCalls.addReviewer, {
      body: { labId: labs.labId, userId: labs.student.id },
    })
    expect((await makeRoles()).toSorted()).toEqual(['LAB_DIRECTOR', 'REVIEWER'])
    await world.ok(labs.director, labCalls.removeMember, { params: { id: post.id } })
    expect(await makeRoles()).toEqual(['REVIEWER'])
    await world.ok(labs.director, labCalls.removeReviewer, { query: { id: review.id } })
    expect(await makeRoles()).toEqual([])
  })
  test('named in one lab while removed from another, a director keeps the role of the post', async () => {
    const who = await world.person('两处主任')
    const add = (labId: number) =>
      world.ok(labs.sysadmin, labCalls.addMember, { body: { labId, userId: who.id, role: 'lab_director' } })
    const remove = (id: number) => world.ok(labs.sysadmin, labCalls.removeMember, { params: { id } })
    const isDirector = async () => (await world.ok(who, sessionCalls.current)).roles.includes('LAB_DIRECTOR')
    const old = await add(labs.labId)
    const holder = await world.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from user_account where id = $1 for no key update', [who.id])
      // Both wait for the person; the second must see the post that the first has changed.
      const both = Promise.all([add(labs.otherLabId), remove(old.id)])
      await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(2)
      await holder.query('commit')
      const [added] = await both
      expect(await isDirector()).toBe(true)
      await remove(added.id)
      expect(await isDirector()).toBe(false)
    } finally {
      holder.release()
    }
  })
  test('who changes a post waits for the person before touching it, as closing an account does', async () => {
    const who = await world.person('兼任者')
    const [reviewed, removed, moved] = [await labs.device(), await labs.device(), await labs.device()]
    const made = await world.ok(labs.sysadmin, labCalls.create, {
      body: { ...body('将撤销的实验室'), serialId: 'LAB-ORDER' },
    })
    const addMember = (labId: number) =>
      world.send(labs.sysadmin, labCalls.addMember, { body: { labId, userId: who.id, role: 'lab_admin' } })
    const addReviewer = (deviceId: number) =>
      world.send(labs.sysadmin, labCalls.addReviewer, {
        body: { labId: labs.labId, deviceId, userId: who.id },
      })
    const post = (await addMember(labs.labId)).data
    await addMember(made.id)
    const review = (await addReviewer(reviewed)).data
    for (const id of [removed, moved]) await addReviewer(id)
    const to = { labId: labs.otherLabId, roomId: null, contactId: null }
    const holder = await world.database.pool.connect()
    const changes: (() => Promise<unknown>)[] = [
      () => world.ok(labs.sysadmin, labCalls.removeMember, { params: { id: post.id } }),
      () => addMember(labs.labId),
      () => world.ok(labs.sysadmin, labCalls.removeReviewer, { query: { id: review.id } }),
      () => addReviewer(reviewed),
      () => world.ok(labs.sysadmin, labCalls.remove, { query: { id: made.id } }),
      () => world.ok(labs.sysadmin, deviceCalls.remove, { params: { id: removed } }),
      () => world.asSystem((ctx) => move(ctx, moved, to)),
    ]
    try {
      for (const change of changes) {
        await holder.query('begin')
        await holder.query('select from user_account where id = $1 for no key update', [who.id])
        const changing = change()
        await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
        await holder.query(`set local lock_timeout = '1s'`)
        await holder.query('delete from lab_member where user_id = $1', [who.id])
        await holder.query('delete from device_reviewer where user_id = $1', [who.id])
        const add = `insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_admin')`
        await holder.query(add, [labs.labId, who.id])
        const join = 'insert into device_reviewer (device_id, user_id) values ($1, $2)'
        await holder.query(join, [reviewed, who.id])
        await holder.query('rollback')
        await changing
      }
    } finally {
      await holder.query('rollback')
      holder.release()
      await world.sql('delete from lab_member where user_id = $1', [who.id])
      await world.sql('delete from device_reviewer where user_id = $1', [who.id])
    }
  })
  test('nobody unknown or closed', async () => {
    await world.sql('update user_account set enabled = false where id = $1', [labs.student.id])
    const answer = await world.send(labs.director, labCalls.addMember, {
      body: { labId: labs.labId, userId: labs.student.id, role: 'lab_member' },
    })
    expect(answer).toMatchObject({ code: 'PERSON_UNKNOWN', reasons: [{ field: 'userId' }] })
    await world.sql('update user_account set enabled = true where id = $1', [labs.student.id])
  })
})

describe('reviewers', () => {
  test('of the lab or of one of its devices, named by the director', async () => {
    const deviceId = await labs.device()
    const add = (who: Person, device: number | null) =>
      world.send(who, labCalls.addReviewer, {
        body: { labId: labs.labId, deviceId: device, userId: labs.member.id },
      })
    expect((await add(labs.labAdmin, deviceId)).status).toBe(403)
    heard.length = 0
    const added = await add(labs.director, deviceId)
    expect(added.status).toBe(200)
    expect(heard).toEqual([{ labId: labs.labId, deviceId }])
    expect(await add(labs.director, deviceId)).toMatchObject({ code: 'REVIEWER_TAKEN' })
    const rows = await world.ok(labs.director, labCalls.reviewers, { query: { labId: labs.labId } })
    expect(rows.map((r) => [r.user.name, r.device?.id ?? null])).toEqual([
      ['审核员', null],
      ['成员', deviceId],
    ])
    expect(
      (await world.send(labs.outsider, labCalls.removeReviewer, { query: { id: added.data.id } })).status,
    ).toBe(403)
    await world.ok(labs.director, labCalls.removeReviewer, { query: { id: added.data.id } })
  })
  test('a device of another lab is none of his', async () => {
    const foreign = await labs.device({ labId: labs.otherLabId })
    expect(
      (
        await world.send(labs.director, labCalls.addReviewer, {
          body: { labId: labs.labId, deviceId: foreign, userId: labs.member.id },
        })
      ).status,
    ).toBe(404)
  })
})

describe('the back office of labs', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  test('pictures: by who may write the introduction, for all to see', async () => {
    const add = (who: Person) =>
      world.send(who, labCalls.addImage, {
        body: { labId: labs.labId },
        files: [{ name: '电镜.png', content: PNG }],
      })
    expect([(await add(labs.outsider)).status, (await add(labs.member)).status]).toEqual([403, 403])
    const { data } = await add(labs.labAdmin)
    expect(await world.ok(labs.student, labCalls.images, { query: { id: labs.labId } })).toMatchObject([
      { id: data.id, name: '电镜.webp' },
    ])
    expect(
      (await world.ok(labs.student, labCalls.byGrade, {}))
        .flatMap((g) => g.items)
        .find((l) => l.id === labs.labId),
    ).toMatchObject({ imageUrl: data.url })
    expect((await world.send(labs.outsider, labCalls.removeImage, { query: { id: data.id } })).status).toBe(
      403,
    )
    await world.ok(labs.director, labCalls.removeImage, { query: { id: data.id } })
    expect((await world.send(labs.director, labCalls.removeImage, { query: { id: data.id } })).status).toBe(
      404,
    )
  })
  test('by grade: how many of each, and the first of them', async () => {
    await world.sql(`update lab set grade = '1' where id = $1`, [labs.labId])
    const groups = await world.ok(labs.student, labCalls.byGrade, { query: { size: 1 } })
    expect(groups.map((g) => [g.label, g.total, g.items.length])).toEqual([
      ['国家级', 1, 1],
      ['未定级', 1, 1],
    ])
    // A grade that is no longer offered keeps its label.
    const offer = (enabled: boolean) =>
      world.sql(
        `update dictionary_item i set enabled = $1 from dictionary d
          where d.id = i.dictionary_id and d.name = 'lab_grade' and i.value = '1'`,
        [enabled],
      )
    await offer(false)
    const later = await world.ok(labs.student, labCalls.byGrade, { query: { size: 1 } })
    expect(later.map((g) => g.label)).toEqual(['国家级', '未定级'])
    await offer(true)
    expect(await world.ok(labs.student, labCalls.byGrade, { query: { keyword: '核磁' } })).toMatchObject([
      { grade: null, items: [{ name: '核磁中心' }] },
    ])
  })
  test('a number for a post, set by its holder or the director', async () => {
    const members = await world.ok(labs.director, labCalls.members, { query: { labId: labs.labId } })
    const { id } = members.find((m) => m.user.id === labs.labAdmin.id)!
    const set = (who: Person, phone: string) => world.send(who, labCalls.memberPhone, { body: { id, phone } })
    expect([
      (await set(labs.director, '0700-86001111')).status,
      (await set(labs.labAdmin, '0700-86002222')).status,
      (await set(labs.outsider, '')).status,
      (await set(labs.member, '')).status,
    ]).toEqual([200, 200, 403, 403])
    expect(
      (await world.ok(labs.director, labCalls.members, { query: { labId: labs.labId } })).find(
        (m) => m.id === id,
      ),
    ).toMatchObject({ phone: '0700-86002222' })
    // People who want to call the lab see the phone of the post, never a person's own.
    await world.sql(`update user_account set phone = '13800000001' where id = any ($1)`, [
      [labs.director.id, labs.labAdmin.id],
    ])
    const { admins, directors } = await world.ok(labs.student, labCalls.detail, {
      query: { id: labs.labId },
    })
    expect([...admins, ...directors].map((p) => [p.id, p.phone])).toEqual([
      [labs.labAdmin.id, '0700-86002222'],
      [labs.director.id, null],
    ])
    expect(await set(labs.director, '12')).toMatchObject({ status: 400, reasons: [{ field: 'phone' }] })
  })
  test('switched off and on; found by building; exported as managed', async () => {
    const enable = (who: Person, enabled: boolean) =>
      world.send(who, labCalls.enable, { params: { id: labs.labId }, body: { enabled } })
    expect([
      (await enable(labs.outsider, false)).status,
      (await enable(labs.sysadmin, false)).status,
    ]).toEqual([403, 200])
    expect((await world.ok(labs.student, labCalls.list, { query: { keyword: '电镜' } })).total).toBe(0)
    await enable(labs.director, true)
    const [building] = await world.sql<{ id: number }>(
      `insert into building (serial_id, name) values ('B-L', '楼') returning id`,
    )
    const [room] = await world.sql<{ id: number }>(
      `insert into room (building_id, name) values ($1, '1') returning id`,
      [building!.id],
    )
    await world.ok(labs.director, labCalls.chooseRooms, {
      params: { id: labs.labId },
      body: { roomIds: [room!.id] },
    })
    expect(
      (await world.ok(labs.student, labCalls.list, { query: { buildingId: building!.id } })).items.map(
        (l) => l.id,
      ),
    ).toEqual([labs.labId])
    const names = async (who: Person) => {
      const response = await world.app.inject({
        url: '/api/laboratory/info/download',
        headers: { authorization: who.token },
      })
      return ((await readXlsx(response.rawPayload)).sheets[0]?.rows ?? []).slice(1).map((r) => r[1])
    }
    expect(await names(labs.sysadmin)).toEqual(['电镜中心', '核磁中心'])
    expect(await names(labs.outsider)).toEqual(['核磁中心'])
    expect(await names(labs.student)).toEqual([])
  })
})
