import { assetCalls } from '@portal/contract/asset/calls'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { openingCalls } from '@portal/contract/opening/opening'
import { panelCalls } from '@portal/contract/panel/calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announce } from '../../kernel/events.ts'
import { assetWorld } from '../../testing/asset.ts'
import { countBlocked } from '../../testing/blocked.ts'
import { at } from '../../testing/open-lab.ts'
import { expectSorted } from '../../testing/sorted.ts'
import type { Person } from '../../testing/world.ts'

const {
  world,
  s,
  office,
  office2,
  head,
  keeper,
  otherLabId,
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

describe('scrapping', () => {
  const draft = (who = s.director, more: object = {}) =>
    world.ok(who, assetCalls.draftScrap, {
      body: { deviceId, why: '超过使用年限', condition: '已无法开机', ...more },
    })
  const draftAgain = () =>
    world.send(s.director, assetCalls.draftScrap, {
      body: { deviceId, why: '超过使用年限', condition: '已无法开机' },
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
    // Signatures hold for the content they were given for: after a change it is judged again.
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
    await world.sql(`update user_account set on_campus = false where id = any($1::int8[])`, [
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

  test('a draft of who has left is withdrawn by whoever runs the device, who may begin anew', async () => {
    const contact = await world.person('联系人')
    const leave = (left: boolean) =>
      world.sql('update user_account set enabled = $2 where id = $1', [contact.id, !left])
    const withdraw = (who: Person, id: number) =>
      world.send(who, assetCalls.cancelScrap, { params: { id }, body: { reason: '申请人已离校' } })
    const shown = async (who: Person, id: number) =>
      (await world.send(who, assetCalls.scrap, { params: { id } })).data?.can
    const listed = async (who: Person) =>
      (await world.ok(who, assetCalls.scraps, { query: { deviceId: serialId } })).items.map((x) => x.can)
    await world.sql('update device set contact_id = $2 where id = $1', [deviceId, contact.id])

    const untouched = await draft(contact)
    expect(await listed(office)).toEqual([])
    await leave(true)
    expect(await listed(office)).toEqual([['cancel', 'print']])
    expect(await shown(office, untouched.id)).toEqual(['cancel', 'print'])
    expect(await shown(s.director, untouched.id)).toEqual(['cancel', 'print'])
    expect(await withdraw(head, untouched.id)).toMatchObject({ status: 403 })
    expect(await withdraw(s.outsider, untouched.id)).toMatchObject({ status: 403 })
    expect(await withdraw(office, untouched.id)).toMatchObject({ status: 200, data: { state: 'cancelled' } })
    await leave(false)

    const handedIn = await draft(contact)
    await submit(handedIn.id, false, contact)
    await leave(true)
    expect(await decide(head, handedIn.id, 'awaiting_dept_head', 'send_back')).toMatchObject({
      state: 'draft',
    })
    expect(await draftAgain()).toMatchObject({ status: 409, code: 'SCRAP_OPEN' })
    expect(await withdraw(s.director, handedIn.id)).toMatchObject({
      status: 200,
      data: { state: 'cancelled', reason: '申请人已离校' },
    })
    expect(await draftAgain()).toMatchObject({ status: 200 })
    await leave(false)
  })

  test('who is there hears that a colleague has withdrawn his draft; the office never saw it', async () => {
    const contact = await world.person('联系人')
    await world.sql('update device set contact_id = $2 where id = $1', [deviceId, contact.id])
    const made = await draft(contact)
    const cancel = (who: Person) =>
      world.send(who, assetCalls.cancelScrap, { params: { id: made.id }, body: { reason: '还能用' } })
    expect(await cancel(office)).toMatchObject({ status: 403 })
    expect(await submit(made.id)).toMatchObject({ status: 403 })
    expect(await cancel(s.director)).toMatchObject({ status: 200 })
    expect(
      await world.sql(
        `select payload -> 'userIds' as "userIds" from outbox
          where payload ->> 'link' = $1 and payload ->> 'title' = '报废申请已取消'`,
        [`/osp/asset/scraps?id=${made.id}`],
      ),
    ).toEqual([{ userIds: [contact.id] }])
  })

  describe('what the device is, and how far its scrapping has come', () => {
    let editor: Person
    beforeAll(async () => {
      editor = await world.person('实验室管理员', { permissions: ['LABORATORY_DEVICE_EDIT'] })
      await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_admin')`, [
        s.labId,
        editor.id,
      ])
    })
    const operate = (event: 'scrap' | 'restore' | 'maintain' | 'break') =>
      world.send(editor, deviceManageCalls.operate, {
        params: { id: deviceId },
        body: { event, reason: event === 'restore' ? null : '到期' },
      })
    const dispose = (id: number) => world.send(office, assetCalls.dispose, { params: { id }, body: disposal })
    const approved = async () => {
      const made = await draft()
      await submit(made.id)
      await decide(head, made.id, 'awaiting_dept_head')
      await decide(office, made.id, 'awaiting_equip_office')
      return made.id
    }

    test('approved by mistake, the office takes it back, and the device is free again', async () => {
      const id = await approved()
      const withdraw = (who: Person) =>
        world.send(who, assetCalls.cancelScrap, { params: { id }, body: { reason: '批错了一台' } })
      expect((await withdraw(s.director)).status).toBe(403)
      expect(await withdraw(office)).toMatchObject({
        status: 200,
        data: { state: 'cancelled', reason: '批错了一台', can: ['print'] },
      })
      expect(await waits(office2, 'scrap')).not.toContainEqual([id, 'dispose'])
      expect((await draftAgain()).status).toBe(200)
    })

    test('set to scrapped before its disposal, it is disposed of all the same', async () => {
      const id = await approved()
      expect((await operate('scrap')).status).toBe(200)
      expect(await dispose(id)).toMatchObject({ status: 200, data: { state: 'disposed' } })
      expect(await place()).toMatchObject({ status: 'scrapped', shared: false })
    })

    test('a mistyped disposal is put right by the office; the history says what stood there', async () => {
      const id = await approved()
      expect((await dispose(id)).status).toBe(200)
      const correct = (who: Person, more: object = {}) =>
        world.send(who, assetCalls.correctDisposal, {
          params: { id },
          body: { ...disposal, reason: '录入有误', ...more },
        })
      const before = await world.ok(office, assetCalls.scrap, { params: { id } })
      expect(before).toMatchObject({ revision: 0, can: ['correct_disposal', 'print'] })
      for (const who of [s.director, head]) {
        expect((await world.ok(who, assetCalls.scrap, { params: { id } })).can).toEqual(['print'])
        expect((await correct(who, { incomeFen: 80_000 })).status).toBe(403)
      }
      expect(await correct(office, { disposedOn: '2099-01-01' })).toMatchObject({ code: 'DISPOSED_FUTURE' })
      expect((await correct(office, { reason: ' ' })).status).toBe(400)
      expect(await correct(office, { incomeFen: 80_000, revision: 0 })).toMatchObject({
        status: 200,
        data: { state: 'disposed', stateAt: before.stateAt, incomeFen: 80_000, revision: 1, reason: null },
      })
      // The second of two clerks reads first what the other has saved; the same values are no correction.
      expect(await correct(office2, { incomeFen: 1, revision: 0 })).toMatchObject({
        status: 409,
        code: 'SAVED_SINCE',
        message: expect.stringContaining(office.name) as string,
      })
      const { history } = (await correct(office2, { incomeFen: 80_000, revision: 1 })).data
      const change = '残值收入：80.00 元 → 800.00 元；录入有误'
      expect(history.filter((h) => h.event === 'correct_disposal')).toMatchObject([
        { title: '更正处置', who: office.name, reason: change },
      ])
      expect(
        await world.sql(
          `select payload ->> 'body' as body from outbox
            where payload ->> 'title' = '报废处置已更正' and payload ->> 'link' = $1`,
          [`/osp/asset/scraps?id=${id}`],
        ),
      ).toEqual([{ body: expect.stringContaining(change) as string }])
      expect(await place()).toMatchObject({ status: 'scrapped' })
    })

    test('disposed of, it stays scrapped, whichever way somebody would put it back', async () => {
      const words = `该仪器已报废处置，状态只能是“已报废”：离心机（${serialId}）`
      const id = await approved()
      expect((await dispose(id)).status).toBe(200)
      for (const event of ['restore', 'maintain', 'break'] as const)
        expect(await operate(event)).toMatchObject({ status: 409, code: 'DEVICE_DISPOSED', message: words })
      expect((await operate('scrap')).status).toBe(200)

      const other = await addDevice()
      await world.sql(`update device set status = 'broken' where id = $1`, [other.deviceId])
      expect(
        await world.ok(editor, deviceManageCalls.operateMany, {
          body: { ids: [deviceId, other.deviceId], event: 'restore', reason: null },
        }),
      ).toEqual([
        { id: deviceId, ok: false, state: null, message: words },
        { id: other.deviceId, ok: true, state: 'normal', message: '正常' },
      ])

      const save = (more: object) =>
        world.send(editor, deviceManageCalls.changeBase, {
          params: { serialId },
          body: { serialId, name: '离心机', labId: s.labId, ...more },
        })
      expect(await save({ status: 'normal' })).toMatchObject({
        status: 422,
        reasons: [{ code: 'DEVICE_DISPOSED', field: 'status', message: words }],
      })
      expect((await save({ status: 'scrapped', alias: '甩干机' })).status).toBe(200)
      expect(await place()).toMatchObject({ status: 'scrapped' })
    })
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
    // A price in the device's record overrides the stated one.
    await world.sql('update device set price_fen = 20000000 where id = $1', [deviceId])
    expect(await draft(s.director, { priceFen: 1 })).toMatchObject({
      priceFen: 20_000_000,
      priceStated: false,
    })
  })

  test('a price that is changed at the moment of its submission decides who judges', async () => {
    await world.sql('update device set price_fen = null where id = $1', [deviceId])
    const { id } = await draft(s.director, { priceFen: 500_000 })
    const holder = await world.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('update scrap set price_fen = 20000000 where id = $1', [id])
      const submitted = submit(id)
      await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
      await holder.query('commit')
      expect((await submitted).data).toMatchObject({ state: 'awaiting_experts', priceFen: 20_000_000 })
    } finally {
      holder.release()
    }
  })

  test('while it is on its way nothing new is booked; given up, it is open again', async () => {
    await world.sql(
      `insert into opening (device_id, horizon_days, pay_modes) values ($1, 30, '{post}') returning device_id`,
      [deviceId],
    )
    await world.sql(
      `insert into opening_window (device_id, weekday, from_minute, to_minute)
        select $1, d, 0, 1440 from generate_series(1, 7) d returning id`,
      [deviceId],
    )
    const want = (hour: number) =>
      world.send(s.booker, bookingCalls.create, {
        body: {
          deviceId,
          kind: 'self_operated',
          startAt: at(2, hour),
          endAt: at(2, hour + 1),
          purpose: '形貌表征',
          payMode: 'post',
        },
      })
    const readiness = async () =>
      (await world.ok(s.booker, openingCalls.get, { params: { deviceId } })).readiness
    const made = await draft()
    expect([(await want(8)).status, (await readiness()).bookable]).toEqual([200, true])
    expect(await submit(made.id, true)).toMatchObject({ status: 200 })
    const refused = await want(9)
    expect([refused.code, refused.message]).toEqual(['NOT_BOOKABLE', expect.stringContaining('正在办理报废')])
    expect(await readiness()).toMatchObject({ bookable: false })
    const week = await world.ok(s.booker, bookingCalls.week, {
      query: { deviceId, from: at(0, 0), to: at(7, 0) },
    })
    expect(week.device.closed).toContain('正在办理报废')
    await world.ok(s.director, assetCalls.cancelScrap, {
      params: { id: made.id },
      body: { reason: '还能用' },
    })
    expect([(await want(9)).status, (await readiness()).bookable]).toEqual([200, true])
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
    await expectSorted(
      ['id', 'stateAt', 'priceFen'],
      async (by) =>
        (await world.ok(s.director, assetCalls.scraps, { query: { order_by: by, size: 1000 } })).items,
    )
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
