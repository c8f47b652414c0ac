import { assetCalls } from '@portal/contract/asset/calls'
import { repairNumber } from '@portal/contract/asset/parts'
import { repairOrderRefusals } from '@portal/contract/asset/repair'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { deviceRecordCalls } from '@portal/contract/device-record/device-record'
import { formCalls } from '@portal/contract/form/calls'
import { bookingCalls } from '@portal/contract/booking/calls'
import { announce } from '../../kernel/events.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { move } from '../device/device.service.ts'
import { assetWorld } from '../../testing/asset.ts'
import { expectSorted } from '../../testing/sorted.ts'
import type { Person } from '../../testing/world.ts'

const {
  world,
  s,
  one,
  otherLabId,
  office,
  head,
  keeper,
  addDevice,
  placeOf,
  waits,
  book,
  frozen,
  bookingState,
} = await assetWorld()
let deviceId: number, serialId: string
beforeEach(async () => {
  ;({ deviceId, serialId } = await addDevice())
})
const place = () => placeOf(deviceId)
const booked = (cardId: number, fromHours: number) => book(deviceId, cardId, fromHours)

describe('repair', () => {
  const report = (who = s.booker, more: object = {}) =>
    world.ok(who, assetCalls.reportFault, { body: { deviceId: serialId, fault: '无法启动', ...more } })
  const assign = (id: number, more: object = {}, who = s.director) =>
    world.send(who, assetCalls.assign, { params: { id }, body: { assigneeId: keeper.id, ...more } })

  test('what the instrument asks of a fault is asked of a report without a booking too', async () => {
    const drawer = await world.person('表单管理员', { permissions: ['FORM_ALL', 'OPEN_SETTING_ALL'] })
    const rule = [{ type: 'input', field: 'code', title: '报警代码', $required: true }]
    const { id: formId, revision } = await world.ok(drawer, formCalls.create, {
      body: { name: '故障登记', text: JSON.stringify({ rule, options: {} }) },
    })
    await world.ok(drawer, formCalls.publish, { params: { id: formId }, body: { revision } })
    await world.ok(drawer, formCalls.bind, { body: { deviceId, occasion: 'fault', formId } })
    const send = (answers?: object) =>
      world.send(s.booker, assetCalls.reportFault, {
        body: { deviceId: serialId, fault: '无法启动', ...(answers && { answers }) } as never,
      })
    expect((await send()).reasons?.map((r) => [r.field, r.message])).toEqual([
      ['answers.values.code', '请输入报警代码'],
    ])
    const { data: made } = await send({ formId, version: 1, values: { code: 'E-17' } })
    expect(made?.answers.map((a) => [a.occasion, a.values, a.form.name])).toEqual([
      ['fault', { code: 'E-17' }, '故障登记'],
    ])
    const [answer] = made?.answers ?? []
    const read = (by: Person) => world.send(by, formCalls.answer, { params: { id: answer?.id ?? 0 } })
    // People who may see the report may read the answers; the owner of the form does not find them among the
    // form's answers.
    expect([(await read(s.director)).code, (await read(s.outsider)).status]).toEqual([0, 403])
    const { items } = await world.ok(drawer, formCalls.answers, { params: { id: formId }, query: {} })
    expect(items).toEqual([])
    const listed = await world.ok(drawer, formCalls.list, { query: { keyword: '故障登记' } })
    expect(listed.items.map((f) => f.answers)).toEqual([0])
    const params = { id: made?.id ?? 0 }
    await world.ok(s.director, assetCalls.refuseRepair, { params, body: { reason: '演练' } })
  })

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
    // The reporter does not see the cost.
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

  test('a form of its record that was open meanwhile does not bring the fault back, nor does a later edit', async () => {
    const clerk = await world.person('仪器管理员', { permissions: ['DEVICE_ALL'] })
    const readRecord = async () => {
      const { items } = await world.ok(clerk, deviceRecordCalls.repairs, { query: { deviceId } })
      const { can: _, ordered, updatedAt: seenAt, ...record } = items[0]! // an order has one
      expect(ordered).toBe(true)
      return { ...record, deviceId, seenAt }
    }
    const save = (body: Awaited<ReturnType<typeof readRecord>>) =>
      world.send(clerk, deviceRecordCalls.saveRepair, { body })
    const made = await report()
    const params = { id: made.id }
    await assign(made.id)
    await world.ok(keeper, assetCalls.start, { params })
    const opened = await readRecord()
    await world.ok(keeper, assetCalls.finish, { params, body: { solution: '更换保险丝', costFen: 12_000 } })
    expect(await save({ ...opened, vendor: '某厂' })).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    const ended = await readRecord()
    expect(await save({ ...ended, state: 'repairing', finishedAt: null })).toMatchObject({
      status: 409,
      code: 'REPAIR_ORDERED',
    })
    expect((await save({ ...ended, vendor: '某厂' })).status).toBe(200)
    expect(await readRecord()).toMatchObject({
      state: 'done',
      vendor: '某厂',
      result: '更换保险丝',
      costFen: 12_000,
    })
    expect((await place())?.status).toBe('normal')
  })

  test('a record that begins later than its order stops none of its steps', async () => {
    const made = await report()
    const params = { id: made.id }
    const dayLater = new Date(Date.now() + 86_400_000).toISOString()
    await assign(made.id, { expectedAt: dayLater })
    await world.sql(
      `update device_repair set started_at = now() + interval '5 days', expected_at = now() + interval '9 days'
        where device_id = $1`,
      [deviceId],
    )
    await world.ok(keeper, assetCalls.start, { params })
    expect(
      await one('select state, expected_at as "expectedAt" from device_repair where device_id = $1', [
        deviceId,
      ]),
    ).toEqual({ state: 'repairing', expectedAt: new Date(dayLater) })
    await world.ok(keeper, assetCalls.finish, { params, body: { solution: '更换保险丝', costFen: 0 } })
    expect((await place())?.status).toBe('normal')
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
    // The record's title and the note end within an emoji: half of one would be refused as JSON.
    const fault = `${'异'.repeat(99)}👍${'响'.repeat(98)}👍，请尽快处理`
    const made = await report(s.booker, { fault })
    expect((await assign(made.id, { bookings: 'warn' })).status).toBe(200)
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
    // With plain warnings, only bookings in the added time are warned.
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
    // Also if the second request arrives after the first was done: it still names the state `reported`.
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
    // Only one order per device is in repair.
    expect((await many(s.director)).data).toMatchObject([
      { id: a.id, ok: true, state: 'assigned' },
      { id: b.id, ok: false, message: repairOrderRefusals.REPAIR_LIVE },
    ])
    expect((await waits(keeper, 'repair')).filter(([id]) => id === a.id)).toEqual([[a.id, 'repair']])
    const refuse = (who: Person) =>
      world.ok(who, assetCalls.refuseMany, { body: { items, reason: '重复报修' } })
    expect(await refuse(s.booker)).toMatchObject([{ ok: false }, { ok: false }])
    // The first order is no longer in the state that was shown.
    expect(await refuse(s.director)).toMatchObject([{ ok: false }, { id: b.id, ok: true, state: 'refused' }])
    expect((await world.ok(s.director, assetCalls.repairOrder, { params: { id: b.id } })).reason).toBe(
      '重复报修',
    )
  })

  const leave = async (who: Person) => {
    await world.sql('update user_account set enabled = false where id = $1', [who.id])
    await world.asSystem((ctx) => announce(ctx, 'people.left', { userIds: [who.id] }))
  }
  const listActions = async (who: Person, id: number) =>
    (await world.send(who, assetCalls.repairOrder, { params: { id } })).data?.can
  const forKeepers = ['assign', 'start', 'refuse', 'extend']

  test('who repairs it leaves, and the lab has nobody: an administrator is asked, and brings it to its end', async () => {
    const admin = await world.person('系统管理员', { permissions: ['ADMIN'] })
    const leaver = await world.person('维修工')
    const { id } = await report()
    await assign(id, { assigneeId: leaver.id })
    await world.sql('delete from lab_member where lab_id = $1', [s.labId])
    await leave(leaver)
    expect(await waits(admin, 'repair')).toContainEqual([id, 'repair'])
    expect(await listActions(admin, id)).toEqual(forKeepers)
    await world.ok(admin, assetCalls.start, { params: { id } })
    const body = { solution: '更换保险丝', costFen: 0 }
    expect(await world.ok(admin, assetCalls.finish, { params: { id }, body })).toMatchObject({
      state: 'done',
    })
    await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director')`, [
      s.labId,
      s.director.id,
    ])
  })

  test('the device goes to another lab: that lab is asked from then on, and may act on what it is asked', async () => {
    const leaver = await world.person('维修工')
    const theirs = await report()
    await assign(theirs.id, { assigneeId: leaver.id })
    const second = await addDevice()
    const open = await report(s.booker, { deviceId: second.serialId })
    for (const one of [deviceId, second.deviceId])
      await world.asSystem((ctx) => move(ctx, one, { labId: otherLabId, roomId: null, contactId: null }))
    expect(await waits(s.outsider, 'repair')).toEqual([[open.id, 'assign']])
    await leave(leaver)
    expect((await waits(s.outsider, 'repair')).toSorted()).toEqual([
      [theirs.id, 'repair'],
      [open.id, 'assign'],
    ])
    expect(await listActions(s.outsider, theirs.id)).toEqual(forKeepers)
    const before = (await waits(s.director, 'repair')).map(([id]) => id)
    expect(before).not.toContain(theirs.id)
    expect(before).not.toContain(open.id)
  })

  test('what nobody was assigned to ends with the instrument, and its reporter hears so', async () => {
    const made = await report()
    const clerk = await world.person('仪器管理员', { permissions: ['DEVICE_ALL'] })
    await world.ok(clerk, deviceManageCalls.operate, {
      params: { id: deviceId },
      body: { event: 'scrap', reason: '到期' },
    })
    expect(await world.ok(s.booker, assetCalls.repairOrder, { params: { id: made.id } })).toMatchObject({
      state: 'refused',
      reason: '仪器已报废',
    })
    expect(await waits(s.director, 'repair')).not.toContainEqual([made.id, 'assign'])
    expect(
      await world.sql(
        `select payload->'userIds' as ids from outbox where payload->>'title' = '您报修的仪器不予维修'
          and payload->>'link' = '/osp/asset/repairs?id=' || $1`,
        [made.id],
      ),
    ).toEqual([{ ids: [s.booker.id] }])
    // An order from an older version, which did not end orders of scrapped devices.
    await world.sql(`update repair_order set state = 'reported' where id = $1`, [made.id])
    expect(await assign(made.id)).toMatchObject({ status: 409, code: 'ASSIGN_SCRAPPED' })
    await world.sql(`update repair_order set state = 'refused' where id = $1`, [made.id])
  })

  test('who was to repair it hears that another one does, and that nobody does any more', async () => {
    const other = await world.person('维修工程师')
    const made = await report()
    const listTold = () =>
      world.sql<{ title: string; ids: number[] }>(
        `select payload->>'title' as title, payload->'userIds' as ids from outbox
          where payload->>'body' like $1 || ' %'
            and payload->>'title' in ('仪器维修已改派', '仪器不再维修') order by id`,
        [repairNumber(made.id)],
      )
    await assign(made.id)
    await assign(made.id, { company: '某厂' })
    expect(await listTold(), 'he still is to repair it').toEqual([])
    expect((await assign(made.id, { assigneeId: other.id })).status).toBe(200)
    await world.ok(s.director, assetCalls.refuseRepair, {
      params: { id: made.id },
      body: { reason: '不值得修' },
    })
    expect(await listTold()).toEqual([
      { title: '仪器维修已改派', ids: [keeper.id] },
      { title: '仪器不再维修', ids: [other.id] },
    ])
  })

  test('a director who reported it hears once that it is repaired', async () => {
    const made = await report(s.director)
    await assign(made.id)
    const params = { id: made.id }
    await world.ok(keeper, assetCalls.start, { params })
    await world.ok(keeper, assetCalls.finish, { params, body: { solution: '换主板', costFen: 0 } })
    expect(
      await world.sql(
        `select payload->>'title' as title, payload->'userIds' as ids, payload->'exceptUserIds' as but
          from outbox where payload->>'title' like '%已修复%'
            and payload->>'link' = '/osp/asset/repairs?id=' || $1 order by id`,
        [made.id],
      ),
    ).toEqual([
      { title: '您报修的仪器已修复', ids: [s.director.id], but: null },
      { title: '仪器已修复投用', ids: null, but: [s.director.id] },
    ])
  })

  test('who reported it and was to repair it hears once that nobody does', async () => {
    const made = await report()
    await assign(made.id, { assigneeId: s.booker.id })
    await world.ok(s.director, assetCalls.refuseRepair, { params: { id: made.id }, body: { reason: '不修' } })
    expect(
      await world.sql(
        `select payload->>'title' as title from outbox
          where payload->>'body' like $1 || ' %' and payload->'userIds' = $2::jsonb
            and payload->>'title' like '%不%维修' order by id`,
        [repairNumber(made.id), JSON.stringify([s.booker.id])],
      ),
    ).toEqual([{ title: '您报修的仪器不予维修' }])
  })

  describe('an instrument that is scrapped by hand', () => {
    const scrapByHand = async () =>
      world.ok(await world.person('仪器管理员', { permissions: ['DEVICE_ALL'] }), deviceManageCalls.operate, {
        params: { id: deviceId },
        body: { event: 'scrap', reason: '到期' },
      })
    const listTold = async (id: number, title: string) =>
      (
        await world.sql<{ ids: number[] | null }>(
          `select payload->'userIds' as ids from outbox where payload->>'title' = $1
            and payload->>'link' = '/osp/asset/repairs?id=' || $2 order by id`,
          [title, id],
        )
      ).map((t) => t.ids)

    test('ends what was only assigned, and who should have repaired it hears so', async () => {
      const made = await report()
      await assign(made.id)
      await scrapByHand()
      expect(await world.ok(keeper, assetCalls.repairOrder, { params: { id: made.id } })).toMatchObject({
        state: 'refused',
        reason: '仪器已报废',
        can: [],
      })
      expect((await waits(keeper, 'repair')).filter(([id]) => id === made.id)).toEqual([])
      expect(await listTold(made.id, '仪器已报废，不再维修')).toEqual([[keeper.id]])
      expect((await place())?.status).toBe('scrapped')
    })

    test('a director who repairs it himself is told once to end it', async () => {
      const made = await report()
      await assign(made.id, { assigneeId: s.director.id })
      await world.ok(s.director, assetCalls.start, { params: { id: made.id } })
      await scrapByHand()
      expect(
        await world.sql(
          `select payload->'userIds' as ids, payload->'exceptUserIds' as but from outbox
            where payload->>'title' = '仪器已报废，请结束维修'
              and payload->>'link' = '/osp/asset/repairs?id=' || $1 order by id`,
          [made.id],
        ),
      ).toEqual([
        { ids: [s.director.id], but: null },
        { ids: null, but: [s.director.id] },
      ])
    })

    test('is not called repaired: what was begun is ended as beyond repair', async () => {
      const made = await report()
      await assign(made.id)
      const params = { id: made.id }
      await world.ok(keeper, assetCalls.start, { params })
      await scrapByHand()
      expect(await listTold(made.id, '仪器已报废，请结束维修')).toEqual([[keeper.id], null])
      expect(await world.ok(keeper, assetCalls.repairOrder, { params })).toMatchObject({
        state: 'repairing',
        can: ['give_up'],
      })
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
      for (const step of [
        world.send(keeper, assetCalls.finish, { params, body: { solution: '换主板', costFen: 0 } }),
        world.send(keeper, assetCalls.extend, { params, body: { expectedAt: tomorrow, reason: '等配件' } }),
      ])
        expect(await step).toMatchObject({ status: 409, code: 'REPAIR_ENDS' })
      await world.ok(keeper, assetCalls.giveUp, { params, body: { reason: '已报废', costFen: 0 } })
      const [told] = await world.sql<{ body: string }>(
        `select payload->>'body' as body from outbox where payload->>'title' = '仪器不可修复'
          and payload->>'link' = '/osp/asset/repairs?id=' || $1`,
        [made.id],
      )
      expect(told?.body).not.toContain('可申请报废')
      expect((await place())?.status).toBe('scrapped')
      // An order from an older version, which ended reported orders only.
      await world.sql(`update repair_order set state = 'assigned' where id = $1`, [made.id])
      expect(await world.send(keeper, assetCalls.start, { params })).toMatchObject({ code: 'REPAIR_ENDS' })
      await world.sql(`update repair_order set state = 'given_up' where id = $1`, [made.id])
    })
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
    await expectSorted(
      ['id', 'stateAt'],
      async (by) =>
        (await world.ok(head, assetCalls.repairOrders, { query: { order_by: by, size: 1000 } })).items,
    )
    expect(await assign(made.id, { expectedAt: new Date(Date.now() - 1000).toISOString() })).toMatchObject({
      code: 'EXPECTED_PAST',
    })
    expect(await assign(made.id, { assigneeId: 999_999 })).toMatchObject({ code: 'PERSON_UNKNOWN' })
  })
})
