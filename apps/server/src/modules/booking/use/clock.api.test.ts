import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { openingCalls } from '@portal/contract/opening/opening'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '../../../kernel/events.ts'
import { runJob } from '../../../kernel/jobs.ts'
import { addMinutes } from '../../../kernel/time.ts'
import { at, openLab, type OpenLab } from '../../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'
import { bookingJobs } from '../booking.jobs.ts'
import { decideBySystem } from './due.action.ts'

// What the jobs do when people do nothing.

let world: World
let lab: OpenLab
let free: number
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  free = await lab.device()
  await lab.approvals(free)
})
afterAll(() => world.close())

const run = (name: string) =>
  runJob(
    world.app.deps,
    bookingJobs.find((j) => j.name === name)!,
  )
const findState = async (id: number) =>
  (await world.sql<{ state: string }>('select state from booking where id = $1', [id]))[0]?.state
const lastStep = async (id: number) =>
  (
    await world.sql<{ event: string; actor: string }>(
      `select event, actor_name as actor from flow_log where business = 'booking' and row_id = $1 order by id desc limit 1`,
      [id],
    )
  )[0]
let hour = 0
const next = () => ({
  startAt: at(9 + Math.floor(hour / 20), hour % 20),
  endAt: at(9 + Math.floor(hour / 20), (hour++ % 20) + 1),
})

test('not agreed to in time: expired, and the task is gone', async () => {
  const { id } = await lab.book(next())
  const coming = await lab.book(next())
  await lab.shift(id, -1)
  expect(await run('booking-expire')).toBe(1)
  expect([await findState(id), await findState(coming.id)]).toEqual(['expired', 'awaiting_reviewer'])
  expect(await lastStep(id)).toEqual({ event: 'expire', actor: '系统' })
  expect(
    (
      await world.sql<{ state: string }>(
        `select state from approval_task where business = 'booking' and row_id = $1`,
        [id],
      )
    ).map((t) => t.state),
  ).toEqual(['withdrawn'])
  expect(await run('booking-expire')).toBe(0)
  const late = await world.send(lab.reviewer, bookingCalls.approve, {
    params: { id },
    body: { state: 'awaiting_reviewer' },
  })
  expect(late.status).toBe(409)
})

test('never started: no-show; the third suspends the booker, who can then book no more', async () => {
  const absent = await world.person('爽约人')
  for (let i = 0; i < 3; i++) {
    const { id } = await lab.book({ deviceId: free, ...next() }, absent)
    await lab.shift(id, -29)
    await run('booking-miss')
    expect(await findState(id)).toBe('awaiting_use') // the grace is half an hour
    await lab.shift(id, -31)
    expect(await run('booking-miss')).toBe(1)
    expect(await findState(id)).toBe('no_show')
  }
  const answer = await world.send(absent, bookingCalls.create, {
    body: { deviceId: free, kind: 'self_operated', ...next(), purpose: '看看' },
  })
  expect(answer.reasons?.map((r) => r.code)).toEqual(['SUSPENDED'])
  expect((await world.sql(`select from outbox where payload ->> 'title' = '预约资格已暂停'`)).length).toBe(1)
})

test('reminded once, in time to cancel for nothing, with what staying away costs; who has just booked knows', async () => {
  const person = await world.person('被提醒人')
  const dear = await lab.device({ cancel_limit_minutes: 120, cancel_fee_fen: 5_000 })
  await lab.approvals(dear)
  const [old, fresh, later] = [
    await lab.book({ deviceId: dear, ...next() }, person),
    await lab.book({ deviceId: dear, ...next() }, person),
    await lab.book({ deviceId: dear, ...next() }, person),
  ]
  await world.sql(`update booking set created_at = now() - interval '2 days' where id = any ($1)`, [
    [old.id, later.id],
  ])
  await lab.shift(old.id, 175)
  await lab.shift(fresh.id, 60, 30)
  await lab.shift(later.id, 300)
  expect([await run('booking-remind'), await run('booking-remind')]).toEqual([1, 0])
  const told = await world.sql<{ body: string; link: string }>(
    `select payload ->> 'body' as body, payload ->> 'link' as link, payload ->> 'until' as until
      from outbox where payload ->> 'title' = '您的预约即将开始'`,
  )
  const [begins] = await world.sql<{ at: Date }>('select lower(period) as at from booking where id = $1', [
    old.id,
  ])
  expect(told).toEqual([
    {
      link: `/appointment/orderDetail?id=${old.id}`,
      // A mail that is late must not announce what has begun.
      until: begins?.at.toISOString(),
      body: expect.stringMatching(
        /前可免费取消，之后取消将收取 50\.00 元。\n未按时使用且未取消，将记一次违约并收取 50\.00 元。$/,
      ),
    },
  ])
})

