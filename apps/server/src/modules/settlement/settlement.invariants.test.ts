import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import {
  settlementCalls,
  settlementStates,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenOrderLogs, brokenRules } from '../../testing/ledger.ts'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { releaseHold } from '../booking/booking.service.ts'

// Random people do random things with a few cards and orders, several at once. After each round the rules of
// the money hold, and no reply is a server error, whichever requests succeeded.

const { world, s } = await sceneWorld({ poolMax: 10 })

const nth = fc.nat({ max: 5 })
const fen = fc.oneof(fc.constantFrom(1, 12_000, 24_000), fc.integer({ min: 1, max: 40_000 }))
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(often(5, fc.constant(null)), arbitrary)
const operation = fc.oneof(
  fc.record({ do: fc.constant('topUp' as const), card: nth, fen }),
  fc.record({
    do: fc.constant('adjust' as const),
    card: nth,
    fen: fc.integer({ min: -20_000, max: 20_000 }),
  }),
  often(
    4,
    fc.record({
      do: fc.constant('create' as const),
      orders: fc.uniqueArray(nth, { minLength: 1, maxLength: 3 }),
      cards: fc.uniqueArray(nth, { minLength: 1, maxLength: 2 }),
      split: fc.nat({ max: 100 }),
      by: nth,
    }),
  ),
  fc.record({
    do: fc.constant('offline' as const),
    orders: fc.uniqueArray(nth, { minLength: 1, maxLength: 2 }),
  }),
  often(2, fc.record({ do: fc.constant('remit' as const), which: nth })),
  fc.record({ do: fc.constant('refund' as const), which: nth }),
  // Usually the awaited person answers the state they saw;
  // sometimes it is anyone, with an old or invented state.
  often(
    8,
    fc.record({
      do: fc.constant('audit' as const),
      which: fc.uniqueArray(nth, { minLength: 1, maxLength: 3 }),
      state: rarely(fc.constantFrom(...settlementStates)),
      yes: fc.oneof(often(3, fc.constant(true)), fc.constant(false)),
      by: rarely(nth),
    }),
  ),
  fc.record({ do: fc.constant('cancel' as const), which: nth }),
  often(3, fc.record({ do: fc.constant('askReversal' as const), which: nth })),
  often(
    2,
    fc.record({ do: fc.constant('correct' as const), order: nth, samples: fc.integer({ min: 0, max: 3 }) }),
  ),
  fc.record({ do: fc.constant('release' as const), order: nth }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

interface Table {
  people: Person[]
  cards: number[]
  orders: number[]
}

/**
 * Two owners with cards, one of them authorised on the
 * other's card, and orders, some with money held for them.
 */
async function table(): Promise<Table> {
  const cards = [await s.card(s.payer, 60_000), await s.card(s.booker, 30_000), await s.card(s.payer, 0)]
  await world.ok(s.booker, fundCardCalls.authorise, {
    params: { id: cards[1] ?? 0, userId: s.payer.id },
    body: { totalLimitFen: 25_000, perUseLimitFen: 20_000 },
  })
  const orders: number[] = []
  for (let i = 0; i < 5; i++)
    orders.push(await s.confirmed({ priceFen: 1_000 * (i + 1), ...(i < 2 && { holdOn: cards[0] }) }))
  // The fee of a booking that was cancelled too late, part of the money frozen for its use.
  orders.push(await s.cancelled({ priceFen: 9_000, feeFen: 6_000, holdOn: cards[0] ?? 0 }))
  return { people: [s.finance, s.booker, s.finance2, s.payer, s.director, s.outsider], cards, orders }
}

const proof = {
  name: '回单.pdf',
  content: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
}
const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T // the lists are never empty
interface Known {
  id: number
  state: SettlementState
}
/** The latest first; a settlement that does not exist, if there is none yet. */
const listSettlements = async (t: Table): Promise<Known[]> => {
  const rows = await world.sql<Known>(
    'select id, state from settlement where id in (select settlement_id from settlement_item where test_order_id = any($1::int8[])) order by id desc',
    [t.orders],
  )
  return rows.length ? rows : [{ id: 99_999_999, state: 'awaiting_finance' }]
}

async function perform(t: Table, op: Operation): Promise<{ status: number }> {
  switch (op.do) {
    case 'topUp':
      return world.send(s.finance, fundCardCalls.topUp, {
        params: { id: pick(t.cards, op.card) },
        body: { amountFen: op.fen, reason: '入账' },
      })
    case 'adjust':
      return world.send(s.finance, fundCardCalls.adjust, {
        params: { id: pick(t.cards, op.card) },
        body: { deltaFen: op.fen, reason: '更正' },
      })
    case 'create': {
      const orders = [...new Set(op.orders.map((i) => pick(t.orders, i)))]
      const [sum] = await world.sql<{ fen: number }>(
        'select sum(total_fen)::int8 as fen from test_order where id = any($1::int8[])',
        [orders],
      )
      const total = sum?.fen ?? 0
      const cards = [...new Set(op.cards.map((i) => pick(t.cards, i)))]
      const first = cards.length === 1 ? total : Math.max(1, Math.floor((total * op.split) / 100))
      const shares = cards
        .map((cardId, i) => ({ cardId, amountFen: i === 0 ? first : total - first }))
        .filter((x) => x.amountFen > 0)
      return world.send(pick([s.payer, s.booker], op.by), settlementCalls.create, {
        body: { testOrderIds: orders, way: 'fund_card', shares },
      })
    }
    case 'offline':
      return world.send(s.payer, settlementCalls.create, {
        body: { testOrderIds: [...new Set(op.orders.map((i) => pick(t.orders, i)))], way: 'offline' },
      })
    case 'remit':
      return world.send(s.payer, settlementCalls.remit, {
        params: { id: pick(await listSettlements(t), op.which).id },
        body: { voucherNumber: 'HK-1', remitter: '企业', remittedOn: '2026-01-05' },
        files: [proof],
      })
    case 'refund':
      return world.send(pick([s.finance, s.finance2], op.which), settlementCalls.refund, {
        params: { id: pick(await listSettlements(t), op.which).id },
        body: { number: 'TK-1', refundedOn: '2026-01-06' },
      })
    case 'audit': {
      const known = await listSettlements(t)
      const state = op.state ?? pick(known, op.which[0] ?? 0).state
      const items = [...new Set(op.which.map((i) => pick(known, i)))].map(({ id, state }) => ({
        id,
        state: op.state ?? state,
      }))
      // The clerk who confirms the payment cannot approve the reversal.
      const awaited =
        state === 'awaiting_card_owner' ? s.booker : state === 'awaiting_reversal' ? s.finance2 : s.finance
      return world.send(op.by === null ? awaited : pick(t.people, op.by), settlementCalls.audit, {
        body: { items, verdict: op.yes ? 'approve' : 'refuse', reason: '原因' },
      })
    }
    case 'cancel':
      return world.send(s.payer, settlementCalls.cancel, {
        params: { id: pick(await listSettlements(t), op.which).id },
        body: { reason: '不付了' },
      })
    case 'askReversal': {
      const settled = (await listSettlements(t)).toSorted(
        (a, b) => Number(b.state === 'settled') - Number(a.state === 'settled'),
      )
      return world.send(s.payer, settlementCalls.askReversal, {
        params: { id: pick(settled, Math.floor(op.which / 3)).id },
        body: { reason: '有误' },
      })
    }
    case 'correct': {
      // May fail, because a concurrent operation can come first.
      const id = pick(t.orders, op.order)
      const first = await world.send(s.reviewer, testOrderCalls.correct, {
        params: { id },
        body: { reason: '更正' },
      })
      const form = { startAt: '2026-01-05T02:00:00Z', endAt: '2026-01-05T03:00:00Z', sampleCount: op.samples }
      const answers: { status: number }[] = [
        first,
        await world.send(s.reviewer, testOrderCalls.save, { params: { id }, body: form }),
        await world.send(s.reviewer, testOrderCalls.submit, { params: { id } }),
      ]
      for (const [who, state] of [
        [s.director, 'awaiting_director'],
        [s.booker, 'awaiting_booker'],
        [s.payer, 'awaiting_payer'],
      ] as const) {
        answers.push(
          await world.send(who, testOrderCalls.audit, {
            body: { items: [{ id, state }], verdict: 'approve' },
          }),
        )
      }
      return { status: Math.max(...answers.map((a) => a.status)) }
    }
    case 'release': {
      const [order] = await world.sql<{ bookingId: number }>(
        'select booking_id as "bookingId" from test_order where id = $1',
        [pick(t.orders, op.order)],
      )
      await world.asSystem((ctx) => releaseHold(ctx, order?.bookingId ?? 0))
      return { status: 200 }
    }
  }
}

/**
 * A complete course of each kind, which random operations may miss:
 * paid and reversed, refused by the card's owner, cancelled, remitted and paid back.
 */
const judged = (yes: boolean): Operation => ({ do: 'audit', which: [0], state: null, yes, by: null })
const onCard = (card: number, order: number): Operation => ({
  do: 'create',
  orders: [order],
  cards: [card],
  split: 100,
  by: 0,
})
const lives: Operation[][] = [
  [onCard(0, 2)],
  [judged(true)],
  [{ do: 'askReversal', which: 0 }],
  [judged(true)],
  [onCard(1, 3)],
  [judged(false)],
  [onCard(0, 4)],
  [{ do: 'cancel', which: 0 }],
  // Paid, reversed, corrected, and paid as corrected.
  [onCard(0, 1)],
  [judged(true)],
  [{ do: 'askReversal', which: 0 }],
  [judged(true)],
  [{ do: 'correct', order: 1, samples: 2 }],
  [onCard(0, 1)],
  [judged(true)],
  // Remitted, reversed, paid back, and to be remitted again.
  [{ do: 'offline', orders: [0] }],
  [{ do: 'remit', which: 0 }],
  [judged(true)],
  [{ do: 'askReversal', which: 0 }],
  [judged(true)],
  [{ do: 'refund', which: 0 }],
  [{ do: 'offline', orders: [0] }],
]

test('whatever people do, and at once, the money is right after it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 4, size: 'max' }), {
        minLength: 8,
        maxLength: 20,
        size: 'max',
      }),
      async (rounds) => {
        const t = await table()
        for (const round of rounds) {
          const answers = await Promise.all(round.map((op) => perform(t, op)))
          for (const { status } of answers) expect(status).toBeLessThan(500)
          expect(await brokenRules(world.sql)).toEqual([])
        }
      },
    ),
    { numRuns: 12, endOnFailure: true, examples: [[lives]] },
  )
  expect(await brokenOrderLogs(world.sql)).toEqual([])
  // The sequences must reach these states, or they prove little.
  const reached = await world.sql<{ state: string }>(
    `select distinct to_state as state from flow_log where business = 'settlement'`,
  )
  expect(reached.map((r) => r.state)).toEqual(
    expect.arrayContaining([
      'awaiting_card_owner',
      'awaiting_remittance',
      'awaiting_finance',
      'settled',
      'refused',
      'cancelled',
      'awaiting_reversal',
      'reversed',
      'refunded',
    ]),
  )
}, 180_000)
