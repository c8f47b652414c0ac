import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProcurement, makePreciousCase, type Procurement } from '../../testing/procurement.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let p: Procurement
beforeAll(async () => {
  world = await createWorld()
  p = await createProcurement(world)
})
afterAll(() => world.close())

test('a contract says how it is paid, how long it is warranted and what is held back', async () => {
  const { id, items, award } = await p.awarded({ items: [p.item({ quantity: 2, unitPriceFen: 4_000_000 })] })
  // The awarded price, not the budget.
  expect(items.map((i) => [i.unitPriceFen, i.awardPriceFen])).toEqual([[4_000_000, 3_999_950]])
  const body = {
    number: `HT-${id}`,
    on: '2026-01-05',
    deliverBy: '2026-12-31',
    prices: items.map((i) => ({ itemId: i.id, priceFen: i.awardPriceFen ?? 0 })),
    fileIds: [await p.paper(p.equip)],
    paymentWay: 'instalments',
    paymentNote: '预付 30%，验收后付 65%，质保期满付 5%',
    warrantyMonths: 36,
    bondPercent: 5,
    bondReturn: '质保期满后 30 日内',
  }
  const sign = (more: object) =>
    world.send(p.equip, purchaseCalls.signContract, { params: { id }, body: { ...body, ...more } })
  expect(await sign({ paymentWay: 'barter' })).toMatchObject({
    reasons: [{ code: 'PAYMENT_WAY', field: 'paymentWay' }],
  })
  expect(await sign({ bondFen: 100 })).toMatchObject({
    reasons: [{ code: 'BOND_ONE_OF', field: 'bondPercent' }],
  })
  expect(await sign({ warrantyUntil: '2025-01-01' })).toMatchObject({
    reasons: [{ code: 'WARRANTY_BEFORE' }],
  })
  expect((await sign({})).data).toMatchObject({
    state: 'awaiting_delivery',
    contract: {
      amountFen: award?.amountFen,
      payment: { way: 'instalments', label: '分期付款' },
      paymentNote: body.paymentNote,
      warrantyMonths: 36,
      warrantyUntil: null,
      bond: { fen: 399_995, percent: 5, returned: '质保期满后 30 日内' },
    },
  })
  // The database refuses this too: a bond needs an amount, and at most that of the contract.
  await expect(world.sql('update purchase set bond_fen = null where id = $1', [id])).rejects.toMatchObject({
    constraint: 'purchase_bond',
  })
  await expect(
    world.sql('update purchase set bond_fen = contract_fen + 1 where id = $1', [id]),
  ).rejects.toMatchObject({ code: '23514' })
})

test('what speaks for a precious instrument is kept part by part, and asked for when it is handed in', async () => {
  const wish = p.item({
    quantity: 1,
    unitPriceFen: 50_000_000,
    preciousCase: { hoursPerYear: 1200, sharing: '全部开放' },
  })
  const { id } = await p.draft({ items: [wish] })
  const refused = await world.send(p.requester, purchaseCalls.submit, { params: { id } })
  expect(refused.reasons?.map((r) => r.field)).toEqual(
    ['similar', 'space', 'power', 'water', 'gas', 'environment', 'runningFen', 'runningSource'].map(
      (part) => `items.0.preciousCase.${part}`,
    ),
  )
  expect(refused.reasons?.[0]?.message).toBe('贵重仪器请填写同类设备与查重')
  const whole = await p.submitted({ items: [p.item({ quantity: 1, unitPriceFen: 50_000_000 })] })
  // The experts see it with the purchase.
  const [expert] = await p.called(whole.panels[0]?.id ?? 0)
  const seen = await world.ok(expert ?? p.outsider, purchaseCalls.get, { params: { id: whole.id } })
  expect(seen.items[0]?.preciousCase).toEqual({ ...makePreciousCase() })
})

test('no contract is signed with a company that was suspended since it won', async () => {
  const { id, items, supplier } = await p.awarded()
  const companyId = supplier?.id ?? 0
  const sign = async () =>
    world.send(p.equip, purchaseCalls.signContract, {
      params: { id },
      body: {
        number: `HT-${id}`,
        on: '2026-01-05',
        deliverBy: '2026-12-31',
        prices: items.map((i) => ({ itemId: i.id, priceFen: i.awardPriceFen ?? 0 })),
        fileIds: [await p.paper(p.equip)],
      },
    })
  await world.ok(p.tender, supplierCalls.suspend, {
    params: { id: companyId },
    body: { reason: '产品质量问题' },
  })
  const told = await world.sql<{ office: string; body: string }>(
    `select payload->'role'->>'role' as office, payload->>'body' as body from outbox
      where payload->>'title' = '成交供应商不能再签订合同'`,
  )
  expect(told.map((t) => t.office)).toEqual(['equip_office'])
  expect(told[0]?.body).toContain(purchaseNumber(id))
  expect(await sign()).toMatchObject({ code: 'NOT_APPROVED' })
  await world.sql(`update supplier set state = 'approved' where id = $1`, [companyId])
  expect((await sign()).data).toMatchObject({ state: 'awaiting_delivery' })
})

