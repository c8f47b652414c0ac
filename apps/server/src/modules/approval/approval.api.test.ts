import { approvalCalls, approvalSteps } from '@portal/contract/approval/approval'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { emptyCaches } from '../../kernel/cache.ts'
import { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import { runJob } from '../../kernel/jobs.ts'
import * as events from '../../kernel/events.ts'
import { shownAt } from '../../kernel/time.ts'
import { hearNews } from '../../testing/news.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { approvalJobs } from './approval.jobs.ts'
import * as approval from './approval.service.ts'
import * as tasks from './tasks.action.ts'
import { reassign } from './due.action.ts'

// These tasks have no real rows, so the owners of the businesses are not called.
const owner = { act: async (_ctx: Ctx, _news: events.EventMap['approval.due']): Promise<void> => {} }
const { announce } = events
beforeAll(() => {
  vi.spyOn(events, 'announce').mockImplementation((ctx, name, news) =>
    name === 'approval.due'
      ? owner.act(ctx, news as events.EventMap['approval.due'])
      : announce(ctx, name as never, news as never),
  )
})
afterAll(() => {
  vi.restoreAllMocks()
})

let world: World
let admin: Person
let booker: Person
let reviewer: Person
let labReviewer: Person
let director: Person
let finance: Person
let outsider: Person
let lab: number
let otherLab: number
let device: number

const insert = async (sql: string, ...values: unknown[]) =>
  (await world.sql<{ id: number }>(`${sql} returning id`, values))[0]!.id

beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('管理员', { permissions: ['ADMIN'] })
  finance = await world.person('财务', { permissions: ['FINANCIAL_EDIT'] })
  booker = await world.person('预约人')
  reviewer = await world.person('审核员')
  labReviewer = await world.person('实验室审核员')
  director = await world.person('主任')
  outsider = await world.person('外人')
  const dept = await insert(`insert into dept (code, name) values ('D', '学院')`)
  lab = await insert(`insert into lab (serial_id, name, dept_id) values ('LAB1', '电镜室', $1)`, dept)
  otherLab = await insert(`insert into lab (serial_id, name, dept_id) values ('LAB2', '质谱室', $1)`, dept)
  device = await insert(
    `insert into device (serial_id, name, dept_id, lab_id) values ('S1', '扫描电镜', $1, $2)`,
    dept,
    lab,
  )
  await world.sql(`insert into device_reviewer (device_id, user_id) values ($1, $2)`, [device, reviewer.id])
  await world.sql(`insert into device_reviewer (lab_id, user_id) values ($1, $2)`, [lab, labReviewer.id])
  await world.sql(
    `insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director'), ($3, $4, 'lab_director')`,
    [lab, director.id, otherLab, outsider.id],
  )
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.sql('truncate approval_task, approval_policy, outbox, message')
  emptyCaches(world.app.deps.live)
})

const as =
  (person: Person) =>
  async <T>(work: (ctx: Ctx) => Promise<T>) => {
    const [row] = await world.sql<{ permissions: string[] }>(
      `select array(select p.code from user_role ur join role_permission rp using (role_id)
          join permission p on p.id = rp.permission_id where ur.user_id = $1) as permissions`,
      [person.id],
    )
    const actor = {
      ...person,
      username: person.name,
      email: null,
      userType: '1',
      tier: 'campus' as const,
      onCampus: true,
      deptId: null,
      suspendedUntil: null,
      roles: [],
      permissions: new Set(row!.permissions),
    }
    return world.asSystem((ctx) => work(new Ctx(ctx.deps, ctx.db, { now: ctx.now, actor })))
  }
const task = (more: Partial<tasks.TaskRequest<'booking'>> = {}): tasks.TaskRequest<'booking'> => ({
  business: 'booking',
  rowId: 1,
  step: 'reviewer',
  role: 'reviewer',
  labId: lab,
  deviceId: device,
  requesterId: booker.id,
  title: '扫描电镜 1月5日',
  amountFen: 100,
  ...more,
})
const open = (more?: Partial<tasks.TaskRequest<'booking'>>) =>
  world.asSystem((ctx) => tasks.openTask(ctx, task(more)))
const findInbox = async (person: Person, query = {}) =>
  (await world.ok(person, approvalCalls.tasks, { query })).items
const may = (person: Person, which: { rowId?: number; step?: 'payer' | 'reviewer' | 'director' } = {}) =>
  as(person)((ctx) => approval.mayAct(ctx, { business: 'booking', rowId: 1, ...which }))

