import { acceptanceCalls, acceptanceStates } from '@portal/contract/acceptance/acceptance'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { stockInCalls, stockInStates } from '@portal/contract/stock-in/stock-in'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createArrivals, type Arrivals } from '../../testing/arrivals.ts'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { award } from '../purchase/purchase.service.ts'

// Random people perform random actions on a few purchases concurrently, from the first quotation to the
// stock-in: a small one, and one that the college must sign. Whatever was refused or accepted: amounts agree
// at every stage, numbers are unique, no approval or signature is skipped, and no reply is a server error. In
// the end everything due is done and all sums agree.

const CARD_FEN = 100_000_000
const PIECES = 3

let world: World
let p: Procurement
let r: Arrivals
let people: Person[]
let members: Person[]
beforeAll(async () => {
  world = await createWorld({ poolMax: 10 })
  p = await createProcurement(world)
  r = await createArrivals(world, p)
  people = [p.requester, p.equip, p.finance, p.head, p.outsider, p.suppliers[0]!.user]
  members = [
    p.colleague,
    await world.person('会签乙', { deptId: p.deptId }),
    await world.person('会签丙', { deptId: p.deptId }),
  ]
})
afterAll(() => world.close())

const nth = fc.nat({ max: 5 })
const who = fc.option(nth, { freq: 6 })
const anything = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('fill' as const),
      which: nth,
      take: fc.integer({ min: 1, max: PIECES }),
      refuse: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('submit' as const), which: nth, by: who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('audit' as const),
      which: nth,
      by: who,
      back: fc.boolean(),
      state: fc.option(fc.constantFrom(...acceptanceStates), { freq: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), which: nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const), which: nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      which: nth,
      off: fc.integer({ min: -1, max: 100 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('contract' as const),
      which: nth,
      off: fc.integer({ min: -1, max: 100 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('sign' as const),
      which: nth,
      by: nth,
      agree: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('complete' as const),
      which: nth,
      off: fc.constantFrom(0, 0, 0, 1),
      card: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('handIn' as const), which: nth, by: who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('confirm' as const),
      which: nth,
      by: who,
      back: fc.boolean(),
      state: fc.option(fc.constantFrom(...stockInStates), { freq: 6 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('store' as const), which: nth, by: who }) },
)
// Random actions alone would finish nothing, so half of the operations do what is due.
const operation = fc.oneof(
  { weight: 1, arbitrary: anything },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('due' as const), which: nth }) },
)
type Anything = typeof anything extends fc.Arbitrary<infer T> ? T : never
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const pick = <T>(list: readonly T[], i: number): T | undefined => list[i % Math.max(1, list.length)]
const listRows = (table: 'acceptance' | 'stock_in', purchaseIds: readonly number[]) =>
  world.sql<{ id: number; state: never }>(
    `select id, state from ${table} where purchase_id = any($1::int8[]) order by id desc`,
    [purchaseIds],
  )
const by = (i: number | null, usual: Person): Person => (i === null ? usual : (pick(people, i) ?? usual))

/** What the awaited person does next with a row in this state. */
const dueAt: Partial<Record<string, Anything[]>> = {
  draft: [
    { do: 'fill', which: 0, take: 2, refuse: false },
    { do: 'submit', which: 0, by: null },
  ],
  awaiting_signatures: [0, 1, 2].map((one) => ({ do: 'sign', which: 0, by: one, agree: true })),
  awaiting_audit: [{ do: 'audit', which: 0, by: null, back: false, state: null }],
  awaiting_info: [
    { do: 'complete', which: 0, off: 0, card: true },
    { do: 'handIn', which: 0, by: null },
  ],
  awaiting_finance: [{ do: 'confirm', which: 0, by: null, back: false, state: null }],
  awaiting_store: [{ do: 'store', which: 0, by: null }],
}
async function performDue(
  purchases: readonly number[],
  which: number,
): Promise<{ status: number } | undefined> {
  const due = await duePurchases(purchases)
  const next = pick(due, which)
  if (next && which % 2 === 0) return performOnPurchase(next.what, next.id)
  const open = [
    ...(await listRows('acceptance', purchases)),
    ...(await listRows('stock_in', purchases)),
  ].filter((x) => x.state in dueAt)
  const row = pick(open, which)
  let last
  for (const op of row ? (dueAt[row.state] ?? []) : []) last = await performOn(op, row!)
  return last
}

