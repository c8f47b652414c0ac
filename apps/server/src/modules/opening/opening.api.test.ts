import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import {
  openingCalls,
  openingDefaults,
  type OpeningFields,
  type TouchedBookings,
} from '@portal/contract/opening/opening'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays, findInstant, findLocal, findWeekday } from '../../kernel/time.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
const zone = 'Asia/Shanghai'
/** Days that are certainly in the future. */
const today = findLocal(new Date(), zone).day
const dayAfter = (n: number) => addDays(today, n)
const at = (day: string, hour: number) => findInstant(day, hour * 60, zone)
const everyDay = [1, 2, 3, 4, 5, 6, 7]

beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const save = (who: Person, deviceId: number, more: Partial<OpeningFields> & { accept?: boolean } = {}) =>
  world.send(who, openingCalls.change, { params: { deviceId }, body: { ...openingDefaults, ...more } })
const addWindow = (who: Person, deviceId: number, from = 8, to = 18, weekdays = everyDay) =>
  world.send(who, openingCalls.addWindow, {
    body: { deviceId, weekdays, fromMinute: from * 60, toMinute: to * 60 },
  })
async function opened(
  more: Partial<OpeningFields> = {},
  about: Parameters<Labs['device']>[0] = {},
): Promise<number> {
  const deviceId = await labs.device(about)
  expect((await save(labs.sysadmin, deviceId, more)).status).toBe(200)
  expect((await addWindow(labs.sysadmin, deviceId)).status).toBe(200)
  return deviceId
}
const book = (
  deviceId: number,
  day: string,
  from: number,
  to: number,
  { seat = 1, state = 'awaiting_use', kind = 'self_operated' } = {},
) =>
  world.sql(
    `insert into booking (device_id, lab_id, kind, state, period, seat, booker_id, experimenter_id, payer_id,
        purpose, pay_mode, quote, estimate_fen)
     values ($1, $2, $3, $4, tstzrange($5, $6), $7, $8, $8, $8, '测试', 'post', '{}', 0)`,
    [deviceId, labs.labId, kind, state, at(day, from), at(day, to), seat, labs.student.id],
  )
const touched = (answer: { data: unknown }) => answer.data as TouchedBookings