describe('who acts', () => {
  test('reviewers of the device and of its lab, and administrators; nobody else', async () => {
    expect(await open()).toMatchObject({ role: 'reviewer' })
    for (const who of [reviewer, labReviewer, admin]) expect(await may(who), who.name).toBe(true)
    for (const who of [booker, director, finance, outsider]) expect(await may(who), who.name).toBe(false)
    const [waiting] = await world.asSystem((ctx) => approval.listWaiting(ctx, 'booking', 1))
    expect(waiting).toMatchObject({
      step: 'reviewer',
      role: 'reviewer',
      names: ['审核员', '实验室审核员'],
      people: 2,
    })
    const among = await as(reviewer)((ctx) => approval.inbox.stepsAmong(ctx, 'booking', [1, 2, 3]))
    expect(among).toEqual(new Map([[1, new Set(['reviewer'])]]))
  })
  test('never the requester, not even as administrator', async () => {
    await open({ requesterId: reviewer.id })
    expect(await may(reviewer)).toBe(false)
    expect(await findInbox(reviewer)).toEqual([])
    await open({ rowId: 2, requesterId: admin.id })
    expect(await may(admin, { rowId: 2 })).toBe(false)
  })
  test('a requester who is the only reviewer: the directors; who is director too: the administrators', async () => {
    await world.sql(`delete from device_reviewer where user_id = $1`, [labReviewer.id])
    try {
      expect(await open({ requesterId: reviewer.id })).toMatchObject({ role: 'lab_director' })
      expect(await may(director)).toBe(true)
      expect(
        await open({ rowId: 2, step: 'director', role: 'lab_director', requesterId: director.id }),
      ).toMatchObject({ role: 'sysadmin' })
      expect(await may(admin, { rowId: 2 })).toBe(true)
      expect((await findInbox(admin)).map((t) => t.rowId)).toEqual([2])
    } finally {
      await world.sql(`insert into device_reviewer (lab_id, user_id) values ($1, $2)`, [lab, labReviewer.id])
    }
  })
  test('a named person; somebody whose account is closed is nobody', async () => {
    expect(await open({ step: 'payer', role: 'person', userId: outsider.id })).toMatchObject({
      role: 'person',
      userId: outsider.id,
    })
    expect(await may(outsider)).toBe(true)
    expect(await may(director)).toBe(false)
    await world.sql('update user_account set enabled = false where id = $1', [outsider.id])
    try {
      // Only the payer may spend their money: neither a director nor an administrator is asked instead.
      expect(await open({ rowId: 2, step: 'payer', role: 'person', userId: outsider.id })).toMatchObject({
        role: 'person',
        userId: outsider.id,
      })
      for (const who of [outsider, director, admin])
        expect([who.name, await may(who, { rowId: 2 }), await may(who)]).toEqual([
          who.name,
          who === outsider,
          who === outsider,
        ])
    } finally {
      await world.sql('update user_account set enabled = true where id = $1', [outsider.id])
    }
  })
  test('finance by permission', async () => {
    await world.asSystem((ctx) =>
      tasks.openTask(ctx, {
        business: 'settlement',
        rowId: 9,
        step: 'finance',
        role: 'finance',
        labId: lab,
        requesterId: booker.id,
        title: '结算单',
      }),
    )
    expect((await findInbox(finance)).map((t) => t.rowId)).toEqual([9])
    expect(await findInbox(director)).toEqual([])
  })
  test('opened twice, it waits once, with the news of the second', async () => {
    const { id } = await open()
    expect(await open({ amountFen: 200 })).toMatchObject({ id })
    expect(await findInbox(reviewer)).toMatchObject([
      {
        amountFen: 200,
        requester: { name: '预约人' },
        lab: { name: '电镜室' },
        device: { name: '扫描电镜' },
      },
    ])
  })
  test('several card owners wait side by side and are closed one by one', async () => {
    const owners = [outsider, finance]
    for (const { id } of owners) {
      await world.asSystem((ctx) =>
        tasks.openTask(ctx, {
          business: 'settlement',
          rowId: 5,
          step: 'card_owner',
          role: 'person',
          userId: id,
          labId: lab,
          requesterId: booker.id,
          title: '结算单',
        }),
      )
    }
    const countWaiting = async () =>
      (
        await world.sql(`select from approval_task
          where business = 'settlement' and row_id = 5 and state = 'waiting'`)
      ).length
    /** Returns how many were closed. */
    const close = async (userId?: number) => {
      const before = await countWaiting()
      await as(outsider)((ctx) =>
        tasks.closeTask(ctx, { business: 'settlement', rowId: 5, ...(userId && { userId }) }, 'approved'),
      )
      return before - (await countWaiting())
    }
    expect(await close(outsider.id)).toBe(1)
    expect(await findInbox(outsider)).toEqual([])
    expect(await findInbox(finance)).toHaveLength(1)
    expect(await close()).toBe(1)
    expect(await close()).toBe(0)
  })
})

