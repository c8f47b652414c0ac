import { absenceCalls } from '@portal/contract/approval/absence'
import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listGrams } from '../../../kernel/search.rules.ts'
import { findLocal } from '../../../kernel/time.ts'
import { at, openLab, zone, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

// Who sees what in lists and calendars.

let world: World
let lab: OpenLab
let clerk: Person
let stranger: Person
/** Holds the permission for the link to the back office, which opens nothing on the server. */
let linked: Person
let mine: number
let paid: number
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  const [{ dept }] = (await world.sql<{ dept: number }>('select dept_id as dept from lab where id = $1', [
    lab.labId,
  ])) as [{ dept: number }]
  clerk = await world.person('管理科', { permissions: ['SUBSCRIBE_ORDER_VIEW'], deptId: dept })
  stranger = await world.person('路人')
  linked = await world.person('秘书', { permissions: ['SYSTEM_ADMIN'] })
  mine = (await lab.book({ startAt: at(2, 8), endAt: at(2, 9) })).id
  paid = (
    await lab.book({
      startAt: at(2, 10),
      endAt: at(2, 11),
      payerId: lab.payer.id,
      experimenterId: lab.experimenter.id,
    })
  ).id
})
afterAll(() => world.close())

const list = (by: Person, query: Record<string, unknown> = {}) =>
  world.ok(by, bookingCalls.list, { query: query as never })
const ids = async (by: Person, query: Record<string, unknown> = {}) =>
  (await list(by, query)).items.map((b) => b.id)

describe('one booking', () => {
  test('is seen by its people, its lab and those who look after bookings', async () => {
    const sees = async (by: Person) =>
      (await world.send(by, bookingCalls.get, { params: { id: paid } })).status
    for (const by of [
      lab.booker,
      lab.experimenter,
      lab.payer,
      lab.reviewer,
      lab.director,
      lab.labAdmin,
      lab.sysadmin,
      clerk,
    ])
      expect([by.name, await sees(by)]).toEqual([by.name, 200])
    for (const by of [lab.outsider, stranger, linked])
      expect([by.name, await sees(by)]).toEqual([by.name, 403])
  })
  test('is acted on only by its people: everybody else is refused on every call', async () => {
    const params = { id: paid }
    for (const by of [lab.outsider, stranger, linked]) {
      const answers = [
        await world.send(by, bookingCalls.cancel, { params, body: {} }),
        await world.send(by, bookingCalls.revoke, { params, body: { reason: '不行' } }),
        await world.send(by, bookingCalls.start, { params }),
        await world.send(by, bookingCalls.finish, { params }),
        await world.send(by, bookingCalls.extend, { params, body: { endAt: at(2, 12) } }),
        await world.send(by, bookingCalls.approve, { params, body: { state: 'awaiting_payer' } }),
        await world.send(by, bookingCalls.refuse, {
          params,
          body: { state: 'awaiting_payer', reason: '不行' },
        }),
        await world.send(by, bookingCalls.change, {
          params,
          body: { purpose: '改', startAt: at(2, 10), endAt: at(2, 11) },
        }),
        await world.send(by, bookingCalls.judge, {
          body: { deviceId: lab.deviceId, kind: 'self_operated', bookingId: paid },
        }),
      ]
      expect(answers.map((a) => a.status)).toEqual(answers.map(() => 403))
    }
    // The view permission does not allow actions.
    expect((await world.send(clerk, bookingCalls.revoke, { params, body: { reason: '不行' } })).status).toBe(
      403,
    )
    expect((await world.send(lab.experimenter, bookingCalls.cancel, { params, body: {} })).status).toBe(403)
  })
})