test('who is reminded of a device that is down is told so, and why', async () => {
  const person = await world.person('白跑人')
  const broken = await lab.device()
  await lab.approvals(broken)
  const { id } = await lab.book({ deviceId: broken, ...next() }, person)
  await world.sql(`update booking set created_at = now() - interval '2 days' where id = $1`, [id])
  await lab.shift(id, 60)
  await world.sql(`update device set status = 'broken', status_note = '真空泵待修' where id = $1`, [broken])
  expect(await run('booking-remind')).toBe(1)
  const told = await world.sql<{ title: string; body: string }>(
    `select payload ->> 'title' as title, payload ->> 'body' as body from outbox
      where payload ->> 'link' = $1 and payload ->> 'title' like '您的预约即将开始%'`,
    [`/appointment/orderDetail?id=${id}`],
  )
  expect(told).toEqual([
    {
      title: '您的预约即将开始，但目前不能使用',
      body: expect.stringMatching(/\n仪器故障：真空泵待修\n.*现在取消不收取任何费用。$/),
    },
  ])
})

test('who was told by mail that it cannot be used reads by mail that it can', async () => {
  const booker = await world.person('等待恢复的人')
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const { id } = await lab.book({ deviceId, ...next() }, booker)
  await lab.shift(id, 100)
  for (const status of ['maintenance', 'normal'] as const)
    await world.asSystem((ctx) =>
      announce(ctx, 'device.status_changed', { deviceId, name: '电镜', status, note: null, until: null }),
    )
  const told = await world.sql<{ title: string; mail: boolean; body: string }>(
    `select payload ->> 'title' as title, (payload ->> 'mail')::bool as mail, payload ->> 'body' as body
      from outbox where payload ->> 'link' = $1 and payload ->> 'title' like '您预约的仪器%' order by id`,
    [`/appointment/orderDetail?id=${id}`],
  )
  expect(told).toMatchObject([
    { title: '您预约的仪器暂时不能使用', mail: true },
    {
      title: '您预约的仪器已恢复正常',
      mail: true,
      body: expect.stringMatching(/\n您的预约仍然有效，请按时使用；不能前往的，请您及时取消。$/),
    },
  ])
})

test('who comes in place of the booker is told whom to ask, as only the booker can cancel', async () => {
  const booker = await world.person('代约人')
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const { id } = await lab.book({ deviceId, experimenterId: lab.experimenter.id, ...next() }, booker)
  await world.sql(`update booking set created_at = now() - interval '2 days' where id = $1`, [id])
  await lab.shift(id, 100)
  await run('booking-remind')
  await world.asSystem((ctx) =>
    announce(ctx, 'device.status_changed', {
      deviceId,
      name: '电镜',
      status: 'broken',
      note: null,
      until: null,
    }),
  )
  const listTold = async (userId: number) =>
    (
      await world.sql<{ body: string }>(
        `select payload ->> 'body' as body from outbox where payload ->> 'link' = $1
          and payload ->> 'title' in ('您的预约即将开始', '您预约的仪器暂时不能使用')
          and payload -> 'userIds' @> to_jsonb($2::int8) order by id`,
        [`/appointment/orderDetail?id=${id}`, userId],
      )
    ).map((t) => t.body)
  expect(await listTold(booker.id)).toEqual([
    expect.stringMatching(/\n不能前往请及时取消：/),
    expect.stringContaining('\n可以等待恢复，您也可以在预约详情中取消，'),
  ])
  expect(await listTold(lab.experimenter.id)).toEqual([
    expect.stringMatching(/\n不能前往请告知预约人 代约人 及时取消：.*\n未按时使用且未取消，/),
    expect.stringContaining('\n可以等待恢复，预约人也可以在预约详情中取消，'),
  ])
})