describe('people come and go', () => {
  test('waiting tasks move to whoever can act, and back, and the new ones are told', async () => {
    await world.sql(`delete from device_reviewer`)
    await open()
    await world.sql(`insert into device_reviewer (device_id, user_id) values ($1, $2)`, [device, reviewer.id])
    expect(await may(reviewer)).toBe(false)
    const changed = (labId: number) =>
      world.asSystem((ctx) => announce(ctx, 'lab.people_changed', { labId, deviceId: null }))
    await changed(otherLab)
    expect(await may(reviewer)).toBe(false)
    await changed(lab)
    expect(await may(reviewer)).toBe(true)
    expect(await world.asSystem((ctx) => reassign(ctx))).toBe(0)
    expect(await world.sql(`select payload->'role'->>'role' as role from outbox`)).toEqual([
      { role: 'reviewer' },
    ])
    await world.sql(`insert into device_reviewer (lab_id, user_id) values ($1, $2)`, [lab, labReviewer.id])
  })
  test('who gets a task that has moved reads its deadline', async () => {
    const dueAt = new Date(Date.now() + 3600_000)
    await open({ dueAt })
    const leaveOrReturn = (enabled: boolean) =>
      world.sql('update user_account set enabled = $2 where id = any ($1)', [
        [reviewer.id, labReviewer.id],
        enabled,
      ])
    await leaveOrReturn(false)
    await world.asSystem((ctx) => reassign(ctx))
    await leaveOrReturn(true)
    const until = shownAt(dueAt, world.app.deps.env.CAMPUS_TZ)
    expect(await world.sql(`select payload->>'body' as body from outbox`)).toEqual([
      { body: `该事项已转由实验室主任处理，请于 ${until} 前处理。` },
    ])
  })
  test('who is back reads that it is theirs again, not that it went to somebody', async () => {
    await world.asSystem((ctx) =>
      tasks.openTask(ctx, {
        business: 'test_order',
        rowId: 3,
        step: 'booker',
        role: 'person',
        userId: booker.id,
        labId: lab,
        requesterId: null,
        title: '测试单',
      }),
    )
    const leaveOrReturn = (enabled: boolean) =>
      world.sql('update user_account set enabled = $2 where id = $1', [booker.id, enabled])
    await leaveOrReturn(false)
    await world.asSystem((ctx) => reassign(ctx, { userIds: [booker.id] }))
    await leaveOrReturn(true)
    await runJob(
      world.app.deps,
      approvalJobs.find((j) => j.name === 'approval-return')!,
    )
    expect(await world.sql(`select payload->>'body' as body from outbox order by id`)).toEqual([
      { body: '该事项已转由实验室主任处理，请及时处理。' },
      { body: '该事项已转由您处理，请及时处理。' },
    ])
  })
  test('what falls to administrators is told to them once each time, with how to name somebody', async () => {
    const run = (name: string) =>
      runJob(
        world.app.deps,
        approvalJobs.find((j) => j.name === name)!,
      )
    const leaveOrReturn = (enabled: boolean) =>
      world.sql('update user_account set enabled = $2 where id = $1', [finance.id, enabled])
    await world.asSystem((ctx) =>
      tasks.openTask(ctx, {
        business: 'settlement',
        rowId: 9,
        step: 'finance',
        role: 'finance',
        requesterId: booker.id,
        title: '结算单',
      }),
    )
    const fall = async () => {
      await leaveOrReturn(false)
      expect(await world.asSystem((ctx) => reassign(ctx, { userIds: [finance.id] }))).toBe(1)
      expect(await run('approval-nobody')).toBe(1)
      await leaveOrReturn(true)
      expect(await run('approval-return')).toBe(1)
    }
    await fall()
    // Within the same day.
    await fall()
    const told = await world.sql(
      `select payload->'role'->>'role' as role, payload->>'title' as title from outbox order by id`,
    )
    const [missing, back] = [
      { role: 'sysadmin', title: '1 项待办缺少财务人员' },
      { role: 'finance', title: '待办理：结算单' },
    ]
    expect(told).toEqual([missing, back, missing, back])
  })
  test('an account that is closed', async () => {
    const payer = await world.person('付款人')
    await open({ step: 'payer', role: 'person', userId: payer.id })
    await world.sql('update user_account set enabled = false where id = $1', [payer.id])
    await world.asSystem((ctx) => announce(ctx, 'people.left', { userIds: [payer.id] }))
    for (const who of [director, admin, labReviewer, finance])
      expect([who.name, await may(who)]).toEqual([who.name, false])
    expect((await findInbox(director)).concat(await findInbox(admin))).toEqual([])
    await world.sql('update user_account set enabled = true where id = $1', [payer.id])
    expect(await world.asSystem((ctx) => reassign(ctx, { userIds: [payer.id] }))).toBe(0)
    expect(await may(payer)).toBe(true)
  })
})

