import { justificationCalls, findUnitCost, type Costs } from '@portal/contract/price-plan/justification'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, findLocal } from '../../kernel/time.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
let office: Person
const today = findLocal(new Date(), 'Asia/Shanghai').day
const none = { fen: 0, note: null }
const costs: Costs = {
  depreciation: { fen: 20_000_000, note: '原值 ÷ 10 年' },
  consumables: { fen: 3_000_000, note: null },
  labour: { fen: 6_000_000, note: null },
  energy: { fen: 500_000, note: null },
  maintenance: { fen: 2_000_000, note: null },
  site: none,
  other: none,
}
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  office = await world.person('设备处', { permissions: ['FEE_DEMONSTRATE_ALL'] })
})
afterAll(() => world.close())

const body = (deviceId: number, more: object = {}) => ({
  deviceId,
  basis: 'per_time' as const,
  yearlyQuantity: 1400,
  costs,
  comparisons: [{ unit: '邻校分析测试中心', fen: 30_000, note: '同型号' }],
  proposed: { campus: 22_500, company: 60_000 },
  grounds: '按成本补偿',
  meetingDay: today,
  meetingPlace: '行政楼 301',
  participants: [{ name: '张教授', unit: '化学学院', title: '教授' }],
  conclusion: '同意',
  ...more,
})
const justify = (who: Person | null, deviceId: number, more: object = {}) =>
  world.send(who, justificationCalls.justify, { body: body(deviceId, more) })
const list = (who: Person, deviceId: number) =>
  world.ok(who, justificationCalls.justifications, { query: { deviceId } })

test('an hour costs what a year does, shared out and rounded up', () => {
  expect(findUnitCost(costs, 1400)).toBe(22_500)
  expect(findUnitCost(costs, 1399)).toBe(22_517)
  expect(findUnitCost({ ...costs, depreciation: { fen: 1, note: null } }, 1_000_000)).toBe(12)
})

test('who sets the prices, and the office, say why; whoever sees the device reads it, version by version', async () => {
  const deviceId = await labs.device()
  for (const who of [labs.outsider, labs.student, labs.member, labs.reviewer])
    expect((await justify(who, deviceId)).status, who.name).toBe(403)
  expect((await justify(null, deviceId)).status).toBe(401)
  const first = await justify(labs.director, deviceId)
  expect(first.data).toMatchObject({ version: 1 })
  expect((await justify(office, deviceId, { basis: 'per_sample', yearlyQuantity: 1000 })).data).toMatchObject(
    { version: 2 },
  )
  expect((await list(labs.student, deviceId)).can).toEqual([])
  expect((await list(labs.labAdmin, deviceId)).can).toEqual(['edit'])
  expect((await list(labs.student, deviceId)).items).toMatchObject([
    { version: 2, basis: 'per_sample', unitCostFen: 31_500 },
    { version: 1, totalFen: 31_500_000, unitCostFen: 22_500, createdBy: '主任' },
  ])
  const { id } = first.data
  expect(await world.ok(labs.student, justificationCalls.justification, { params: { id } })).toMatchObject({
    device: { id: deviceId },
    costs: { depreciation: { note: '原值 ÷ 10 年' } },
    proposed: { campus: 22_500, company: 60_000 },
    participants: [{ name: '张教授' }],
    files: [],
  })
  await expect(
    world.sql(`update price_justification set conclusion = '不同意' where id = $1`, [id]),
  ).rejects.toThrow('append-only')

  const hidden = await labs.device({ shared: false })
  const own = (await justify(labs.director, hidden)).data.id
  for (const call of [
    world.send(labs.student, justificationCalls.justifications, { query: { deviceId: hidden } }),
    world.send(labs.student, justificationCalls.justification, { params: { id: own } }),
  ])
    expect((await call).status).toBe(403)
  expect(
    (await world.send(labs.student, justificationCalls.justification, { params: { id: 999_999 } })).status,
  ).toBe(404)
})