describe('the list', () => {
  test('by scope', async () => {
    expect(await ids(lab.booker)).toEqual([paid, mine])
    expect(await ids(lab.experimenter, { scope: 'experimenter' })).toEqual([paid])
    expect(await ids(lab.payer, { scope: 'payer' })).toEqual([paid])
    expect(await ids(lab.payer)).toEqual([])
    for (const by of [lab.reviewer, lab.director, lab.labAdmin])
      expect(await ids(by, { scope: 'lab' })).toEqual([paid, mine])
    expect(await ids(lab.outsider, { scope: 'lab' })).toEqual([])
    expect((await world.send(lab.booker, bookingCalls.list, { query: { scope: 'all' } })).status).toBe(403)
    expect(await ids(clerk, { scope: 'all' })).toEqual([paid, mine])
    expect(await ids(lab.sysadmin, { scope: 'all' })).toEqual([paid, mine])
  })
  test('a clerk of another dept sees only his own dept’s labs', async () => {
    const [{ id: deptId }] = (await world.sql<{ id: number }>(
      `insert into dept (code, name) values ('ELSE', '文学院') returning id`,
    )) as [{ id: number }]
    const other = await world.person('文学院管理科', {
      permissions: ['SUBSCRIBE_ORDER_VIEW', 'SUBSCRIBE_ORDER_EDIT'],
      deptId,
    })
    expect(await ids(other, { scope: 'all' })).toEqual([])
    expect(
      (await world.send(other, bookingCalls.revoke, { params: { id: mine }, body: { reason: '不行' } }))
        .status,
    ).toBe(403)
  })
  test('a right that ends in _ALL reaches every lab; who directs a lab does not reach the others of his dept, who heads the dept does', async () => {
    expect(
      await ids(await world.person('设备处', { permissions: ['SUBSCRIBE_ORDER_ALL'] }), { scope: 'all' }),
    ).toEqual([paid, mine])
    const [{ dept }] = (await world.sql<{ dept: number }>('select dept_id as dept from lab where id = $1', [
      lab.labId,
    ])) as [{ dept: number }]
    const director = await world.person('同院另一主任', {
      permissions: ['SUBSCRIBE_ORDER_VIEW', 'SUBSCRIBE_ORDER_EDIT'],
      deptId: dept,
    })
    const give = (code: string) =>
      world.sql(`insert into user_role (user_id, role_id) select $1, id from role where code = $2`, [
        director.id,
        code,
      ])
    await give('LAB_DIRECTOR')
    expect(await ids(director, { scope: 'all' })).toEqual([])
    expect(
      (await world.send(director, bookingCalls.revoke, { params: { id: mine }, body: { reason: '不行' } }))
        .status,
    ).toBe(403)
    await give('DEPT_HEAD')
    expect(await ids(director, { scope: 'all' })).toEqual([paid, mine])
  })
  test('what is waited for, and what one may do', async () => {
    expect(await ids(lab.payer, { scope: 'payer', awaitingMe: 'true' })).toEqual([paid])
    expect(await ids(lab.reviewer, { scope: 'lab', awaitingMe: 'true' })).toEqual([mine])
    expect((await list(lab.reviewer, { scope: 'lab' })).items.map((b) => b.can.toSorted())).toEqual([
      [],
      ['approve', 'refuse'],
    ])
    expect((await list(lab.director, { scope: 'lab' })).items.map((b) => b.can)).toEqual([
      ['revoke'],
      ['revoke'],
    ])
  })
  test('filters, words and days', async () => {
    for (const [table, id] of [
      ['device', lab.deviceId],
      ['user_account', lab.booker.id],
      ['user_account', lab.payer.id],
    ] as const) {
      const [{ name }] = (await world.sql<{ name: string }>(`select name from ${table} where id = $1`, [
        id,
      ])) as [{ name: string }]
      const { text, grams } = listGrams([name], { people: table === 'user_account' })
      await world.sql(`update ${table} set search_text = $2, search_grams = $3 where id = $1`, [
        id,
        text,
        grams,
      ])
    }
    const all = (query: Record<string, unknown>) => ids(lab.sysadmin, { scope: 'all', ...query })
    expect(await all({ state: 'awaiting_payer' })).toEqual([paid])
    expect(await all({ state: 'awaiting_payer,awaiting_reviewer' })).toEqual([paid, mine])
    expect(await all({ keyword: String(mine) })).toEqual([mine])
    expect(await all({ keyword: '扫描电镜' })).toEqual([paid, mine])
    expect(await all({ keyword: 'smdj' })).toEqual([paid, mine])
    expect(await all({ keyword: '付款人' })).toEqual([paid])
    expect(await all({ keyword: '没有这样的' })).toEqual([])
    expect(await ids(lab.payer, { scope: 'payer', keyword: '扫描电镜' })).toEqual([paid])
    expect(await all({ fromDay: at(2, 8).slice(0, 10), toDay: at(2, 8).slice(0, 10) })).toEqual([paid, mine])
    expect(await all({ fromDay: at(3, 8).slice(0, 10) })).toEqual([])
    expect(await all({ deviceId: lab.deviceId, kind: 'sample_delivery' })).toEqual([])
    expect(await all({ labId: lab.labId, state: 'awaiting_reviewer' })).toEqual([mine])
  })
  test('pages, sorts, and goes on from where it was', async () => {
    const first = await list(lab.booker, { size: 1 })
    expect([first.items[0]?.id, first.total, first.totalExact, first.next]).toEqual([paid, 2, true, paid])
    expect(await ids(lab.booker, { size: 1, after: paid })).toEqual([mine])
    expect(await ids(lab.booker, { size: 1, page: 1 })).toEqual([mine])
    expect(await ids(lab.booker, { order_by: 'startAt asc' })).toEqual([mine, paid])
    expect(await ids(lab.booker, { order_by: 'estimateFen desc' })).toEqual([paid, mine])
    for (const order_by of ['purpose asc', 'id; drop'])
      expect((await world.send(lab.booker, bookingCalls.list, { query: { order_by } })).status).toBe(400)
    expect((await world.send(lab.booker, bookingCalls.list, { query: { page: 999_999 } })).status).toBe(422)
  })
})