test('who is back has his tasks within a minute; what nobody is left for is told to whoever can name somebody, at every step', async () => {
  const run = (name: string) =>
    runJob(
      world.app.deps,
      approvalJobs.find((j) => j.name === name)!,
    )
  await open()
  await world.sql('update user_account set enabled = false where id = any ($1)', [
    [reviewer.id, labReviewer.id],
  ])
  await world.asSystem((ctx) => reassign(ctx))
  expect([await may(director), await may(reviewer)]).toEqual([true, false])
  await world.sql('update user_account set enabled = true where id = any ($1)', [
    [reviewer.id, labReviewer.id],
  ])
  expect([await run('approval-return'), await run('approval-return')]).toEqual([1, 0])
  expect([await may(director), await may(reviewer)]).toEqual([false, true])

  // No role has anybody, and the only administrator is the requester: every step is reported, also to them.
  await world.sql('truncate approval_task, outbox')
  await world.sql('update user_account set enabled = id = $1', [admin.id])
  const roles = {
    reviewer: '设备审核员',
    lab_director: '实验室主任',
    finance: '财务人员',
    dept_head: '院系负责人',
    equip_office: '设备处人员',
    tender_office: '招标办人员',
  } as const
  const asked = Object.keys(roles) as (keyof typeof roles)[]
  let rowId = 100
  for (const [business, steps] of Object.entries(approvalSteps)) {
    for (const step of Object.keys(steps)) {
      if (step === 'card_owner') continue // stays with its owner, see settlement/card-owner.api.test.ts
      const role = asked[rowId % asked.length]!
      const request = {
        business,
        step,
        role,
        rowId: rowId++,
        labId: null,
        deviceId: null,
        deptId: null,
        requesterId: admin.id,
        title: `${business} ${step}`,
      }
      expect(await world.asSystem((ctx) => tasks.openTask(ctx, request as never))).toMatchObject({
        role: 'sysadmin',
      })
    }
  }
  expect([await run('approval-nobody'), await run('approval-nobody')]).toEqual([rowId - 100, 0])
  const told = await world.sql<{ title: string; body: string; role: string; but: number | null }>(
    `select payload->>'title' as title, payload->>'body' as body, payload->'role'->>'role' as role,
        payload->>'exceptUserId' as but from outbox order by id`,
  )
  expect(told.map((t) => t.title.replace(/^\d+ 项待办缺少/, '')).toSorted()).toEqual(
    Object.values(roles).toSorted(),
  )
  expect(
    told.every((t) => t.role === 'sysadmin' && t.but === null && t.body.includes('除申请人外无人可以办理')),
  ).toBe(true)
  await world.sql('update user_account set enabled = true')
})

describe('inbox', () => {
  test('the oldest first, page by page, filtered; done ones the latest first', async () => {
    for (let rowId = 1; rowId <= 7; rowId++) await open({ rowId, title: rowId % 2 ? '扫描电镜' : '质谱仪 A' })
    const first = await world.ok(reviewer, approvalCalls.tasks, { query: { size: 3 } })
    expect(first.items.map((t) => t.rowId)).toEqual([1, 2, 3])
    const second = await world.ok(reviewer, approvalCalls.tasks, { query: { size: 3, after: first.next! } })
    expect(second.items.map((t) => t.rowId)).toEqual([4, 5, 6])
    const third = await world.ok(reviewer, approvalCalls.tasks, { query: { size: 3, after: second.next! } })
    expect([third.items.map((t) => t.rowId), third.next]).toEqual([[7], null])
    expect((await findInbox(reviewer, { keyword: '质谱仪 a' })).map((t) => t.rowId)).toEqual([2, 4, 6])
    expect(await findInbox(reviewer, { business: 'settlement' })).toEqual([])
    expect(await world.ok(reviewer, approvalCalls.wait)).toMatchObject({
      total: 7,
      counts: [{ business: 'booking', step: 'reviewer', count: 7 }],
    })
    expect(await world.ok(outsider, approvalCalls.wait)).toEqual({ total: 0, counts: [], items: [] })

    for (const rowId of [3, 1, 2])
      await as(reviewer)((ctx) =>
        tasks.closeTask(
          ctx,
          { business: 'booking', rowId, step: 'reviewer' },
          rowId === 1 ? 'refused' : 'approved',
          rowId === 1 ? '样品有腐蚀性' : null,
        ),
      )
    // Also if all of them fall into one millisecond.
    await world.sql(
      `update approval_task set acted_at = '2026-03-02T02:00:00.123Z' where acted_at is not null`,
    )
    const done = await world.ok(reviewer, approvalCalls.tasks, { query: { state: 'done', size: 2 } })
    expect(done.items.map((t) => [t.rowId, t.outcome, t.reason])).toEqual([
      [2, 'approved', null],
      [1, 'refused', '样品有腐蚀性'],
    ])
    expect(
      (
        await world.ok(reviewer, approvalCalls.tasks, {
          query: { state: 'done', size: 2, after: done.next! },
        })
      ).items.map((t) => t.rowId),
    ).toEqual([3])
    expect((await findInbox(labReviewer)).map((t) => t.rowId)).toEqual([4, 5, 6, 7])
  })
  test("everybody's, for administrators only", async () => {
    await open()
    expect(await findInbox(admin)).toEqual([])
    expect(await findInbox(admin, { all: 'true' })).toHaveLength(1)
    expect(await findInbox(outsider, { all: 'true' })).toEqual([])
  })
})