describe('who opens devices', () => {
  test('leaders of the lab and the system administrator; everybody sees how shared ones are opened', async () => {
    const deviceId = await labs.device()
    const hidden = await labs.device({ shared: false })
    for (const who of [labs.outsider, labs.student, labs.reviewer, labs.member, labs.equipmentOffice]) {
      expect((await save(who, deviceId)).status).toBe(403)
      expect((await addWindow(who, deviceId)).status).toBe(403)
      expect(
        (
          await world.send(who, openingCalls.addException, {
            body: { deviceId, firstDay: today, lastDay: today, reason: 'x' },
          })
        ).status,
      ).toBe(403)
      expect(
        (
          await world.send(who, openingCalls.addException, {
            body: { deviceId: null, firstDay: today, lastDay: today, reason: 'x' },
          })
        ).status,
      ).toBe(403)
    }
    expect(
      (
        await world.send(labs.director, openingCalls.addException, {
          body: { deviceId: null, firstDay: today, lastDay: today, reason: 'x' },
        })
      ).status,
    ).toBe(403)
    // Only the director and system administrators name reviewers.
    for (const [who, can] of [
      [labs.director, ['edit', 'reviewers', 'qualify']],
      [labs.labAdmin, ['edit', 'qualify']],
      [labs.sysadmin, ['edit', 'reviewers', 'qualify']],
    ] as const)
      expect((await save(who, deviceId)).data.can).toEqual(can)
    expect((await world.ok(labs.student, openingCalls.get, { params: { deviceId } })).can).toEqual([])
    expect((await world.send(labs.student, openingCalls.get, { params: { deviceId: hidden } })).status).toBe(
      403,
    )
    // A device that is not shared takes no bookings even if opened: the reply says so and offers sharing to
    // people who may.
    const offered = (await save(labs.director, hidden)).data
    expect([offered.device.shared, offered.settings?.enabled, offered.can.includes('share')]).toEqual([
      false,
      true,
      true,
    ])
    expect(
      (
        await world.ok(labs.director, openingCalls.list, { query: { managed: 'true', opened: 'true' } })
      ).items.map((r) => [r.device.id, r.device.shared]),
    ).toContainEqual([hidden, false])
    await world.ok(labs.director, deviceManageCalls.operate, {
      params: { id: hidden },
      body: { event: 'share', reason: null },
    })
    expect(await world.ok(labs.director, openingCalls.get, { params: { deviceId: hidden } })).toMatchObject({
      device: { shared: true },
      can: ['edit', 'reviewers', 'qualify'],
    })
    const scrapped = await labs.device({ shared: false })
    await world.sql(`update device set status = 'scrapped' where id = $1`, [scrapped])
    expect(
      (await world.ok(labs.director, openingCalls.get, { params: { deviceId: scrapped } })).can,
    ).not.toContain('share')
  })
  test('open is said only where a booking would be taken; what is missing, to those who keep it', async () => {
    const deviceId = await labs.device({ name: '就绪甲', shared: false })
    const read = async (who: Person) => world.ok(who, openingCalls.get, { params: { deviceId } })
    const lacks = async () =>
      (await read(labs.director)).checks.filter((c) => c.must && !c.done).map((c) => c.key)
    expect(await lacks()).toEqual(['shared', 'settings', 'hours'])
    await save(labs.director, deviceId)
    expect(await lacks()).toEqual(['shared', 'hours'])
    const [window] = (await addWindow(labs.director, deviceId)).data
    expect((await read(labs.director)).readiness).toEqual({
      bookable: false,
      opened: true,
      text: '未共享，不接受预约',
    })
    await world.ok(labs.director, deviceManageCalls.operate, {
      params: { id: deviceId },
      body: { event: 'share', reason: null },
    })
    expect(await lacks()).toEqual([])
    const open = { bookable: true, opened: true, text: '开放中' }
    expect(await read(labs.student)).toMatchObject({ readiness: open, checks: [] })
    const listed = await world.ok(labs.director, deviceManageCalls.manageList, {
      query: { deviceName: '就绪甲' },
    })
    expect(listed.items[0]?.readiness).toEqual(open)
    const row = async () =>
      (await world.ok(labs.student, openingCalls.list, { query: { deviceName: '就绪甲' } })).items[0]
    expect((await row())?.readiness).toEqual(open)
    // A closure of all days that can be booked leaves no time.
    await world.ok(labs.director, openingCalls.addException, {
      body: { deviceId, firstDay: today, lastDay: dayAfter(60), reason: '搬迁' },
    })
    expect((await row())?.readiness.text).toBe('没有可约的时间')
    expect(window?.enabled).toBe(true)
  })
  test('overview: opened and shared ones for everybody, all of my labs for who manages', async () => {
    const own = await opened({}, { name: '总览甲' })
    const closed = await labs.device({ name: '总览乙' })
    const names = async (who: Person, managed?: 'true') =>
      (
        await world.ok(who, openingCalls.list, { query: { deviceName: '总览', ...(managed && { managed }) } })
      ).items.map((r) => [r.device.id, r.windows.length, ...r.can])
    expect(await names(labs.student)).toEqual([[own, 7]])
    expect(await names(labs.director, 'true')).toEqual([
      [own, 7, 'edit'],
      [closed, 0, 'edit'],
    ])
    expect(await names(labs.outsider, 'true')).toEqual([])
    // Callers with only the view permission see the devices they deal with: an office all, a reviewer those
    // they review.
    for (const who of [labs.equipmentOffice, labs.reviewer])
      expect(await names(who, 'true'), who.name).toEqual([
        [own, 7],
        [closed, 0],
      ])
    expect(await names(labs.student, 'true')).toEqual([])
  })
})