describe('what somebody is known by', () => {
  test('stands beside his request for the laboratory, while it decides, and for nobody else', async () => {
    const deviceId = await lab.device({ qualification_required: true })
    await lab.approvals(deviceId, 'reviewer')
    await world.sql(
      `insert into qualification (user_id, device_id, granted_by, valid_until)
        values ($1, $2, $3, now() + interval '90 days')`,
      [lab.booker.id, deviceId, lab.reviewer.id],
    )
    const asked = (day: number) => lab.book({ deviceId, startAt: at(day, 8), endAt: at(day, 9) })
    const [used, waits] = [await asked(10), await asked(11)]
    await lab.shift(used.id, -20 * 24 * 60, 60)
    await world.sql(
      `update booking set state = 'done', started_at = lower(period), finished_at = upper(period),
        end_kind = 'finished' where id = $1`,
      [used.id],
    )
    await world.sql(
      `insert into violation (user_id, device_id, lab_id, kind, at, revoked_at, state) values
        ($1, $2, $3, 'no_show', now() - interval '30 days', null, 'standing'),
        ($1, $2, $3, 'no_show', now() - interval '31 days', null, 'standing'),
        ($1, $2, $3, 'no_show', now() - interval '32 days', now(), 'revoked'),
        ($1, $2, $3, 'late_cancel', now() - interval '400 days', null, 'standing')`,
      [lab.booker.id, deviceId, lab.labId],
    )
    const shown = async (by: Person, id = waits.id) =>
      (await world.ok(by, bookingCalls.get, { params: { id } })).conduct
    for (const by of [lab.reviewer, lab.director, lab.sysadmin])
      expect(await shown(by)).toMatchObject({
        uses: { here: 1 },
        qualification: { granted: true },
        violations: [{ kind: 'no_show', times: 2 }],
      })
    for (const by of [lab.booker, clerk]) expect(await shown(by)).toBeNull()
    // A reviewer is qualified without an end, whatever qualification they were granted.
    await world.sql(
      `insert into qualification (user_id, device_id, granted_by, valid_until)
        values ($1, $2, $3, now() - interval '1 day')`,
      [lab.reviewer.id, deviceId, lab.director.id],
    )
    await world.sql('update booking set experimenter_id = $2 where id = $1', [waits.id, lab.reviewer.id])
    expect(await shown(lab.director)).toMatchObject({ qualification: { granted: true, validUntil: null } })
    await world.sql('update booking set experimenter_id = $2 where id = $1', [waits.id, lab.booker.id])
    expect(await shown(lab.reviewer, used.id)).toBeNull()
  })
})