describe('policy', () => {
  const director24 = {
    business: 'booking',
    step: 'director',
    required: true,
    timeoutHours: 24,
    onTimeout: 'refuse',
  } as const
  const stepsNow = () =>
    world.asSystem((ctx) =>
      approval.stepsFor(ctx, {
        business: 'booking',
        deviceId: device,
        labId: lab,
        deptId: 1,
        userType: '1',
        amountFen: 100,
      }),
    )

  test('a change holds at once, for stepsFor and in the list', async () => {
    expect((await stepsNow()).director).toEqual({
      required: true,
      timeoutHours: 24,
      onTimeout: 'remind',
      deputyId: null,
    })
    const { id } = await world.ok(admin, approvalCalls.createPolicy, { body: { ...director24, labId: lab } })
    expect((await stepsNow()).director.onTimeout).toBe('refuse')
    await world.ok(admin, approvalCalls.changePolicy, {
      params: { id },
      body: { ...director24, labId: lab, required: false, fromAmountFen: 0 },
    })
    expect((await stepsNow()).director.required).toBe(false)
    expect((await world.ok(admin, approvalCalls.policies)).items).toMatchObject([
      { id, lab: { name: '电镜室' }, required: false, updatedBy: '管理员' },
    ])
    await world.ok(admin, approvalCalls.removePolicy, { params: { id } })
    expect((await stepsNow()).director).toEqual({
      required: true,
      timeoutHours: 24,
      onTimeout: 'remind',
      deputyId: null,
    })
    expect((await world.send(admin, approvalCalls.removePolicy, { params: { id } })).status).toBe(404)
  })
  test('switched off from an old list, it keeps what a colleague has set since', async () => {
    const { id } = await world.ok(admin, approvalCalls.createPolicy, { body: { ...director24, labId: lab } })
    const change = (body: object) =>
      world.ok(admin, approvalCalls.changePolicy, {
        params: { id },
        body: { business: 'booking', step: 'director', ...body },
      })
    await change({ required: false, timeoutHours: 48, fromAmountFen: 500 })
    await change({ enabled: false })
    expect((await world.ok(admin, approvalCalls.policies)).items).toMatchObject([
      {
        id,
        lab: { name: '电镜室' },
        enabled: false,
        required: false,
        timeoutHours: 48,
        onTimeout: 'refuse',
        fromAmountFen: 500,
      },
    ])
    await world.ok(admin, approvalCalls.removePolicy, { params: { id } })
  })
  test('everybody reads what is in force, without names; from outside, what is done from there', async () => {
    const guest = await world.person('校外用户')
    await world.sql(`update user_account set on_campus = false, dept_id = null where id = $1`, [guest.id])
    const add = async (body: object) =>
      (await world.ok(admin, approvalCalls.createPolicy, { body: { ...director24, ...body } as never })).id
    const buying = { business: 'purchase', step: 'dept_head', onTimeout: 'remind', deputyId: director.id }
    const [lasting, off, bought] = [
      await add({ labId: lab }),
      await add({ deviceId: device, enabled: false }),
      await add(buying),
    ]
    const read = (person: Person) => world.ok(person, approvalCalls.policies)
    const ids = async (person: Person) => (await read(person)).items.map((p) => p.id).toSorted()
    expect([await ids(admin), await ids(booker), await ids(guest)]).toEqual([
      [lasting, off, bought],
      [lasting, bought],
      [lasting],
    ])
    const { can, items, defaults } = await read(booker)
    expect([can, items.map((p) => [p.deputy, p.updatedBy])]).toEqual([
      [],
      [
        [null, null],
        [null, null],
      ],
    ])
    expect(defaults.some((d) => d.business === 'purchase')).toBe(true)
    expect((await read(guest)).defaults.some((d) => d.business === 'purchase')).toBe(false)
  })
  test('once known, it costs no round trip', async () => {
    await hearNews(world) // handles the notification of the change before, which clears the cache
    await stepsNow()
    const noDatabase = new Proxy({}, { get: () => expect.fail('asked the database') }) as Db
    const steps = await approval.stepsFor(new Ctx(world.app.deps, noDatabase), {
      business: 'booking',
      deviceId: device,
      labId: lab,
      deptId: 1,
      userType: '1',
      amountFen: 100,
    })
    expect(steps.director.required).toBe(true)
  })
  test('another process hears of a change', async () => {
    const other = await buildApp({ env: world.app.deps.env, pool: world.database.pool })
    const stepsThere = () =>
      approval.stepsFor(new Ctx(other.deps, world.db), {
        business: 'booking',
        deviceId: device,
        labId: lab,
        deptId: 1,
        userType: '1',
        amountFen: 100,
      })
    const heard = new Promise<void>((resolve) => other.deps.live.subscribe(['probe'], () => resolve()))
    const knocking = setInterval(() => other.deps.live.publish('probe'), 20)
    await heard
    clearInterval(knocking)
    expect((await stepsThere()).director.onTimeout).toBe('remind')
    await world.ok(admin, approvalCalls.createPolicy, { body: director24 })
    await expect.poll(async () => (await stepsThere()).director.onTimeout).toBe('refuse')
    await other.close()
  })
  test('refuses what makes no sense, in words', async () => {
    const send = (body: object) =>
      world.send(admin, approvalCalls.createPolicy, { body: { ...director24, ...body } as never })
    await world.ok(admin, approvalCalls.createPolicy, { body: director24 })
    expect(await send({})).toMatchObject({ status: 409, code: 'POLICY_TWICE' })
    expect(await send({ step: 'finance' })).toMatchObject({
      status: 400,
      reasons: [{ field: 'step', message: '该业务没有这个审核环节' }],
    })
    expect(await send({ labId: lab, deviceId: device })).toMatchObject({
      status: 400,
      reasons: [{ field: 'deviceId' }],
    })
    expect(await send({ onTimeout: null })).toMatchObject({
      status: 400,
      reasons: [{ field: 'onTimeout', message: '请选择超时后的处理' }],
    })
    // The payer must agree, at any amount; otherwise they would owe money that they never heard of.
    for (const [business, step, held, why] of [
      ['booking', 'payer', 'approval_policy_payer_agrees', '付款人本人同意，不能省略'],
      ['test_order', 'payer', 'approval_policy_owner_agrees', '付款人本人同意，不能省略'],
      ['settlement', 'card_owner', 'approval_policy_owner_agrees', '持有人本人同意，不能省略'],
    ] as const)
      for (const [field, more] of [
        ['required', { required: false }],
        ['fromAmountFen', { fromAmountFen: 1 }],
      ] as const) {
        expect(await send({ business, step, onTimeout: 'remind', ...more })).toMatchObject({
          status: 400,
          reasons: [{ field, message: expect.stringContaining(why) }],
        })
        await expect(
          world.sql(
            `insert into approval_policy (business, step, required, from_amount_fen) values ($1, $2, $3, $4)`,
            [business, step, field !== 'required', field === 'required' ? 0 : 1],
          ),
        ).rejects.toThrow(held)
      }
    // There is no one to send it back to, money is being paid, or an office must approve.
    for (const [business, step, onTimeout, message] of [
      ['test_order', 'fill', 'refuse', '该环节须由人办理，超时只能提醒'],
      ['settlement', 'finance', 'refuse', '该环节须由人办理，超时只能提醒'],
      ['test_order', 'write_off', 'approve', '该环节须由人同意，不能自动通过'],
      ['settlement', 'reversal', 'approve', '该环节须由人同意，不能自动通过'],
    ] as const)
      expect(await send({ business, step, onTimeout })).toMatchObject({
        status: 400,
        reasons: [{ field: 'onTimeout', message }],
      })
    for (const [business, step] of [
      ['booking', 'payer'],
      ['test_order', 'payer'],
      ['test_order', 'new_payer'],
      ['settlement', 'card_owner'],
    ] as const) {
      expect(await send({ business, step, onTimeout: 'approve' })).toMatchObject({
        status: 400,
        reasons: [{ field: 'onTimeout', message: '付款须由本人确认，不能自动通过' }],
      })
      await expect(
        world.sql(
          `insert into approval_policy (business, step, required, timeout_hours, on_timeout) values ($1, $2, true, 1, 'approve')`,
          [business, step],
        ),
      ).rejects.toThrow('approval_policy_own_money')
    }
    expect(await send({ labId: 999_999 })).toMatchObject({ status: 422, code: 'POLICY_PLACE' })
    expect(await world.send(director, approvalCalls.createPolicy, { body: director24 })).toMatchObject({
      status: 403,
    })
  })
  test('preview names who would be awaited', async () => {
    await world.ok(admin, approvalCalls.createPolicy, { body: { ...director24, fromAmountFen: 50_000 } })
    const preview = (amountFen: number) =>
      world.ok(admin, approvalCalls.previewPolicy, {
        query: { deviceId: device, userId: booker.id, amountFen },
      })
    expect((await preview(100)).steps).toMatchObject([
      { step: 'payer', required: false, policyId: null },
      { step: 'reviewer', role: 'reviewer', people: 2 },
      { step: 'director', required: false, role: 'lab_director', names: ['主任'] },
    ])
    expect((await preview(50_000)).steps[2]).toMatchObject({ required: true, onTimeout: 'refuse' })
    expect((await world.send(admin, approvalCalls.previewPolicy, { query: {} })).status).toBe(400)
    expect((await world.send(admin, approvalCalls.previewPolicy, { query: { bookingId: 999 } })).status).toBe(
      404,
    )
  })
})