describe('settings', () => {
  test('come out as they went in, and decide what the list of devices finds', async () => {
    const deviceId = await labs.device({ name: '设置用仪器' })
    const settings: OpeningFields = {
      ...openingDefaults,
      capacity: 3,
      sampleDelivery: true,
      quotaDayMinutes: 240,
      admittedTiers: ['campus'],
      admittedUserTypes: ['1', '2'],
      cancelFeeFen: 5000,
      notes: '请着实验服',
    }
    expect((await save(labs.director, deviceId, settings)).data).toMatchObject({
      settings,
      device: { name: '设置用仪器', lab: { name: '电镜中心' } },
    })
    const found = async (query: object) =>
      (await world.ok(labs.student, deviceCalls.shared, { query: { deviceName: '设置用', ...query } })).total
    expect([
      await found({ kind: 'sample_delivery' }),
      await found({ tier: 'campus' }),
      await found({ tier: 'company' }),
    ]).toEqual([1, 1, 0])
    await save(labs.director, deviceId, { ...settings, enabled: false })
    expect(await found({ opened: 'true' })).toBe(0)
    expect((await world.ok(labs.student, deviceCalls.info, { params: { id: deviceId } })).opened).toBeNull()
  })
  test.each([
    [{ minMinutes: 60, maxMinutes: 30 }, 'maxMinutes'],
    [{ selfOperated: false, sampleDelivery: false }, 'selfOperated'],
    [{ minMinutes: 45, gridMinutes: 30 }, 'minMinutes'],
    [{ capacity: 0 }, 'capacity'],
    [{ horizonDays: 500 }, 'horizonDays'],
    [{ payModes: [] }, 'payModes'],
    [{ cancelFeeFen: -1 }, 'cancelFeeFen'],
  ] as [Partial<OpeningFields>, string][])('%j is refused under %s', async (wrong, field) => {
    const answer = await save(labs.director, await labs.device(), wrong)
    expect([answer.status, answer.reasons?.[0]?.field]).toEqual([400, field])
  })
  test('saved from an old page, they keep what a colleague has set since, or are refused where both cannot be', async () => {
    const deviceId = await labs.device()
    await save(labs.director, deviceId)
    const seen = { ...openingDefaults }
    const saveSeen = (who: Person, more: Partial<OpeningFields>) =>
      world.send(who, openingCalls.change, { params: { deviceId }, body: { ...seen, ...more, seen } })
    await saveSeen(labs.labAdmin, {
      cancelFeeFen: 10_000,
      admittedTiers: ['campus'],
      gridMinutes: 60,
      minMinutes: 60,
    })
    expect((await saveSeen(labs.director, { notes: '请着实验服', maxMinutes: 120 })).data.settings).toEqual({
      ...openingDefaults,
      cancelFeeFen: 10_000,
      admittedTiers: ['campus'],
      gridMinutes: 60,
      minMinutes: 60,
      maxMinutes: 120,
      notes: '请着实验服',
    })
    // 90 minutes are right for the grid that the page shows, not for the present one.
    expect(await saveSeen(labs.director, { maxMinutes: 90 })).toMatchObject({
      status: 409,
      code: 'SAVED_SINCE',
    })
  })
  test('fewer seats than coming bookings need: refused with the list', async () => {
    const deviceId = await opened({ capacity: 3 })
    await book(deviceId, dayAfter(2), 9, 10, { seat: 3 })
    await book(deviceId, dayAfter(2), 9, 10, { seat: 2 })
    await book(deviceId, dayAfter(-2), 9, 10, { seat: 3, state: 'done' })
    const answer = await save(labs.director, deviceId, { capacity: 1, accept: true })
    expect([
      answer.status,
      answer.code,
      touched(answer).count,
      touched(answer).bookings.map((b) => b.seat),
    ]).toEqual([409, 'CAPACITY_IN_USE', 2, [3, 2]])
    expect((await save(labs.director, deviceId, { capacity: 2 })).code).toBe('CAPACITY_IN_USE')
    await world.sql(
      `update booking set state = 'cancelled' where device_id = $1 and seat = 3 and state = 'awaiting_use'`,
      [deviceId],
    )
    expect((await save(labs.director, deviceId, { capacity: 2 })).status).toBe(200)
  })
  test('switched off, or a way of use withdrawn: says how many bookings that touches, and goes ahead when told to', async () => {
    const deviceId = await opened({ sampleDelivery: true })
    await book(deviceId, dayAfter(1), 9, 10)
    await book(deviceId, dayAfter(3), 9, 10, { kind: 'sample_delivery' })
    const off = await save(labs.director, deviceId, { enabled: false })
    expect([off.status, off.code, touched(off).count, off.reasons?.[0]?.overridable]).toEqual([
      409,
      'TOUCHES_BOOKINGS',
      2,
      true,
    ])
    expect(touched(off).bookings[0]?.bookerName).toBe('学生')
    expect(touched(await save(labs.director, deviceId, { sampleDelivery: false })).count).toBe(1)
    expect((await world.ok(labs.student, openingCalls.get, { params: { deviceId } })).settings?.enabled).toBe(
      true,
    )
    expect(
      (await save(labs.director, deviceId, { enabled: false, accept: true })).data.settings?.enabled,
    ).toBe(false)
    // What else is changed while it is off touches nobody.
    expect((await save(labs.director, deviceId, { enabled: false, notes: '检修至周五' })).status).toBe(200)
    expect((await save(labs.director, deviceId, { sampleDelivery: true })).status).toBe(200)
    expect(touched(await save(labs.director, deviceId, { enabled: false })).count).toBe(2)
  })
})