test('grounds and papers are the university’s own: others see the prices, and are not offered the rest', async () => {
  const deviceId = await labs.device()
  const paper = await world.ok(labs.director, justificationCalls.addPaper, {
    body: { deviceId },
    files: [{ name: '纪要.pdf', content: Buffer.from('%PDF-1.7\n%%EOF') }],
  })
  const { id } = (await justify(labs.director, deviceId, { fileIds: [paper.id] })).data
  const outside = await Promise.all(
    (['campus', 'school', 'company'] as const).map(async (tier) => {
      const person = await world.person(tier)
      await world.sql('update user_account set tier = $2, on_campus = false where id = $1', [person.id, tier])
      return person
    }),
  )
  const statuses = async (who: Person) => [
    (await world.send(who, justificationCalls.justifications, { query: { deviceId } })).status,
    (await world.send(who, justificationCalls.justification, { params: { id } })).status,
    (await world.app.inject({ url: `/api/v2/file/${paper.id}`, headers: { authorization: who.token } }))
      .statusCode,
  ]
  const { can: offered } = await world.ok(labs.student, pricePlanCalls.list, { query: { deviceId } })
  expect([await statuses(labs.student), offered]).toEqual([[200, 200, 200], ['read_grounds']])
  for (const who of outside) {
    expect(
      [await statuses(who), (await world.ok(who, pricePlanCalls.list, { query: { deviceId } })).can],
      who.name,
    ).toEqual([[403, 403, 403], []])
  }
  expect(
    await world.send(outside[0] ?? null, justificationCalls.justification, { params: { id } }),
  ).toMatchObject({ message: '价格论证仅供校内人员查阅' })
})

test('papers come with the version, once, and are for whoever sees the device', async () => {
  const hidden = await labs.device({ shared: false })
  const paper = (who: Person) =>
    world.send(who, justificationCalls.addPaper, {
      body: { deviceId: hidden },
      files: [{ name: '纪要.pdf', content: Buffer.from('%PDF-1.7\n%%EOF') }],
    })
  expect((await paper(labs.student)).status).toBe(403)
  const { id } = (await paper(labs.director)).data
  const status = (who: Person | null) =>
    world.app
      .inject({ url: `/api/v2/file/${id}`, headers: who ? { authorization: who.token } : {} })
      .then((r) => r.statusCode)
  expect(await Promise.all([labs.director, labs.labAdmin, null].map(status))).toEqual([200, 403, 401])
  const done = await justify(labs.director, hidden, { fileIds: [id] })
  expect(
    (await world.ok(labs.labAdmin, justificationCalls.justification, { params: { id: done.data.id } })).files,
  ).toMatchObject([{ id, name: '纪要.pdf' }])
  expect(await Promise.all([labs.labAdmin, labs.student, null].map(status))).toEqual([200, 403, 401])
  expect(await justify(labs.director, hidden, { fileIds: [id] })).toMatchObject({
    status: 400,
    message: '附件不存在或已被使用，请重新上传',
  })
})

test('of two who fill it in at once, each gets a version', async () => {
  const deviceId = await labs.device()
  const both = await Promise.all([justify(labs.director, deviceId), justify(labs.labAdmin, deviceId)])
  expect(both.map((r) => r.data.version).toSorted()).toEqual([1, 2])
})

test.each([
  [{ costs: Object.fromEntries(Object.keys(costs).map((k) => [k, none])) }, 400, '请至少填写一项成本'],
  [{ proposed: {} }, 400, '请至少拟定一类用户的价格'],
  [{ participants: [] }, 400, '请至少填写一位论证人员'],
  [{ yearlyQuantity: 0 }, 400, '全年数量至少为 1'],
  [{ conclusion: ' ' }, 400, '论证结论不能为空'],
  [{ meetingDay: addDays(today, 1) }, 422, '论证会日期不能晚于今天'],
])('what does not fit is said: %o', async (more, status, message) => {
  expect(await justify(labs.director, await labs.device(), more)).toMatchObject({ status, message })
})
