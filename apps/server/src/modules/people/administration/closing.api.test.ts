import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { peopleCalls } from '@portal/contract/people/people'
import { expect, test } from 'vitest'
import { countBlocked } from '../../../testing/blocked.ts'
import { sceneWorld } from '../../../testing/scene.ts'

const { world, s } = await sceneWorld()
const admin = await world.person('管理员', { permissions: ['ADMIN'] })

const one = async (text: string, values: unknown[]) =>
  (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
const holders = async (table: string, where: string) =>
  (await world.sql<{ id: number }>(`select user_id as id from ${table} where ${where} order by 1`)).map(
    (r) => r.id,
  )

test('posts of somebody who leaves are named, those that stand empty say so, and each goes to whom the closing person names', async () => {
  const [head, heir, second, stranger] = [
    await world.person('院长'),
    await world.person('接任者'),
    await world.person('另一位接任者'),
    await world.person('别处的人'),
  ]
  const [{ deptId = 0 } = {}] = await world.sql<{ deptId: number }>(
    `select dept_id as "deptId" from lab where id = $1`,
    [s.labId],
  )
  await world.sql(`update user_account set dept_id = $2 where id = any($1)`, [[head.id, heir.id], deptId])
  await world.sql(
    `insert into user_role (user_id, role_id) select $1, id from role where code = 'DEPT_HEAD'`,
    [head.id],
  )
  const directs = await one(
    `insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director')`,
    [s.labId, head.id],
  )
  const reviews = await one(`insert into device_reviewer (lab_id, user_id) values ($1, $2)`, [
    s.labId,
    head.id,
  ])
  await world.sql(`update device set contact_id = $2 where id = $1`, [s.deviceId, head.id])
  const plan = await one(
    `insert into maintenance_plan (device_id, title, every_days, next_on, keeper_id, enabled, created_at)
      values ($1, '校准', 30, current_date, $2, true, now())`,
    [s.deviceId, head.id],
  )
  const office = await one(`insert into post (code, name) values ('SAFETY', '安全员')`, [])
  const held = await one(`insert into user_post (user_id, post_id, dept_id) values ($1, $2, $3)`, [
    head.id,
    office,
    deptId,
  ])

  const { matters } = await world.ok(admin, peopleCalls.closing, { params: { id: head.id } })
  // The lab has another director; a reviewer of one device is no reviewer of the whole lab.
  expect(matters.map((m) => [m.kind, m.id, m.vacant])).toEqual([
    ['lab_director', directs, false],
    ['reviewer', reviews, true],
    ['contact', s.deviceId, true],
    ['keeper', plan, true],
    ['dept_head', deptId, true],
    ['post', held, true],
  ])

  const close = (body: object) =>
    world.send(admin, peopleCalls.setEnabled, { params: { id: head.id }, body: { enabled: false, ...body } })
  expect(await close({ postsTo: stranger.id })).toMatchObject({ code: 'SUCCESSOR_DEPT' })
  expect(await close({ postsTo: head.id })).toMatchObject({ code: 'SUCCESSOR_UNKNOWN' })
  expect(
    (
      await close({
        postsTo: heir.id,
        posts: [
          { kind: 'keeper', id: plan, successorId: second.id },
          { kind: 'post', id: held, successorId: null },
        ],
      })
    ).status,
  ).toBe(200)
  expect(await holders('lab_member', `lab_id = ${s.labId} and role = 'lab_director'`)).toEqual(
    [s.director.id, heir.id].toSorted((a, b) => a - b),
  )
  expect(await holders('device_reviewer', `lab_id = ${s.labId}`)).toEqual([heir.id])
  expect(
    await world.sql(
      `select d.contact_id as contact, p.keeper_id as keeper from device d
        join maintenance_plan p on p.device_id = d.id where d.id = $1`,
      [s.deviceId],
    ),
  ).toEqual([{ contact: heir.id, keeper: second.id }])
  expect(await holders('user_post', `post_id = ${office}`)).toEqual([head.id])
  const roles = (
    await world.sql<{ code: string }>(
      `select r.code from user_role ur join role r on r.id = ur.role_id where ur.user_id = $1 order by 1`,
      [heir.id],
    )
  ).map((r) => r.code)
  expect(roles).toEqual(['DEPT_HEAD', 'LAB_DIRECTOR', 'REVIEWER'])
  // No task waits for a closed account.
  expect(
    (await world.ok(admin, peopleCalls.closing, { params: { id: heir.id } })).counts.map((c) => c.kind),
  ).toEqual(['lab_director', 'reviewer', 'contact', 'dept_head'])
})

test('who leaves and who follows are locked at once, in the order of ids', async () => {
  const [low, head, high] = [
    await world.person('先来的接任者'),
    await world.person('两处主任'),
    await world.person('后来的接任者'),
  ]
  const posts = await Promise.all(
    ['lab_director', 'lab_admin'].map((role) =>
      one(`insert into lab_member (lab_id, user_id, role) values ($1, $2, $3)`, [s.labId, head.id, role]),
    ),
  )
  const holder = await world.database.pool.connect()
  const lock = 'select from user_account where id = any($1) order by id for no key update'
  try {
    await holder.query('begin')
    await holder.query(lock, [[low.id]])
    const closing = world.send(admin, peopleCalls.setEnabled, {
      params: { id: head.id },
      body: {
        enabled: false,
        posts: [
          { kind: 'lab_director', id: posts[0] ?? 0, successorId: high.id },
          { kind: 'lab_admin', id: posts[1] ?? 0, successorId: low.id },
        ],
      },
    })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query(`${lock} nowait`, [[head.id, high.id]])
    await holder.query('commit')
    expect((await closing).status).toBe(200)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('who may not give the rights of a post does not give them by closing an account', async () => {
  const clerk = await world.person('人事', { permissions: ['USER_ALL'] })
  const [head, heir] = [await world.person('副院长'), await world.person('同事')]
  const [{ deptId = 0 } = {}] = await world.sql<{ deptId: number }>(
    `select dept_id as "deptId" from lab where id = $1`,
    [s.labId],
  )
  await world.sql(`update user_account set dept_id = $2 where id = any($1)`, [[head.id, heir.id], deptId])
  await world.sql(
    `insert into user_role (user_id, role_id) select $1, id from role where code = 'DEPT_HEAD'`,
    [head.id],
  )
  const answer = await world.send(clerk, peopleCalls.setEnabled, {
    params: { id: head.id },
    body: { enabled: false, postsTo: heir.id },
  })
  expect([
    answer.status === 200,
    (
      await world.sql(`select from user_role ur join role r on r.id = ur.role_id where ur.user_id = $1`, [
        heir.id,
      ])
    ).length,
  ]).toEqual([false, 0])
})

test('an instrument does not go on naming a contact who has left', async () => {
  const gone = await world.person('离职联系人')
  await world.sql('update device set contact_id = $2 where id = $1', [s.deviceId, gone.id])
  const shown = async () =>
    (await world.ok(s.booker, deviceCalls.info, { params: { id: `${s.deviceId}` } })).contact
  expect(await shown()).toMatchObject({ name: '离职联系人' })
  await world.ok(admin, peopleCalls.setEnabled, { params: { id: gone.id }, body: { enabled: false } })
  expect(await shown()).toBeNull()
  const { items } = await world.ok(admin, deviceManageCalls.manageList)
  expect(items.find((d) => d.id === s.deviceId)?.contact).toBeNull()
  // The person is still stored as contact and is shown again once the account reopens.
  await world.ok(admin, peopleCalls.setEnabled, { params: { id: gone.id }, body: { enabled: true } })
  expect(await shown()).toMatchObject({ name: '离职联系人' })
})
