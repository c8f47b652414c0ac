import { assetCalls } from '@portal/contract/asset/calls'
import { repairOrderRefusals } from '@portal/contract/asset/repair'
import { approvalCalls } from '@portal/contract/approval/approval'
import { bookingCalls } from '@portal/contract/booking/booking'
import { deviceCalls } from '@portal/contract/device/device'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { panelCalls } from '@portal/contract/panel/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announce } from '../../kernel/events.ts'
import { runJob } from '../../kernel/jobs.ts'
import { createScene, type Scene } from '../../testing/scene.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { openTask } from '../approval/approval.service.ts'
import { countUse } from '../device/use.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import { assetJobs } from './asset.jobs.ts'

let world: World
let s: Scene
let office: Person, office2: Person, head: Person, keeper: Person
let otherLabId: number, deptId: number, deviceId: number, serialId: string
let n = 0

const one = async <T>(text: string, values: unknown[] = []) => (await world.sql<T>(text, values))[0]
beforeAll(async () => {
  world = await createWorld()
  s = await createScene(world)
  otherLabId =
    (await one<{ id: number }>('select lab_id as id from lab_member where user_id = $1', [s.outsider.id]))
      ?.id ?? 0
  deptId = (await one<{ id: number }>('select dept_id as id from lab where id = $1', [s.labId]))?.id ?? 0
  // The other lab is of another dept.
  await world.sql(
    `with d as (insert into dept (code, name) values ('OTHER', '化学学院') returning id) update lab set dept_id = d.id from d where lab.id = $1`,
    [otherLabId],
  )
  office = await world.person('设备处甲', { permissions: ['PURCHASE_ALL'] })
  office2 = await world.person('设备处乙', { permissions: ['PURCHASE_ALL'] })
  head = await world.person('院长', { deptId })
  await world.sql(
    `insert into user_role (user_id, role_id) select $1, id from role where code = 'DEPT_HEAD'`,
    [head.id],
  )
  keeper = await world.person('保管人')
})
beforeEach(async () => {
  serialId = `ZC${++n}-${Date.now()}`
  const made = await one<{ id: number }>(
    `insert into device (serial_id, name, dept_id, lab_id, shared, price_fen) values ($1, '离心机', $2, $3, true, 500000) returning id`,
    [serialId, deptId, s.labId],
  )
  deviceId = made?.id ?? 0
})
afterAll(() => world.close())

const place = () =>
  one<{ labId: number; deptId: number; contactId: number | null; status: string; shared: boolean }>(
    'select lab_id as "labId", dept_id as "deptId", contact_id as "contactId", status, shared from device where id = $1',
    [deviceId],
  )
const waits = async (who: Person, business: 'transfer' | 'repair' | 'scrap') =>
  (await world.ok(who, approvalCalls.tasks, { query: { business } })).items.map((t) => [t.rowId, t.step])

/** A booking of this device, hours from now, agreed on by all and paid with money that is frozen. */
async function booked(cardId: number, fromHours: number): Promise<number> {
  const from = new Date(Date.now() + fromHours * 3_600_000)
  const row = await one<{ id: number }>(
    `insert into booking (device_id, lab_id, kind, state, period, booker_id, experimenter_id, payer_id, purpose, pay_mode, fund_card_id, quote, estimate_fen, held_fen)
     values ($1, $2, 'self_operated', 'awaiting_use', tstzrange($3::timestamptz, $3::timestamptz + interval '1 hour'), $4, $4, $5, '形貌表征', 'immediate', $6,
       '{"planId":1,"planVersion":1,"rate":null,"basis":"per_time","tier":"campus","lines":[],"totalFen":3000}', 3000, 3000) returning id`,
    [deviceId, s.labId, from, s.booker.id, s.payer.id, cardId],
  )
  const id = row?.id ?? 0
  await world.asSystem((ctx) =>
    fundCard.freeze(ctx, { cardId, userId: s.payer.id, amountFen: 3000, business: 'booking', rowId: id }),
  )
  return id
}
const frozen = async (id: number) =>
  (await world.ok(s.finance, fundCardCalls.get, { params: { id } })).sums?.frozenFen
const bookingState = async (id: number) =>
  (await one<{ state: string }>('select state from booking where id = $1', [id]))?.state