describe('the calendar', () => {
  const week = (by: Person, query: Record<string, unknown> = {}) =>
    world.send(by, bookingCalls.week, {
      query: { deviceId: lab.deviceId, from: at(1, 0), to: at(8, 0), ...query },
    })
  test('taken time for everybody, names for those who may know', async () => {
    const { data } = await week(lab.experimenter)
    expect(data.busy.map((b) => [b.startAt, b.mine, b.id, b.who])).toEqual([
      [at(2, 8), false, null, null],
      [at(2, 10), true, paid, '预约人'],
    ])
    expect((await week(lab.director)).data.busy.map((b) => b.who)).toEqual(['预约人', '预约人'])
    expect((await week(stranger)).data.busy.map((b) => b.who)).toEqual([null, null])
    expect(data.stretches).toEqual([{ startAt: at(1, 0), endAt: at(8, 0), open: true, reason: null }])
    expect(data.opening).toMatchObject({ gridMinutes: 30, capacity: 1, payModes: ['immediate', 'post'] })
  })
  test('why a device takes no bookings, in words; what its leaders may set aside does not keep them out', async () => {
    const closed = async (by: Person, deviceId: number) => (await week(by, { deviceId })).data.device.closed
    const [open, off, hidden] = [await lab.device(), await lab.device(), await lab.device()]
    await lab.book({ deviceId: hidden, startAt: at(3, 8), endAt: at(3, 9) })
    const [{ id: never }] = (await world.sql<{ id: number }>(
      `insert into device (serial_id, name, dept_id, lab_id, shared) select 'NEVER', '从未开放', dept_id, id, true from lab where id = $1 returning id`,
      [lab.labId],
    )) as [{ id: number }]
    await world.sql('update opening set enabled = false where device_id = $1', [off])
    await world.sql('update device set shared = false where id = $1', [hidden])
    expect(await Promise.all([open, off, hidden, never].map((id) => closed(lab.booker, id)))).toEqual([
      null,
      '该仪器已暂停开放预约',
      '该仪器未共享，不接受预约',
      '该仪器尚未开放预约',
    ])
    await world.sql(
      `update device set status = 'maintenance', status_note = '更换灯丝' where id = any ($1)`,
      [[open, off]],
    )
    expect(await closed(lab.booker, open)).toBe('仪器维护中，暂停预约：更换灯丝')
    expect(await closed(lab.director, open)).toBeNull()
    expect(await closed(lab.director, off)).toBe('该仪器已暂停开放预约')
    await world.sql(`update device set status = 'broken', status_note = null where id = $1`, [open])
    expect(await closed(lab.director, open)).toBe('仪器故障，暂停预约')
  })
  test('and price of an instrument that is not shared are for its people, and those who have booked it', async () => {
    const hidden = await lab.device()
    await lab.book({ deviceId: hidden, startAt: at(3, 8), endAt: at(3, 9) })
    const subscribe = (by: Person) => world.send(by, bookingCalls.makeFeed, { body: { deviceId: hidden } })
    const wish = { deviceId: hidden, kind: 'self_operated', startAt: at(4, 8), endAt: at(4, 9) } as const
    const ask = async (by: Person) =>
      [
        await week(by, { deviceId: hidden }),
        await world.send(by, bookingCalls.judge, { body: wish }),
        await subscribe(by),
      ].map((answer) => answer.status)
    expect(await ask(stranger)).toEqual([200, 200, 200])
    const fetch = async (path: string) => (await world.app.inject({ url: path })).body
    const { path } = (await subscribe(stranger)).data
    const { path: own } = (await subscribe(lab.booker)).data
    expect(await fetch(path)).toContain('已约')
    await world.sql('update device set shared = false where id = $1', [hidden])
    expect(await ask(stranger)).toEqual([403, 403, 403])
    expect((await week(stranger, { deviceId: hidden })).message).toBe('该仪器未共享，仅本实验室人员可以查看')
    expect(await fetch(path)).not.toContain('VEVENT')
    expect(await fetch(own)).toContain('VEVENT')
    for (const by of [lab.reviewer, lab.director, lab.labAdmin, lab.sysadmin, lab.booker, clerk])
      expect([by.name, await ask(by)]).toEqual([by.name, [200, 200, 200]])
  })
  test('at most five weeks, forwards', async () => {
    expect((await week(stranger, { to: at(60, 0) })).status).toBe(400)
    expect((await week(stranger, { to: at(0, 0) })).status).toBe(400)
    expect((await week(stranger, { deviceId: 999_999 })).status).toBe(404)
  })
  test('what was used stays visible in the past', async () => {
    const deviceId = await lab.device()
    await lab.approvals(deviceId)
    const { id } = await lab.book({ deviceId, startAt: at(4, 8), endAt: at(4, 9) })
    await lab.shift(id, -5, 60)
    await world.ok(lab.booker, bookingCalls.start, { params: { id } })
    await world.ok(lab.booker, bookingCalls.finish, { params: { id } })
    expect(
      (await week(lab.booker, { deviceId, from: at(-1, 0), to: at(2, 0) })).data.busy.map((b) => [
        b.id,
        b.state,
      ]),
    ).toEqual([[id, 'awaiting_test_order']])
  })
})

