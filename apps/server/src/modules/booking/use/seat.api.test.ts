import { bookingCalls } from '@portal/contract/booking/calls'
import { openingCalls, type TouchedBookings } from '@portal/contract/opening/opening'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '../../../kernel/events.ts'
import { runJob } from '../../../kernel/jobs.ts'
import { addMinutes, findLocal } from '../../../kernel/time.ts'
import { at, openLab, zone, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'
import type {} from '../../device/device.events.ts'
import { bookingJobs } from '../booking.jobs.ts'

// A seat serves one person at a time, from the actual start to the actual end, whatever was planned.

let world: World
let lab: OpenLab
let next: Person
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  next = await world.person('下一位')
})
afterAll(() => world.close())

const run = (name: string) =>
  runJob(
    world.app.deps,
    bookingJobs.find((j) => j.name === name)!,
  )
const findState = async (id: number) =>
  (await world.sql<{ state: string }>('select state from booking where id = $1', [id]))[0]?.state
const start = async (who: Person, id: number) => world.send(who, bookingCalls.start, { params: { id } })
const seen = (who: Person, id: number) => world.ok(who, bookingCalls.get, { params: { id } })
/** Messages since the last call. */
let readTo = 0
async function told(): Promise<{ title: string; to: number[] | string }[]> {
  const rows = await world.sql<{
    id: number
    payload: { title: string; userIds?: number[]; role?: { role: string } }
  }>(`select id, payload from outbox where kind = 'tell' and id > $1 order by id`, [readTo])
  readTo = rows.at(-1)?.id ?? readTo
  return rows.map(({ payload }) => ({
    title: payload.title,
    to: payload.userIds ?? payload.role?.role ?? '',
  }))
}
const usedSince = (id: number, minutes: number) =>
  world.sql('update booking set started_at = $2 where id = $1', [id, addMinutes(new Date(), -minutes)])

/** A device with one seat, used by one booking and booked next by another; times in minutes from now. */
async function two(first: [number, number], second: [number, number], opening = {}) {
  const deviceId = await lab.device(opening)
  await lab.approvals(deviceId)
  const a = (await lab.book({ deviceId, startAt: at(3, 8), endAt: at(3, 9) })).id
  const b = (await lab.book({ deviceId, startAt: at(3, 10), endAt: at(3, 11) }, next)).id
  await lab.shift(a, 0, 30)
  expect(await start(lab.booker, a)).toMatchObject({ data: { state: 'in_use' } })
  await usedSince(a, -first[0])
  await lab.shift(a, first[0], first[1] - first[0])
  await lab.shift(b, second[0], second[1] - second[0])
  await told()
  return { deviceId, a, b }
}

test('a start waits while the seat is in use, and is told who and until when; the reviewer hands over', async () => {
  const { a, b } = await two([-60, 13], [13, 73])
  expect((await seen(next, b)).can).not.toContain('start')
  const answer = await start(next, b)
  expect([answer.status, answer.code]).toEqual([409, 'SEAT_IN_USE'])
  // Shortly before midnight the day stands before the time.
  expect(answer.message).toMatch(/其他预约人正在使用，预约至 (\d{4}-\d\d-\d\d )?\d\d:\d\d。/)
  expect((await seen(next, b)).occupied).toMatchObject({ bookingId: null })
  const { occupied, can } = await seen(lab.reviewer, b)
  expect([occupied, can.includes('start')]).toEqual([
    { text: expect.stringMatching(/^预约人正在使用，预约至/), bookingId: a },
    false,
  ])
  // A database constraint enforces it on every path.
  await expect(
    world.sql(`update booking set state = 'in_use', started_at = now() where id = $1`, [b]),
  ).rejects.toThrow('booking_use_no_overlap')

  const hand = (who: Person) =>
    world.send(who, bookingCalls.handOver, { params: { id: a }, body: { reason: '下一位已到' } })
  expect([
    (await seen(lab.booker, a)).can,
    (await hand(lab.booker)).status,
    (await hand(lab.experimenter)).status,
  ]).toEqual([expect.not.arrayContaining(['hand_over']), 403, 403])
  expect((await seen(lab.reviewer, a)).can).toContain('hand_over')
  expect((await hand(lab.reviewer)).data.state).toBe('awaiting_test_order')
  expect(await told()).toEqual(
    expect.arrayContaining([{ title: '审核员已结束您的使用，机位交接给下一位', to: [lab.booker.id] }]),
  )
  const { progress, endKind } = await seen(lab.booker, a)
  expect([progress.find((p) => p.key === 'use')?.who, endKind]).toEqual(['审核员', 'handed_over'])
  expect((await start(next, b)).data.state).toBe('in_use')
})