test('a device that is scrapped: all who have booked it hear of it, also samples that wait for a time', async () => {
  const person = await world.person('久候人')
  const gone = await lab.device()
  await lab.approvals(gone, 'reviewer')
  const far = await lab.book({ deviceId: gone, startAt: at(20, 10), endAt: at(20, 11) }, person)
  const samples = await lab.book(
    {
      deviceId: gone,
      kind: 'sample_delivery',
      startAt: null,
      endAt: null,
      samples: [{ name: '合金', count: 1 }],
    },
    person,
  )
  const tell = (status: 'scrapped' | 'broken') =>
    world.asSystem((ctx) =>
      announce(ctx, 'device.status_changed', {
        deviceId: gone,
        name: '电镜',
        status,
        note: '已报废（BF-1）',
        until: null,
      }),
    )
  const told = () =>
    world.sql<{ title: string; body: string; link: string }>(
      `select payload ->> 'title' as title, payload ->> 'body' as body, payload ->> 'link' as link from outbox
        where payload -> 'userIds' @> to_jsonb($1::int8) and payload ->> 'title' like '您预约的仪器%' order by id`,
      [person.id],
    )
  // A fault of unknown length is announced to bookings of the next days; the others learn it with their
  // reminder.
  await tell('broken')
  expect(await told()).toEqual([])
  await tell('scrapped')
  const link = (id: number) => `/appointment/orderDetail?id=${id}`
  expect(await told()).toMatchObject([
    { title: '您预约的仪器已报废', link: link(far.id) },
    {
      title: '您预约的仪器已报废',
      link: link(samples.id),
      body: '电镜，时间待安排\n原因：已报废（BF-1）\n您可以在预约详情中取消，并改约其他仪器。',
    },
  ])
})

test('a device that is down: nobody is to blame for staying away, nor for cancelling at the last minute', async () => {
  const person = await world.person('守约人')
  const [missed, cancelled] = [
    (await lab.book({ deviceId: free, ...next() }, person)).id,
    (await lab.book({ deviceId: free, ...next() }, person)).id,
  ]
  await world.sql(`update device set status = 'broken' where id = $1`, [free])
  await lab.shift(missed, -31)
  expect(await run('booking-miss')).toBe(1)
  expect([await findState(missed), await lastStep(missed)]).toEqual([
    'revoked',
    { event: 'revoke', actor: '系统' },
  ])
  await lab.shift(cancelled, 1)
  expect((await world.ok(person, bookingCalls.get, { params: { id: cancelled } })).cancelTerms).toMatchObject(
    { feeFen: 0, violation: false, text: '现在取消不收取任何费用' },
  )
  await world.ok(person, bookingCalls.cancel, { params: { id: cancelled }, body: { reason: '仪器故障' } })
  expect(await world.sql('select from violation where user_id = $1', [person.id])).toEqual([])
  await world.sql(`update device set status = 'normal' where id = $1`, [free])
})

test('samples that lie in the lab are not missed; those that never came are', async () => {
  const deliver = async () =>
    (
      await lab.book({
        deviceId: free,
        kind: 'sample_delivery',
        startAt: null,
        endAt: null,
        samples: [{ name: '合金', count: 1 }],
      })
    ).id
  const [came, never] = [await deliver(), await deliver()]
  for (const id of [came, never]) {
    const { startAt, endAt } = next()
    await world.ok(lab.reviewer, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_reviewer', assign: { startAt, endAt } },
    })
  }
  const [sample] = await world.sql<{ id: number }>('select id from booking_sample where booking_id = $1', [
    came,
  ])
  await world.ok(lab.reviewer, bookingCalls.samples, {
    params: { id: came },
    body: { event: 'receive', sampleIds: [sample!.id] },
  })
  await lab.shift(came, -200)
  await lab.shift(never, -100)
  expect(await run('booking-miss')).toBe(1)
  expect([await findState(came), await findState(never)]).toEqual(['awaiting_use', 'no_show'])
  await world.ok(lab.reviewer, bookingCalls.start, { params: { id: came } })
  await world.ok(lab.reviewer, bookingCalls.finish, { params: { id: came } })
})