test('a contract that was handed in with the request stays when the signed one is registered', async () => {
  const draft = await p.paper(p.requester)
  const { papers } = await p.contracted({
    papers: [
      { kind: 'price_evidence', fileId: await p.paper(p.requester) },
      { kind: 'contract', fileId: draft },
    ],
  })
  const contracts = papers.filter((x) => x.kind === 'contract').map((x) => x.id)
  expect(contracts).toHaveLength(2)
  expect(contracts).toContain(draft)
})

test('what was mistyped in a contract is corrected until a piece is checked', async () => {
  const { id, items, contract } = await p.contracted({
    items: [p.item({ quantity: 2, unitPriceFen: 4_000_000 })],
  })
  const priced = (priceFen: number) => items.map((i) => ({ itemId: i.id, priceFen }))
  const body = {
    number: `HT-${id}-2`,
    on: '2026-01-06',
    deliverBy: '2026-11-30',
    prices: priced(3_000_000),
    fileIds: [await p.paper(p.equip)],
    reason: '合同编号和单价录入有误',
    revision: contract?.revision,
  }
  const correct = (who = p.equip, more: object = {}) =>
    world.send(who, purchaseCalls.correctContract, { params: { id }, body: { ...body, ...more } })
  expect(await correct(p.requester)).toMatchObject({ status: 403 })
  expect(await correct(p.equip, { reason: ' ' })).toMatchObject({
    status: 400,
    reasons: [{ field: 'reason' }],
  })
  expect(await correct(p.equip, { prices: priced(4_000_000) })).toMatchObject({ code: 'CONTRACT_OVER_AWARD' })
  const { data } = await correct()
  expect(data).toMatchObject({
    state: 'awaiting_delivery',
    contract: { revision: 1, number: body.number, deliverBy: body.deliverBy, amountFen: 6_000_000 },
    arrival: { open: { count: 2, fen: 6_000_000 } },
  })
  expect(data.papers.filter((x) => x.kind === 'contract').map((x) => x.id)).toEqual(body.fileIds)
  expect(data.history.find((h) => h.event === 'correct_contract')).toMatchObject({
    title: '更正合同',
    reason: body.reason,
  })
  const told = await world.sql<{ body: string }>(
    `select payload->>'body' as body from outbox where payload->>'title' = '合同已更正'`,
  )
  expect(told.map((t) => t.body)).toEqual([expect.stringContaining(body.reason)])
  // The company that is filling in its delivery is told as well.
  const [delivery] = await world.sql<{ id: number; supplierId: number }>(
    'select id, supplier_id as "supplierId" from delivery where purchase_id = $1',
    [id],
  )
  expect(
    await world.sql(
      `select payload->'userIds' as to, payload->>'link' as link from outbox
        where payload->>'title' = '供货合同已更正'`,
    ),
  ).toEqual([
    {
      to: [p.suppliers.find((x) => x.id === delivery?.supplierId)?.user.id],
      link: `/osp/storage/providerDevice?id=${delivery?.id}`,
    },
  ])
  // A colleague who still sees the first one does not put it back; nor is it corrected after the check.
  expect(await correct(p.tender)).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
  await world.sql(`update purchase set state = 'in_acceptance' where id = $1`, [id])
  expect((await p.detail(p.equip, id)).can).not.toContain('correct_contract')
  expect(await correct(p.equip, { revision: 1 })).toMatchObject({ status: 409 })
})

test('whoever checks the pieces of a corrected contract is asked again, with its amount', async () => {
  const { id, items } = await p.contracted({ items: [p.item({ quantity: 2, unitPriceFen: 4_000_000 })] })
  const [delivery] = await world.sql<{ id: number; supplierId: number }>(
    'select id, supplier_id as "supplierId" from delivery where purchase_id = $1',
    [id],
  )
  const company = p.suppliers.find((s) => s.id === delivery?.supplierId)
  if (!delivery || !company) throw new Error('a contract opens a delivery')
  const params = { id: delivery.id }
  const pieces = (await world.ok(company.user, deliveryCalls.get, { params })).pieces.map((c) => ({
    id: c.id,
    factoryNumber: `N-${c.id}`,
    manufacturer: '赛多利斯',
    model: 'BSA224S',
    country: '德国',
    indicators: '精度 0.1 mg',
    warrantyUntil: '2029-12-31',
  }))
  await world.ok(company.user, deliveryCalls.save, { params, body: { pieces } })
  await world.ok(company.user, deliveryCalls.submit, { params })
  await world.ok(p.equip, purchaseCalls.correctContract, {
    params: { id },
    body: {
      number: `HT-${id}`,
      on: '2026-01-05',
      deliverBy: '2026-12-31',
      prices: items.map((i) => ({ itemId: i.id, priceFen: 3_000_000 })),
      fileIds: [await p.paper(p.equip)],
      reason: '单价录入有误',
    },
  })
  expect(
    await world.sql(
      `select amount_fen as "amountFen" from approval_task
        where business = 'delivery' and row_id = $1 and step = 'check' and state = 'waiting'`,
      [delivery.id],
    ),
  ).toEqual([{ amountFen: 6_000_000 }])
  expect(
    await world.sql(`select payload->'role'->>'role' as role from outbox where payload->>'title' = $1`, [
      '合同已更正，请重新核对',
    ]),
  ).toEqual([{ role: 'tender_office' }])
})