describe('pick a time, see what is free', () => {
  test('open, not taken, with a seat left, for this person', async () => {
    const two = await lab.device({ capacity: 2 })
    const closed = await lab.device()
    await world.sql(
      `insert into opening_exception (device_id, first_day, last_day, reason) values ($1, $2, $2, '检修')`,
      [closed, at(5, 8).slice(0, 10)],
    )
    const company = await lab.device({ admitted_tiers: ['company'] })
    await lab.book({ deviceId: two, startAt: at(5, 8), endAt: at(5, 10) })
    await lab.book({ startAt: at(5, 8), endAt: at(5, 10) })
    const free = async (query: Record<string, unknown> = {}) =>
      world.ok(lab.booker, bookingCalls.free, {
        query: { startAt: at(5, 9), endAt: at(5, 11), labId: lab.labId, ...query } as never,
      })
    const { items, next } = await free()
    expect(items.find((d) => d.id === two)).toMatchObject({ freeSeats: 1, capacity: 2 })
    for (const taken of [lab.deviceId, closed, company]) expect(items.map((d) => d.id)).not.toContain(taken)
    expect(next).toBeNull()
    const paged = await free({ size: 1 })
    expect(paged.items.length).toBe(1)
    expect((await free({ size: 50, after: paged.next ?? 0 })).items.map((d) => d.id)).toEqual(
      items.slice(1).map((d) => d.id),
    )
    expect(
      (await world.send(lab.booker, bookingCalls.free, { query: { startAt: at(5, 9), endAt: at(5, 8) } }))
        .status,
    ).toBe(400)
  })

  test('nobody is led to what nobody can book then', async () => {
    const good = await lab.device()
    const broken = await lab.device()
    await world.sql(`update device set status = 'broken' where id = $1`, [broken])
    const scrapping = await lab.device()
    await world.sql(
      `insert into scrap (device_id, state, state_at, why, requester_id, price_fen, created_at)
        values ($1, 'awaiting_dept_head', now(), '老化', $2, 1, now())`,
      [scrapping, lab.director.id],
    )
    const far = await lab.device({ horizon_days: 1 })
    const soon = await lab.device({ notice_minutes: 30 * 1440 })
    const coarse = await lab.device({ grid_minutes: 120, min_minutes: 120 })
    const all = [good, broken, scrapping, far, soon, coarse]
    const free = async (startAt: string, endAt: string) =>
      (
        await world.ok(lab.booker, bookingCalls.free, {
          query: { startAt, endAt, labId: lab.labId, size: 50 },
        })
      ).items
        .map((d) => d.id)
        .filter((id) => all.includes(id))
    expect(await free(at(5, 9), at(5, 11))).toEqual([good])
    expect(await free(at(5, 10), at(5, 12))).toEqual([good, coarse])
    expect(await free(at(1, 10), at(1, 12))).toEqual([good, far, coarse])
    expect(await free(at(-1, 10), at(-1, 12))).toEqual([])
    const day = at(5, 12).slice(0, 10)
    const { devices } = await world.ok(lab.booker, bookingCalls.labDay, { query: { labId: lab.labId, day } })
    const compared = await world.ok(lab.booker, bookingCalls.compare, {
      query: { deviceIds: all.join(','), from: day },
    })
    for (const shown of [devices, compared.devices])
      expect(shown.map((d) => d.id).filter((id) => all.includes(id))).toEqual([good, far, soon, coarse])
  })
})

