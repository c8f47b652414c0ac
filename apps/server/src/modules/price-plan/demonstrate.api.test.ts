import { judgeCoverage, demonstrateCalls, perUnit } from '@portal/contract/price-plan/demonstrate'
import { makeAddress } from '@portal/contract/kernel/call'
import { justificationCalls } from '@portal/contract/price-plan/justification'
import { pricePlanCalls, priceTiers, priceTierWords, type Rate } from '@portal/contract/price-plan/price-plan'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLocal } from '../../kernel/time.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// 收费测算: VIEW reads, EDIT edits the justifications of one's own labs, ALL those of all labs.

let world: World
let labs: Labs
let viewer: Person
let office: Person
const today = findLocal(new Date(), 'Asia/Shanghai').day
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  viewer = await world.person('查看', { permissions: ['FEE_DEMONSTRATE_VIEW'] })
  office = await world.person('设备处', { permissions: ['FEE_DEMONSTRATE_ALL'] })
})
afterAll(() => world.close())

const rate = (unitFen: number, more: Partial<Rate> = {}): Rate => ({
  unitFen,
  unitMinutes: 30,
  startFen: 0,
  minUnits: 0,
  bands: [],
  ...more,
})
const none = { fen: 0, note: null }
const findProof = (deviceId: number) => ({
  deviceId,
  basis: 'per_time' as const,
  yearlyQuantity: 1000,
  costs: {
    depreciation: { fen: 30_000_000, note: null },
    consumables: none,
    labour: none,
    energy: none,
    maintenance: none,
    site: none,
    other: none,
  },
  proposed: { campus: 30_000 },
  grounds: '按成本',
  meetingDay: today,
  participants: [{ name: '张教授', unit: '化学学院', title: null }],
  conclusion: '同意',
})

test('a price covers its cost by the hour, whatever its unit', () => {
  expect(perUnit('per_time', rate(10_000))).toBe(20_000)
  expect(perUnit('per_sample', rate(10_000, { unitMinutes: 0 }))).toBe(10_000)
  const plans = [{ basis: 'per_time' as const, rates: { campus: rate(10_000) } }]
  const of = (unitCostFen: number, basis: 'per_time' | 'per_sample' = 'per_time') =>
    judgeCoverage({ plans, proof: { basis, unitCostFen } })
  expect([of(20_000), of(20_001), of(1, 'per_sample')]).toEqual(['covers', 'below', 'other_basis'])
  expect(judgeCoverage({ plans, proof: null })).toBe('unjustified')
  expect(judgeCoverage({ plans: [], proof: null })).toBe('unpriced')
})

test('who holds the right sees each instrument’s price and why; who keeps it may say why', async () => {
  const deviceId = await labs.device()
  await world.ok(labs.director, pricePlanCalls.create, {
    body: {
      deviceId,
      basis: 'per_time',
      from: today,
      rates: { campus: rate(10_000, { startFen: 5_000 }), company: rate(40_000) },
    },
  })
  const list = (who: Person) => world.send(who, demonstrateCalls.demonstrated, { query: { size: '100' } })
  expect((await list(labs.student)).status).toBe(403)
  const findRow = async (who: Person) => (await list(who)).data.items.find((r) => r.device.id === deviceId)
  expect(await findRow(viewer)).toMatchObject({ coverage: 'unjustified', proof: null, can: [] })
  const justify = (who: Person) => world.send(who, justificationCalls.justify, { body: findProof(deviceId) })
  expect((await justify(viewer)).status).toBe(403)
  expect((await justify(office)).status).toBe(200)
  // It costs 300 yuan an hour; the campus pays 200.
  expect(await findRow(office)).toMatchObject({
    coverage: 'below',
    proof: { unitCostFen: 30_000, version: 1 },
    can: ['edit'],
  })
  const keeper = await world.person('论证', { permissions: ['FEE_DEMONSTRATE_EDIT'] })
  expect((await justify(keeper)).status).toBe(403)
  await world.sql(
    `insert into lab_member (lab_id, user_id, role) select lab_id, $2, 'lab_admin' from device where id = $1`,
    [deviceId, keeper.id],
  )
  expect((await findRow(keeper))?.can).toEqual(['edit'])
  expect((await justify(keeper)).data).toMatchObject({ version: 2 })
  const without = await world.ok(viewer, demonstrateCalls.demonstrated, {
    query: { proof: 'none', size: '100' },
  })
  expect(without.items.map((r) => r.device.id)).not.toContain(deviceId)
  for (const [keyword, found] of [
    ['9007199254740993', false],
    [(await findRow(viewer))?.device.serialId ?? '', true],
  ] as const) {
    const { items } = await world.ok(viewer, demonstrateCalls.demonstrated, { query: { keyword } })
    expect(items.some((r) => r.device.id === deviceId)).toBe(found)
  }
})

test('the file of prices says what the page says: that there is more to pay, and who is not served', async () => {
  const [priced, free] = [await labs.device(), await labs.device()]
  await world.ok(labs.director, pricePlanCalls.create, {
    body: {
      deviceId: priced,
      basis: 'per_time',
      from: today,
      rates: { campus: rate(10_000, { startFen: 5_000 }), school: rate(20_000) },
    },
  })
  const file = await world.app.inject({
    url: makeAddress(demonstrateCalls.exportDemonstrated, { query: {} }),
    headers: { authorization: viewer.token },
  })
  const [head = [], ...rows] = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  const findPrices = async (id: number) => {
    const [device] = await world.sql<{ serial: string }>(
      'select serial_id as serial from device where id = $1',
      [id],
    )
    const row = rows.find((r) => r[head.indexOf('资产编号')] === device?.serial)
    return priceTiers.map((tier) => row?.[head.indexOf(`${priceTierWords[tier]}价格`)])
  }
  expect(await findPrices(priced)).toEqual([
    '100.00 元/30 分钟 起',
    '100.00 元/30 分钟 起',
    '200.00 元/30 分钟',
    '不开放',
  ])
  expect(await findPrices(free)).toEqual(['不收费', '不收费', '不收费', '不收费'])
})

test('an estimate is what a bill would be', async () => {
  const deviceId = await labs.device()
  await world.ok(labs.director, pricePlanCalls.create, {
    body: { deviceId, basis: 'per_time', from: today, rates: { campus: rate(10_000, { startFen: 5_000 }) } },
  })
  const of = (tier: 'campus' | 'dept' | 'company') =>
    world.ok(viewer, demonstrateCalls.estimate, {
      query: { deviceId, basis: 'per_time', tier, minutes: '95' },
    })
  const { quote } = await of('campus')
  expect(quote?.lines.map((l) => [l.kind, l.amountFen])).toEqual([
    ['start', 5_000],
    ['time', 40_000],
  ])
  expect((await of('dept')).quote?.totalFen).toBe(45_000)
  expect((await of('company')).quote).toBeNull()
})