/** What is due for the purchases themselves: buying, signing, delivering (again), accepting. */
const duePurchases = (purchases: readonly number[]) =>
  world.sql<{ id: number; what: 'buy' | 'contract' | 'deliver' | 'create' }>(
    `select * from (select p.id, case when p.state = 'awaiting_sourcing' then 'buy' when p.state = 'awaiting_contract' then 'contract'
        when exists (select from delivery d where d.purchase_id = p.id and d.state = 'awaiting_entry') then 'deliver'
        when exists (select from piece c where c.purchase_id = p.id and c.state = 'checked') and not exists (
          select from acceptance a where a.purchase_id = p.id and a.state not in ('accepted', 'cancelled')) then 'create' end as what
      from purchase p where p.id = any($1::int8[])) x where what is not null order by id`,
    [purchases],
  )

/** By default the contract stays below every award: by about a hundred fen, for three pieces. */
async function performOnPurchase(
  what: 'buy' | 'contract' | 'deliver' | 'create',
  id: number,
  off = 34,
): Promise<{ status: number } | undefined> {
  if (what === 'deliver')
    return void (await r.deliver(id).catch((e: unknown) => expect(String(e)).not.toContain(': 500 ')))
  if (what === 'create') return world.send(p.requester, acceptanceCalls.create, { body: { purchaseId: id } })
  const { method, budgetFen, items } = await p.detail(p.requester, id)
  if (what === 'contract') {
    const prices = items.map((i) => ({ itemId: i.id, priceFen: i.unitPriceFen - off }))
    return world.send(p.equip, purchaseCalls.signContract, {
      params: { id },
      body: {
        number: `HT-${id}`,
        on: '2026-01-05',
        deliverBy: '2026-12-31',
        prices,
        fileIds: [await p.paper(p.equip)],
      },
    })
  }
  const supplierId = p.suppliers[0]?.id ?? 0
  const amountFen = budgetFen - off
  // More expensive ones are tendered; the winner is passed to the purchase like this.
  if (method !== 'general')
    return void (await world
      .asSystem((ctx) => award(ctx, id, { supplierId, amountFen, reason: '评审' }))
      .catch(() => undefined))
  await world.send(p.requester, purchaseCalls.quote, {
    params: { id },
    body: { quotes: [{ supplierId, amountFen }] },
  })
  return world.send(p.requester, purchaseCalls.award, {
    params: { id },
    body: { supplierId, reason: '比较' },
  })
}

async function perform(purchases: readonly number[], op: Operation): Promise<{ status: number } | undefined> {
  if (op.do === 'due') return performDue(purchases, op.which)
  if (op.do === 'deliver' || op.do === 'create')
    return performOnPurchase(op.do, pick(purchases, op.which) ?? 0)
  if (op.do === 'buy' || op.do === 'contract')
    return performOnPurchase(op.do, pick(purchases, op.which) ?? 0, op.off)
  const acceptance =
    op.do === 'fill' || op.do === 'sign' || op.do === 'submit' || op.do === 'audit' || op.do === 'cancel'
  const row = pick(await listRows(acceptance ? 'acceptance' : 'stock_in', purchases), op.which)
  return row && performOn(op, row)
}