describe('transfer', () => {
  const body = (more: object = {}) => ({
    deviceId,
    toLabId: otherLabId,
    toKeeperId: keeper.id,
    why: '教学需要',
    ...more,
  })
  const decide = async (
    who: Person,
    id: number,
    state: 'awaiting_giver' | 'awaiting_receiver',
    verdict: 'approve' | 'refuse' = 'approve',
  ) =>
    (
      await world.ok(who, assetCalls.decideTransfers, {
        body: { items: [{ id, state }], verdict, reason: verdict === 'approve' ? null : '不同意' },
      })
    )[0]

  test("both sides agree, and the device is the other lab's; what is to come goes along, what was done stays", async () => {
    const card = await s.card(s.payer, 10_000)
    const bookingId = await booked(card, 30)
    const [done0, waiting] = [await booked(card, -30), await booked(card, 40)]
    await world.sql(
      `update booking set state = 'done', started_at = lower(period), finished_at = upper(period) where id = $1`,
      [done0],
    )
    await world.sql(`update booking set state = 'awaiting_director' where id = $1`, [waiting])
    await world.asSystem((ctx) =>
      openTask(ctx, {
        business: 'booking',
        rowId: waiting,
        step: 'director',
        role: 'lab_director',
        labId: s.labId,
        deviceId,
        requesterId: s.booker.id,
        title: '待审批',
      }),
    )
    const count = () =>
      world.asSystem((ctx) => countUse({ db: ctx.db, now: ctx.now, zone: 'Asia/Shanghai', months: 3 }))
    await count()
    const made = await world.ok(office, assetCalls.requestTransfer, { body: body() })
    expect(made).toMatchObject({
      state: 'awaiting_giver',
      from: { id: s.labId },
      to: { id: otherLabId },
      toKeeper: { name: '保管人' },
      can: ['cancel', 'print'],
    })
    expect(await waits(s.director, 'transfer')).toEqual([[made.id, 'giver']])
    expect(await decide(s.outsider, made.id, 'awaiting_giver')).toMatchObject({ ok: false })
    expect(await decide(s.director, made.id, 'awaiting_giver')).toMatchObject({
      ok: true,
      state: 'awaiting_receiver',
    })
    expect(await waits(s.outsider, 'transfer')).toEqual([[made.id, 'receiver']])
    expect(await decide(s.director, made.id, 'awaiting_receiver')).toMatchObject({ ok: false })
    expect(await decide(s.outsider, made.id, 'awaiting_receiver')).toMatchObject({ ok: true, state: 'done' })
    const now = await place()
    expect(now).toMatchObject({ labId: otherLabId, contactId: keeper.id })
    expect(now?.deptId).not.toBe(deptId)
    expect(await bookingState(bookingId)).toBe('awaiting_use')
    expect(
      await world.sql('select lab_id as lab from booking where id = any ($1) order by id', [
        [bookingId, done0, waiting],
      ]),
    ).toEqual([{ lab: otherLabId }, { lab: s.labId }, { lab: otherLabId }])
    // Who may act and look, by the laboratory each belongs to now.
    const seen = async (who: Person, id: number) =>
      (await world.send(who, bookingCalls.get, { params: { id } })).status
    expect([
      await seen(s.outsider, bookingId),
      await seen(s.director, bookingId),
      await seen(s.outsider, done0),
      await seen(s.director, done0),
    ]).toEqual([200, 403, 403, 200])
    const approve = (who: Person) =>
      world.send(who, bookingCalls.approve, { params: { id: waiting }, body: { state: 'awaiting_director' } })
    expect([(await approve(s.director)).status, (await approve(s.outsider)).status]).toEqual([403, 200])
    const told = await world.sql<{ to: number[] | null; lab: number | null }>(
      `select payload->'userIds' as to, (payload->'role'->>'labId')::int8 as lab from outbox where payload->>'title' in ('您预约的仪器已换实验室', '仪器调拨：未开始的预约一并转移') order by id`,
    )
    expect(told).toEqual([
      { to: [s.booker.id], lab: null },
      { to: [s.booker.id], lab: null },
      { to: null, lab: s.labId },
      { to: null, lab: otherLabId },
      { to: null, lab: otherLabId },
    ])
    // Counted again, the hours are still those of the laboratory in which they were worked.
    await count()
    const ranks = (await world.ok(s.booker, deviceCalls.rank, {})).items.filter(
      (r) => r.device.id === deviceId,
    )
    expect(ranks.map((r) => [r.lab.id, r.minutes])).toEqual([[s.labId, 60]])
    const done = await world.ok(keeper, assetCalls.transfer, { params: { id: made.id } })
    expect(done.history.map((h) => h.title)).toEqual(['申请调拨', '同意', '同意'])
    expect(done.progress.map((p) => p.status)).toEqual(['done', 'done', 'done'])
    expect(
      (await world.ok(s.outsider, assetCalls.transfers, { query: { deviceId: serialId } })).items,
    ).toMatchObject([{ id: made.id, state: 'done' }])
  })

  test('who directs the giving lab asks the other side only, and never himself', async () => {
    const made = await world.ok(s.director, assetCalls.requestTransfer, { body: body() })
    expect(made).toMatchObject({ state: 'awaiting_receiver', can: ['cancel', 'print'] })
    expect(await world.send(s.director, assetCalls.requestTransfer, { body: body() })).toMatchObject({
      status: 409,
      code: 'TRANSFER_OPEN',
    })
    expect(await decide(s.outsider, made.id, 'awaiting_receiver', 'refuse')).toMatchObject({
      state: 'refused',
    })
    expect(await world.ok(s.director, assetCalls.transfer, { params: { id: made.id } })).toMatchObject({
      reason: '不同意',
    })
    expect((await place())?.labId).toBe(s.labId)
  })

  test('strangers learn nothing', async () => {
    expect(await world.send(s.booker, assetCalls.requestTransfer, { body: body() })).toMatchObject({
      status: 403,
    })
    expect(await world.send(s.outsider, assetCalls.requestTransfer, { body: body() })).toMatchObject({
      status: 403,
    })
    const made = await world.ok(s.director, assetCalls.requestTransfer, {
      body: body({ toLabId: s.labId, why: '换房间' }),
    })
    expect(await world.send(s.outsider, assetCalls.transfer, { params: { id: made.id } })).toMatchObject({
      status: 403,
    })
    expect(await world.send(s.outsider, assetCalls.transfer, { params: { id: 999_999 } })).toMatchObject({
      status: 403,
    })
    expect(await world.send(office, assetCalls.transfer, { params: { id: 999_999 } })).toMatchObject({
      status: 404,
    })
    expect(
      (await world.ok(s.outsider, assetCalls.transfers, { query: { deviceId: serialId } })).items,
    ).toEqual([])
    expect(
      (await world.ok(head, assetCalls.transfers, { query: { deviceId: serialId } })).items,
    ).toHaveLength(1)
    // Nobody else directs that lab: the administrators stand in.
    expect(await waits(s.director, 'transfer')).not.toContainEqual([made.id, 'receiver'])
    expect(
      (
        await world.ok(s.director, assetCalls.cancelTransfer, {
          params: { id: made.id },
          body: { reason: '不换了' },
        })
      ).state,
    ).toBe('cancelled')
  })

  test('two who decide at once: one does', async () => {
    const second = await world.person('另一主任')
    await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director')`, [
      otherLabId,
      second.id,
    ])
    for (let round = 0; round < 3; round++) {
      const made = await world.ok(s.director, assetCalls.requestTransfer, { body: body() })
      const both = await Promise.all([
        decide(s.outsider, made.id, 'awaiting_receiver', 'refuse'),
        decide(second, made.id, 'awaiting_receiver', 'refuse'),
      ])
      expect(both.filter((v) => v?.ok)).toHaveLength(1)
    }
    const asked = await Promise.all(
      [1, 2, 3].map(() => world.send(s.director, assetCalls.requestTransfer, { body: body() })),
    )
    expect(asked.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    await world.sql('delete from lab_member where user_id = $1', [second.id])
  })

  test.each([
    ['no such lab', { toLabId: 999_999 }, 'toLabId'],
    ['no such room', { toRoomId: 999_999 }, 'toRoomId'],
    ['no such keeper', { toKeeperId: 999_999 }, 'toKeeperId'],
  ])('%s', async (_, more, field) =>
    expect(await world.send(s.director, assetCalls.requestTransfer, { body: body(more) })).toMatchObject({
      status: 422,
      reasons: [{ field }],
    }),
  )
  test('to where it stands', async () =>
    expect(
      await world.send(s.director, assetCalls.requestTransfer, {
        body: body({ toLabId: s.labId, toKeeperId: null }),
      }),
    ).toMatchObject({ status: 422, code: 'TRANSFER_NOWHERE' }))
})