describe('weekly windows', () => {
  test('settings first; windows of a device never overlap', async () => {
    const deviceId = await labs.device()
    expect(await addWindow(labs.director, deviceId)).toMatchObject({ status: 422, code: 'NOT_OPENED' })
    await save(labs.director, deviceId)
    expect((await addWindow(labs.director, deviceId, 8, 12, [1, 1, 3])).data.map((w) => w.weekday)).toEqual([
      1, 3,
    ])
    expect(await addWindow(labs.director, deviceId, 11, 14, [3])).toMatchObject({
      code: 'WINDOW_OVERLAPS',
      reasons: [{ field: 'fromMinute' }],
    })
    expect((await addWindow(labs.director, deviceId, 12, 14, [3])).status).toBe(200)
    expect((await addWindow(labs.director, deviceId, 14, 13, [3])).status).toBe(400)
  })
  test('narrowed, switched off, removed: warns of what is booked there', async () => {
    const deviceId = await opened()
    const day = dayAfter(3)
    await book(deviceId, day, 16, 18)
    const { windows } = await world.ok(labs.director, openingCalls.get, { params: { deviceId } })
    const window = windows.find((w) => w.weekday === findWeekday(day))!
    const other = windows.find((w) => w.weekday !== findWeekday(day))!
    const narrow = (id: number, accept = false) =>
      world.send(labs.director, openingCalls.changeWindow, {
        body: {
          ...window,
          weekday: id === window.id ? window.weekday : other.weekday,
          id,
          toMinute: 17 * 60,
          accept,
        },
      })
    expect(touched(await narrow(window.id)).count).toBe(1)
    expect((await narrow(other.id)).status).toBe(200)
    const enable = (enabled: boolean, accept = false) =>
      world.send(labs.director, openingCalls.enableWindow, {
        params: { id: window.id },
        body: { enabled, accept },
      })
    expect((await enable(false)).code).toBe('TOUCHES_BOOKINGS')
    expect((await enable(false, true)).data.enabled).toBe(false)
    expect((await enable(true)).data.enabled).toBe(true)
    expect(
      (await world.send(labs.director, openingCalls.removeWindow, { params: { id: window.id } })).code,
    ).toBe('TOUCHES_BOOKINGS')
    expect(
      (
        await world.send(labs.outsider, openingCalls.removeWindow, {
          params: { id: window.id },
          query: { accept: 'true' },
        })
      ).status,
    ).toBe(403)
    await world.ok(labs.director, openingCalls.removeWindow, {
      params: { id: window.id },
      query: { accept: 'true' },
    })
    expect((await world.ok(labs.director, openingCalls.get, { params: { deviceId } })).windows).toHaveLength(
      6,
    )
  })
})