describe('delivered samples', () => {
  const person = () => world.person('送样人')
  async function deliver(by: Person): Promise<number> {
    const deviceId = await lab.device({ cancel_limit_minutes: 120, cancel_fee_fen: 5_000 })
    await lab.approvals(deviceId)
    const { id } = await lab.book(
      {
        deviceId,
        kind: 'sample_delivery',
        startAt: null,
        endAt: null,
        samples: [{ name: '合金', count: 1 }],
      },
      by,
    )
    await world.ok(lab.reviewer, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_reviewer', assign: next() },
    })
    await world.sql(`update booking set created_at = now() - interval '2 days' where id = $1`, [id])
    return id
  }
  const listTold = async (id: number) =>
    (
      await world.sql<{ line: string }>(
        `select concat(payload ->> 'title', payload ->> 'body') as line from outbox
          where payload ->> 'link' = $1 and payload ->> 'title' like '%即将开始' order by id`,
        [`/appointment/orderDetail?id=${id}`],
      )
    ).map((t) => t.line)

  test('their booker is told to bring them; of those that are here none is fined', async () => {
    const by = await person()
    const [here, coming] = [await deliver(by), await deliver(by)]
    const [sample] = await world.sql<{ id: number }>('select id from booking_sample where booking_id = $1', [
      here,
    ])
    await world.ok(lab.reviewer, bookingCalls.samples, {
      params: { id: here },
      body: { event: 'receive', sampleIds: [sample!.id] },
    })
    for (const id of [here, coming]) await lab.shift(id, 150)
    expect(await run('booking-remind')).toBe(2)
    const [[ofHere], [ofComing]] = [await listTold(here), await listTold(coming)]
    for (const line of [ofHere, ofComing]) expect(line).toMatch(/^您的送样测试即将开始/)
    expect(ofHere).not.toMatch(/违约|不能前往/)
    const fined = /未在 .* 前送达样品且未取消，将记一次违约并收取 50\.00 元/
    expect(ofComing).toMatch(fined)
    const missText = async (id: number) => (await world.ok(by, bookingCalls.get, { params: { id } })).missText
    expect([await missText(here), await missText(coming)]).toEqual([null, expect.stringMatching(fined)])
  })

  test('who was reminded is reminded of another time too, unless it is as near', async () => {
    const id = await deliver(await person())
    await lab.shift(id, 150)
    expect(await run('booking-remind')).toBe(1)
    await world.sql(`update booking set extension_asked_to = upper(period) where id = $1`, [id])
    const move = (startAt: string, endAt: string) =>
      world.ok(lab.reviewer, bookingCalls.reschedule, {
        params: { id },
        body: { startAt, endAt, reason: '仪器维护' },
      })
    const { startAt, endAt } = next()
    await move(startAt, endAt)
    expect(await world.sql('select extension_asked_to as asked from booking where id = $1', [id])).toEqual([
      { asked: null },
    ])
    await lab.shift(id, 150)
    expect(await run('booking-remind')).toBe(1)
    expect(await listTold(id)).toHaveLength(2)
    // The message about the new time comes at once, so no reminder is needed.
    const now = new Date()
    const soon = (minutes: number) => addMinutes(now, minutes).toISOString()
    await move(soon(100), soon(160))
    expect(await run('booking-remind')).toBe(0)
  })
})

