import { assetCalls } from '@portal/contract/asset/calls'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { beforeEach, describe, expect, test } from 'vitest'
import { assetWorld } from '../../testing/asset.ts'
import { countBlocked } from '../../testing/blocked.ts'
import { expectSorted } from '../../testing/sorted.ts'
import type { Person } from '../../testing/world.ts'
import { openTask } from '../approval/tasks.action.ts'
import { catchUp } from '../use-ledger/use-ledger.service.ts'
import { countUse } from '../device/device.service.ts'

const { world, s, office, head, keeper, otherLabId, deptId, addDevice, placeOf, waits, book, bookingState } =
  await assetWorld()
let deviceId: number, serialId: string
beforeEach(async () => {
  ;({ deviceId, serialId } = await addDevice())
})
const place = () => placeOf(deviceId)
const booked = (cardId: number, fromHours: number) => book(deviceId, cardId, fromHours)

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
      world.asSystem(async ({ db, now }) => {
        const about = { db, now, zone: 'Asia/Shanghai' }
        await catchUp(about)
        return countUse({ ...about, months: 3 })
      })
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
    // Permissions follow the laboratory that each booking belongs to now.
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
    // After a recount the hours still belong to the laboratory in which they were used.
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

  test('its reviewers are locked before it and its tasks, as closing an account locks who leaves', async () => {
    const reviewer = await world.person('单独指定的审核员')
    await world.sql('insert into device_reviewer (device_id, user_id) values ($1, $2)', [
      deviceId,
      reviewer.id,
    ])
    const made = await world.ok(office, assetCalls.requestTransfer, { body: body() })
    await decide(s.director, made.id, 'awaiting_giver')
    const holder = await world.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from user_account where id = $1 for no key update', [reviewer.id])
      const moving = decide(s.outsider, made.id, 'awaiting_receiver')
      await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
      // The account that is closed passes its tasks and its instruments on.
      await holder.query(
        `select from approval_task where business = 'transfer' and row_id = $1 for no key update nowait`,
        [made.id],
      )
      await holder.query('select from device where id = $1 for no key update nowait', [deviceId])
      await holder.query('commit')
      expect(await moving).toMatchObject({ ok: true, state: 'done' })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  test('whoever reviewed it in the lab that gave it away reviews it no more', async () => {
    const [goes, stays] = [await world.person('原审核员'), await world.person('两处的审核员')]
    await world.sql(
      `insert into user_role (user_id, role_id) select u, id from role, unnest($1::int8[]) u
        where code = 'REVIEWER'`,
      [[goes.id, stays.id]],
    )
    await world.sql('insert into device_reviewer (device_id, user_id) select $1, unnest($2::int8[])', [
      deviceId,
      [goes.id, stays.id],
    ])
    await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_member')`, [
      otherLabId,
      stays.id,
    ])
    const [before] = await world.sql<{ id: number }>('select coalesce(max(id), 0) as id from outbox')
    const made = await world.ok(s.director, assetCalls.requestTransfer, { body: body() })
    expect(await decide(s.outsider, made.id, 'awaiting_receiver')).toMatchObject({ state: 'done' })
    expect(
      await world.sql('select user_id as id from device_reviewer where device_id = $1', [deviceId]),
    ).toEqual([{ id: stays.id }])
    expect(
      await world.sql(
        `select user_id as id from user_role ur join role r on r.id = ur.role_id and r.code = 'REVIEWER'
          where user_id = any ($1)`,
        [[goes.id, stays.id]],
      ),
      'and has the screens no more',
    ).toEqual([{ id: stays.id }])
    const card = await s.card(s.payer, 10_000)
    const waiting = await booked(card, 30)
    await world.sql(`update booking set state = 'awaiting_reviewer', lab_id = $2 where id = $1`, [
      waiting,
      otherLabId,
    ])
    await world.asSystem((ctx) =>
      openTask(ctx, {
        business: 'booking',
        rowId: waiting,
        step: 'reviewer',
        role: 'reviewer',
        labId: otherLabId,
        deviceId,
        requesterId: s.booker.id,
        title: '待审批',
      }),
    )
    const approve = (who: Person) =>
      world.send(who, bookingCalls.approve, { params: { id: waiting }, body: { state: 'awaiting_reviewer' } })
    expect((await approve(goes)).status).toBe(403)
    expect((await approve(stays)).status).toBe(200)
    expect(
      await world.sql(
        `select payload->'userIds' as ids, (payload->'role'->>'labId')::int8 as lab from outbox
          where payload->>'title' in ('您不再审核该仪器', '仪器调入：请确认由谁审核') and id > $1 order by id`,
        [before?.id],
      ),
    ).toEqual([
      { ids: [goes.id], lab: null },
      { ids: null, lab: otherLabId },
    ])
  })

  test('not to a laboratory that is closed, nor to one that was closed meanwhile', async () => {
    const close = (closed: boolean) =>
      world.sql('update lab set enabled = not $2::bool where id = $1', [otherLabId, closed])
    const request = () => world.send(s.director, assetCalls.requestTransfer, { body: body() })
    await close(true)
    try {
      expect(await request()).toMatchObject({
        status: 422,
        code: 'TRANSFER_CLOSED',
        reasons: [{ field: 'toLabId' }],
      })
      await close(false)
      const id = (await request()).data?.id ?? 0
      await close(true)
      expect(await decide(s.outsider, id, 'awaiting_receiver')).toMatchObject({
        ok: false,
        message: '调入的实验室已停用',
      })
      expect((await place())?.labId).toBe(s.labId)
    } finally {
      await close(false)
    }
  })

  test('a keeper who left meanwhile is none, and the receiving director is told', async () => {
    const leaver = await world.person('离校的负责人')
    const made = await world.ok(s.director, assetCalls.requestTransfer, {
      body: body({ toKeeperId: leaver.id }),
    })
    await world.sql('update user_account set enabled = false where id = $1', [leaver.id])
    expect(await decide(s.outsider, made.id, 'awaiting_receiver')).toMatchObject({ state: 'done' })
    expect(await place()).toMatchObject({ labId: otherLabId, contactId: null })
    const told = await world.sql<{ lab: number | null; but: number | null; body: string }>(
      `select (payload->'role'->>'labId')::int8 as lab, (payload->>'exceptUserId')::int8 as but,
          payload->>'body' as body from outbox
        where payload->>'link' = '/osp/asset/transfers?id=' || $1 and payload->'role' is not null
          and payload->>'body' like '%另行指定%'`,
      [made.id],
    )
    // Also the director who accepted it: there may be no other.
    expect(told).toEqual([
      { lab: otherLabId, but: null, body: expect.stringContaining('离校的负责人的账号已停用') as string },
    ])
  })

  test('who is asked for an instrument that has left the laboratory is told what he can do', async () => {
    const made = await world.ok(s.director, assetCalls.requestTransfer, { body: body() })
    await world.sql('update device set lab_id = $2 where id = $1', [deviceId, otherLabId])
    expect(await decide(s.outsider, made.id, 'awaiting_receiver')).toMatchObject({
      ok: false,
      message: expect.stringContaining('请拒绝该申请') as string,
    })
    expect(await decide(s.outsider, made.id, 'awaiting_receiver', 'refuse')).toMatchObject({
      state: 'refused',
    })
  })

  test('whose instrument it was hears that he is not responsible for it any more', async () => {
    const former = await world.person('原负责人')
    const listTold = () =>
      world.sql(
        `select payload->>'body' as body from outbox
          where payload->>'title' = '您不再负责该仪器' and payload->'userIds' = $1::jsonb`,
        [JSON.stringify([former.id])],
      )
    await world.sql('update device set contact_id = $2 where id = $1', [deviceId, former.id])
    const made = await world.ok(office, assetCalls.requestTransfer, { body: body() })
    await decide(s.director, made.id, 'awaiting_giver')
    expect(await listTold()).toEqual([])
    expect(await decide(s.outsider, made.id, 'awaiting_receiver')).toMatchObject({ state: 'done' })
    expect(await listTold()).toEqual([
      {
        body: `离心机（${serialId}）已由电镜中心调拨至核磁中心，您不再是其负责人。`,
      },
    ])
  })

  test('who directs both labs hears once that it moved, and once that its bookings move along', async () => {
    const listWaiting = () => world.sql(`select from outbox where kind = 'tell' and state = 'waiting'`)
    // What earlier tests tell directors goes to those of the moment at which it is delivered.
    await expect.poll(listWaiting, { timeout: 15_000 }).toEqual([])
    const both = await world.person('两处的主任')
    await world.sql(
      `insert into lab_member (lab_id, user_id, role) select unnest($1::int8[]), $2, 'lab_director'`,
      [[s.labId, otherLabId], both.id],
    )
    try {
      const card = await s.card(s.payer, 10_000)
      const waiting = await booked(card, 50)
      await world.sql(`update booking set state = 'awaiting_reviewer' where id = $1`, [waiting])
      const made = await world.ok(office, assetCalls.requestTransfer, { body: body() })
      await decide(s.director, made.id, 'awaiting_giver')
      expect(await decide(s.outsider, made.id, 'awaiting_receiver')).toMatchObject({ state: 'done' })
      await expect.poll(listWaiting, { timeout: 15_000 }).toEqual([])
      const told = await world.sql<{ title: string }>(
        `select title from message where user_id = $1
          and title in ('仪器已调拨', '仪器调拨：未开始的预约一并转移')`,
        [both.id],
      )
      expect(told.map((t) => t.title).toSorted()).toEqual(['仪器已调拨', '仪器调拨：未开始的预约一并转移'])
    } finally {
      await world.sql('delete from lab_member where user_id = $1', [both.id])
    }
  })

  test('directors who agreed to give it away hear that the other side refused', async () => {
    await world.sql('update device set contact_id = $2 where id = $1', [deviceId, keeper.id])
    const made = await world.ok(keeper, assetCalls.requestTransfer, { body: body() })
    expect(made.state).toBe('awaiting_giver')
    await decide(s.director, made.id, 'awaiting_giver')
    await decide(s.outsider, made.id, 'awaiting_receiver', 'refuse')
    expect(
      await world.sql(
        `select payload->'userIds' as to, (payload->'role'->>'labId')::int8 as lab from outbox
          where payload->>'title' = '仪器调拨已拒绝' and payload->>'link' = '/osp/asset/transfers?id=' || $1
          order by id`,
        [made.id],
      ),
    ).toEqual([
      { to: [keeper.id], lab: null },
      { to: null, lab: s.labId },
    ])
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
    await expectSorted(
      ['id', 'stateAt'],
      async (by) =>
        (await world.ok(office, assetCalls.transfers, { query: { order_by: by, size: 1000 } })).items,
    )
    // That lab has no other director, so the task goes to the administrators.
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

  test('whoever answers for the instrument reads what its label leads him to, and finds it', async () => {
    const [contact, stranger] = [await world.person('联系人'), await world.person('路人')]
    await world.sql('update device set contact_id = $2 where id = $1', [deviceId, contact.id])
    const { id } = await world.ok(s.director, assetCalls.requestTransfer, { body: body() })
    const label = await world.ok(contact, assetCalls.label, { query: { serialId } })
    expect(label.openTransfer?.id).toBe(id)
    expect((await world.ok(contact, assetCalls.transfer, { params: { id } })).id).toBe(id)
    const { items } = await world.ok(contact, assetCalls.transfers, { query: {} })
    expect(items.map((t) => t.id)).toEqual([id])
    expect((await world.send(stranger, assetCalls.transfer, { params: { id } })).status).toBe(403)
  })
})