test('nobody begins early in the time of whoever may still come', async () => {
  const { a, b } = await two([-50, 10], [10, 70])
  await world.sql(`update booking set state = 'awaiting_use', started_at = null where id = $1`, [a])
  expect((await seen(next, b)).can).not.toContain('start')
  expect((await start(next, b)).code).toBe('SEAT_RESERVED')
})

test('an overrun is told once within the minute; the next waits without blame, and goes free', async () => {
  const { a, b } = await two([-61, -1], [-1, 40])
  expect(await run('booking-overrun')).toBe(1)
  expect(await told()).toEqual([
    { title: '您的使用已超过预约时间', to: [lab.booker.id] },
    { title: '有使用超过预约时间', to: 'reviewer' },
    { title: '上一位使用者尚未结束', to: [next.id] },
  ])
  expect(await run('booking-overrun')).toBe(0)
  // 35 minutes late already, through no fault of the booker.
  await lab.shift(a, -96, 60)
  await lab.shift(b, -35, 60)
  await run('booking-miss')
  expect([await findState(b), (await seen(next, b)).cancelTerms]).toMatchObject([
    'awaiting_use',
    { feeFen: 0, violation: false },
  ])
  // The seat is freed: the grace period begins now.
  await world.ok(lab.booker, bookingCalls.finish, { params: { id: a } })
  expect(await told()).toContainEqual({ title: '机位已空出', to: [next.id] })
  await run('booking-miss')
  expect([await findState(b), (await start(next, b)).data.state]).toEqual(['awaiting_use', 'in_use'])

  // Another booking never got the seat: it is revoked without a violation.
  const late = await two([-61, -1], [-1, 40])
  await lab.shift(late.a, -125, 60)
  await lab.shift(late.b, -62, 60)
  await run('booking-miss')
  expect([
    await findState(late.b),
    await world.sql('select from violation where user_id = $1', [next.id]),
  ]).toEqual(['revoked', []])
})

