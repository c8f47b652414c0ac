import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type App } from '../../app.ts'
import { createPool, type Pool } from '../../kernel/db.ts'
import { createArrivals, type Arrivals } from '../../testing/arrivals.ts'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { createWorld, type World } from '../../testing/world.ts'

// Two servers on one database store fifty orders at once: every number is given exactly once, without gaps.
const ORDERS = 50

let world: World
let p: Procurement
let r: Arrivals
let pool: Pool
let other: App
beforeAll(async () => {
  world = await createWorld({ poolMax: 10 })
  p = await createProcurement(world)
  r = await createArrivals(world, p)
  pool = createPool(world.database.url, 10)
  other = await buildApp({ env: world.app.deps.env, pool })
})
afterAll(async () => {
  await other.close()
  await pool.end()
  await world.close()
})

test('fifty formal stock-ins at once: numbers contiguous, each once, the purchase done', async () => {
  // One purchase of fifty pieces, each accepted and reimbursed on its own.
  const purchaseId = await r.delivered({ items: [p.item({ quantity: ORDERS, unitPriceFen: 100_000 })] })
  const pieces = await world.sql<{ id: number }>('select id from piece where purchase_id = $1 order by id', [
    purchaseId,
  ])
  await world.sql(`update acceptance_piece set live = false`)
  await world.sql(`update acceptance set state = 'cancelled' where purchase_id = $1`, [purchaseId])
  const orders = await world.sql<{ id: number }>(
    `with a as (insert into acceptance (purchase_id, scale, state, state_at, receiver_id, created_at) select $1, 'small', 'accepted', now(), $2, now() from unnest($3::int8[]) returning id),
      n as (select id, row_number() over (order by id) as n from a), c as (select id, row_number() over (order by id) as n from unnest($3::int8[]) as x (id)),
      k as (insert into acceptance_piece (acceptance_id, piece_id, verdict, live) select n.id, c.id, 'accept', false from n join c on c.n = n.n),
      t as (insert into stock_in (acceptance_id, purchase_id, state, state_at, requester_id, total_fen, reimbursed_by, reimbursed_at, created_at)
        select id, $1, 'awaiting_store', now(), $2, 100000, $4, now(), now() from n returning id, acceptance_id)
     select t.id from t order by t.id`,
    [purchaseId, p.requester.id, pieces.map((c) => c.id), p.finance.id],
  )
  await world.sql(
    `insert into stock_in_piece (piece_id, stock_in_id, lab_id, keeper_id, category_id, purpose, funding)
     select k.piece_id, t.id, $1, $2, $3, 'both', 'own' from stock_in t join acceptance_piece k on k.acceptance_id = t.acceptance_id where t.id = any($4::int8[])`,
    [p.labId, p.colleague.id, r.categoryId, orders.map((o) => o.id)],
  )
  await world.sql(`update piece set state = 'accepted' where purchase_id = $1`, [purchaseId])
  await world.sql(
    `insert into approval_task (business, row_id, step, asked_role, role, requester_id, title, created_at) select 'stock_in', id, 'store', 'equip_office', 'equip_office', $2, '正式入库', now() from stock_in where id = any($1::int8[])`,
    [orders.map((o) => o.id), p.requester.id],
  )

  const answers = await Promise.all(
    orders.map(async ({ id }, i) => {
      const app = i % 2 ? other : world.app
      const answer = await app.inject({
        method: 'POST',
        url: stockInCalls.store.path,
        headers: { authorization: p.equip.token },
        payload: { items: [{ id, state: 'awaiting_store' }] },
      })
      return (answer.json() as { data: { ok: boolean; message: string }[] }).data[0]
    }),
  )
  expect(answers.filter((a) => !a?.ok)).toEqual([])
  const numbers = (
    await world.sql<{ number: string }>(
      'select asset_number as number from stock_in_piece where stock_in_id = any($1::int8[]) order by 1',
      [orders.map((o) => o.id)],
    )
  ).map((x) => Number(x.number))
  expect(numbers).toEqual(Array.from({ length: ORDERS }, (_, i) => (numbers[0] ?? 0) + i))
  const [done] = await world.sql<{ state: string; stored: number }>(
    `select state, (select count(*)::int from piece where purchase_id = $1 and state = 'stored' and device_id is not null) as stored from purchase where id = $1`,
    [purchaseId],
  )
  expect(done).toEqual({ state: 'done', stored: ORDERS })
}, 60_000)