describe('exceptions', () => {
  test('of a device: closed hours warn of bookings in them; extra hours open', async () => {
    const deviceId = await opened()
    const day = dayAfter(4)
    await book(deviceId, day, 9, 10)
    const add = (more: object) =>
      world.send(labs.director, openingCalls.addException, {
        body: { deviceId, firstDay: day, lastDay: day, reason: '年度维护', ...more },
      })
    expect(touched(await add({})).count).toBe(1)
    expect((await add({ fromMinute: 12 * 60, toMinute: 18 * 60 })).status).toBe(200)
    expect((await add({ open: true, fromMinute: 20 * 60, toMinute: 22 * 60, reason: '加开' })).status).toBe(
      200,
    )
    const [times] = await world.ok(labs.student, openingCalls.times, {
      query: { deviceIds: String(deviceId), from: day, to: day },
    })
    const hour = (instant: string) => findLocal(new Date(instant), zone).minute / 60
    expect(times?.stretches.map((s) => [hour(s.startAt), hour(s.endAt), s.open, s.reason])).toEqual([
      [0, 8, false, null],
      [8, 12, true, null],
      [12, 20, false, '年度维护'],
      [20, 22, true, null],
      [22, 0, false, null],
    ])
  })
  test('of the campus: by the system administrator, for all devices but those that say otherwise', async () => {
    const [a, b] = [await opened(), await opened()]
    const day = dayAfter(9)
    await book(a, day, 9, 10)
    await book(b, day, 9, 10)
    await world.ok(labs.director, openingCalls.addException, {
      body: { deviceId: b, firstDay: day, lastDay: day, open: true, reason: '假日值守' },
    })
    const add = (accept: boolean) =>
      world.send(labs.sysadmin, openingCalls.addException, {
        body: { deviceId: null, firstDay: day, lastDay: day, reason: '校庆放假', accept },
      })
    expect(touched(await add(false)).count).toBe(1)
    const { data } = await add(true)
    expect(await world.ok(labs.student, openingCalls.holidays)).toMatchObject([
      { reason: '校庆放假', deviceId: null },
    ])
    const times = await world.ok(labs.student, openingCalls.times, {
      query: { deviceIds: `${a},${b}`, from: day, to: day },
    })
    expect(times.map((t) => t.stretches.some((s) => s.open))).toEqual([false, true])
    expect(
      (await world.send(labs.director, openingCalls.removeException, { params: { id: data.id } })).status,
    ).toBe(403)
    await world.ok(labs.sysadmin, openingCalls.removeException, { params: { id: data.id } })
  })
})

