import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenRules } from '../../testing/ledger.ts'
import { openLab, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
})
afterAll(() => world.close())

test('from the booking to the deduction: what was estimated is frozen, billed and paid, to the fen', async () => {
  const deviceId = await lab.device()
  await lab.approvals(deviceId)
  const cardId = await lab.card(lab.booker, 100_000)
  const sums = async () => (await world.ok(lab.booker, fundCardCalls.get, { params: { id: cardId } })).sums
  const booked = await lab.book({ deviceId, payMode: 'immediate', fundCardId: cardId })
  const { estimateFen } = await world.ok(lab.booker, bookingCalls.get, { params: { id: booked.id } })
  expect(estimateFen).toBeGreaterThan(0)
  expect(await sums()).toMatchObject({ balanceFen: 100_000, frozenFen: estimateFen })

  await lab.shift(booked.id, 0, 120)
  await world.ok(lab.booker, bookingCalls.start, { params: { id: booked.id } })
  await lab.shift(booked.id, -120, 120)
  await world.sql(`update booking set started_at = lower(period) where id = $1`, [booked.id])
  await world.ok(lab.booker, bookingCalls.finish, { params: { id: booked.id } })

  const { id } = await world.ok(lab.reviewer, testOrderCalls.measureInfo, { query: { bookingId: booked.id } })
  expect(await world.ok(lab.reviewer, testOrderCalls.submit, { params: { id } })).toMatchObject({
    totalFen: estimateFen,
  })
  const { state } = await world.ok(lab.director, testOrderCalls.get, { query: { id } })
  if (state === 'awaiting_director')
    await world.ok(lab.director, testOrderCalls.audit, {
      body: { items: [{ id, state }], verdict: 'approve' },
    })
  expect(
    await world.ok(lab.booker, testOrderCalls.audit, {
      body: { items: [{ id, state: 'awaiting_booker' }], verdict: 'approve' },
    }),
  ).toMatchObject([{ ok: true, state: 'confirmed' }])
  expect(await world.ok(lab.booker, bookingCalls.get, { params: { id: booked.id } })).toMatchObject({
    state: 'done',
    heldFen: estimateFen,
  })

  const made = await world.ok(lab.booker, settlementCalls.create, {
    body: { testOrderIds: [id], way: 'fund_card', shares: [{ cardId, amountFen: estimateFen }] },
  })
  expect(made.state).toBe('awaiting_finance')
  expect(await world.ok(lab.booker, bookingCalls.get, { params: { id: booked.id } })).toMatchObject({
    heldFen: 0,
  })
  await world.ok(lab.finance, settlementCalls.audit, {
    body: { items: [{ id: made.id, state: 'awaiting_finance' }], verdict: 'approve' },
  })
  expect(await sums()).toMatchObject({ balanceFen: 100_000 - estimateFen, frozenFen: 0 })
  const { items } = await world.ok(lab.booker, fundCardCalls.ledger, { params: { id: cardId }, query: {} })
  expect(items.map((e) => [e.kind, e.business])).toEqual([
    ['deduct', 'settlement'],
    ['freeze', 'settlement'],
    ['release', 'booking'],
    ['freeze', 'booking'],
    ['topup', 'movement'],
  ])
  expect(await brokenRules(world.sql)).toEqual([])
  expect((await world.sql<{ n: number }>(`select count(*) as n from exception_log`))[0]?.n).toBe(0)
})