describe('repair', () => {
  const report = (who = s.booker, more: object = {}) =>
    world.ok(who, assetCalls.reportFault, { body: { deviceId: serialId, fault: '无法启动', ...more } })
  const assign = (id: number, more: object = {}, who = s.director) =>
    world.send(who, assetCalls.assign, { params: { id }, body: { assigneeId: keeper.id, ...more } })

  test('from the report back into service', async () => {
    const made = await report()
    expect(made).toMatchObject({ state: 'reported', can: [], reporter: { name: '预约人' } })
    expect(await waits(s.director, 'repair')).toEqual([[made.id, 'assign']])
    expect((await assign(made.id, { company: '某厂' })).data).toMatchObject({
      state: 'assigned',
      assignee: { name: '保管人' },
    })
    expect((await place())?.status).toBe('broken')
    expect(await waits(keeper, 'repair')).toEqual([[made.id, 'repair']])
    expect((await world.ok(keeper, assetCalls.start, { params: { id: made.id } })).can).toEqual([
      'extend',
      'finish',
      'give_up',
    ])
    expect(
      await world.ok(keeper, assetCalls.finish, {
        params: { id: made.id },
        body: { solution: '更换保险丝', costFen: 12_000 },
      }),
    ).toMatchObject({ state: 'done', costFen: 12_000 })
    expect((await place())?.status).toBe('normal')
    // What it cost is not for whoever reported it.
    expect(await world.ok(s.booker, assetCalls.repairOrder, { params: { id: made.id } })).toMatchObject({
      state: 'done',
      costFen: null,
      solution: '更换保险丝',
    })
    expect(
      await one('select state, result, cost_fen as "costFen" from device_repair where device_id = $1', [
        deviceId,
      ]),
    ).toEqual({ state: 'done', result: '更换保险丝', costFen: 12_000 })
    expect(await waits(keeper, 'repair')).toEqual([])
  })

  test('bookings in between are revoked, their money is free again and their people are told; later ones stay', async () => {
    const card = await s.card(s.payer, 50_000)
    const [soon, later] = [await booked(card, 5), await booked(card, 100)]
    expect(await frozen(card)).toBe(6000)
    const made = await report()
    const expectedAt = new Date(Date.now() + 48 * 3_600_000).toISOString()
    expect(
      await world.ok(s.director, assetCalls.affected, {
        params: { id: made.id },
        query: { until: expectedAt },
      }),
    ).toMatchObject([{ id: soon, heldFen: 3000 }])
    expect(await world.send(s.booker, assetCalls.affected, { params: { id: made.id } })).toMatchObject({
      status: 403,
    })
    expect((await assign(made.id, { expectedAt, bookings: 'revoke' })).data).toMatchObject({
      revoked: 1,
      bookingWay: 'revoke',
    })
    expect([await bookingState(soon), await bookingState(later)]).toEqual(['revoked', 'awaiting_use'])
    expect(await frozen(card)).toBe(3000)
    const told = await one<{ n: number }>(
      `select count(*)::int as n from outbox where payload ->> 'title' = '预约被撤销' and payload ->> 'body' like '%无法启动%'`,
    )
    expect(told?.n).toBeGreaterThan(0)
  })

  test('bookings in between are only warned, if so chosen', async () => {
    const card = await s.card(s.payer, 50_000)
    const soon = await booked(card, 5)
    const made = await report()
    await assign(made.id, { bookings: 'warn' })
    expect(await bookingState(soon)).toBe('awaiting_use')
    expect(await frozen(card)).toBe(3000)
    expect(
      await one(
        `select from outbox where payload ->> 'title' = '您预约的仪器暂时不能使用' and payload ->> 'body' like '离心机%'`,
      ),
    ).toBeDefined()
  })

  const hours = (h: number) => new Date(Date.now() + h * 3_600_000).toISOString()
  const extend = (id: number, expectedAt: string, who = keeper) =>
    world.send(who, assetCalls.extend, { params: { id }, body: { expectedAt, reason: '等待配件' } })

  test('it takes longer: the bookings of the added time fare as those before, earlier and later ones are let alone', async () => {
    const card = await s.card(s.payer, 50_000)
    const [added, later] = [await booked(card, 60), await booked(card, 200)]
    const made = await report()
    await assign(made.id, { expectedAt: hours(48), bookings: 'revoke' })
    expect(await bookingState(added)).toBe('awaiting_use')
    expect(await extend(made.id, hours(24))).toMatchObject({ code: 'EXPECTED_EARLIER' })
    expect(await extend(made.id, hours(-1))).toMatchObject({ code: 'EXPECTED_PAST' })
    expect(await extend(made.id, hours(96), s.booker)).toMatchObject({ status: 403 })
    await world.ok(keeper, assetCalls.start, { params: { id: made.id } })
    const until = hours(96)
    expect((await extend(made.id, until)).data).toMatchObject({
      state: 'repairing',
      expectedAt: until,
      revoked: 1,
      reason: null,
    })
    expect([await bookingState(added), await bookingState(later)]).toEqual(['revoked', 'awaiting_use'])
    expect(
      await one('select expected_at as "expectedAt" from device_repair where device_id = $1', [deviceId]),
    ).toEqual({ expectedAt: new Date(until) })
    // On a plain warning those of the added time only are warned.
    await world.ok(keeper, assetCalls.finish, {
      params: { id: made.id },
      body: { solution: '已修复', costFen: 0 },
    })
    const second = await report()
    await assign(second.id, { expectedAt: hours(150), bookings: 'warn' })
    const told = () =>
      world.sql(
        `select from outbox where payload ->> 'title' = '您预约的仪器暂时不能使用' and payload ->> 'body' like '%维修延期：等待配件%' and payload ->> 'link' = $1`,
        [`/appointment/orderDetail?id=${later}`],
      )
    expect(await told()).toHaveLength(0)
    await extend(second.id, hours(220), s.director)
    expect((await told()).length).toBeGreaterThan(0)
    expect(await bookingState(later)).toBe('awaiting_use')
  })

  test('who was warned and is not agreed on yet is led to the change, and may move it behind the repair', async () => {
    const card = await s.card(s.payer, 50_000)
    const soon = await booked(card, 5)
    await world.sql(
      `update booking set state = 'awaiting_reviewer', quote = quote || '{"planVersion":1,"rate":null}' where id = $1`,
      [soon],
    )
    const made = await report()
    await assign(made.id, { expectedAt: hours(48), bookings: 'warn' })
    expect(
      await one(
        `select from outbox where payload ->> 'link' = $1 and payload ->> 'body' like '%“修改预约”%'`,
        [`/deviceopen/applyTime?id=${soon}`],
      ),
    ).toBeDefined()
    const detail = await world.ok(s.booker, bookingCalls.get, { params: { id: soon } })
    expect(detail.deviceDown).toContain('无法启动')
    const against = async (from: string, exceptId?: number) => {
      const to = new Date(Date.parse(from) + 3_600_000).toISOString()
      const { reasons } = await world.ok(s.booker, bookingCalls.judge, {
        body: {
          deviceId,
          kind: 'self_operated',
          startAt: from,
          endAt: to,
          payMode: 'post',
          ...(exceptId && { bookingId: exceptId }),
        },
      })
      return reasons.map((r) => r.code)
    }
    expect(await against(hours(24), soon)).toContain('DEVICE_BROKEN')
    expect(await against(hours(60), soon)).not.toContain('DEVICE_BROKEN')
    expect(await against(hours(60))).toContain('DEVICE_BROKEN')
  })

  test('beyond repair: it stays out of use, nobody keeps a booking he cannot use, and it may be scrapped', async () => {
    const card = await s.card(s.payer, 50_000)
    const later = await booked(card, 400)
    const made = await report()
    await assign(made.id)
    const giveUp = (who: Person, more: object = {}) =>
      world.send(who, assetCalls.giveUp, {
        params: { id: made.id },
        body: { reason: '主板停产，无法更换', costFen: 5_000, ...more },
      })
    expect(await giveUp(keeper)).toMatchObject({ status: 409 })
    await world.ok(keeper, assetCalls.start, { params: { id: made.id } })
    expect(await giveUp(s.booker)).toMatchObject({ status: 403 })
    expect(await giveUp(keeper, { reason: ' ' })).toMatchObject({ status: 400 })
    expect(
      await world.ok(keeper, assetCalls.affected, { params: { id: made.id }, query: { ever: 'true' } }),
    ).toMatchObject([{ id: later }])
    const both = await Promise.all([giveUp(keeper), giveUp(s.director)])
    expect(both.map((x) => x.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await world.ok(s.director, assetCalls.repairOrder, { params: { id: made.id } })).toMatchObject({
      state: 'given_up',
      reason: '主板停产，无法更换',
      costFen: 5_000,
      revoked: 1,
      can: ['scrap'],
    })
    expect((await place())?.status).toBe('broken')
    expect([await bookingState(later), await frozen(card)]).toEqual(['revoked', 0])
    expect((await waits(keeper, 'repair')).filter(([id]) => id === made.id)).toEqual([])
    const scrap = await world.ok(s.director, assetCalls.draftScrap, {
      body: { deviceId, why: '不可修复', condition: '主板损坏' },
    })
    expect(
      await world.send(s.director, assetCalls.submitScrap, { params: { id: scrap.id }, body: {} }),
    ).toMatchObject({ status: 200 })
    await world.ok(s.director, assetCalls.cancelScrap, {
      params: { id: scrap.id },
      body: { reason: '另行处理' },
    })
  })

  test('one repair at a time, and two who assign at once: one does', async () => {
    const [a, b] = [await report(), await report()]
    const both = await Promise.all([
      assign(a.id, { state: 'reported' }),
      assign(a.id, { state: 'reported' }, office),
    ])
    expect(both.map((x) => x.status).toSorted((x, y) => x - y)).toEqual([200, 409])
    // Also when the second only came after the first was done: he saw a report.
    expect(await assign(a.id, { state: 'reported' }, office)).toMatchObject({ status: 409, code: 'TOO_LATE' })
    expect(await assign(b.id)).toMatchObject({ status: 409, code: 'REPAIR_LIVE' })
    expect(
      await world.ok(s.director, assetCalls.refuseRepair, {
        params: { id: a.id },
        body: { reason: '无维修价值' },
      }),
    ).toMatchObject({ state: 'refused', reason: '无维修价值' })
    expect((await place())?.status).toBe('normal')
    expect(await assign(b.id)).toMatchObject({ status: 200 })
  })

  test('several at once: each for itself', async () => {
    const [a, b] = [await report(), await report()]
    const items = [a, b].map(({ id, state }) => ({ id, state }))
    const many = (who: Person, more: object = {}) =>
      world.send(who, assetCalls.assignMany, { body: { items, assigneeId: keeper.id, ...more } })
    expect((await many(s.director, { assigneeId: 999_999 })).code).toBe('PERSON_UNKNOWN')
    expect((await many(s.outsider)).data).toMatchObject([
      { ok: false, state: null },
      { ok: false, state: null },
    ])
    // Of one device only one is repaired.
    expect((await many(s.director)).data).toMatchObject([
      { id: a.id, ok: true, state: 'assigned' },
      { id: b.id, ok: false, message: repairOrderRefusals.REPAIR_LIVE },
    ])
    expect((await waits(keeper, 'repair')).filter(([id]) => id === a.id)).toEqual([[a.id, 'repair']])
    const refuse = (who: Person) =>
      world.ok(who, assetCalls.refuseMany, { body: { items, reason: '重复报修' } })
    expect(await refuse(s.booker)).toMatchObject([{ ok: false }, { ok: false }])
    // The first is no longer as it was seen.
    expect(await refuse(s.director)).toMatchObject([{ ok: false }, { id: b.id, ok: true, state: 'refused' }])
    expect((await world.ok(s.director, assetCalls.repairOrder, { params: { id: b.id } })).reason).toBe(
      '重复报修',
    )
  })

  test('others neither see nor touch it', async () => {
    const made = await report()
    expect(await world.send(s.outsider, assetCalls.repairOrder, { params: { id: made.id } })).toMatchObject({
      status: 403,
    })
    expect(await assign(made.id, {}, s.booker)).toMatchObject({ status: 403 })
    expect(await assign(made.id, {}, s.outsider)).toMatchObject({ status: 403 })
    expect(
      (await world.ok(s.outsider, assetCalls.repairOrders, { query: { deviceId: serialId } })).total,
    ).toBe(0)
    expect(
      (await world.ok(head, assetCalls.repairOrders, { query: { keyword: made.number } })).items,
    ).toMatchObject([{ id: made.id, can: [] }])
    expect(await assign(made.id, { expectedAt: new Date(Date.now() - 1000).toISOString() })).toMatchObject({
      code: 'EXPECTED_PAST',
    })
    expect(await assign(made.id, { assigneeId: 999_999 })).toMatchObject({ code: 'PERSON_UNKNOWN' })
  })
})

describe('maintenance', () => {
  const plan = (more: object = {}) => ({
    deviceId,
    title: '更换机油',
    everyDays: 30,
    nextOn: '2026-01-01',
    keeperId: keeper.id,
    ...more,
  })

  test('a record moves its plan on, and the job reminds of what is due, once', async () => {
    const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan() })
    expect((await world.ok(keeper, assetCalls.plans, { query: { due: 'true' } })).items).toMatchObject([
      { id, overdue: true, can: ['record'] },
    ])
    const [job] = assetJobs
    if (!job) throw new Error('there is one')
    expect(await runJob(world.app.deps, job)).toBeGreaterThan(0)
    expect(await runJob(world.app.deps, job)).toBe(0)
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await world.ok(keeper, assetCalls.addRecord, {
      body: { deviceId, planId: id, doneOn: day, doneBy: '保管人', what: '已更换', costFen: 500 },
    })
    const [after] = (await world.ok(s.director, assetCalls.plans, { query: { deviceId: serialId } })).items
    expect(after).toMatchObject({ overdue: false, lastOn: day })
    expect(after?.nextOn).toBe(new Date(Date.parse(day) + 30 * 86_400_000).toISOString().slice(0, 10))
    expect((await world.ok(head, assetCalls.records, { query: { deviceId: serialId } })).items).toMatchObject(
      [{ costFen: 500, plan: { id } }],
    )
    expect((await world.ok(s.outsider, assetCalls.records, { query: { deviceId: serialId } })).total).toBe(0)
    const sheet = await world.app.inject({
      method: 'GET',
      url: `${assetCalls.exportPlans.path}?deviceId=${serialId}`,
      headers: { authorization: keeper.token },
    })
    expect([sheet.statusCode, sheet.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
  test('refusals', async () => {
    expect(await world.send(s.booker, assetCalls.savePlan, { body: plan() })).toMatchObject({ status: 403 })
    expect(
      await world.send(s.booker, assetCalls.addRecord, {
        body: { deviceId, doneOn: '2026-01-01', doneBy: '某', what: '某' },
      }),
    ).toMatchObject({ status: 403 })
    expect(
      await world.send(s.director, assetCalls.addRecord, {
        body: { deviceId, doneOn: '2099-01-01', doneBy: '某', what: '某' },
      }),
    ).toMatchObject({ code: 'DONE_FUTURE' })
    const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan() })
    expect(
      await world.send(s.director, assetCalls.addRecord, {
        body: { deviceId: s.deviceId, planId: id, doneOn: '2026-01-01', doneBy: '某', what: '某' },
      }),
    ).toMatchObject({ code: 'PLAN_OTHER' })
    expect(await world.send(s.outsider, assetCalls.removePlan, { params: { id } })).toMatchObject({
      status: 403,
    })
    await world.ok(s.director, assetCalls.removePlan, { params: { id } })
  })
})

describe('scrapping', () => {
  const draft = (who = s.director, more: object = {}) =>
    world.ok(who, assetCalls.draftScrap, {
      body: { deviceId, why: '超过使用年限', condition: '已无法开机', ...more },
    })
  const submit = (id: number, revokeBookings = false, who = s.director) =>
    world.send(who, assetCalls.submitScrap, { params: { id }, body: { revokeBookings } })
  const decide = async (
    who: Person,
    id: number,
    state: 'awaiting_dept_head' | 'awaiting_equip_office',
    verdict: 'approve' | 'send_back' | 'refuse' = 'approve',
  ) =>
    (
      await world.ok(who, assetCalls.decideScraps, {
        body: { items: [{ id, state }], verdict, reason: verdict === 'approve' ? null : '请补充' },
      })
    )[0]
  const disposal = {
    way: 'recycle',
    recycler: '回收公司',
    incomeFen: 8_000,
    disposedOn: '2026-01-02',
  } as const

  test('a cheap one: dept head, office, disposal; it is shared and maintained no more', async () => {
    await world.ok(s.director, assetCalls.savePlan, {
      body: { deviceId, title: '校准', everyDays: 30, nextOn: '2099-01-01', keeperId: keeper.id },
    })
    const made = await draft()
    expect(made).toMatchObject({
      state: 'draft',
      priceFen: 500_000,
      can: ['change', 'submit', 'cancel', 'print'],
    })
    expect((await submit(made.id)).data).toMatchObject({ state: 'awaiting_dept_head' })
    expect(await decide(s.director, made.id, 'awaiting_dept_head')).toMatchObject({ ok: false })
    expect(await waits(head, 'scrap')).toEqual([[made.id, 'dept_head']])
    expect(await decide(head, made.id, 'awaiting_dept_head')).toMatchObject({
      ok: true,
      state: 'awaiting_equip_office',
    })
    expect(await decide(head, made.id, 'awaiting_equip_office')).toMatchObject({ ok: false })
    const both = await Promise.all([
      decide(office, made.id, 'awaiting_equip_office'),
      decide(office2, made.id, 'awaiting_equip_office'),
    ])
    expect(both.filter((v) => v?.ok)).toHaveLength(1)
    expect(
      await world.send(s.director, assetCalls.dispose, { params: { id: made.id }, body: disposal }),
    ).toMatchObject({ status: 403 })
    expect(
      await world.send(office, assetCalls.dispose, {
        params: { id: made.id },
        body: { ...disposal, disposedOn: '2099-01-01' },
      }),
    ).toMatchObject({ code: 'DISPOSED_FUTURE' })
    expect(
      await world.ok(office, assetCalls.dispose, { params: { id: made.id }, body: disposal }),
    ).toMatchObject({ state: 'disposed', incomeFen: 8_000, way: 'recycle' })
    expect(await place()).toMatchObject({ status: 'scrapped', shared: false })
    expect((await world.ok(office, assetCalls.plans, { query: { deviceId: serialId } })).items).toMatchObject(
      [{ enabled: false }],
    )
    expect(
      await world.send(s.director, assetCalls.draftScrap, {
        body: { deviceId, why: '再来', condition: null },
      }),
    ).toMatchObject({ status: 409, code: 'SCRAPPED' })
    expect(
      await world.send(s.director, assetCalls.reportFault, { body: { deviceId: serialId, fault: '坏' } }),
    ).toMatchObject({ code: 'REPAIR_SCRAPPED' })
  })

  test('a dear one: five experts, all of them, first', async () => {
    await world.sql('update device set price_fen = 20000000 where id = $1', [deviceId])
    const experts = await Promise.all([1, 2, 3, 4, 5].map((i) => world.person(`专家${i}`)))
    const judge = async (scrapId: number, disagree: boolean) => {
      const [panel] = (await world.ok(s.director, assetCalls.scrap, { params: { id: scrapId } })).panels
      const id = panel?.id ?? 0
      const members = (some: Person[]) =>
        some.map((e) => ({
          userId: e.id,
          profession: 'technical' as const,
          outside: false,
          unit: '本校',
          title: '教授',
        }))
      await world.ok(s.director, panelCalls.change, {
        params: { id },
        body: { statement: '是否同意报废', members: members(experts.slice(1)) },
      })
      expect(await world.send(s.director, panelCalls.call, { params: { id } })).toMatchObject({
        code: 'PANEL_SIZE',
      })
      await world.ok(s.director, panelCalls.change, {
        params: { id },
        body: { statement: '是否同意报废', members: members(experts) },
      })
      await world.ok(s.director, panelCalls.call, { params: { id } })
      for (const [i, e] of experts.entries())
        await world.ok(e, panelCalls.sign, {
          params: { id },
          body: { verdict: disagree && i === 2 ? 'disagree' : 'agree', opinion: '已查看' },
        })
    }
    const made = await draft()
    expect((await submit(made.id)).data).toMatchObject({
      state: 'awaiting_experts',
      panels: [{ kind: 'scrap', state: 'draft' }],
    })
    expect(await waits(s.director, 'scrap')).toEqual([[made.id, 'panel']])
    await judge(made.id, true)
    expect(await world.ok(experts[0] ?? office, assetCalls.scrap, { params: { id: made.id } })).toMatchObject(
      { state: 'draft', reason: '专家鉴定未一致同意报废' },
    )
    expect((await submit(made.id)).data).toMatchObject({ state: 'awaiting_experts' })
    await judge(made.id, false)
    expect(await world.ok(s.director, assetCalls.scrap, { params: { id: made.id } })).toMatchObject({
      state: 'awaiting_dept_head',
    })
    expect(await decide(head, made.id, 'awaiting_dept_head', 'send_back')).toMatchObject({ state: 'draft' })
    // What was signed holds for what was seen: changed, it is judged anew.
    expect((await submit(made.id)).data).toMatchObject({ state: 'awaiting_experts' })
    expect(
      (
        await world.ok(s.director, assetCalls.cancelScrap, {
          params: { id: made.id },
          body: { reason: '还能用' },
        })
      ).state,
    ).toBe('cancelled')
  })

  test('a very dear one: at most a third of the experts are of the university, from the price that the dictionary says', async () => {
    const set =
      'update dictionary_item i set value = $1 from dictionary d where d.id = i.dictionary_id and d.name = $2'
    await world.sql('update device set price_fen = 200000000 where id = $1', [deviceId])
    const judges = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => world.person(`评审${i}`)))
    await world.sql(`update user_account set tier = 'school' where id = any($1::int8[])`, [
      judges.slice(2).map((e) => e.id),
    ])
    const made = await draft()
    const id = (await submit(made.id)).data?.panels[0]?.id ?? 0
    expect((await world.ok(s.director, panelCalls.get, { params: { id } })).needs).toMatchObject({
      minExperts: 5,
      ownThird: true,
      campusThird: true,
    })
    const seat = (some: Person[]) =>
      world.ok(s.director, panelCalls.change, {
        params: { id },
        body: {
          statement: '是否同意报废',
          members: some.map((e) => ({
            userId: e.id,
            profession: 'technical' as const,
            outside: judges.indexOf(e) > 1,
            unit: '某校',
            title: '教授',
          })),
        },
      })
    const call = () => world.send(s.director, panelCalls.call, { params: { id } })
    await seat(judges.slice(0, 5))
    expect(await call()).toMatchObject({
      status: 422,
      code: 'PANEL_CAMPUS',
      message: '校内专家不得超过三分之一：共 5 人，校内 2 人',
    })
    await seat(judges)
    expect(await call()).toMatchObject({ status: 200, data: { state: 'signing' } })
    await world.ok(s.director, assetCalls.cancelScrap, {
      params: { id: made.id },
      body: { reason: '还能用' },
    })

    await world.sql(set, ['3000000', 'scrap_outside_from'])
    const [second] = (await submit((await draft()).id)).data?.panels ?? []
    expect(
      (await world.ok(s.director, panelCalls.get, { params: { id: second?.id ?? 0 } })).needs.campusThird,
    ).toBe(false)
    await world.sql(set, ['2000000', 'scrap_outside_from'])
  })

  test('who asked for it has left: whoever his task falls to puts the experts together', async () => {
    await world.sql('update device set price_fen = 20000000, contact_id = $2 where id = $1', [
      deviceId,
      keeper.id,
    ])
    const made = await draft(keeper)
    const [panel] = (await submit(made.id, false, keeper)).data?.panels ?? []
    expect(
      (await world.ok(s.director, panelCalls.get, { params: { id: panel?.id ?? 0 } })).can,
    ).not.toContain('change')
    await world.sql('update user_account set enabled = false where id = $1', [keeper.id])
    await world.asSystem((ctx) => announce(ctx, 'people.left', { userIds: [keeper.id] }))
    expect(await waits(s.director, 'scrap')).toContainEqual([made.id, 'panel'])
    expect((await world.ok(s.director, panelCalls.get, { params: { id: panel?.id ?? 0 } })).can).toContain(
      'change',
    )
    expect((await world.ok(s.director, assetCalls.scrap, { params: { id: made.id } })).can).toContain(
      'cancel',
    )
    await world.sql('update user_account set enabled = true where id = $1', [keeper.id])
  })

  test('what nobody knows the price of is not cheap: it has to be stated, and what is stated decides who judges', async () => {
    for (const unknown of [null, 0]) {
      await world.sql('update device set price_fen = $2 where id = $1', [deviceId, unknown])
      const made = await draft()
      expect(made).toMatchObject({ priceFen: null, priceStated: true })
      expect(await submit(made.id)).toMatchObject({
        status: 422,
        reasons: [{ code: 'PRICE_MISSING', field: 'priceFen' }],
      })
      const change = (priceFen: number) =>
        world.ok(s.director, assetCalls.changeScrap, {
          params: { id: made.id },
          body: { why: '超过使用年限', condition: '已无法开机', priceFen },
        })
      expect((await change(0)).priceFen).toBe(0)
      expect(await submit(made.id)).toMatchObject({ code: 'PRICE_MISSING' })
      await change(20_000_000)
      expect((await submit(made.id)).data).toMatchObject({
        state: 'awaiting_experts',
        priceFen: 20_000_000,
        priceStated: true,
      })
      await world.ok(s.director, assetCalls.cancelScrap, {
        params: { id: made.id },
        body: { reason: '还能用' },
      })
    }
    // What the file knows nobody states otherwise.
    await world.sql('update device set price_fen = 20000000 where id = $1', [deviceId])
    expect(await draft(s.director, { priceFen: 1 })).toMatchObject({
      priceFen: 20_000_000,
      priceStated: false,
    })
  })

  test('not while it is booked, unless the bookings are revoked with notice', async () => {
    const card = await s.card(s.payer, 50_000)
    const bookingId = await booked(card, 40)
    const made = await draft()
    expect(made.bookings).toBe(1)
    expect(await submit(made.id)).toMatchObject({ status: 409, code: 'SCRAP_BOOKED' })
    expect(await submit(made.id, true)).toMatchObject({ status: 200 })
    expect(await bookingState(bookingId)).toBe('revoked')
    expect(await frozen(card)).toBe(0)
  })

  test('not while it is repaired or moved, and nothing begins once it is being scrapped', async () => {
    const made = await draft()
    const order = await world.ok(s.booker, assetCalls.reportFault, {
      body: { deviceId: serialId, fault: '异响' },
    })
    await world.ok(s.director, assetCalls.assign, {
      params: { id: order.id },
      body: { assigneeId: keeper.id },
    })
    expect(await submit(made.id)).toMatchObject({ code: 'SCRAP_REPAIR' })
    expect(
      await world.send(s.director, assetCalls.requestTransfer, {
        body: { deviceId, toLabId: otherLabId, why: '换' },
      }),
    ).toMatchObject({ code: 'SCRAPPED' })
    expect(
      await world.send(s.director, assetCalls.draftScrap, {
        body: { deviceId, why: '再来', condition: null },
      }),
    ).toMatchObject({ code: 'SCRAP_OPEN' })
  })

  test('others learn nothing', async () => {
    const made = await draft()
    for (const who of [s.outsider, s.booker, office])
      expect(await world.send(who, assetCalls.scrap, { params: { id: made.id } })).toMatchObject({
        status: 403,
      })
    expect(
      await world.send(s.booker, assetCalls.draftScrap, {
        body: { deviceId: s.deviceId, why: '不要了', condition: null },
      }),
    ).toMatchObject({ status: 403 })
    expect((await world.ok(s.outsider, assetCalls.scraps, { query: { deviceId: serialId } })).total).toBe(0)
    expect(await submit(made.id, false, office)).toMatchObject({ status: 403 })
    expect(
      (
        await world.ok(s.director, assetCalls.changeScrap, {
          params: { id: made.id },
          body: { why: '更换', condition: null },
        })
      ).why,
    ).toBe('更换')
    expect(await submit(made.id)).toMatchObject({ code: 'CONDITION_MISSING' })
  })
})

describe('the label', () => {
  test('what everybody and what its keepers may do', async () => {
    const can = async (who: Person) => (await world.ok(who, assetCalls.label, { query: { serialId } })).can
    expect(await can(s.booker)).toEqual(['report'])
    expect(await can(s.director)).toEqual(['report', 'record', 'transfer', 'scrap'])
    expect(await world.send(s.booker, assetCalls.label, { query: { serialId: 'nothing' } })).toMatchObject({
      status: 404,
    })
    expect((await world.ok(s.booker, deviceCalls.info, { params: { id: serialId } })).name).toBe('离心机')
  })
  test('on what was scrapped it still says so, to whom may see no more', async () => {
    await world.sql(`update device set status = 'scrapped', shared = false where id = $1`, [deviceId])
    expect(await world.send(s.booker, assetCalls.label, { query: { serialId } })).toMatchObject({
      status: 403,
      message: '该仪器已报废，仅本实验室人员可以查看',
    })
    expect((await world.ok(s.director, assetCalls.label, { query: { serialId } })).can).toEqual([])
  })
})