describe('how it ends is what is paid', () => {
  const order = async (bookingId: number) =>
    world.ok(lab.reviewer, testOrderCalls.measureInfo, { query: { bookingId } })

  test('logged off late: until then. Never: until the system ended it, which the reviewer has to confirm', async () => {
    const { a } = await two([-70, -10], [120, 180])
    await world.ok(lab.booker, bookingCalls.finish, { params: { id: a } })
    // 70 minutes at 100 yuan for each hour begun.
    expect((await order(a)).totalFen).toBe(20_000)

    const left = await two([-91, -31], [120, 180])
    expect(await run('booking-end')).toBeGreaterThan(0)
    const [row] = await world.sql<{ kind: string; over: number }>(
      `select end_kind as kind, extract(epoch from finished_at - upper(period))::int / 60 as over from booking where id = $1`,
      [left.a],
    )
    expect(row).toEqual({ kind: 'system', over: 30 })
    const draft = await order(left.a)
    expect([draft.totalFen, draft.endKind]).toEqual([20_000, 'system'])
    const refused = await world.send(lab.reviewer, testOrderCalls.submit, { params: { id: draft.id } })
    expect(refused.code).toBe('END_UNCONFIRMED')
    const body = { sampleCount: 0, materials: [], extras: [], discounts: [], result: null, remark: null }
    const endAt = addMinutes(new Date(draft.startAt!), 60).toISOString()
    await world.ok(lab.reviewer, testOrderCalls.save, {
      params: { id: draft.id },
      body: { ...body, startAt: draft.startAt!, endAt },
    })
    expect((await world.ok(lab.reviewer, testOrderCalls.submit, { params: { id: draft.id } })).totalFen).toBe(
      10_000,
    )
  })

  test('what the reviewer writes down may not be somebody else’s time on the seat', async () => {
    const { a, b } = await two([-60, -6], [-5, 0])
    await world.ok(lab.booker, bookingCalls.finish, { params: { id: a } })
    await lab.shift(b, 0, 60)
    await world.ok(next, bookingCalls.start, { params: { id: b } })
    await world.ok(next, bookingCalls.finish, { params: { id: b } })
    await world
      .sql(`update booking set started_at = now() - interval '20 minutes' where id = $1`, [b])
      .catch(() => undefined)
    const draft = await order(b)
    const answer = await world.send(lab.reviewer, testOrderCalls.save, {
      params: { id: draft.id },
      body: {
        sampleCount: 0,
        materials: [],
        extras: [],
        discounts: [],
        result: null,
        remark: null,
        startAt: addMinutes(new Date(), -40).toISOString(),
        endAt: addMinutes(new Date(), -10).toISOString(),
      },
    })
    expect([answer.status, answer.code]).toEqual([409, 'ACTUAL_OVERLAPS'])
  })

  test('a fault after five minutes: five minutes, by whoever says so; a device reported broken ends it too', async () => {
    const { a } = await two([-5.2, 55], [120, 180])
    expect((await seen(lab.booker, a)).can).toContain('fault')
    await world.ok(lab.booker, bookingCalls.fault, { params: { id: a }, body: { reason: '真空泵报警' } })
    const { totalFen, bill } = await order(a)
    // Four or five minutes, depending on the clock; never the whole hour.
    const minutes = Number.parseInt(bill.lines[0]!.formula, 10)
    expect([minutes === 4 || minutes === 5, totalFen, bill.lines.map((l) => l.formula)]).toEqual([
      true,
      Math.round((10_000 * minutes) / 60),
      [`${minutes} 分钟 × 100.00 元/小时`],
    ])
    expect(await told()).toEqual(expect.arrayContaining([{ title: '预约人使用中报告故障', to: 'reviewer' }]))

    const other = await two([-15, 45], [120, 180])
    await world.asSystem((ctx) =>
      announce(ctx, 'device.status_changed', {
        deviceId: other.deviceId,
        name: '电镜',
        status: 'broken',
        note: '电源烧毁',
        until: null,
      }),
    )
    expect([await findState(other.a), (await order(other.a)).totalFen < 3_000]).toEqual([
      'awaiting_test_order',
      true,
    ])
  })
})