test('samples that lie in the lab wait for a payment that was lost, however long ago their time was', async () => {
  const card = await lab.card(lab.payer, 100_000)
  const suspend = (on: number) =>
    world.ok(lab.finance, fundCardCalls.suspend, { params: { id: on }, body: { reason: '项目审计' } })
  const deliver = async () => {
    const { startAt, endAt } = next()
    const { id } = await lab.book({
      deviceId: free,
      kind: 'sample_delivery',
      startAt,
      endAt,
      samples: [{ name: '合金', count: 1 }],
      payMode: 'immediate',
      payerId: lab.payer.id,
    })
    await agree(id, card)
    await world.ok(lab.reviewer, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_reviewer', assign: { startAt, endAt } },
    })
    return id
  }
  const agree = (id: number, fundCardId: number) =>
    world.ok(lab.payer, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_payer', fundCardId },
    })
  const [came, never] = [await deliver(), await deliver()]
  const [sample] = await world.sql<{ id: number }>('select id from booking_sample where booking_id = $1', [
    came,
  ])
  await world.ok(lab.reviewer, bookingCalls.samples, {
    params: { id: came },
    body: { event: 'receive', sampleIds: [sample!.id] },
  })
  await suspend(card)
  await lab.shift(came, -200)
  await lab.shift(never, -100)
  expect(await run('booking-expire')).toBe(1)
  expect([await findState(came), await findState(never)]).toEqual(['awaiting_payer', 'expired'])
  const get = (who: Person) => world.ok(who, bookingCalls.get, { params: { id: came } })
  expect((await get(lab.booker)).can).toContain('change')
  expect((await get(lab.payer)).can).toEqual(['approve', 'refuse'])
  expect(await agree(came, await lab.card(lab.payer, 100_000))).toMatchObject({ state: 'awaiting_use' })
})

test('never ended: ended by the system when the grace is over, not on plan, and a test order follows', async () => {
  const { id } = await lab.book({ deviceId: free, ...next() })
  await lab.shift(id, -5)
  await world.ok(lab.booker, bookingCalls.start, { params: { id } })
  await lab.shift(id, -80)
  expect(await run('booking-end')).toBe(0)
  await lab.shift(id, -95)
  expect(await run('booking-end')).toBe(1)
  const [row] = await world.sql<{ state: string; kind: string }>(
    'select state, end_kind as kind from booking where id = $1',
    [id],
  )
  expect(row).toEqual({ state: 'awaiting_test_order', kind: 'system' })
  expect((await world.sql('select from test_order where booking_id = $1', [id])).length).toBe(1)
})

test('what the policy says when nobody answers', async () => {
  const [a, b] = [await lab.book(next()), await lab.book(next())]
  const sent = await lab.book({
    kind: 'sample_delivery',
    startAt: null,
    endAt: null,
    samples: [{ name: '合金', count: 1 }],
  })
  await world.asSystem((ctx) => decideBySystem(ctx, a.id, 'reviewer', 'approve'))
  await world.asSystem((ctx) => decideBySystem(ctx, b.id, 'reviewer', 'refuse'))
  // Only a person can name the time, so the task keeps waiting.
  await world.asSystem((ctx) => decideBySystem(ctx, sent.id, 'reviewer', 'approve'))
  // Bookings that have left this step are not touched.
  await world.asSystem((ctx) => decideBySystem(ctx, a.id, 'reviewer', 'refuse'))
  expect([await findState(a.id), await findState(b.id), await findState(sent.id)]).toEqual([
    'awaiting_director',
    'refused',
    'awaiting_reviewer',
  ])
  expect(await lastStep(a.id)).toEqual({ event: 'approve', actor: '系统' })
})

test('a card that was lost stops the yes of the system, too, and its payer is asked for another one', async () => {
  const owner = await world.person('卡主')
  const lent = await lab.card(owner, 50_000)
  const grant = { id: lent, userId: lab.booker.id }
  await world.ok(owner, fundCardCalls.authorise, { params: grant, body: {} })
  const deviceId = await lab.device()
  await lab.approvals(deviceId, 'reviewer')
  const { id } = await lab.book({ deviceId, ...next(), payMode: 'immediate', fundCardId: lent })
  await world.ok(owner, fundCardCalls.revoke, { params: grant })
  await world.asSystem((ctx) => decideBySystem(ctx, id, 'reviewer', 'approve'))
  expect([await findState(id), await lastStep(id)]).toEqual([
    'awaiting_payer',
    { event: 'lose_payment', actor: '系统' },
  ])
})