describe('what goes on', () => {
  test('of a day: what reaches into it, and what is used, whenever it should have ended', async () => {
    const [one, other] = [await lab.device(), await lab.device()]
    const put = async (deviceId: number, state: string, from: string, to: string) => {
      const { id } = await lab.book({ deviceId, startAt: at(8, 8), endAt: at(8, 9) })
      await world.sql(`update booking set state = $2, period = tstzrange($3, $4) where id = $1`, [
        id,
        state,
        from,
        to,
      ])
      return id
    }
    const overnight = await put(one, 'in_use', at(-1, 22), at(0, 1))
    const late = await put(other, 'in_use', at(-2, 8), at(-1, 9))
    const waiting = await put(one, 'awaiting_use', at(-1, 20), at(-1, 21))
    const coming = await put(one, 'awaiting_use', at(0, 23), at(1, 2))
    const tomorrow = await put(one, 'awaiting_use', at(1, 8), at(1, 9))
    const all = [overnight, late, waiting, coming, tomorrow]
    const today = findLocal(new Date(), zone).day
    const rows = await ids(lab.reviewer, {
      scope: 'lab',
      state: ['awaiting_use', 'in_use'],
      liveOn: today,
      order_by: 'startAt asc',
    })
    expect(rows.filter((id) => all.includes(id))).toEqual([late, overnight, coming])
  })

  test('of a day: how many run and how many are late is counted over all, not over a page', async () => {
    const deviceId = await lab.device()
    const away = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const put = async (state: string, from: number, to: number, seat: number) => {
      const { id } = await lab.book({ deviceId, startAt: at(8, 8), endAt: at(8, 9) })
      await world.sql('update booking set state = $2, period = tstzrange($3, $4), seat = $5 where id = $1', [
        id,
        state,
        away(from),
        away(to),
        seat,
      ])
    }
    await put('in_use', -60, 60, 1)
    await put('in_use', -120, -30, 2)
    await put('awaiting_use', -30, 60, 3)
    const query = { scope: 'lab', deviceId, state: ['awaiting_use', 'in_use'], size: 1 }
    const today = findLocal(new Date(), zone).day
    const page = await list(lab.reviewer, { ...query, liveOn: today })
    expect(page).toMatchObject({ total: 3, live: { running: 2, late: 2 } })
    expect(page.items).toHaveLength(1)
    expect((await list(lab.reviewer, query)).live).toBeNull()
  })

  test('of a person: what he booked and what was booked for him, with or without a time', async () => {
    const theirs = await lab.book({ startAt: at(9, 8), endAt: at(9, 9), experimenterId: lab.experimenter.id })
    const own = await lab.book(
      {
        kind: 'sample_delivery',
        startAt: null,
        endAt: null,
        samples: [{ name: '合金', count: 1 }],
      },
      lab.experimenter,
    )
    const using = (by: Person) =>
      ids(by, { scope: 'using', state: ['awaiting_reviewer', 'awaiting_use'], order_by: 'agenda asc' })
    const rows = await using(lab.experimenter)
    expect([rows.includes(theirs.id), rows.at(-1)]).toEqual([true, own.id])
    expect(await using(lab.booker)).toContain(theirs.id)
    expect(await using(lab.payer)).toEqual([])
  })
})