describe('what is free', () => {
  test('on a day: open time beside the bookings, by seat', async () => {
    const one = await opened({}, { name: '空闲甲' })
    const two = await opened({ capacity: 2 }, { name: '空闲乙' })
    const none = await labs.device({ name: '空闲丙' })
    const day = dayAfter(5)
    await book(one, day, 8, 10)
    await book(one, day, 11, 18)
    await book(two, day, 8, 18)
    const rows = await world.ok(labs.student, openingCalls.availability, {
      query: { deviceIds: `${one},${two},${none}`, day },
    })
    expect(rows).toEqual([
      {
        deviceId: one,
        openMinutes: 600,
        freeMinutes: 60,
        freeNow: null,
        nextFreeAt: at(day, 10).toISOString(),
      },
      {
        deviceId: two,
        openMinutes: 600,
        freeMinutes: 600,
        freeNow: null,
        nextFreeAt: at(day, 8).toISOString(),
      },
      { deviceId: none, openMinutes: 0, freeMinutes: 0, freeNow: null, nextFreeAt: null },
    ])
    const free = async (freeOn: string) =>
      (await world.ok(labs.student, deviceCalls.shared, { query: { deviceName: '空闲', freeOn } })).items
        .map((d) => d.id)
        .toSorted()
    expect(await free(day)).toEqual([one, two])
    await book(one, day, 10, 11)
    expect(await free(day)).toEqual([two])
    expect(await free(dayAfter(-1))).toEqual([])
  })
  test('on a day: not what is out of order or handed in to be scrapped', async () => {
    const broken = await opened({}, { name: '空闲丁' })
    const scrapping = await opened({}, { name: '空闲戊' })
    const day = dayAfter(6)
    const free = async () =>
      (await world.ok(labs.student, deviceCalls.shared, { query: { deviceName: '空闲', freeOn: day } })).items
        .map((d) => d.id)
        .filter((id) => id === broken || id === scrapping)
    expect((await free()).length).toBe(2)
    await world.sql(`update device set status = 'broken' where id = $1`, [broken])
    await world.sql(
      `insert into scrap (device_id, state, state_at, why, requester_id, price_fen, created_at)
        values ($1, 'awaiting_dept_head', now(), '老化', $2, 1, now())`,
      [scrapping, labs.director.id],
    )
    expect(await free()).toEqual([])
    const rows = await world.ok(labs.student, openingCalls.availability, {
      query: { deviceIds: `${broken},${scrapping}`, day },
    })
    expect(rows.map((r) => r.nextFreeAt)).toEqual([null, null])
  })
  test('of devices one may not see, nothing is told', async () => {
    const hidden = await opened({}, { shared: false })
    const ask = async (who: Person) =>
      (await world.ok(who, openingCalls.availability, { query: { deviceIds: String(hidden) } })).length
    expect([await ask(labs.outsider), await ask(labs.member)]).toEqual([0, 1])
  })
  test('too long a span, or no devices, is refused', async () => {
    const ask = async (query: { deviceIds: string; from: string; to: string }) =>
      (await world.send(labs.student, openingCalls.times, { query })).status
    expect(await ask({ deviceIds: '1', from: today, to: dayAfter(61) })).toBe(200)
    expect(await ask({ deviceIds: '1', from: today, to: dayAfter(62) })).toBe(400)
    expect(await ask({ deviceIds: '1', from: today, to: dayAfter(-1) })).toBe(400)
    // Letters may be a serial number, here an unknown one.
    expect(await ask({ deviceIds: 'x', from: today, to: today })).toBe(404)
    expect(await ask({ deviceIds: '一号', from: today, to: today })).toBe(400)
    expect(await ask({ deviceIds: '1', from: '9999-12-30', to: '9999-12-31' })).toBe(400)
  })
})

test('who looks at the days of a whole lab hears of each change; of a move, who looks at either', async () => {
  const deviceId = await labs.device()
  const publish = vi.spyOn(world.app.deps.live, 'publish')
  const hear = async (change: () => Promise<unknown>) => {
    publish.mockClear()
    await change()
    const topics = new Set(publish.mock.calls.map(([topic]) => topic))
    return [...topics].filter((topic) => /^(?:device|lab):/.test(topic)).toSorted()
  }
  const operate = (event: 'unshare' | 'maintain', reason: string | null) =>
    world.ok(labs.director, deviceManageCalls.operate, { params: { id: deviceId }, body: { event, reason } })
  const topics = [`device:${deviceId}`, `lab:${labs.labId}`]
  for (const change of [
    () => save(labs.director, deviceId),
    () => addWindow(labs.director, deviceId),
    () =>
      world.ok(labs.director, openingCalls.addException, {
        body: { deviceId, firstDay: dayAfter(3), lastDay: dayAfter(3), reason: '检修' },
      }),
    () => operate('unshare', null),
    () => operate('maintain', '年度保养'),
  ])
    expect(await hear(change), String(change)).toEqual(topics)
  const moved = await hear(() =>
    world.ok(labs.equipmentOffice, deviceManageCalls.changeBase, {
      params: { serialId: deviceId },
      body: { serialId: `MOVED-${deviceId}`, name: '电镜', labId: labs.otherLabId },
    }),
  )
  expect(moved).toEqual([...topics, `lab:${labs.otherLabId}`].toSorted())
  publish.mockRestore()
})
