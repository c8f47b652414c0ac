import { bookingCalls } from '@portal/contract/booking/calls'
import { peopleCalls } from '@portal/contract/people/people'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

// What a calendar program without a session reads, checked with an independent parser.

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
})
afterAll(() => world.close())

const subscribe = async (by: Person, deviceId?: number) =>
  (await world.ok(by, bookingCalls.makeFeed, { body: { deviceId } })).path
const fetch = (path: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'GET', url: path, headers })
async function read(path: string) {
  const { statusCode, body } = await fetch(path)
  expect(statusCode).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(body) as unknown[])
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      summary: event.summary,
      startAt: event.startDate.toJSDate().toISOString(),
      endAt: event.endDate.toJSDate().toISOString(),
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
    }
  })
  return { body, events, name: calendar.getFirstPropertyValue('x-wr-calname') }
}

test('a fault while it is read writes down no address that could be subscribed to', async () => {
  const path = await subscribe(lab.booker)
  await world.sql('alter table calendar_feed rename column device_id to gone')
  try {
    expect((await fetch(`${path}?keyword=电镜&token=x`)).statusCode).toBe(500)
  } finally {
    await world.sql('alter table calendar_feed rename column gone to device_id')
  }
  const [written] = await world.sql<{ request: unknown }>('select request from exception_log')
  expect(written?.request).toEqual({
    params: { token: '（已隐去）' },
    query: { keyword: '电镜', token: '（已隐去）' },
  })
})

describe("one's own bookings", () => {
  test('come without a session, and stay the same events when they move or are cancelled', async () => {
    const path = await subscribe(lab.booker)
    expect(path).toMatch(/^\/api\/v2\/booking\/calendar\/[\w-]{43}\.ics$/)
    expect((await read(path)).events).toEqual([])
    const deviceId = await lab.device()
    await lab.approvals(deviceId)
    const { id } = await lab.book({ deviceId, startAt: at(2, 8), endAt: at(2, 9), purpose: '机密课题' })
    const first = await read(path)
    expect(first.name).toBe('我的仪器预约')
    expect(first.events).toMatchObject([
      {
        summary: '场发射扫描电镜',
        startAt: at(2, 8),
        endAt: at(2, 9),
        uid: expect.stringContaining(`-${id}@`),
      },
    ])
    expect(first.body).not.toContain('机密课题')

    await world.sql(`update booking set state_at = state_at - interval '1 minute' where id = $1`, [id])
    const before = (await read(path)).events[0]
    await world.ok(lab.booker, bookingCalls.extend, { params: { id }, body: { endAt: at(2, 10) } as never })
    const moved = (await read(path)).events[0]
    expect(moved).toMatchObject({ uid: before?.uid, endAt: at(2, 10) })
    expect(moved?.sequence).toBeGreaterThan(before?.sequence ?? 0)

    await world.ok(lab.booker, bookingCalls.cancel, { params: { id }, body: {} as never })
    expect((await read(path)).events).toMatchObject([
      { uid: before?.uid, status: 'CANCELLED', summary: '已取消：场发射扫描电镜' },
    ])
  })
  test('are those that one uses, too, and nobody else’s', async () => {
    const deviceId = await lab.device()
    const { id } = await lab.book({
      deviceId,
      startAt: at(3, 8),
      endAt: at(3, 9),
      experimenterId: lab.experimenter.id,
    })
    const uids = async (by: Person) => (await read(await subscribe(by))).events.map((e) => e.uid)
    const uid = expect.stringContaining(`booking-${id}@`) as string
    expect(await uids(lab.experimenter)).toEqual([uid])
    expect(await uids(lab.outsider)).toEqual([])
  })
})

describe("a device's", () => {
  test('says what is taken, and neither whose nor which', async () => {
    const deviceId = await lab.device({ capacity: 2 })
    const { id } = await lab.book({ deviceId, startAt: at(4, 8), endAt: at(4, 9), seat: 2 })
    const gone = await lab.book({ deviceId, startAt: at(5, 8), endAt: at(5, 9) })
    await world.ok(lab.booker, bookingCalls.cancel, { params: { id: gone.id }, body: {} as never })
    const path = await subscribe(lab.outsider, deviceId)
    const { body, events } = await read(path)
    expect(events).toMatchObject([{ summary: '已约（2 号机位）', startAt: at(4, 8), status: 'CONFIRMED' }])
    expect(body).not.toContain(`-${id}@`)
    expect(body).not.toContain('预约人')
    // The event is the same at each reading; its booker sees it as their own.
    expect((await read(path)).events).toEqual(events)
    expect((await read(await subscribe(lab.booker, deviceId))).events).toMatchObject([
      { uid: expect.stringContaining(`booking-${id}@`) as string },
    ])
  })
  test('has to be there', async () => {
    const refused = await world.send(lab.booker, bookingCalls.makeFeed, { body: { deviceId: 999_999 } })
    expect(refused.status).toBe(404)
  })
})

describe('an address', () => {
  test('is told once, renewed and withdrawn by its owner', async () => {
    const since = async () => (await world.ok(lab.payer, bookingCalls.feed, { query: {} })).since
    expect(await since()).toBeNull()
    const first = await subscribe(lab.payer)
    expect(await since()).not.toBeNull()
    const token = first.slice(first.lastIndexOf('/') + 1, -'.ics'.length)
    const kept = await world.sql(
      `select from calendar_feed where encode(token_hash, 'escape') like '%' || $1 || '%'`,
      [token],
    )
    expect(kept).toEqual([])
    const log = await world.sql(`select from operation_log o where to_jsonb(o)::text like '%' || $1 || '%'`, [
      token,
    ])
    expect(log).toEqual([])
    const second = await subscribe(lab.payer)
    expect((await fetch(first)).statusCode).toBe(404)
    expect((await fetch(second)).statusCode).toBe(200)
    await world.ok(lab.payer, bookingCalls.endFeed, { query: {} })
    expect((await fetch(second)).statusCode).toBe(404)
    expect(await since()).toBeNull()
  })
  test('is not sent again to whoever has it, and is nothing that caches share', async () => {
    const path = await subscribe(lab.director)
    const { headers } = await fetch(path)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-cache')
    const again = await fetch(path, { 'if-none-match': String(headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
  test('ends with its owner’s account, also if that is opened again', async () => {
    const who = await world.person('将离校者')
    const path = await subscribe(who)
    const enable = (enabled: boolean) =>
      world.ok(lab.sysadmin, peopleCalls.setEnabled, { params: { id: who.id }, body: { enabled } } as never)
    await enable(false)
    expect((await fetch(path)).statusCode).toBe(404)
    await enable(true)
    expect((await fetch(path)).statusCode).toBe(404)
  })
  test('that nobody made is refused, whatever it is', async () => {
    for (const token of ['x', 'x'.repeat(43), '%00.ics', '%25.ics'])
      expect((await fetch(`/api/v2/booking/calendar/${token}`)).statusCode).toBeLessThan(500)
    expect((await fetch(`/api/v2/booking/calendar/${'y'.repeat(43)}.ics`)).statusCode).toBe(404)
  })
})