test('samples: another time by the reviewer, with a reason; work on what has come begins when he begins', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId, 'reviewer')
  const deliver = async (hour: number) => {
    const { id } = await lab.book({
      deviceId,
      kind: 'sample_delivery',
      startAt: null,
      endAt: null,
      samples: [{ name: '合金', count: 1 }],
    })
    await world.ok(lab.reviewer, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_reviewer', assign: { startAt: at(2, hour), endAt: at(2, hour + 2) } },
    })
    return id
  }
  const [a, b] = [await deliver(8), await deliver(12)]
  const move = (who: Person, startAt: string, endAt: string) =>
    world.send(who, bookingCalls.reschedule, {
      params: { id: a },
      body: { startAt, endAt, reason: '探针待更换' },
    })
  expect([
    (await seen(lab.reviewer, a)).can.includes('reschedule'),
    (await seen(lab.booker, a)).can.includes('reschedule'),
  ]).toEqual([true, false])
  expect((await move(lab.booker, at(2, 20), at(2, 22))).status).toBe(403)
  const taken = await move(lab.reviewer, at(2, 13), at(2, 15))
  expect([
    taken.status,
    taken.code,
    (taken.data as unknown as { alternatives: unknown[] }).alternatives.length > 0,
  ]).toEqual([409, 'OVERLAPS', true])
  await told()
  const moved = await move(lab.reviewer, at(3, 8), at(3, 10))
  expect([moved.data.startAt, await told()]).toEqual([
    at(3, 8),
    [{ title: '送样测试时间已调整', to: expect.arrayContaining([lab.booker.id]) }],
  ])

  // Not before the samples are received, and not by the booker.
  expect([(await start(lab.reviewer, a)).code, (await start(lab.booker, a)).code]).toEqual([
    'NOT_YET',
    'NOT_YET',
  ])
  const [sample] = await world.sql<{ id: number }>('select id from booking_sample where booking_id = $1', [a])
  await world.ok(lab.reviewer, bookingCalls.samples, {
    params: { id: a },
    body: { event: 'receive', sampleIds: [sample!.id] },
  })
  expect((await start(lab.booker, a)).code).toBe('NOT_YET')
  await lab.shift(b, 30, 60)
  expect((await start(lab.reviewer, a)).code).toBe('OVERLAPS')
  await lab.shift(b, 600, 60)
  const begun = await start(lab.reviewer, a)
  expect([
    begun.data.state,
    Math.abs(Date.parse(begun.data.startAt!) - Date.now()) < 120_000,
    Date.parse(begun.data.endAt!) - Date.parse(begun.data.startAt!),
  ]).toEqual(['in_use', true, 7_200_000])
})

