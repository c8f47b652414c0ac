import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createArrivals } from '../../testing/arrivals.ts'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let p: Procurement
beforeAll(async () => {
  world = await createWorld()
  p = await createProcurement(world)
})
afterAll(() => world.close())

const said = (rows: readonly { event: string; reason: string | null }[]) =>
  rows.filter((h) => h.reason !== null).map((h) => `${h.event} ${h.reason}`)

test('whoever approves may say something to it: it stays in the log, and is not taken for a reason why something came back', async () => {
  const r = await createArrivals(world, p)
  const { id } = await p.submitted()
  await p.decide(p.head, id, 'awaiting_dept_head', 'approve', '教学急需，同意')
  await p.decide(p.equip, id, 'awaiting_equip_office', 'approve', '符合配置规划')
  const bought = await p.detail(p.requester, id)
  expect(said(bought.history)).toEqual(['approve 教学急需，同意', 'approve 符合配置规划'])
  expect(bought.reason).toBeNull()
  const done = await world.ok(p.equip, approvalCalls.tasks, {
    query: { state: 'done', business: 'purchase' },
  })
  expect(done.items[0]).toMatchObject({ outcome: 'approved', reason: '符合配置规划' })

  const contracted = await p.contracted()
  const [delivery] = await world.sql<{ id: number; supplierId: number }>(
    'select id, supplier_id as "supplierId" from delivery where purchase_id = $1',
    [contracted.id],
  )
  const params = { id: delivery?.id ?? 0 }
  const user = p.suppliers.find((s) => s.id === delivery?.supplierId)?.user ?? p.outsider
  const { pieces } = await world.ok(user, deliveryCalls.get, { params })
  const entered = pieces.map((c) => ({
    id: c.id,
    factoryNumber: `OP-${c.id}`,
    manufacturer: '赛多利斯',
    model: 'BSA',
    country: '德国',
  }))
  await world.ok(user, deliveryCalls.save, { params, body: { pieces: entered } })
  await world.ok(user, deliveryCalls.submit, { params })
  await world.ok(p.tender, deliveryCalls.audit, {
    body: { items: [{ id: params.id, state: 'awaiting_check' }], verdict: 'approve', reason: '与合同一致' },
  })
  expect(said((await world.ok(p.tender, deliveryCalls.get, { params })).history)).toEqual([
    'approve 与合同一致',
  ])

  const acceptance = await r.filled(contracted.id)
  await r.handIn(acceptance.id)
  await world.ok(p.equip, acceptanceCalls.audit, {
    body: { items: [{ id: acceptance.id, state: 'awaiting_audit' }], verdict: 'approve', reason: '资料齐全' },
  })
  const accepted = await world.ok(p.requester, acceptanceCalls.get, { params: { id: acceptance.id } })
  expect([said(accepted.history), accepted.reason]).toEqual([['approve 资料齐全'], null])

  const [order] = await r.stockIns(contracted.id)
  const stocked = { params: { id: order?.id ?? 0 } }
  await world.ok(p.requester, stockInCalls.change, { ...stocked, body: await r.complete(order!) }) // an accepted acceptance opens one
  await world.ok(p.requester, stockInCalls.submit, stocked)
  await world.ok(p.finance, stockInCalls.audit, {
    body: {
      items: [{ id: stocked.params.id, state: 'awaiting_finance' }],
      verdict: 'approve',
      reason: '凭证已装订',
    },
  })
  await world.ok(p.equip, stockInCalls.store, {
    body: { items: [{ id: stocked.params.id, state: 'awaiting_store' }], reason: '标签已贴' },
  })
  const stored = await world.ok(p.requester, stockInCalls.get, stocked)
  expect([said(stored.history), stored.reason]).toEqual([['confirm 凭证已装订', 'store 标签已贴'], null])
  expect((await world.ok(p.requester, purchaseCalls.get, { params: { id: contracted.id } })).state).toBe(
    'done',
  )
})