describe('nobody acts in time', () => {
  const due = approvalJobs.find((j) => j.name === 'approval-due')!
  const heard: unknown[] = []
  let broken = false
  beforeEach(() => {
    heard.length = 0
    owner.act = async (ctx, news) => {
      heard.push(news)
      if (broken) throw new Error('the owner of the business failed')
      if (news.rowId === 1)
        await tasks.closeTask(
          ctx,
          { business: 'booking', rowId: 1 },
          news.action === 'approve' ? 'approved' : 'refused',
          '超时自动处理',
        )
    }
  })
  const past = new Date(Date.now() - 3600_000)
  const dueAt = async () =>
    (
      await world.sql<{ dueAt: Date; remindedAt: Date | null }>(
        `select due_at as "dueAt", reminded_at as "remindedAt" from approval_task`,
      )
    )[0]!

  test('reminds, and again after the same time', async () => {
    await open({ dueAt: past })
    const now = new Date()
    expect(await runJob(world.app.deps, due, now)).toBe(1)
    expect(await runJob(world.app.deps, due, now)).toBe(0)
    expect(await dueAt()).toEqual({ dueAt: new Date(now.getTime() + 24 * 3600_000), remindedAt: now })
    expect(heard).toEqual([])
    const news = await world.sql<{ payload: { userIds: number[] } }>(
      `select payload from outbox where kind = 'tell' order by id`,
    )
    expect(news.map((n) => n.payload)).toMatchObject(
      [reviewer, labReviewer].map(({ id }) => ({
        userIds: [id],
        kind: 'booking',
        title: '您有 1 项待办事项已到处理时限',
        body: '扫描电镜 1月5日。请及时处理。',
      })),
    )
  })
  test('who may not act on it is not reminded of it', async () => {
    await open({ barredId: reviewer.id, dueAt: past })
    expect(await runJob(world.app.deps, due)).toBe(1)
    expect(await world.sql(`select payload->'userIds' as ids from outbox where kind = 'tell'`)).toEqual([
      { ids: [labReviewer.id] },
    ])
  })
  test('one reminder a person, however many tasks wait for him', async () => {
    for (let rowId = 1; rowId <= 7; rowId++) await open({ rowId, title: `第 ${rowId} 项`, dueAt: past })
    await open({ rowId: 8, step: 'director', role: 'lab_director', title: '主任的', dueAt: past })
    expect(await runJob(world.app.deps, due)).toBe(8)
    const news = await world.sql<{ payload: { userIds: number[]; title: string; body: string } }>(
      `select payload from outbox where kind = 'tell' order by (payload->'userIds'->>0)::int8`,
    )
    expect(news.map((n) => n.payload.userIds[0])).toEqual([reviewer.id, labReviewer.id, director.id])
    expect(news[0]!.payload).toMatchObject({
      title: '您有 7 项待办事项已到处理时限',
      body: '第 1 项；第 2 项；第 3 项；第 4 项；第 5 项；等 7 项。请及时处理。',
    })
  })
  test('asks the owner of the business to act, each task alone', async () => {
    await world.ok(admin, approvalCalls.createPolicy, {
      body: { business: 'booking', step: 'reviewer', required: true, timeoutHours: 1, onTimeout: 'approve' },
    })
    await open({ dueAt: past })
    await open({ rowId: 2, dueAt: past })
    const now = new Date()
    expect(await runJob(world.app.deps, due, now)).toBe(2)
    expect(heard).toEqual(
      [1, 2].map((rowId) => ({ business: 'booking', rowId, step: 'reviewer', action: 'approve' })),
    )
    expect(await world.sql(`select row_id as "rowId", state, reason from approval_task order by 1`)).toEqual([
      { rowId: 1, state: 'approved', reason: '超时自动处理' },
      { rowId: 2, state: 'waiting', reason: null },
    ])
    // The owner did not take the second step: it is announced again, but not every minute.
    expect(await runJob(world.app.deps, due, now)).toBe(0)
    expect(await runJob(world.app.deps, due, new Date(now.getTime() + 3600_000))).toBe(1)
  })
  test('what the system cannot do is asked of those who can, once', async () => {
    await world.ok(admin, approvalCalls.createPolicy, {
      body: { business: 'booking', step: 'reviewer', required: true, timeoutHours: 1, onTimeout: 'approve' },
    })
    await open({ dueAt: past })
    await open({ rowId: 2, title: '送样', dueAt: past })
    const now = Date.now()
    for (const hours of [0, 1, 2]) await runJob(world.app.deps, due, new Date(now + hours * 3600_000))
    expect(heard).toHaveLength(4)
    expect(
      await world.sql(
        `select payload->'userIds' as ids, payload->>'body' as body from outbox
          where payload->>'title' = '待办未能自动处理，请您处理' order by id`,
      ),
    ).toEqual(
      [reviewer, labReviewer].map(({ id }) => ({
        ids: [id],
        body: expect.stringMatching(/^送样。已到处理时限/),
      })),
    )
  })
  test('the row of the policy that set the deadline decides at it, whomever and wherever the task asks', async () => {
    const add = (body: object) =>
      world.ok(admin, approvalCalls.createPolicy, {
        body: { business: 'booking', step: 'reviewer', required: true, timeoutHours: 1, ...body } as never,
      })
    await add({ onTimeout: 'approve' })
    await add({ onTimeout: 'refuse', userType: '5' })
    await add({ onTimeout: 'remind', labId: otherLab })
    // As a bill asks its booker and a settlement its payer: without a requester and without a place.
    const asked = {
      role: 'person',
      userId: reviewer.id,
      labId: null,
      deviceId: null,
      requesterId: null,
    } as const
    const facts = { deviceId: null, labId: null, deptId: null, userType: '1', amountFen: null }
    const openFor = (rowId: number, about: { userType?: string; labId?: number }) =>
      world.asSystem((ctx) => tasks.openInTime(ctx, task({ rowId, ...asked }), { ...facts, ...about }))
    await openFor(11, {})
    await openFor(12, { userType: '5' })
    await openFor(13, { labId: otherLab })
    expect(await runJob(world.app.deps, due, new Date(Date.now() + 2 * 3600_000))).toBe(3)
    const acted = { business: 'booking', step: 'reviewer' }
    expect(heard).toHaveLength(2)
    expect(heard).toEqual(
      expect.arrayContaining([
        { ...acted, rowId: 11, action: 'approve' },
        { ...acted, rowId: 12, action: 'refuse' },
      ]),
    )
  })
  test('the deputy of the policy is told once, and not beside what they are asked anyway', async () => {
    const about = { business: 'purchase', step: 'dept_head' } as const
    await world.ok(admin, approvalCalls.createPolicy, {
      body: { ...about, required: true, timeoutHours: 1, onTimeout: 'remind', deputyId: director.id },
    })
    const facts = { deviceId: null, labId: null, deptId: null, userType: '1', amountFen: null }
    const openFor = (
      rowId: number,
      whom: Pick<tasks.TaskRequest<'purchase'>, 'role' | 'userId'>,
      named: readonly number[] = [],
    ) => {
      const asked = { ...about, rowId, labId: lab, deviceId: device, requesterId: null, title: '离心机' }
      return world.asSystem((ctx) => tasks.openInTime(ctx, { ...asked, ...whom }, facts, named))
    }
    const openAll = async (rowId: number, people: readonly Person[]) => {
      const named = people.map((p) => p.id)
      for (const userId of named) await openFor(rowId, { role: 'person', userId }, named)
    }
    const countTold = async () =>
      (
        await world.sql(
          `select 1 from outbox where payload ->> 'body' like '%您是该环节的代理人%'
            and payload -> 'userIds' = jsonb_build_array($1::int8)`,
          [director.id],
        )
      ).length
    await openAll(1, [reviewer, labReviewer])
    expect(await countTold()).toBe(1)
    await openAll(2, [reviewer, director])
    await openFor(3, { role: 'lab_director' })
    expect(await countTold()).toBe(1)
    await openFor(4, { role: 'reviewer' })
    expect(await countTold()).toBe(2)
  })
  test('a deadline stands still while the portal is down', async () => {
    await world.ok(admin, approvalCalls.createPolicy, {
      body: { business: 'booking', step: 'reviewer', required: true, timeoutHours: 24, onTimeout: 'refuse' },
    })
    const hour = 3600_000
    const friday = Date.now() - 60 * hour
    const monday = Date.now() - 5000
    const ran = (job: string, at: number) =>
      world.sql('insert into job_run (job, started_at, ended_at) values ($1, $2, $2)', [job, new Date(at)])
    await ran('approval-due', friday)
    await ran('outbox-deliver', monday)
    await open({ dueAt: new Date(friday + 20 * hour) })
    await world.sql('update approval_task set created_at = $1', [new Date(friday - 4 * hour)])
    // Other runs find the same outage again.
    for (const after of [0, 60_000])
      expect(await runJob(world.app.deps, due, new Date(monday + 5000 + after))).toBe(0)
    expect(await dueAt()).toEqual({ dueAt: new Date(monday + 20 * hour), remindedAt: null })
    expect(await runJob(world.app.deps, due, new Date(monday + 20 * hour))).toBe(1)
    expect(heard).toEqual([{ business: 'booking', rowId: 1, step: 'reviewer', action: 'refuse' }])
    await world.sql('delete from job_run')
  })
  test('a failing owner leaves the task due and a trace in the exception log', async () => {
    await world.ok(admin, approvalCalls.createPolicy, {
      body: { business: 'booking', step: 'reviewer', required: true, timeoutHours: 1, onTimeout: 'refuse' },
    })
    await open({ dueAt: past })
    broken = true
    expect(await runJob(world.app.deps, due)).toBe(0)
    broken = false
    expect(await world.sql(`select message from exception_log where call = 'job:approval-due'`)).toEqual([
      { message: 'the owner of the business failed' },
    ])
    expect(await runJob(world.app.deps, due)).toBe(1)
  })
})