describe('samples at another time that costs more', () => {
  const deliver = async (more: object) => {
    const deviceId = await lab.device()
    await lab.approvals(deviceId, 'reviewer')
    const { id, state } = await lab.book({
      deviceId,
      kind: 'sample_delivery',
      startAt: null,
      endAt: null,
      samples: [{ name: '合金', count: 1 }],
      ...more,
    })
    if (state === 'awaiting_payer')
      await world.ok(lab.payer, bookingCalls.approve, { params: { id }, body: { state } })
    await world.ok(lab.reviewer, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_reviewer', assign: { startAt: at(2, 8), endAt: at(2, 10) } },
    })
    return id
  }
  const move = (id: number, from: number, to: number) =>
    world.send(lab.reviewer, bookingCalls.reschedule, {
      params: { id },
      body: { startAt: at(3, from), endAt: at(3, to), reason: '探针待更换' },
    })

  test('up to half more than its payer agreed to, all moves together; he reads what it was and is', async () => {
    const id = await deliver({ payerId: lab.payer.id })
    const refused = await move(id, 8, 13)
    expect([refused.status, refused.reasons]).toEqual([
      422,
      [
        {
          code: 'PAYER_AGREED_LESS',
          field: 'endAt',
          message:
            '调整后的费用超出付款人同意的范围：付款人同意 200.00 元，调整后 500.00 元，不经付款人最多 300.00 元。请先按原时长调整，再延长预约，由付款人确认',
        },
      ],
    ])
    expect((await move(id, 8, 11)).data).toMatchObject({ estimateFen: 30_000 })
    const [news] = await world.sql<{ body: string }>(
      `select payload ->> 'body' as body from outbox where kind = 'tell'
        and payload ->> 'title' = '送样测试时间已调整' order by id desc limit 1`,
    )
    expect(news?.body).toContain('预计费用由 200.00 元增至 300.00 元（增加 100.00 元）')
    expect((await move(id, 12, 16)).code).toBe('PAYER_AGREED_LESS')
    // Another day with the same length; the payer then extends it and is bound by that.
    expect((await move(id, 12, 15)).status).toBe(200)
    await world.ok(lab.payer, bookingCalls.extend, { params: { id }, body: { endAt: at(3, 16) } })
    expect((await move(id, 8, 14)).data).toMatchObject({ estimateFen: 60_000 })
  })

  test('the time that their approval gives is bound by it as well', async () => {
    const deviceId = await lab.device()
    await lab.approvals(deviceId, 'reviewer')
    const { id } = await lab.book({
      deviceId,
      kind: 'sample_delivery',
      startAt: at(3, 8),
      endAt: at(3, 10),
      samples: [{ name: '合金', count: 1 }],
      payerId: lab.payer.id,
    })
    await world.ok(lab.payer, bookingCalls.approve, { params: { id }, body: { state: 'awaiting_payer' } })
    const give = (to: number) =>
      world.send(lab.reviewer, bookingCalls.approve, {
        params: { id },
        body: { state: 'awaiting_reviewer', assign: { startAt: at(3, 8), endAt: at(3, to) } },
      })
    expect(await give(13)).toMatchObject({
      status: 422,
      code: 'PAYER_AGREED_LESS',
      message: expect.stringContaining('请先按原时长安排，再延长预约，由付款人确认') as string,
      reasons: [{ field: 'assign' }],
    })
    expect((await give(11)).data).toMatchObject({ state: 'awaiting_use', estimateFen: 30_000 })
    const [news] = await world.sql<{ to: number[]; body: string }>(
      `select payload -> 'userIds' as to, payload ->> 'body' as body from outbox where kind = 'tell'
        and payload ->> 'title' = '预约人的预约已安排时间，费用有增加' order by id desc limit 1`,
    )
    expect(news).toEqual({ to: [lab.payer.id], body: expect.stringContaining('由 200.00 元增至 300.00 元') })
    // Moves count from what the payer agreed to, not from what the approval made of it.
    expect((await move(id, 12, 16)).code).toBe('PAYER_AGREED_LESS')
  })

  test('a lent card bears what one use may cost, whatever is frozen for it already', async () => {
    const fundCardId = await lab.card(lab.payer, 100_000)
    await world.sql(
      'insert into fund_card_user (card_id, user_id, per_use_limit_fen) values ($1, $2, 25000)',
      [fundCardId, lab.booker.id],
    )
    const id = await deliver({ payMode: 'immediate', payerId: lab.booker.id, fundCardId })
    expect(await move(id, 8, 11)).toMatchObject({
      status: 422,
      reasons: [{ code: 'CARD_PER_USE', message: '超出授权的单次额度（单次 250.00 元，本次 300.00 元）' }],
    })
    expect((await move(id, 8, 10)).status).toBe(200)
    const [{ frozen } = {}] = await world.sql<{ frozen: number }>(
      'select frozen_fen::int8 as frozen from fund_card where id = $1',
      [fundCardId],
    )
    expect(frozen).toBe(20_000)
  })
})