async function performOn(
  op: Anything,
  row: { id: number; state: never },
): Promise<{ status: number } | undefined> {
  const params = { id: row.id }
  switch (op.do) {
    case 'fill': {
      const a = await world.ok(p.requester, acceptanceCalls.get, { params })
      const pieces = r
        .fine(a)
        .pieces.slice(0, op.take)
        .map((c, i) => (op.refuse && i === 0 ? { ...c, verdict: 'refuse' as const, reason: '破损' } : c))
      if (a.state === 'draft' && a.pictures.length === 0) await r.picture(row.id).catch(() => {})
      return world.send(p.requester, acceptanceCalls.change, {
        params,
        body: r.fine(a, { pieces, members: members.slice(0, a.membersMin).map((m) => ({ userId: m.id })) }),
      })
    }
    case 'sign':
      return world.send(pick(members, op.by) ?? p.outsider, acceptanceCalls.sign, {
        params,
        body: { verdict: op.agree ? 'agree' : 'disagree', opinion: '意见' },
      })
    case 'submit':
      return world.send(by(op.by, p.requester), acceptanceCalls.submit, { params })
    case 'audit':
      return world.send(by(op.by, p.equip), acceptanceCalls.audit, {
        body: {
          items: [{ id: row.id, state: op.state ?? row.state }],
          verdict: op.back ? 'send_back' : 'approve',
          reason: '原因',
        },
      })
    case 'cancel':
      return world.send(p.requester, acceptanceCalls.cancel, { params, body: { reason: '原因' } })
    case 'complete': {
      const s = await r.detail(p.requester, row.id)
      if (s.state !== 'awaiting_info') return undefined
      const body = await r.complete(s, { payment: op.card ? 'card' : 'bank' }).catch(() => undefined)
      if (!body) return undefined
      return world.send(p.requester, stockInCalls.change, {
        params,
        body: {
          ...body,
          invoices: (body.invoices ?? []).map((v) => ({ ...v, amountFen: v.amountFen - op.off })),
        },
      })
    }
    case 'handIn':
      return world.send(by(op.by, p.requester), stockInCalls.submit, { params })
    case 'confirm':
      return world.send(by(op.by, p.finance), stockInCalls.audit, {
        body: {
          items: [{ id: row.id, state: op.state ?? row.state }],
          verdict: op.back ? 'send_back' : 'approve',
          reason: '原因',
        },
      })
    case 'store':
      return world.send(by(op.by, p.equip), stockInCalls.store, {
        body: { items: [{ id: row.id, state: 'awaiting_store' }] },
      })
    default:
      return undefined
  }
}

/** These rules hold whatever happened. */
async function judge(purchases: readonly number[], cardId: number): Promise<void> {
  const wrong = (text: string) => world.sql(text, [purchases])
  const of = 'purchase_id = any($1::int8[])'
  // These amounts must agree: quotation and award, budget and award, award and contract, contract and prices;
  // pieces and contract, pieces and orders, orders and invoices.
  expect(
    await wrong(
      `select p.id from purchase p where id = any($1::int8[]) and (award_fen > budget_fen or contract_fen > award_fen or contract_fen <> (select sum(quantity * contract_price_fen) from purchase_item i where i.purchase_id = p.id))`,
    ),
  ).toEqual([])
  expect(
    await wrong(
      `select p.id from purchase p where id = any($1::int8[]) and method = 'general' and award_fen <> (select q.amount_fen from purchase_quote q where q.purchase_id = p.id and q.chosen)`,
    ),
  ).toEqual([])
  expect(
    await wrong(
      `select p.id from purchase p where id = any($1::int8[]) and contract_fen <> (select sum(price_fen) from piece where purchase_id = p.id)`,
    ),
  ).toEqual([])
  expect(
    await wrong(
      `select id from stock_in t where ${of} and total_fen <> (select sum(c.price_fen) from stock_in_piece o join piece c on c.id = o.piece_id where o.stock_in_id = t.id)`,
    ),
  ).toEqual([])
  expect(
    await wrong(
      `select id from stock_in t where ${of} and state <> 'awaiting_info' and total_fen <> (select coalesce(sum(amount_fen), 0) from invoice where stock_in_id = t.id)`,
    ),
  ).toEqual([])
  // The card has frozen what waits for finance, and has paid what finance confirmed.
  const [money] = await world.sql<{ balance: number; frozen: number; paid: number; held: number }>(
    `select balance_fen as balance, frozen_fen as frozen,
      (select coalesce(sum(total_fen), 0)::int8 from stock_in where ${of} and payment = 'card' and state in ('awaiting_store', 'stored')) as paid,
      (select coalesce(sum(total_fen), 0)::int8 from stock_in where ${of} and payment = 'card' and state = 'awaiting_finance') as held
     from fund_card where id = $2`,
    [purchases, cardId],
  )
  expect(money).toMatchObject({ balance: CARD_FEN - (money?.paid ?? 0), frozen: money?.held })
  // No approval is skipped: later rows have passed the earlier ones.
  expect(
    await wrong(
      `select c.id from piece c where ${of} and state in ('accepted', 'stored') and not exists (select from acceptance a join flow_log l on l.business = 'acceptance' and l.row_id = a.id and l.event = 'approve' where a.id = c.acceptance_id and a.state = 'accepted')`,
    ),
  ).toEqual([])
  // No signature is skipped either.
  expect(
    await wrong(
      `select a.id from acceptance a where ${of} and state in ('awaiting_audit', 'accepted') and (select count(*) from acceptance_member m where m.acceptance_id = a.id and m.verdict = 'agree') < case scale when 'small' then 1 else 3 end`,
    ),
  ).toEqual([])
  expect(
    await wrong(
      `select a.id from acceptance a where ${of} and (scale = 'small') <> not exists (select from piece c where c.purchase_id = a.purchase_id and c.price_fen >= 10000000)`,
    ),
  ).toEqual([])
  expect(
    await wrong(
      `select t.id from stock_in t where ${of} and state in ('awaiting_store', 'stored') and (select l.event from flow_log l where l.business = 'stock_in' and l.row_id = t.id and l.event in ('submit', 'confirm', 'send_back') order by l.id desc limit 1) <> 'confirm'`,
    ),
  ).toEqual([])
  expect(
    await wrong(
      `select c.id from piece c where ${of} and (state = 'stored') <> exists (select from stock_in_piece o join stock_in t on t.id = o.stock_in_id join device d on d.serial_id = o.asset_number and d.id = c.device_id where o.piece_id = c.id and t.state = 'stored')`,
    ),
  ).toEqual([])
  expect(
    await wrong(
      `select p.id from purchase p where id = any($1::int8[]) and (state = 'done') <> (contract_fen is not null and not exists (select from piece where purchase_id = p.id and state <> 'stored'))`,
    ),
  ).toEqual([])
  // Asset numbers: each once (the table refuses duplicates) and without gaps.
  expect(
    await world.sql(
      `select count(*)::int as count from stock_in_piece where asset_number is not null having count(*) <> coalesce(max(right(asset_number, 5)::int), 0)`,
    ),
  ).toEqual([])
}

