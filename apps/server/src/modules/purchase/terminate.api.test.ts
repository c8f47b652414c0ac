import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createArrivals, type Arrivals } from '../../testing/arrivals.ts'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// A supplier does not deliver, or refused pieces never come back: the office ends the contract.

let world: World
let p: Procurement
let r: Arrivals
beforeAll(async () => {
  world = await createWorld()
  p = await createProcurement(world)
  r = await createArrivals(world, p)
})
afterAll(() => world.close())

const end = (who: Person, id: number, reason = '供应商无法供货') =>
  world.send(who, purchaseCalls.terminate, { params: { id }, body: { reason } })
const pieces = async (purchaseId: number) =>
  (
    await world.sql<{ state: string }>('select state from piece where purchase_id = $1 order by id', [
      purchaseId,
    ])
  ).map((x) => x.state)
const delivery = async (purchaseId: number) =>
  (
    await world.sql<{ id: number; state: string }>('select id, state from delivery where purchase_id = $1', [
      purchaseId,
    ])
  )[0]!
const winner = () => p.suppliers[1]!.user
/** Of two pieces, the first is refused and the other is submitted for acceptance. */
async function halfRefused(): Promise<{ purchaseId: number; acceptanceId: number }> {
  const purchaseId = await r.delivered()
  const { id } = await r.filled(purchaseId, (a) => ({
    pieces: a.pieces.map((c, i) =>
      i
        ? { id: c.id, verdict: 'accept' as const, factoryNumber: c.suppliedNumber }
        : { id: c.id, verdict: 'refuse' as const, reason: '外壳破损' },
    ),
  }))
  await r.handIn(id)
  return { purchaseId, acceptanceId: id }
}
async function stored(purchaseId: number): Promise<void> {
  const [s] = await r.stockIns(purchaseId)
  if (!s) throw new Error('what was accepted is stocked in')
  await world.ok(p.requester, stockInCalls.change, { params: { id: s.id }, body: await r.complete(s) })
  await world.ok(p.requester, stockInCalls.submit, { params: { id: s.id } })
  await r.confirm(p.finance, s.id)
  expect(await r.store(p.equip, [s.id])).toMatchObject([{ ok: true }])
}

test('nothing was accepted: the purchase ends without anything, and nobody is awaited any more', async () => {
  const { id, contract } = await p.contracted()
  const { id: deliveryId } = await delivery(id)
  expect((await p.detail(p.equip, id)).can).toContain('terminate')
  for (const who of [p.requester, p.colleague, p.head, p.tender, p.finance, p.outsider, winner()])
    expect(await end(who, id)).toMatchObject({ status: 403 })
  expect((await end(p.equip, id, ' ')).status).toBe(400)
  const ended = await end(p.equip, id)
  expect(ended.data).toMatchObject({
    state: 'terminated',
    reason: '供应商无法供货',
    can: ['print'],
    arrival: {
      open: { count: 0, fen: 0 },
      kept: { count: 0 },
      struck: { count: 2, fen: contract?.amountFen },
    },
  })
  expect(ended.data?.progress.at(-1)).toMatchObject({ title: '合同已终止', status: 'stopped', who: '设备处' })
  expect(await pieces(id)).toEqual(['struck', 'struck'])
  expect(await world.ok(winner(), deliveryCalls.get, { params: { id: deliveryId } })).toMatchObject({
    state: 'ended',
    reason: '供应商无法供货',
    pieceCount: 2,
    expectedCount: 2,
    can: [],
    progress: [
      { key: 'open', status: 'done' },
      { key: 'ended', status: 'stopped' },
    ],
  })
  expect(
    (await world.ok(winner(), approvalCalls.tasks, { query: { business: 'delivery' } })).items.filter(
      (t) => t.rowId === deliveryId,
    ),
  ).toEqual([])
  expect(await world.send(winner(), deliveryCalls.submit, { params: { id: deliveryId } })).toMatchObject({
    status: 409,
  })
  expect(await end(p.equip, id)).toMatchObject({ status: 409 })
})

test('before the contract there is nothing to end', async () => {
  const { id } = await p.awarded()
  expect(await end(p.equip, id)).toMatchObject({ status: 409, code: 'STATE' })
})

test('what was accepted is stocked in, and completes the purchase; amounts agree', async () => {
  const { purchaseId, acceptanceId } = await halfRefused()
  await r.audit(p.equip, acceptanceId)
  expect((await pieces(purchaseId)).toSorted()).toEqual(['accepted', 'expected'])
  const { data } = await end(p.equip, purchaseId)
  expect(data).toMatchObject({
    state: 'in_acceptance',
    arrival: { open: { count: 0 }, kept: { count: 1 }, struck: { count: 1 } },
  })
  expect((data?.arrival?.kept.fen ?? 0) + (data?.arrival?.struck.fen ?? 0)).toBe(data?.contract?.amountFen)
  expect(data?.can).not.toContain('terminate')
  expect(await end(p.equip, purchaseId)).toMatchObject({ status: 409, code: 'NOTHING_LEFT' })
  await stored(purchaseId)
  expect(await p.detail(p.requester, purchaseId)).toMatchObject({ state: 'done' })
})

test('all that was accepted is on the shelf: completed at once', async () => {
  const { purchaseId, acceptanceId } = await halfRefused()
  await r.audit(p.equip, acceptanceId)
  await stored(purchaseId)
  expect(await p.detail(p.requester, purchaseId)).toMatchObject({ state: 'in_acceptance' })
  expect((await end(p.equip, purchaseId)).data).toMatchObject({ state: 'done' })
  expect((await delivery(purchaseId)).state).toBe('ended')
})

test('an acceptance that is not audited by then is cancelled', async () => {
  const { purchaseId, acceptanceId } = await halfRefused()
  expect((await end(p.equip, purchaseId, '逾期未供')).data).toMatchObject({ state: 'terminated' })
  expect(await world.ok(p.requester, acceptanceCalls.get, { params: { id: acceptanceId } })).toMatchObject({
    state: 'cancelled',
    reason: '合同已终止：逾期未供',
    can: [],
  })
  expect(await r.audit(p.equip, acceptanceId)).toMatchObject({ ok: false })
  // The same instrument may be delivered under another contract.
  const [number] = await world.sql<{ n: string }>(
    'select factory_number as n from piece where purchase_id = $1 order by id limit 1',
    [purchaseId],
  )
  const next = await p.contracted()
  const { id } = await delivery(next.id)
  const again = (await world.ok(winner(), deliveryCalls.get, { params: { id } })).pieces.map((c, i) => ({
    id: c.id,
    factoryNumber: i ? `M-${c.id}` : (number?.n ?? ''),
    manufacturer: '赛多利斯',
    model: 'BSA224S',
    country: '德国',
  }))
  expect(
    await world.send(winner(), deliveryCalls.save, { params: { id }, body: { pieces: again } }),
  ).toMatchObject({ status: 200 })
})

test('ended while it is audited: one after the other, and nothing accepted is lost', async () => {
  for (let i = 0; i < 3; i++) {
    const { purchaseId, acceptanceId } = await halfRefused()
    const [ended, audited] = await Promise.all([end(p.equip, purchaseId), r.audit(p.equip, acceptanceId)])
    expect(ended.status).toBe(200)
    expect(await pieces(purchaseId)).toEqual(
      audited.ok ? expect.arrayContaining(['accepted', 'struck']) : ['struck', 'struck'],
    )
    expect(ended.data?.state).toBe(audited.ok ? 'in_acceptance' : 'terminated')
  }
})