test('a day is closed: whoever closes it sees whose it was, they are told why, and go free', async () => {
  const deviceId = await lab.device({ cancel_limit_minutes: 30 * 1440, cancel_fee_fen: 5000 })
  await lab.approvals(deviceId)
  const [hit, spared] = [
    (await lab.book({ deviceId, startAt: at(2, 10), endAt: at(2, 12) }, next)).id,
    (await lab.book({ deviceId, startAt: at(3, 10), endAt: at(3, 12) }, next)).id,
  ]
  const day = findLocal(new Date(at(2, 10)), zone).day
  const close = (accept: boolean) =>
    world.send(lab.sysadmin, openingCalls.addException, {
      body: {
        deviceId,
        firstDay: day,
        lastDay: day,
        open: false,
        fromMinute: 0,
        toMinute: 1440,
        reason: '停电检修',
        accept,
      },
    })
  await told()
  const warned = await close(false)
  expect([
    warned.code,
    (warned.data as unknown as TouchedBookings).bookings.map((b) => b.bookerName),
    await told(),
  ]).toEqual(['TOUCHES_BOOKINGS', ['下一位'], []])
  expect((await seen(next, hit)).cancelTerms?.feeFen).toBe(5000)
  expect([(await close(true)).status, await told()]).toEqual([
    200,
    [{ title: '您预约的时段已暂停开放', to: [next.id] }],
  ])
  const [mail] = await world.sql<{ mail: boolean; body: string }>(
    `select payload ->> 'mail' = 'true' as mail, payload ->> 'body' as body from outbox where payload ->> 'title' = '您预约的时段已暂停开放'`,
  )
  expect([mail?.mail, mail?.body]).toEqual([true, expect.stringMatching(/原因：停电检修\n您可以免费取消/)])
  expect([(await seen(next, hit)).cancelTerms, (await seen(next, spared)).cancelTerms]).toMatchObject([
    { feeFen: 0, violation: false },
    { feeFen: 5000 },
  ])
  // The hours are closed, so a no-show is no violation.
  await lab.shift(hit, -45, 60)
  await run('booking-miss')
  expect(await findState(hit)).toBe('revoked')
})

test('hours that are opened again are so for those who booked them, and they hear of it', async () => {
  const terms = { cancel_limit_minutes: 30 * 1440, cancel_fee_fen: 5000 }
  const deviceId = await lab.device(terms)
  await lab.approvals(deviceId)
  const mine = (await lab.book({ deviceId, startAt: at(2, 10), endAt: at(2, 12) }, next)).id
  const later = (await lab.book({ deviceId, startAt: at(3, 10), endAt: at(3, 12) }, next)).id
  const fees = async () => [
    (await seen(next, mine)).cancelTerms?.feeFen,
    (await seen(next, later)).cancelTerms?.feeFen,
  ]
  const day = findLocal(new Date(at(2, 10)), zone).day
  const close = (fromMinute: number, toMinute: number) =>
    world.ok(lab.sysadmin, openingCalls.addException, {
      body: {
        deviceId,
        firstDay: day,
        lastDay: day,
        open: false,
        fromMinute,
        toMinute,
        reason: '停电检修',
        accept: true,
      },
    })
  const open = (id: number) =>
    world.ok(lab.sysadmin, openingCalls.removeException, { params: { id }, query: {} })
  const { settings, windows } = await world.ok(lab.sysadmin, openingCalls.get, { params: { deviceId } })
  const serve = (enabled: boolean) =>
    world.ok(lab.sysadmin, openingCalls.change, {
      params: { deviceId },
      body: { ...settings!, enabled, accept: true },
    })

  const [whole, part] = [await close(0, 1440), await close(660, 720)]
  await told()
  expect(await fees()).toEqual([0, 5000])
  const isClosed = async (id: number, by: Person = next) => (await seen(by, id)).hoursClosed
  expect([await isClosed(mine), await isClosed(mine, lab.reviewer), await isClosed(later)]).toEqual([
    true,
    true,
    false,
  ])
  // Half of the time is still closed.
  await open(whole.id)
  expect([await fees(), await told()]).toEqual([[0, 5000], []])
  await open(part.id)
  expect(await isClosed(mine)).toBe(false)
  expect([await fees(), await told()]).toEqual([
    [5000, 5000],
    [{ title: '您预约的时段已恢复开放', to: [next.id] }],
  ])

  // Switching the opening off marks all bookings to come; switching it on clears the mark, except for
  // bookings closed for another reason.
  const holiday = await close(0, 1440)
  await serve(false)
  expect(await fees()).toEqual([0, 0])
  await told()
  await serve(true)
  expect([await fees(), await told()]).toEqual([
    [0, 5000],
    [{ title: '您预约的时段已恢复开放', to: [next.id] }],
  ])
  await open(holiday.id)
  expect(await fees()).toEqual([5000, 5000])

  // A window is disabled, and another one replaces it.
  for (const { id } of windows)
    await world.ok(lab.sysadmin, openingCalls.removeWindow, { params: { id }, query: { accept: 'true' } })
  expect(await fees()).toEqual([0, 0])
  await world.ok(lab.sysadmin, openingCalls.addWindow, {
    body: {
      deviceId,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      fromMinute: 480,
      toMinute: 1080,
      validFrom: null,
      validTo: null,
      enabled: true,
    },
  })
  expect(await fees()).toEqual([5000, 5000])
})

