import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, findLocal } from '../../kernel/time.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
const today = findLocal(new Date(), 'Asia/Shanghai').day
const rate = (unitFen: number) => ({ unitFen, unitMinutes: 60 })
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const create = (who: Person, deviceId: number, from: string, unitFen = 10_000) =>
  world.send(who, pricePlanCalls.create, {
    body: {
      deviceId,
      basis: 'per_time',
      from,
      rates: { campus: rate(unitFen), company: rate(unitFen * 3) },
      note: '2026 年标准',
    },
  })
const list = async (deviceId: number, who: Person = labs.director) =>
  (await world.ok(who, pricePlanCalls.list, { query: { deviceId } })).items.map((p) => [
    p.version,
    p.from,
    p.until,
    p.state,
    ...p.can,
  ])

test('who sets prices, and who sees them', async () => {
  const deviceId = await labs.device()
  const hidden = await labs.device({ shared: false })
  for (const who of [labs.outsider, labs.student, labs.reviewer, labs.member, labs.equipmentOffice])
    expect((await create(who, deviceId, today)).status).toBe(403)
  expect((await create(labs.director, deviceId, today)).status).toBe(200)
  expect((await create(labs.labAdmin, hidden, today)).status).toBe(200)
  expect((await create(labs.director, await labs.device({ labId: labs.otherLabId }), today)).status).toBe(403)
  expect((await world.send(labs.student, pricePlanCalls.list, { query: { deviceId: hidden } })).status).toBe(
    403,
  )
  expect(await list(deviceId, labs.student)).toEqual([[1, today, null, 'current']])
})

test('beside a page of instruments stands what each costs the reader, and where it is', async () => {
  const [priced, free, hidden] = [
    await labs.device(),
    await labs.device(),
    await labs.device({ shared: false }),
  ]
  await create(labs.director, priced, today)
  await create(labs.director, hidden, today)
  const brief = async (who: Person) =>
    world.ok(who, pricePlanCalls.brief, { query: { deviceIds: `${priced},${free},${hidden}` } })
  const mine = await brief(labs.student)
  expect(mine.map((d) => d.deviceId)).toEqual([priced, free].toSorted((a, b) => a - b))
  expect(mine.find((d) => d.deviceId === priced)?.prices).toMatchObject([
    { basis: 'per_time', rate: { unitFen: 10_000 } },
  ])
  expect(mine.find((d) => d.deviceId === free)?.prices).toEqual([])
  // The same as on the device's page.
  const page = await world.ok(labs.student, pricePlanCalls.current, { query: { deviceId: priced } })
  expect(page.plans[0]?.mine).toEqual(mine.find((d) => d.deviceId === priced)?.prices[0]?.rate)
  // No price for other schools was set.
  const guest = await world.person('外校', { userType: '5' })
  await world.sql(`update user_account set tier = 'school', on_campus = false where id = $1`, [guest.id])
  expect((await brief(guest)).find((d) => d.deviceId === priced)?.prices).toEqual([
    { basis: 'per_time', rate: null },
  ])
  expect((await world.send(null, pricePlanCalls.brief, { query: { deviceIds: '1' } })).status).toBe(401)
})

