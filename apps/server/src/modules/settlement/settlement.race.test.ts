import { settlementCalls } from '@portal/contract/settlement/settlement'
import type { Verdict } from '@portal/contract/kernel/rows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenRules } from '../../testing/ledger.ts'
import { sceneWorld } from '../../testing/scene.ts'
import { startServer, type ServerProcess } from '../../testing/server.ts'
import type { Person } from '../../testing/world.ts'

const SETTLEMENTS = 1000
const CARDS = 10
const PRICE_FEN = 1_234

const { world, s } = await sceneWorld()
let servers: ServerProcess[]
beforeAll(async () => {
  servers = await Promise.all([startServer(world.database.url), startServer(world.database.url)])
}, 180_000)
afterAll(() => Promise.all(servers.map((server) => server.killAtOnce())))

/** Settlements by card that wait for finance with everything frozen, as if made one by one in the product. */
async function waitingForFinance(): Promise<number[]> {
  for (let i = 0; i < CARDS; i++) await s.card(s.payer, SETTLEMENTS * PRICE_FEN)
  await world.sql(
    `insert into booking (device_id, lab_id, kind, state, booker_id, experimenter_id, payer_id, purpose, pay_mode, quote, estimate_fen)
    select $1, $2, 'sample_delivery', 'done', $3, $3, $4, '测试', 'post', '{}', $5 from generate_series(1, $6::int)`,
    [s.deviceId, s.labId, s.booker.id, s.payer.id, PRICE_FEN, SETTLEMENTS],
  )
  const made = await world.sql<{ id: number }>(
    `insert into settlement (state, way, starter_id, payer_id, lab_id, total_fen)
    select 'awaiting_finance', 'fund_card', $1, $1, $2, $3 from generate_series(1, $4::int) returning id`,
    [s.payer.id, s.labId, PRICE_FEN, SETTLEMENTS],
  )
  await world.sql(`insert into test_order (booking_id, device_id, lab_id, booker_id, payer_id, state, bill, total_fen, settlement_id)
    select b.id, b.device_id, b.lab_id, b.booker_id, b.payer_id, 'in_settlement', '{"lines": []}', b.estimate_fen, x.id
    from (select *, row_number() over (order by id) as n from booking) b join (select id, row_number() over (order by id) as n from settlement) x using (n)`)
  await world.sql(
    'insert into settlement_item (settlement_id, test_order_id, amount_fen) select settlement_id, id, total_fen from test_order',
  )
  await world.sql(`insert into settlement_share (settlement_id, card_id, amount_fen, owner_approved_at)
    select x.id, c.id, x.total_fen, now() from settlement x join (select id, row_number() over (order by id) as n, count(*) over () as cards from fund_card) c on c.n = 1 + x.id % c.cards`)
  await world.sql(`insert into ledger_entry (card_id, kind, balance_delta_fen, frozen_delta_fen, balance_after_fen, frozen_after_fen, business, row_id, user_id)
    select h.card_id, 'freeze', 0, h.amount_fen, c.balance_fen, sum(h.amount_fen) over (partition by h.card_id order by h.settlement_id), 'settlement', h.settlement_id, c.owner_id
    from settlement_share h join fund_card c on c.id = h.card_id order by h.settlement_id`)
  await world.sql(
    `update fund_card c set frozen_fen = (select sum(h.amount_fen) from settlement_share h where h.card_id = c.id)`,
  )
  await world.sql(
    `insert into approval_task (business, row_id, step, asked_role, role, lab_id, requester_id, title) select 'settlement', id, 'finance', 'finance', 'finance', lab_id, starter_id, '财务扣款' from settlement`,
  )
  await world.sql(
    `insert into flow_log (business, row_id, event, to_state) select 'settlement', id, 'create', state from settlement`,
  )
  return made.map((r) => r.id)
}

const some = <T>(list: readonly T[], count: number): T[] =>
  list
    .map((x) => [Math.random(), x] as const)
    .toSorted((a, b) => a[0] - b[0])
    .slice(0, count)
    .map(([, x]) => x)

/** One click of a clerk at a server; undefined if the server died during it. */
async function click(
  server: ServerProcess,
  who: Person,
  ids: readonly number[],
  key: string,
): Promise<Verdict[] | undefined> {
  try {
    const response = await fetch(server.address + settlementCalls.audit.path, {
      method: 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        items: ids.map((id) => ({ id, state: 'awaiting_finance' })),
        verdict: 'approve',
      }),
    })
    const body = (await response.json()) as { data: Verdict[]; message: string }
    expect([response.status, body.message]).toEqual([200, 'ok'])
    return body.data
  } catch (e) {
    if (e instanceof TypeError) return undefined // fetch's error for a broken connection
    throw e
  }
}

test('1,000 settlements, finance clicking at two servers at once, one of them killed: each is deducted exactly once', async () => {
  const ids = await waitingForFinance()
  expect(await brokenRules(world.sql)).toEqual([])
  const told = new Map<number, number>()
  let lost = 0
  const settledNow = async () =>
    (await world.sql<{ n: number }>(`select count(*) as n from settlement where state = 'settled'`))[0]?.n ??
    0
  const left = async () =>
    (await world.sql<{ id: number }>(`select id from settlement where state = 'awaiting_finance'`)).map(
      (r) => r.id,
    )

  /**
   * A clerk who clicks on every settlement they see, alternating between
   * two servers; a click without a reply is repeated with its key.
   */
  async function clerk(n: number): Promise<void> {
    const who = n % 2 ? s.finance : s.finance2
    for (let i = 0; ; i++) {
      const seen = await left()
      if (seen.length === 0) return
      const chosen = some(seen, 25)
      const key = `clerk-${n}-click-${i}`
      const [first, second] = (n + i) % 2 ? servers : servers.toReversed()
      if (!first || !second) throw new Error('there are two')
      let verdicts = await click(first, who, chosen, key)
      if (!verdicts) {
        lost++
        verdicts = await click(second, who, chosen, key)
      }
      for (const v of verdicts ?? []) if (v.ok) told.set(v.id, (told.get(v.id) ?? 0) + 1)
    }
  }
  async function murder(): Promise<void> {
    while ((await settledNow()) < SETTLEMENTS / 3) await new Promise((resolve) => setTimeout(resolve, 5))
    await servers[0]?.killAtOnce()
  }
  await Promise.all([...Array.from({ length: 6 }, (_, n) => clerk(n)), murder()])

  expect(lost, 'the kill interrupted somebody').toBeGreaterThan(0)
  expect(await settledNow()).toBe(SETTLEMENTS)
  expect(await brokenRules(world.sql)).toEqual([])
  expect(
    await world.sql(
      `select count(*) as n, count(distinct row_id) as rows, sum(balance_delta_fen) as fen from ledger_entry where kind = 'deduct'`,
    ),
  ).toEqual([{ n: SETTLEMENTS, rows: SETTLEMENTS, fen: String(-SETTLEMENTS * PRICE_FEN) }])
  expect(await world.sql('select sum(frozen_fen) as fen from fund_card')).toEqual([{ fen: '0' }])
  // No settlement was confirmed twice. What the killed server did without a reply is done all the same.
  expect([...told.values()].every((times) => times === 1)).toBe(true)
  expect(ids.length - told.size).toBeLessThanOrEqual(lost * 25)
}, 180_000)