test('cancelled in time for nothing, late for the fee or a violation, never once it began', async () => {
  const cancel = (id: number, seen: { late?: boolean } = {}) =>
    world.send(lab.booker, bookingCalls.cancel, { params: { id }, body: { reason: '计划有变', ...seen } })
  const costly = await lab.device({ cancel_fee_fen: 5000 })
  await lab.approvals(costly)
  const [early, late, fee, begun] = [
    await lab.book({ deviceId: free, ...next() }),
    await lab.book({ deviceId: free, ...next() }),
    await lab.book({ deviceId: costly, ...next() }),
    await lab.book({ deviceId: free, ...next() }),
  ]
  expect(
    (await world.ok(lab.booker, bookingCalls.get, { params: { id: early.id } })).cancelTerms,
  ).toMatchObject({ late: false, violation: false, feeFen: 0 })
  expect((await cancel(early.id, { late: false })).data.state).toBe('cancelled')
  await lab.shift(late.id, 60)
  expect(
    (await world.ok(lab.booker, bookingCalls.get, { params: { id: late.id } })).cancelTerms,
  ).toMatchObject({ late: true, violation: true })
  await cancel(late.id)
  await lab.shift(fee.id, 300)
  await lab.shift(fee.id, 60)
  expect(
    (await world.ok(lab.booker, bookingCalls.get, { params: { id: fee.id } })).cancelTerms,
  ).toMatchObject({ late: true, feeFen: 5000, text: '已过免费取消时间，取消将收取 50.00 元' })
  // A page that was opened while cancelling was free does not cost its reader a fee.
  const unasked = await cancel(fee.id, { late: false })
  expect([unasked.status, unasked.code, await findState(fee.id)]).toEqual([
    409,
    'CANCEL_LATE',
    'awaiting_use',
  ])
  expect(unasked.message).toContain('取消将收取 50.00 元')
  await cancel(fee.id, { late: true })
  expect(
    await world.sql('select booking_id as id, kind from violation where booking_id = any($1)', [
      [early.id, late.id, fee.id],
    ]),
  ).toEqual([{ id: late.id, kind: 'late_cancel' }])
  expect(
    (await world.sql<{ fee: number }>('select cancel_fee_fen as fee from booking where id = $1', [fee.id]))[0]
      ?.fee,
  ).toBe(5000)
  await lab.shift(begun.id, -1)
  const answer = await cancel(begun.id)
  expect([answer.status, answer.code]).toEqual([422, 'CANCEL_TOO_LATE'])
})

test('cancelling and staying away cost what was said when it was booked; what is booked or changed later, the new', async () => {
  const deviceId = await lab.device({ cancel_limit_minutes: 120, cancel_fee_fen: 0 })
  await lab.approvals(deviceId)
  const me = await world.person('守约人')
  const soon = { deviceId, startAt: at(5, 10), endAt: at(5, 11) }
  const { id } = await lab.book(soon, me)
  const away = (await lab.book({ ...soon, startAt: at(5, 12), endAt: at(5, 13) }, me)).id
  const changed = (
    await lab.book({ ...soon, startAt: at(5, 14), endAt: at(5, 15), payerId: lab.payer.id }, me)
  ).id
  const { settings } = await world.ok(lab.sysadmin, openingCalls.get, { params: { deviceId } })
  await world.ok(lab.sysadmin, openingCalls.change, {
    params: { deviceId },
    body: { ...settings!, cancelLimitMinutes: 7 * 1440, cancelFeeFen: 50_000, accept: true },
  })
  const terms = async (of: number) =>
    (await world.ok(me, bookingCalls.get, { params: { id: of } })).cancelTerms
  expect(await terms(id)).toMatchObject({ late: false, feeFen: 0, violation: false })
  const newer = (await lab.book({ ...soon, startAt: at(5, 16), endAt: at(5, 17) }, me)).id
  expect(await terms(newer)).toMatchObject({ late: true, feeFen: 50_000 })

  await world.ok(me, bookingCalls.cancel, { params: { id }, body: { reason: '计划有变' } })
  await lab.shift(away, -60, 30)
  await run('booking-miss')
  expect(await findState(away)).toBe('no_show')
  expect(await world.sql('select from test_order where booking_id = any($1)', [[id, away]])).toEqual([])

  // A change before all approvals is judged by the present rules and gets the present terms.
  await world.ok(me, bookingCalls.change, {
    params: { id: changed },
    body: { startAt: at(5, 18), endAt: at(5, 19), purpose: '形貌表征', payerId: lab.payer.id },
  })
  await world.ok(lab.payer, bookingCalls.approve, {
    params: { id: changed },
    body: { state: 'awaiting_payer' },
  })
  expect(await terms(changed)).toMatchObject({ late: true, feeFen: 50_000 })
})