describe('versions', () => {
  test('a new one ends the one before; history stays; what has not begun can be withdrawn', async () => {
    const deviceId = await labs.device()
    const next = addDays(today, 10)
    await create(labs.director, deviceId, today)
    expect((await create(labs.director, deviceId, next, 20_000)).data).toMatchObject({
      version: 2,
      state: 'coming',
      createdBy: '主任',
      rates: { campus: { unitFen: 20_000, startFen: 0 } },
    })
    expect(await list(deviceId)).toEqual([
      [2, next, null, 'coming', 'withdraw'],
      [1, today, next, 'current'],
    ])
    const current = (day: string) =>
      world.ok(labs.student, pricePlanCalls.current, { query: { deviceId, day } })
    expect((await current(today)).plans).toMatchObject([{ version: 1, mine: { unitFen: 10_000 } }])
    expect((await current(next)).plans).toMatchObject([{ version: 2, mine: { unitFen: 20_000 } }])
    expect(await create(labs.director, deviceId, addDays(today, 5))).toMatchObject({
      code: 'PRICE_LATER_EXISTS',
      reasons: [{ field: 'from' }],
    })
    const [coming] = (await world.ok(labs.director, pricePlanCalls.list, { query: { deviceId } })).items
    expect(
      (await world.send(labs.outsider, pricePlanCalls.withdraw, { params: { id: coming!.id } })).status,
    ).toBe(403)
    await world.ok(labs.director, pricePlanCalls.withdraw, { params: { id: coming!.id } })
    expect(await list(deviceId)).toEqual([[1, today, null, 'current', 'end']])
  })
  test('what is withdrawn gives back what it cut off, no more: an end that was set before stays', async () => {
    const withdrawn = async (deviceId: number, from: string, replaces = true) => {
      const { data } = await create(labs.director, deviceId, from, 20_000)
      expect(data.replaces).toBe(replaces)
      await world.ok(labs.director, pricePlanCalls.withdraw, { params: { id: data.id } })
      return list(deviceId)
    }
    const ended = async (lastDay: string) => {
      const deviceId = await labs.device()
      const { data } = await create(labs.director, deviceId, today)
      await world.ok(labs.director, pricePlanCalls.end, { params: { id: data.id }, body: { lastDay } })
      return deviceId
    }
    const gift = await ended(addDays(today, 3))
    expect(await withdrawn(gift, addDays(today, 4), false)).toEqual([
      [1, today, addDays(today, 4), 'current', 'end'],
    ])
    const year = await ended(addDays(today, 90))
    expect(await withdrawn(year, addDays(today, 30))).toEqual([
      [1, today, addDays(today, 91), 'current', 'end'],
    ])
    // Shortened twice by successive versions: withdrawing the second returns the days to the first, and
    // withdrawing that returns the rest.
    await create(labs.director, year, addDays(today, 20))
    expect(await withdrawn(year, addDays(today, 30))).toHaveLength(2)
    const [second] = (await world.ok(labs.director, pricePlanCalls.list, { query: { deviceId: year } })).items
    await world.ok(labs.director, pricePlanCalls.withdraw, { params: { id: second!.id } })
    expect(await list(year)).toEqual([[1, today, addDays(today, 91), 'current', 'end']])
  })
  test('ends on a day; what holds cannot be withdrawn', async () => {
    const deviceId = await labs.device()
    const { data } = await create(labs.director, deviceId, today)
    expect(
      await world.send(labs.director, pricePlanCalls.withdraw, { params: { id: data.id } }),
    ).toMatchObject({ status: 409, code: 'PRICE_EFFECTIVE' })
    const ended = await world.ok(labs.director, pricePlanCalls.end, {
      params: { id: data.id },
      body: { lastDay: addDays(today, 3) },
    })
    expect(ended.until).toBe(addDays(today, 4))
    expect(
      (await world.ok(labs.student, pricePlanCalls.current, { query: { deviceId, day: addDays(today, 4) } }))
        .plans,
    ).toEqual([])
  })
  test('of two at once one is refused, and there is never more than one a day', async () => {
    const deviceId = await labs.device()
    const answers = await Promise.all([1, 2, 3].map(() => create(labs.director, deviceId, addDays(today, 1))))
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 422, 422])
    expect(await list(deviceId)).toHaveLength(1)
  })
  test('the database lets no version change', async () => {
    const deviceId = await labs.device()
    await create(labs.director, deviceId, today)
    await expect(
      world.sql(`update price_plan set rates = '{}' where device_id = $1`, [deviceId]),
    ).rejects.toThrow('can end, but not change')
    await expect(
      world.sql(`update price_plan set effective = daterange('2020-01-01', null) where device_id = $1`, [
        deviceId,
      ]),
    ).rejects.toThrow('can end, but not change')
  })
})

test('what each pays: own dept, campus, company, and who is not served', async () => {
  const deviceId = await labs.device()
  await world.ok(labs.director, pricePlanCalls.create, {
    body: {
      deviceId,
      basis: 'per_sample',
      from: today,
      rates: { dept: { unitFen: 100 }, campus: { unitFen: 200 } },
    },
  })
  const colleague = await world.person('同院教师', { deptId: labs.deptId })
  const company = await world.person('企业用户')
  await world.sql(`update user_account set tier = 'company' where id = $1`, [company.id])
  const mine = async (who: Person) => {
    const { tier, plans } = await world.ok(who, pricePlanCalls.current, { query: { deviceId } })
    return [tier, plans[0]?.mine?.unitFen ?? null]
  }
  expect([await mine(colleague), await mine(labs.student), await mine(company)]).toEqual([
    ['dept', 100],
    ['campus', 200],
    ['company', null],
  ])
})

test('prices that are none', async () => {
  const deviceId = await labs.device()
  const refused = async (rates: object, basis = 'per_time') =>
    (
      await world.send(labs.director, pricePlanCalls.create, {
        body: { deviceId, basis: basis as 'per_time', from: today, rates },
      })
    ).status
  expect(await refused({})).toBe(400)
  expect(await refused({ campus: { unitFen: -1, unitMinutes: 60 } })).toBe(400)
  expect(await refused({ campus: { unitFen: 1.5, unitMinutes: 60 } })).toBe(400)
  expect(await refused({ campus: { unitFen: 100 } })).toBe(400)
  expect(await refused({ nobody: { unitFen: 100, unitMinutes: 60 } })).toBe(400)
  expect((await create(labs.director, deviceId, addDays(today, -1))).status).toBe(422)
  expect((await create(labs.director, deviceId, '9999-01-01')).status).toBe(400)
})
