import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import {
  settlementCalls,
  settlementRefusals,
  type SettlementPlan,
} from '@portal/contract/settlement/settlement'
import { expect, test } from 'vitest'
import { brokenRules } from '../../testing/ledger.ts'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'

const LABS = 6
const ORDERS = 400
const PRICE_FEN = 1_000

const { world, s } = await sceneWorld()

/** Confirmed orders in several labs, half of them with money frozen on the payer's card, as bookings paid at once have it. */
async function filled(cardId: number): Promise<void> {
  await world.sql(
    `insert into lab (serial_id, name, dept_id) select 'LAB-PLAN' || n, '合并 ' || n, (select dept_id from lab where id = $1) from generate_series(1, $2::int) n`,
    [s.labId, LABS],
  )
  await world.sql(
    `insert into booking (device_id, lab_id, kind, state, booker_id, experimenter_id, payer_id, purpose, pay_mode, fund_card_id, quote, estimate_fen, held_fen)
    select $1, (select id from lab where serial_id = 'LAB-PLAN' || (1 + n % $2::int)), 'sample_delivery', 'done', $3, $3, $4, '测试', 'immediate', $5, '{}', $6, case when n % 2 = 0 then $6::int8 else 0 end
    from generate_series(1, $7::int) n`,
    [s.deviceId, LABS, s.booker.id, s.payer.id, cardId, PRICE_FEN, ORDERS],
  )
  await world.sql(
    `insert into test_order (booking_id, device_id, lab_id, booker_id, payer_id, state, bill, total_fen, confirmed_at)
    select id, device_id, lab_id, booker_id, payer_id, 'confirmed', '{"lines": []}', estimate_fen, now() from booking where fund_card_id = $1`,
    [cardId],
  )
  await world.sql(
    `insert into ledger_entry (card_id, kind, balance_delta_fen, frozen_delta_fen, balance_after_fen, frozen_after_fen, business, row_id, user_id)
    select $1, 'freeze', 0, held_fen, c.balance_fen, sum(held_fen) over (order by b.id), 'booking', b.id, $2 from booking b, fund_card c
    where b.fund_card_id = $1 and b.held_fen > 0 and c.id = $1 order by b.id`,
    [cardId, s.payer.id],
  )
  await world.sql(
    `update fund_card set frozen_fen = (select sum(held_fen) from booking where fund_card_id = $1) where id = $1`,
    [cardId],
  )
}

const plan = (who: Person, query: { testOrderIds?: string; labId?: string; keyword?: string } = {}) =>
  world.ok(who, settlementCalls.plan, { query })
const settle = (who: Person, group: SettlementPlan['groups'][number], cardId: number) =>
  world.send(who, settlementCalls.create, {
    body: {
      testOrderIds: group.orders.map((o) => o.id),
      totalFen: group.totalFen,
      way: 'fund_card',
      shares: [{ cardId, amountFen: group.totalFen }],
    },
    key: `plan-${who.id}-${group.lab.id}`,
  })

test('400 orders in six labs are six settlements; two who settle them at once settle each exactly once', async () => {
  const card = await s.card(s.payer, 2 * ORDERS * PRICE_FEN)
  await world.ok(s.payer, fundCardCalls.authorise, { params: { id: card, userId: s.booker.id }, body: {} })
  await filled(card)
  expect(await brokenRules(world.sql)).toEqual([])

  const { groups, left, more } = await plan(s.payer)
  expect([groups.length, left, more]).toEqual([LABS, [], false])
  expect(groups.reduce((sum, g) => sum + g.orders.length, 0)).toBe(ORDERS)
  expect(groups.every((g) => g.payer.id === s.payer.id && g.totalFen === g.orders.length * PRICE_FEN)).toBe(
    true,
  )
  const one = groups[0]?.lab.id ?? 0
  expect((await plan(s.payer, { labId: String(one) })).groups).toMatchObject([{ lab: { id: one } }])
  expect((await plan(s.outsider)).groups).toEqual([])

  // The booker and the payer settle at the same moment, each starting from the other end.
  const answers = await Promise.all([
    (async () => Promise.all(groups.map((g) => settle(s.payer, g, card))))(),
    (async () => Promise.all(groups.toReversed().map((g) => settle(s.booker, g, card))))(),
  ])
  const all = answers.flat()
  expect(all.filter((a) => a.status === 200)).toHaveLength(LABS)
  expect(all.filter((a) => a.status !== 200).map((a) => [a.status, a.message])).toEqual(
    Array.from({ length: LABS }, () => [409, settlementRefusals.NOT_CONFIRMED]),
  )
  const states = await world.sql(
    `select t.state, count(*)::int as n, count(distinct t.settlement_id)::int as settlements from test_order t group by 1`,
  )
  expect(states).toEqual([{ state: 'in_settlement', n: ORDERS, settlements: LABS }])
  expect(await world.sql('select sum(held_fen)::int as held from booking')).toEqual([{ held: 0 }])
  expect(await brokenRules(world.sql)).toEqual([])

  // Repeated with its key, it is the same settlement; asked again, nothing is left.
  const winner = all.find((a) => a.status === 200)
  const group = groups.find((g) => g.lab.id === winner?.data.lab.id)
  if (!winner || !group) throw new Error('one of them got through')
  const again = await settle(winner.data.starter.id === s.payer.id ? s.payer : s.booker, group, card)
  expect([again.status, again.data.id]).toEqual([200, winner.data.id])
  expect(await plan(s.payer)).toMatchObject({ groups: [], left: [] })
}, 60_000)

test('chosen orders: divided too, and what cannot be settled says why', async () => {
  const [mine, taken, others] = [
    await s.confirmed(),
    await s.confirmed(),
    await s.confirmed({ payerId: s.outsider.id, bookerId: s.outsider.id }),
  ]
  await world.ok(s.payer, settlementCalls.create, {
    body: { testOrderIds: [taken], way: 'offline', shares: [] },
  })
  const { groups, left } = await plan(s.payer, { testOrderIds: [mine, taken, others, 999_999].join() })
  expect(groups).toMatchObject([
    {
      payer: { id: s.payer.id },
      lab: { id: s.labId },
      totalFen: 12_000,
      orders: [{ id: mine, device: { name: '场发射扫描电镜' } }],
    },
  ])
  expect(left.map((o) => [o.id, o.reason])).toEqual([
    [taken, settlementRefusals.NOT_CONFIRMED],
    [others, settlementRefusals.NOT_YOURS],
    [999_999, settlementRefusals.NOT_YOURS],
  ])
})