test('a start comes neither too early nor too late', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const { id } = await lab.book({ deviceId, ...next() })
  const start = async () => (await world.send(lab.booker, bookingCalls.start, { params: { id } })).code
  await lab.shift(id, 16)
  expect(await start()).toBe('NOT_YET')
  await lab.shift(id, -31)
  expect(await start()).toBe('START_TOO_LATE')
  await lab.shift(id, 14)
  expect(await start()).toBe(0)
})

test('after the portal was away: nobody who could not begin is a no-show, and whose time is not over has his grace', async () => {
  const minutes = (n: number) => new Date(Date.now() + n * 60_000)
  let seat = 0
  let me = await world.person('守时人')
  const book = async (startsIn: number, lasts: number) => {
    const { id } = await lab.book({ deviceId: silent, seat: ++seat, ...next() }, me)
    await lab.shift(id, startsIn, lasts)
    return id
  }
  const silent = await lab.device({ capacity: 5, cancel_fee_fen: 5000 })
  await lab.approvals(silent)
  const [over, lost, still, before] = [
    await book(-45, 40),
    await book(-40, 120),
    await book(-20, 120),
    await book(-100, 45),
  ]
  const ran = (job: string, at: Date) =>
    world.sql('insert into job_run (job, started_at, ended_at) values ($1, $2, $2) returning id', [job, at])
  // The portal was down from 50 minutes ago until now; when only the job was paused, other jobs ran.
  await ran('booking-miss', minutes(-50))
  await ran('booking-expire', minutes(-0.2))
  await run('booking-miss')
  const states = () => Promise.all([over, lost, still, before].map(findState))
  expect(await states()).toEqual(['revoked', 'awaiting_use', 'awaiting_use', 'no_show'])
  const { can, startWindow } = await world.ok(me, bookingCalls.get, { params: { id: lost } })
  expect([can.includes('start'), Date.parse(startWindow?.until ?? '') > Date.now()]).toEqual([true, true])
  expect((await world.send(me, bookingCalls.start, { params: { id: lost } })).status).toBe(200)

  // A person who could have started in time and does not come within the grace either is a no-show.
  await world.sql('delete from job_run')
  await lab.shift(still, -31, 120)
  await world.sql(`update booking set silent_until = lower(period) + interval '10 seconds' where id = $1`, [
    still,
  ])
  expect(await findState(still)).toBe('awaiting_use')
  await run('booking-miss')
  expect(await findState(still)).toBe('no_show')
  const [{ reason } = { reason: '' }] = await world.sql<{ reason: string }>(
    'select reason from booking where id = $1',
    [over],
  )
  expect(reason).toContain('系统无法访问')

  // A paused job is not an outage of the portal.
  await ran('booking-miss', minutes(-50))
  for (let n = -50; n < 0; n++) await ran('booking-expire', minutes(n))
  me = await world.person('另一人')
  const paused = await book(-40, 120)
  await run('booking-miss')
  expect(await findState(paused)).toBe('no_show')
})
