import { bookingCalls } from '@portal/contract/booking/calls'
import { allCalls } from '@portal/contract/calls'
import { deptCalls } from '@portal/contract/dept/dept'
import { deviceCalls } from '@portal/contract/device/device'
import { isForVisitors, isWriting, type Call } from '@portal/contract/kernel/call'
import { openingCalls } from '@portal/contract/opening/opening'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { siteCalls, type SiteBody } from '@portal/contract/site/site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLab, type OpenLab } from './testing/open-lab.ts'
import { inject } from './testing/walk.ts'
import { createWorld, type Person, type World } from './testing/world.ts'

// What the site opens to visitors: exactly that, and without names of people.

let world: World
let lab: OpenLab
let keeper: Person
let hidden: number
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  keeper = await world.person('门户', { permissions: ['SHARE_CONTACT_ALL'] })
  const { deviceId } = lab
  await lab.book()
  hidden = await lab.device()
  await world.sql('update device set shared = false where id = $1', [hidden])
  // Everybody gets a name that is recognised in any answer, and every text contains one.
  await world.sql(
    `update user_account set name = '某人' || id, phone = '1380013' || (8000 + id), email = id || '@univ.cn'`,
  )
  await world.sql(
    `update device d set contact_id = u.id, status_note = u.name || '报修', notes = '找' || u.name,
      results = u.name || '的论文', sharing_rules = u.name, fee_note = u.name,
      functions = '形貌观察，电话 ' || u.phone, services = '发信到 ' || u.email,
      indicators = u.phone, accessories = u.phone, hazards = u.email
      from user_account u where d.id = $1 and u.id = $2`,
    [deviceId, lab.director.id],
  )
  await world.sql(`update lab set phone = '13800139999' where id = $1`, [lab.labId])
  await world.sql(
    `update dept set head_id = $1, phone = '13800139999' where id in (select dept_id from lab where id = $2)`,
    [lab.director.id, lab.labId],
  )
  await world.sql(
    `update opening o set notes = '找' || u.name from user_account u where u.id = $2 and o.device_id = $1`,
    [deviceId, lab.director.id],
  )
  await world.sql(
    `insert into opening_exception (device_id, first_day, last_day, reason)
      select $1, current_date + 3, current_date + 3, name || '出差' from user_account where id = $2`,
    [deviceId, lab.director.id],
  )
  await world.sql(`update price_plan set note = '问 13800139999' where device_id = $1`, [deviceId])
})
afterAll(() => world.close())
beforeEach(() => open(true))

const site = { name: '设备网', school: '山海大学' } as SiteBody
const open = (visitorsMayBrowse: boolean) =>
  world.ok(keeper, siteCalls.change, { body: { ...site, visitorsMayBrowse } })

const PERSON = /某人|1380013|@univ\.cn/
const forVisitors = allCalls.map(({ call }) => call).filter(isForVisitors)
/** Each call takes the fields that it knows. */
const ask = (call: Call, token?: string, deviceId = lab.deviceId) =>
  inject(
    world.app,
    call,
    {
      params: { id: deviceId, deviceId },
      query: { deviceId, deviceIds: String(deviceId) },
    },
    token,
  )

test('is these calls, which change nothing', () => {
  expect(forVisitors.map((call) => call.path).toSorted()).toEqual([
    '/api/deviceCategory/trees',
    '/api/maintain/device/shareList',
    '/api/v2/dept/tree',
    '/api/v2/device/info/{id}',
    '/api/v2/device/labs',
    '/api/v2/device/shared',
    '/api/v2/opening/availability',
    '/api/v2/opening/{deviceId}',
    '/api/v2/price-plan/current',
  ])
  expect(forVisitors.filter(isWriting)).toEqual([])
})

test('is closed until somebody opens it', async () => {
  expect((await world.ok(null, siteCalls.get)).visitorsMayBrowse).toBe(true)
  await world.sql('update site_setting set visitors_may_browse = default')
  await expect.poll(async () => (await ask(deviceCalls.shared)).statusCode).toBe(401)
  expect((await world.ok(null, siteCalls.get)).visitorsMayBrowse).toBe(false)
})

test.for(forVisitors.map((call) => [call.path, call] as const))(
  '%s: 401 while it is closed, then served, without a person',
  async ([, call]) => {
    // A signed-in person asks first: if their answer were cached, the visitor would get it.
    await ask(call, lab.director.token)
    await open(false)
    expect((await ask(call)).statusCode).toBe(401)
    await open(true)
    const { statusCode, body, headers } = await ask(call)
    expect(statusCode, body).toBe(200)
    expect(body).not.toMatch(PERSON)
    expect(headers['cache-control']).not.toMatch(/public/)
    await open(false)
    expect((await ask(call)).statusCode).toBe(401)
  },
)

test('a visitor sees the instrument, its hours and its prices; who is signed in also people', async () => {
  const params = { id: lab.deviceId }
  const seen = await world.ok(null, deviceCalls.info, { params })
  expect(seen).toMatchObject({
    name: '场发射扫描电镜',
    functions: '形貌观察，电话 （登录后可见）',
    contact: null,
    labPhone: null,
    can: [],
  })
  expect((await world.ok(null, deviceCalls.shared)).items.map((d) => d.id)).toContain(lab.deviceId)
  const hours = await world.ok(null, openingCalls.get, { params: { deviceId: lab.deviceId } })
  expect(hours.windows).toHaveLength(7)
  expect(hours.exceptions.map((e) => e.reason)).toEqual(['临时停用'])
  const prices = await world.ok(null, pricePlanCalls.current, { query: { deviceId: lab.deviceId } })
  expect(prices).toMatchObject({ tier: null, plans: [{ mine: null, note: '问 （登录后可见）' }] })
  expect(prices.plans[0]?.rates.campus?.unitFen).toBe(10_000)

  expect((await world.ok(lab.booker, deviceCalls.info, { params })).contact?.name).toMatch(/^某人/)
  expect(JSON.stringify(await world.ok(lab.booker, deptCalls.tree))).toMatch(PERSON)
  expect((await ask(deptCalls.tree)).body).not.toMatch(PERSON)
})

test('what is not shared, who books, and everything else asks to sign in', async () => {
  const closed: Call[] = [deviceCalls.info, openingCalls.get, pricePlanCalls.current]
  for (const call of closed) expect((await ask(call, undefined, hidden)).statusCode).toBe(401)
  expect((await ask(openingCalls.availability, undefined, hidden)).json()).toMatchObject({ data: [] })
  expect((await ask(bookingCalls.list)).statusCode).toBe(401)
  expect((await ask(deviceCalls.list)).statusCode).toBe(401)
  expect((await ask(deviceCalls.info, 'no such session')).statusCode).toBe(200)
})