describe('attachments', () => {
  const read = async (by: Person, url: string) =>
    (await world.app.inject({ url, headers: { authorization: by.token } })).statusCode
  test('come with the form, are read by those who see the booking, and go with a change', async () => {
    const files = await world.ok(lab.booker, bookingCalls.attach, {
      files: [{ name: '方案.txt', content: Buffer.from('测试方案') }],
    })
    const { id } = await lab.book({
      startAt: at(6, 8),
      endAt: at(6, 9),
      attachmentIds: files.map((f) => f.id),
    })
    const detail = await world.ok(lab.reviewer, bookingCalls.get, { params: { id } })
    expect(detail.attachments.map((f) => f.name)).toEqual(['方案.txt'])
    const { url } = detail.attachments[0]!
    const answers = [await read(lab.reviewer, url), await read(lab.booker, url), await read(stranger, url)]
    expect(answers).toEqual([200, 200, 403])
    const twice = await world.send(lab.booker, bookingCalls.create, {
      body: {
        deviceId: lab.deviceId,
        kind: 'self_operated',
        startAt: at(6, 10),
        endAt: at(6, 11),
        purpose: '看看',
        attachmentIds: files.map((f) => f.id),
      },
    })
    expect(twice.status).toBe(400)
    await world.ok(lab.booker, bookingCalls.change, {
      params: { id },
      body: { startAt: at(6, 8), endAt: at(6, 9), purpose: '不要附件', attachmentIds: [] },
    })
    expect((await world.ok(lab.booker, bookingCalls.get, { params: { id } })).attachments).toEqual([])
  })

  test('are read by who is awaited in another’s stead, and by whose card pays', async () => {
    const cardId = await lab.card(lab.payer, 100_000)
    await world.ok(lab.payer, fundCardCalls.authorise, {
      params: { id: cardId, userId: lab.booker.id },
      body: {},
    })
    const [file] = await world.ok(lab.booker, bookingCalls.attach, {
      files: [{ name: '安全说明.txt', content: Buffer.from('使用液氮') }],
    })
    const { id } = await lab.book({
      startAt: at(6, 14),
      endAt: at(6, 15),
      payMode: 'immediate',
      fundCardId: cardId,
      attachmentIds: [file!.id],
    })
    const today = findLocal(new Date(), zone).day
    await world.ok(lab.reviewer, absenceCalls.add, {
      body: { deputyId: stranger.id, fromDay: today, toDay: today, reason: '出差' },
    })
    for (const by of [stranger, lab.payer]) {
      const { attachments } = await world.ok(by, bookingCalls.get, { params: { id } })
      expect(attachments.map((f) => f.name)).toEqual(['安全说明.txt'])
      expect(await read(by, attachments[0]!.url)).toBe(200)
    }
    expect(await read(lab.outsider, `/api/v2/file/${file!.id}`)).toBe(403)
  })
})
