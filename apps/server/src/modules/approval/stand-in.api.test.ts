import { acceptanceCalls, type AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import { panelCalls } from '@portal/contract/panel/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { stockInCalls, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '../../kernel/events.ts'
import { createArrivals, type Arrivals, type StockInInput } from '../../testing/arrivals.ts'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// A person leaves while only they were asked: those to whom the task falls can do what it asks.

let world: World
let p: Procurement
let r: Arrivals
let admin: Person
/** A purchase of the requester who leaves. */
let buying: PurchaseDetail
let judging: PurchaseDetail
let accepting: AcceptanceDetail
let cancelling: AcceptanceDetail
let storing: StockInDetail
let invoiced: StockInInput
beforeAll(async () => {
  world = await createWorld()
  p = await createProcurement(world)
  r = await createArrivals(world, p)
  admin = await world.person('系统管理员', { permissions: ['ADMIN'] })
  buying = await p.approved()
  judging = await p.submitted({ items: [p.item({ quantity: 1, unitPriceFen: 50_000_000 })] })
  accepting = await r.draft(await r.delivered())
  await r.picture(accepting.id)
  cancelling = await r.draft(await r.delivered())
  storing = await r.arrived()
  invoiced = await r.complete(storing)
  await world.sql('update user_account set enabled = false where id = $1', [p.requester.id])
  await world.asSystem((ctx) => announce(ctx, 'people.left', { userIds: [p.requester.id] }))
})
afterAll(() => world.close())

const waits = async (who: Person, rowId: number) =>
  (await world.ok(who, approvalCalls.tasks, { query: { size: 100 } })).items
    .filter((t) => t.rowId === rowId)
    .map((t) => `${t.business} ${t.step}`)

test('who buys', async () => {
  const { id, budgetFen } = buying
  expect(await waits(admin, id)).toContain('purchase sourcing')
  expect((await p.detail(admin, id)).can).toEqual(expect.arrayContaining(['quote', 'award']))
  expect((await p.detail(p.tender, id)).can).not.toContain('award')
  const supplierId = p.suppliers[0]!.id
  await world.ok(admin, purchaseCalls.quote, {
    params: { id },
    body: { quotes: [{ supplierId, amountFen: budgetFen }] },
  })
  expect(
    await world.ok(admin, purchaseCalls.award, {
      params: { id },
      body: { supplierId, reason: '唯一供应商' },
    }),
  ).toMatchObject({ state: 'awaiting_contract' })
})

test('who puts the experts together', async () => {
  expect(await waits(admin, judging.id)).toContain('purchase panel')
  expect((await world.ok(admin, panelCalls.get, { params: { id: judging.panels[0]!.id } })).can).toContain(
    'change',
  )
})

test('who takes it over: he is the receiver from then on, and does not audit it', async () => {
  const { id } = accepting
  expect(await waits(admin, id)).toContain('acceptance fill')
  const a = await world.ok(admin, acceptanceCalls.get, { params: { id } })
  expect(a.can).toEqual(expect.arrayContaining(['change', 'submit']))
  expect(
    await world.send(p.colleague, acceptanceCalls.change, { params: { id }, body: r.fine(a) }),
  ).toMatchObject({ status: 403 })
  await world.ok(admin, acceptanceCalls.change, { params: { id }, body: r.fine(a) })
  expect(await r.handIn(id, admin)).toMatchObject({ state: 'awaiting_audit', receiver: { id: admin.id } })
  expect(await r.audit(admin, id)).toMatchObject({ ok: false })
  expect(await r.audit(p.equip, id)).toMatchObject({ ok: true })
})

test('who makes it again after it was cancelled', async () => {
  const { id, purchase } = cancelling
  expect(
    await world.ok(admin, acceptanceCalls.cancel, { params: { id }, body: { reason: '重新验收' } }),
  ).toMatchObject({ state: 'cancelled', can: ['create'] })
  const create = (who: Person) =>
    world.send(who, acceptanceCalls.create, { body: { purchaseId: purchase.id } })
  for (const who of [p.colleague, p.equip]) expect(await create(who)).toMatchObject({ status: 403 })
  expect((await create(admin)).data).toMatchObject({
    state: 'draft',
    pieceCount: 2,
    can: ['change', 'cancel', 'submit'],
  })
  expect(await create(admin)).toMatchObject({ status: 409, code: 'NOTHING_LEFT' })
  expect((await world.ok(admin, acceptanceCalls.get, { params: { id } })).can).toEqual([])
})

test('who completes a stock-in: he does not confirm it', async () => {
  const { id } = storing
  expect(await waits(admin, id)).toContain('stock_in info')
  expect((await r.detail(admin, id)).can).toEqual(expect.arrayContaining(['change', 'submit']))
  await world.ok(admin, stockInCalls.change, { params: { id }, body: invoiced })
  expect(await world.ok(admin, stockInCalls.submit, { params: { id } })).toMatchObject({
    state: 'awaiting_finance',
  })
  expect(await r.confirm(admin, id)).toMatchObject({ ok: false })
  expect(await r.confirm(p.finance, id)).toMatchObject({ ok: true })
})