test('samples are taken no more: whose request waits for a time is counted and told, once, and told when they are', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId, 'reviewer')
  const { id } = await lab.book(
    {
      deviceId,
      kind: 'sample_delivery',
      startAt: null,
      endAt: null,
      samples: [{ name: '合金', count: 1 }],
    },
    next,
  )
  // The price goes by time, and the booking has none yet.
  const [task] = await world.sql<{ fen: number | null }>(
    `select amount_fen as fen from approval_task where business = 'booking' and row_id = $1`,
    [id],
  )
  const listed = await world.ok(next, bookingCalls.list, { query: { scope: 'mine' } })
  expect([listed.items.find((b) => b.id === id)?.lacksSum, task]).toEqual([true, { fen: null }])
  const { settings } = await world.ok(lab.sysadmin, openingCalls.get, { params: { deviceId } })
  const take = (sampleDelivery: boolean, accept: boolean) =>
    world.send(lab.sysadmin, openingCalls.change, {
      params: { deviceId },
      body: { ...settings!, sampleDelivery, accept },
    })
  await told()
  const warned = await take(false, false)
  expect([warned.code, (warned.data as unknown as TouchedBookings).bookings, await told()]).toMatchObject([
    'TOUCHES_BOOKINGS',
    [{ id, bookerName: '下一位', startAt: null }],
    [],
  ])
  expect([(await take(false, true)).status, await told()]).toEqual([
    200,
    [{ title: '您预约的仪器已暂停接受送样', to: [next.id] }],
  ])
  expect([(await take(false, true)).status, await told()]).toEqual([200, []])
  expect([(await take(true, false)).status, await told()]).toEqual([
    200,
    [{ title: '您预约的仪器已恢复接受送样', to: [next.id] }],
  ])
})

test('my bookings: what waits for me, what runs, what comes soonest, what was last', async () => {
  const me = await world.person('常客')
  const deviceId = await lab.device()
  await lab.approvals(deviceId, 'payer')
  const book = async (days: number, more = {}) =>
    (await lab.book({ deviceId, startAt: at(days, 10), endAt: at(days, 12), ...more }, me)).id
  const [late, running, old, older, soon] = [
    await book(9),
    await book(3),
    await book(4),
    await book(5),
    await book(2),
  ]
  const [agreed, asked] = [
    (await lab.book({ deviceId, startAt: at(6, 10), endAt: at(6, 12), payerId: me.id })).id,
    (await lab.book({ deviceId, startAt: at(8, 10), endAt: at(8, 12), payerId: me.id })).id,
  ]
  await world.ok(me, bookingCalls.approve, { params: { id: agreed }, body: { state: 'awaiting_payer' } })
  await lab.shift(running, -10)
  await world.ok(me, bookingCalls.start, { params: { id: running } })
  for (const [id, days] of [
    [old, 1],
    [older, 2],
  ] as const) {
    await world.ok(me, bookingCalls.cancel, { params: { id }, body: { reason: '不用了' } })
    await lab.shift(id, -days * 1440)
  }
  const ids = async (scope: 'mine' | 'payer', more = {}) =>
    (await world.ok(me, bookingCalls.list, { query: { scope, order_by: 'agenda asc', ...more } })).items.map(
      (b) => b.id,
    )
  expect(await ids('mine')).toEqual([running, soon, late, old, older])
  expect([await ids('mine', { size: 2, page: 1 }), await ids('payer')]).toEqual([
    [late, old],
    [asked, agreed],
  ])
})
