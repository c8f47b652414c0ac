import { bookingCalls } from '@portal/contract/booking/calls'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { afterAll, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { bookingJobs } from '../booking/booking.jobs.ts'
import { brokenOrderLogs, brokenRules } from '../../testing/ledger.ts'
import { sceneWorld } from '../../testing/scene.ts'

// A late cancellation costs the device's fee: one bill, paid like any other.

const { world, s } = await sceneWorld()
afterAll(async () => {
  expect(await brokenRules(world.sql)).toEqual([])
  expect(await brokenOrderLogs(world.sql)).toEqual([])
})

const cancel = (id: number, key?: string) =>
  world.send(s.booker, bookingCalls.cancel, {
    params: { id },
    body: { reason: '计划有变' },
    ...(key && { key }),
  })
const listOrders = (bookingId: number) =>
  world.sql<{ id: number; state: string; fen: number }>(
    'select id, state, total_fen as fen from test_order where booking_id = $1',
    [bookingId],
  )
const frozenOn = async (cardId: number) =>
  (await world.sql<{ fen: number }>('select frozen_fen as fen from fund_card where id = $1', [cardId]))[0]
    ?.fen
const addUp = async (cardId: number) =>
  (
    await world.sql<{ balance: number; frozen: number }>(
      'select balance_fen as balance, frozen_fen as frozen from fund_card where id = $1',
      [cardId],
    )
  )[0]

test('of what was frozen for the use the fee stays frozen, and is paid through a settlement', async () => {
  const card = await s.card(s.payer, 100_000)
  const id = await s.coming({ priceFen: 20_000, feeFen: 5_000, holdOn: card })
  expect(await frozenOn(card)).toBe(20_000)
  expect((await cancel(id)).data.state).toBe('cancelled')
  expect(await frozenOn(card)).toBe(5_000)
  expect(await world.ok(s.booker, bookingCalls.get, { params: { id } })).toMatchObject({
    feeFen: 5_000,
    heldFen: 5_000,
    state: 'cancelled',
  })
  const { items } = await world.ok(s.booker, bookingCalls.list, { query: { scope: 'mine' } })
  expect(items.find((b) => b.id === id)?.feeFen).toBe(5_000)

  const order = await world.ok(s.payer, testOrderCalls.measureInfo, { query: { bookingId: id } })
  expect(order).toMatchObject({
    state: 'confirmed',
    totalFen: 5_000,
    lateCancel: true,
    sampleCount: 0,
    startAt: null,
    confirmedBySystem: false,
    can: ['settle'],
  })
  expect(order.bill.lines).toMatchObject([{ kind: 'cancel_fee', label: '取消费', amountFen: 5_000 }])
  expect(order.progress.map((p) => `${p.key} ${p.status}`)).toEqual(['settlement current'])
  const told = await world.sql<{ payload: { userIds: number[]; body: string } }>(
    `select payload from outbox where payload ->> 'title' = '取消费待结算' order by id desc limit 1`,
  )
  expect(told[0]?.payload.userIds.toSorted()).toEqual([s.booker.id, s.payer.id].toSorted())
  expect(told[0]?.payload.body).toContain('应付 50.00 元')
  // The lab of the booking sees it too; another lab does not.
  expect(
    (await world.ok(s.director, testOrderCalls.measureList, { query: {} })).items.map((o) => o.id),
  ).toContain(order.id)
  expect((await world.send(s.outsider, testOrderCalls.get, { query: { id: order.id } })).status).toBe(403)

  const settlement = await world.ok(s.payer, settlementCalls.create, {
    body: { testOrderIds: [order.id], way: 'fund_card', shares: [{ cardId: card, amountFen: 5_000 }] },
  })
  expect(await frozenOn(card)).toBe(5_000)
  await world.ok(s.finance, settlementCalls.audit, {
    body: { items: [{ id: settlement.id, state: 'awaiting_finance' }], verdict: 'approve', reason: null },
  })
  expect(await addUp(card)).toEqual({ balance: 95_000, frozen: 0 })
  expect((await listOrders(id))[0]?.state).toBe('settled')
})

test('a fee above what was frozen keeps all of that; without a hold there is only the bill', async () => {
  const card = await s.card(s.payer, 10_000)
  const dear = await s.coming({ priceFen: 3_000, feeFen: 5_000, holdOn: card })
  await cancel(dear)
  expect([await frozenOn(card), (await listOrders(dear))[0]?.fen]).toEqual([3_000, 5_000])
  const post = await s.cancelled({ feeFen: 700 })
  const offline = await world.ok(s.booker, settlementCalls.create, {
    body: { testOrderIds: [post], way: 'offline' },
  })
  expect([offline.state, offline.totalFen]).toEqual(['awaiting_remittance', 700])
})

test('staying away costs what cancelling at the last minute costs, and is named before it happens', async () => {
  const card = await s.card(s.payer, 100_000)
  const id = await s.coming({ priceFen: 20_000, feeFen: 5_000, holdOn: card })
  expect((await world.ok(s.booker, bookingCalls.get, { params: { id } })).missText).toMatch(
    /^未在 .* 前送达样品且未取消，将记一次违约并收取 50\.00 元$/,
  )
  await world.sql(
    `update booking set period = tstzrange(now() - interval '3 hours', now() - interval '2 hours') where id = $1`,
    [id],
  )
  const miss = () =>
    runJob(
      world.app.deps,
      bookingJobs.find((j) => j.name === 'booking-miss')!,
    )
  expect([await miss(), await miss()]).toEqual([1, 0])
  expect(await frozenOn(card)).toBe(5_000)
  expect(await listOrders(id)).toMatchObject([{ state: 'confirmed', fen: 5_000 }])
  expect(await world.sql('select kind from violation where booking_id = $1', [id])).toEqual([
    { kind: 'no_show' },
  ])
  const order = await world.ok(s.payer, testOrderCalls.measureInfo, { query: { bookingId: id } })
  expect(order).toMatchObject({
    state: 'confirmed',
    totalFen: 5_000,
    noShow: true,
    lateCancel: false,
    can: ['settle'],
    bill: { lines: [{ label: '爽约费', reason: '未按时使用且未取消' }] },
  })
  const [told] = await world.sql<{ body: string }>(
    `select payload ->> 'body' as body from outbox where payload ->> 'title' = '预约未按时使用，已记为爽约' order by id desc limit 1`,
  )
  expect(told?.body).toContain('收取爽约费 50.00 元')
  const settlement = await world.ok(s.payer, settlementCalls.create, {
    body: { testOrderIds: [order.id], way: 'fund_card', shares: [{ cardId: card, amountFen: 5_000 }] },
  })
  await world.ok(s.finance, settlementCalls.audit, {
    body: { items: [{ id: settlement.id, state: 'awaiting_finance' }], verdict: 'approve', reason: null },
  })
  expect(await addUp(card)).toEqual({ balance: 95_000, frozen: 0 })
})

test('where the device asks for no fee there is no bill', async () => {
  const id = await s.coming({ feeFen: 0 })
  await cancel(id)
  expect(await listOrders(id)).toEqual([])
  expect(await world.sql('select kind from violation where booking_id = $1', [id])).toEqual([
    { kind: 'late_cancel' },
  ])
})

test('however often and however fast it is clicked, it is owed once', async () => {
  const card = await s.card(s.payer, 50_000)
  const id = await s.coming({ priceFen: 9_000, feeFen: 5_000, holdOn: card })
  const answers = await Promise.all(
    [...Array(6).keys()].map((i) => cancel(id, i < 3 ? 'the-same-click' : undefined)),
  )
  expect(answers.map((a) => a.status)).toContain(200)
  expect(answers.map((a) => a.status).every((status) => status === 200 || status === 409)).toBe(true)
  expect((await listOrders(id)).map((o) => o.fen)).toEqual([5_000])
  expect(await frozenOn(card)).toBe(5_000)
})