/** Does what is due until nothing is; then every stage has the same sum, to the fen. */
async function finishAll(purchases: readonly number[]): Promise<void> {
  for (let step = 0; step < 80; step++) {
    const [next] = await duePurchases(purchases)
    const open = [
      ...(await listRows('acceptance', purchases)),
      ...(await listRows('stock_in', purchases)),
    ].find((x) => x.state in dueAt)
    if (!next && !open) break
    if (next) await performOnPurchase(next.what, next.id)
    else for (const op of dueAt[open!.state] ?? []) await performOn(op, open!)
  }
  const sums = await world.sql<{
    state: string
    contract: number
    pieces: number
    orders: number
    invoices: number
    devices: number
    count: number
  }>(
    `select p.state, p.contract_fen as contract, (select sum(price_fen)::int8 from piece c where c.purchase_id = p.id) as pieces,
      (select sum(total_fen)::int8 from stock_in t where t.purchase_id = p.id) as orders,
      (select sum(amount_fen)::int8 from invoice v join stock_in t on t.id = v.stock_in_id where t.purchase_id = p.id) as invoices,
      (select sum(d.price_fen)::int8 from piece c join device d on d.id = c.device_id where c.purchase_id = p.id) as devices,
      (select count(distinct c.device_id)::int from piece c where c.purchase_id = p.id) as count
     from purchase p where p.id = any($1::int8[])`,
    [purchases],
  )
  for (const { state, contract, count, ...stages } of sums)
    expect({ state, count, ...stages }).toEqual({
      state: 'done',
      count: PIECES,
      pieces: contract,
      orders: contract,
      invoices: contract,
      devices: contract,
    })
}

test('whatever is done, in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 34 }),
      async (rounds) => {
        const fundCardId = await p.card(p.requester, CARD_FEN)
        const purchases: number[] = []
        for (const unitPriceFen of [1_000_000, 15_000_000])
          purchases.push(
            (await p.approved({ cardId: fundCardId, items: [p.item({ quantity: PIECES, unitPriceFen })] }))
              .id,
          )
        for (const round of rounds) {
          const answers = await Promise.all(round.map((op) => perform(purchases, op)))
          expect(answers.filter((a) => a && a.status >= 500)).toEqual([])
          await judge(purchases, fundCardId)
        }
        await finishAll(purchases)
        await judge(purchases, fundCardId)
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
}, 120_000)
