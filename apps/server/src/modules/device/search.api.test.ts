import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls as manageCalls } from '@portal/contract/device/manage'
import { labCalls } from '@portal/contract/lab/lab'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { countBlocked } from '../../testing/blocked.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { until } from '../../testing/until.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { deviceJobs } from './device.jobs.ts'
import { searchableDevice } from './device.rules.ts'
import { catchUp } from '../use-ledger/use-ledger.service.ts'
import { countUse } from './use.action.ts'
import { sumYear } from './use.store.ts'

let world: World
let labs: Labs
const names = [
  '场发射扫描电子显微镜',
  '透射电子显微镜',
  '核磁共振波谱仪',
  '高速离心机',
  '液相色谱-质谱联用仪',
  'X射线衍射仪',
]
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  // More devices than are fetched by id, across two blocks of the index.
  const rows = Array.from({ length: 300 }, (_, i) => {
    const d = {
      serialId: `2023${String(i).padStart(5, '0')}`,
      name: names[i % names.length] ?? '',
      alias: i % names.length === 0 ? '扫描电镜、SEM' : null,
      model: `JSM-${7000 + i}F`,
      englishName: null,
    }
    return {
      ...d,
      ...searchableDevice(d),
      price: (i * 7919) % 1000,
      shared: i % 5 !== 0,
      lab: i % 2 ? labs.labId : labs.otherLabId,
    }
  })
  await world.sql(
    `insert into device (serial_id, name, alias, model, dept_id, lab_id, price_fen, shared, search_text,
        search_grams)
     select "serialId", name, alias, model, $1, lab, price, shared, text, grams
     from jsonb_to_recordset($2) as r ("serialId" text, name text, alias text, model text, lab int8,
       price int8, shared boolean, text text, grams text[])`,
    [labs.deptId, JSON.stringify(rows)],
  )
  await world.sql(`alter table device alter column id restart with 3000`)
  await labs.device({ serialId: 'LATE', name: '后来的扫描电子显微镜' })
})
afterAll(() => world.close())

const found = async (query: Parameters<typeof search>[0]) => (await search(query)).items.map((d) => d.name)
const search = (
  query: NonNullable<Parameters<typeof world.ok<typeof deviceCalls.list>>[2]>['query'],
  who: Person = labs.equipmentOffice,
) => world.ok(who, deviceCalls.list, { query })

describe('扫描电镜 is found by', () => {
  test.each([
    '电镜',
    '镜',
    '扫描电镜',
    'saomiao',
    'smdj',
    'SEM',
    'jsm-7000f',
    '后来的',
    '扫描 2023',
    'X射线',
  ])('%s', async (deviceName) => {
    const sought = queryGrams(deviceName)
    const [row] = await world.sql<{ n: number }>(
      'select count(*) as n from device where search_grams @> $1 and search_text like all ($2)',
      [sought?.grams, sought?.recheck],
    )
    expect(row?.n).toBeGreaterThan(0)
    expect((await search({ deviceName })).total).toBe(row?.n)
  })
  test('and nothing by what is not there', async () => {
    for (const deviceName of ['镜电', '量子', '扫描电镜扫描', '%', '龘', 'jsm-9999'])
      expect(await search({ deviceName })).toEqual({ items: [], total: 0 })
  })
})

test('pages of any size add up to the whole, in order, each device once', async () => {
  for (const order_by of [
    'name asc',
    'name desc',
    'price asc',
    'price desc',
    'use asc',
    'use desc',
  ] as const) {
    for (const query of [{ order_by }, { order_by, deviceName: '核磁' }]) {
      const whole = await search({ ...query, size: 1000 })
      const ids: number[] = []
      for (let page = 0; page * 50 < whole.total; page++)
        ids.push(...(await search({ ...query, page, size: 50 })).items.map((d) => d.id))
      expect(ids).toEqual(whole.items.map((d) => d.id))
      expect(new Set(ids).size).toBe(whole.total)
    }
  }
  const prices = (await search({ order_by: 'price desc', size: 1000 })).items.map((d) => d.priceFen ?? 0)
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))
  // Sorted by pinyin: chang before gao.
  expect((await found({ order_by: 'name asc', size: 60 })).at(0)).toBe('场发射扫描电子显微镜')
  expect(await search({ page: 100 })).toMatchObject({ items: [], total: 301 })
})

test('what is not shared is found by its people only', async () => {
  const total = async (who: Person) => (await search({ size: 1 }, who)).total
  const [row] = await world.sql<{ all: number; shared: number; own: number; other: number }>(
    `select count(*) as all, count(*) filter (where shared) as shared,
        count(*) filter (where shared or lab_id = $1) as own,
        count(*) filter (where shared or lab_id = $2) as other from device`,
    [labs.labId, labs.otherLabId],
  )
  expect([
    await total(labs.equipmentOffice),
    await total(labs.student),
    await total(labs.director),
    await total(labs.outsider),
  ]).toEqual([row?.all, row?.shared, row?.own, row?.other])
  expect((await world.ok(labs.equipmentOffice, deviceCalls.shared, { query: {} })).total).toBe(row?.shared)
  const count = async (shared: 'true' | 'false') =>
    (await world.ok(labs.equipmentOffice, manageCalls.manageList, { query: { shared } })).total
  const [yes, no] = [row?.shared ?? 0, (row?.all ?? 0) - (row?.shared ?? 0)]
  expect([await count('true'), await count('false')]).toEqual([yes, no])
  // A closed laboratory offers nothing, but its instruments are as shared as before.
  const enable = (enabled: boolean) =>
    world.ok(labs.sysadmin, labCalls.enable, { params: { id: labs.otherLabId }, body: { enabled } })
  await enable(false)
  expect([await count('true'), await count('false')]).toEqual([yes, no])
  expect((await world.ok(labs.equipmentOffice, deviceCalls.shared, { query: {} })).total).toBeLessThan(yes)
  await enable(true)
})

test('mine: of my lab, that I review, that I am the contact of; with what I can do', async () => {
  const mine = (who: Person) => world.ok(who, deviceCalls.my, { query: { size: 1000 } })
  const [row] = await world.sql<{ n: number }>('select count(*) as n from device where lab_id = $1', [
    labs.labId,
  ])
  expect((await mine(labs.director)).total).toBe(row?.n)
  expect((await mine(labs.director)).items[0]?.can).toEqual(['edit', 'remove', 'open'])
  expect((await mine(labs.reviewer)).total).toBe(row?.n)
  expect((await mine(labs.reviewer)).items[0]?.can).toEqual(['review'])
  expect((await mine(labs.student)).total).toBe(0)
  await world.sql(`update device set contact_id = $1 where serial_id = 'LATE'`, [labs.student.id])
  expect((await mine(labs.student)).items.map((d) => d.serialId)).toEqual(['LATE'])
})

test('of a lab, by its id or number, and labs by how many they share', async () => {
  const query = { labId: labs.labId, size: 1 }
  const byId = await world.ok(labs.student, deviceCalls.ofLab, { query })
  const [lab] = await world.sql<{ serialId: string }>(
    'select serial_id as "serialId" from lab where id = $1',
    [labs.labId],
  )
  expect(
    (await world.ok(labs.student, deviceCalls.ofLab, { query: { ...query, labId: lab?.serialId ?? '' } }))
      .total,
  ).toBe(byId.total)
  expect(
    (await world.ok(labs.student, deviceCalls.labs, { query: {} })).find((l) => l.id === labs.labId)?.devices,
  ).toBe(byId.total)
})

test('of more labs than a screen holds, each can be chosen', async () => {
  await world.sql(
    `with more as (insert into lab (serial_id, name, dept_id)
        select 'LABMANY' || lpad(n::text, 4, '0'), '实验室 ' || n, $1 from generate_series(1, 230) n returning id)
      insert into device (serial_id, name, dept_id, lab_id, shared)
        select 'MANY' || id, '天平', $1, id, true from more`,
    [labs.deptId],
  )
  const all = await world.ok(labs.student, deviceCalls.labs, { query: {} })
  expect([all.at(-1)?.serialId, all.filter((l) => l.serialId.startsWith('LABMANY')).length]).toEqual([
    'LABMANY0230',
    230,
  ])
  await world.sql(`delete from device where serial_id like 'MANY%'`)
  await world.sql(`delete from lab where serial_id like 'LABMANY%'`)
})

test('how it is opened', async () => {
  const [first, second] = (await search({ deviceName: '衍射' })).items
  await world.sql(
    `insert into opening (device_id, self_operated, sample_delivery, admitted_tiers)
      values ($1, true, false, '{campus}'), ($2, false, true, '{campus,company}')`,
    [first?.id, second?.id],
  )
  const ids = async (query: Parameters<typeof search>[0]) => (await search(query)).items.map((d) => d.id)
  expect((await ids({ opened: 'true' })).toSorted()).toEqual([first?.id, second?.id].toSorted())
  expect((await search({ opened: 'false' })).total).toBe((await search({})).total - 2)
  expect(await ids({ kind: 'sample_delivery' })).toEqual([second?.id])
  expect(await ids({ tier: 'company' })).toEqual([second?.id])
  await world.sql(`update opening set enabled = false where device_id = $1`, [second?.id])
  expect(await ids({ opened: 'true' })).toEqual([first?.id])
})

test('what is being scrapped is not opened, until the application is refused', async () => {
  const [staying, going] = [
    await labs.device({ name: '常开的天平' }),
    await labs.device({ name: '待报废的天平' }),
  ]
  await world.sql(
    `insert into opening (device_id, self_operated, admitted_tiers)
      select unnest($1::int8[]), true, '{school}'`,
    [[staying, going]],
  )
  const asked = [
    { opened: 'true' },
    { kind: 'self_operated' },
    { tier: 'school' },
    { opened: 'false' },
  ] as const
  const listFound = () =>
    Promise.all(
      asked.map(async (query) =>
        (await search({ deviceName: '天平', ...query })).items.map((d) => d.id).toSorted((a, b) => a - b),
      ),
    )
  const both = [staying, going]
  expect(await listFound()).toEqual([both, both, both, []])
  await world.sql(
    `insert into scrap (device_id, state, state_at, why, requester_id, price_fen, created_at)
      values ($1, 'awaiting_dept_head', now(), '老化', $2, 1, now())`,
    [going, labs.director.id],
  )
  expect(await listFound()).toEqual([[staying], [staying], [staying], [going]])
  expect((await search({ deviceName: '待报废的天平', opened: 'false' })).items[0]?.opened).toBeNull()
  expect((await search({ deviceName: '天平', opened: 'false', kind: 'self_operated' })).total).toBe(0)
  await world.sql(`update scrap set state = 'refused' where device_id = $1`, [going])
  expect(await listFound()).toEqual([both, both, both, []])
})

const consistent = async () => {
  const wrong = await world.sql(`
    with meant as (select unnest(tokens_of(d)) as token, id from device d
      union select unnest(tokens_of(o)), device_id from opening o),
      rows as (select token, (id >> 11)::int as block,
        bit_or(set_bit(0::bit(2048), (id & 2047)::int, 1)) as bits from meant group by 1, 2)
    select from rows full join (select * from device_token where bits <> 0::bit(2048)) t
      using (token, block) where rows.bits is distinct from t.bits`)
  return wrong.length === 0
}

test('whatever is written, the index says what the tables say', async () => {
  const [{ id: categoryId } = { id: 0 }] = await world.sql<{ id: number }>(
    `insert into device_category (code, name) values ('C', '分析') returning id`,
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.record({ set: fc.constant('name'), to: fc.constantFrom(...names) }),
          fc.record({ set: fc.constant('shared'), to: fc.boolean() }),
          fc.record({ set: fc.constant('status'), to: fc.constantFrom('normal', 'broken') }),
          fc.record({ set: fc.constant('category_id'), to: fc.constantFrom(categoryId, null) }),
          fc.record({ set: fc.constant('tags'), to: fc.constantFrom(['进口'], ['进口', '国产'], []) }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      fc.integer({ min: 1, max: 60 }),
      async (changes, step) => {
        for (const { set, to } of changes)
          await world.sql(
            `update device
              set ${set} = $1 ${set === 'name' ? ', search_grams = array[left($1, 1), left($1, 2)]' : ''}
              where id % $2 = 0`,
            [to, step],
          )
        expect(await consistent()).toBe(true)
      },
    ),
    { numRuns: 8 },
  )
  await world.sql(`delete from device where serial_id = 'LATE'`)
  expect(await consistent()).toBe(true)
})

describe('the nightly check of the index', () => {
  const repair = () =>
    runJob(
      world.app.deps,
      deviceJobs.find(({ name }) => name === 'device-search-check')!,
    )
  const listFaults = () =>
    world.sql(`select from exception_log where message like 'search index of devices:%'`)
  const writeUnnoticed = async (text: string) => {
    await world.sql('alter table device disable trigger user')
    await world.sql(text)
    await world.sql('alter table device enable trigger user')
  }

  test('finds nothing wrong where the triggers kept it', async () => {
    expect([await repair(), await listFaults()]).toEqual([0, []])
  })

  test('makes a lost index anew, and whatever was changed past the triggers', async () => {
    const count = async () => (await search({ deviceName: '流量计' })).total
    const [first] = [await labs.device({ name: '气体流量计' }), await labs.device({ name: '液体流量计' })]
    expect(await count()).toBe(2)
    await world.sql(`delete from device_token where token <> '流'`)
    await world.sql(`insert into device_token (token, block, bits) values ('lab 0', 9, 1::bit(2048))`)
    await world.sql('delete from device_name')
    await writeUnnoticed(`update device set shared = not shared where id % 7 = 0`)
    await writeUnnoticed(`delete from device where id = ${first}`)
    expect([await consistent(), await count()]).toEqual([false, 0])
    expect(await repair()).toBeGreaterThan(1000)
    expect([await consistent(), await count()]).toEqual([true, 1])
    expect(await listFaults()).toHaveLength(1)
    expect(await repair()).toBe(0)
  })

  test('turns nothing over that a device turns meanwhile', async () => {
    const ids = [await labs.device({ name: '改名的天平' }), await labs.device({ name: '不改的天平' })]
    await world.sql(`delete from device_token where token = 'shared'`)
    const saving = await world.app.deps.pool.connect()
    try {
      await saving.query('begin')
      await saving.query('update device set shared = not shared where id = any ($1)', [ids])
      // The triggers wrote the row of `shared`, so the check has to wait for it.
      const repaired = repair()
      await until('a check that waits', async () => (await countBlocked(world, 'device_token')) === 1)
      await saving.query('commit')
      expect(await repaired).toBeGreaterThan(0)
    } finally {
      saving.release()
    }
    expect(await consistent()).toBe(true)
  })
})

const use = (id: number | undefined, from: string, hours: number, state = 'done') =>
  world.sql(
    `insert into booking (device_id, lab_id, kind, state, period, booker_id, experimenter_id, payer_id,
        purpose, pay_mode, quote, estimate_fen, sample_count)
     values ($1, $2, 'self_operated', $5,
       tstzrange($3::timestamptz, $3::timestamptz + make_interval(hours => $4)), $6, $6, $6, '测试',
       'post', '{}', 0, 2)`,
    [id, labs.labId, from, hours, state, labs.student.id],
  )
const rank = async (month?: string) =>
  (await world.ok(null, deviceCalls.rank, { query: { ...(month && { month }) } })).items.map((r) => [
    r.device.id,
    r.rank,
    r.minutes,
    r.bookings,
    r.samples,
  ])

test('ranks: the last twelve months, or one, shared devices only', async () => {
  const [a, b, hidden] = await Promise.all(
    [true, true, false].map((shared, i) => labs.device({ name: `排行 ${i}`, shared })),
  )
  await world.sql(
    `update device set shared = true
    where id <> $1`,
    [hidden],
  ) // the random changes above may have left none
  await use(a, '2025-04-30T16:30:00Z', 1) // 1 May by the campus's clock
  await use(a, '2025-06-10T02:00:00Z', 2)
  await use(a, '2024-06-10T02:00:00Z', 50) // too long ago
  await use(b, '2025-06-11T02:00:00Z', 5)
  await use(b, '2025-06-12T02:00:00Z', 5, 'cancelled')
  await use(hidden, '2025-06-11T02:00:00Z', 9)
  const count = () =>
    world.asSystem(async ({ db, now }) => {
      const about = { db, now, zone: 'Asia/Shanghai' }
      await catchUp(about)
      return countUse({ ...about, months: 24 })
    }, new Date('2025-06-20T00:00:00Z'))
  await count()
  expect(await rank()).toEqual([
    [b, 1, 300, 1, 2],
    [a, 2, 180, 2, 4],
  ])
  expect(await rank('2025-05')).toEqual([[a, 1, 60, 1, 2]])
  expect(await rank('2025-01')).toEqual([])
  expect((await world.ok(null, deviceCalls.rank, { query: { size: 1 } })).total).toBe(2)
  expect((await search({ size: 2, order_by: 'use desc' })).items.map((d) => d.id)).toEqual([hidden, b])
  expect(await world.ok(null, deviceCalls.homepage)).toMatchObject({
    labs: 2,
    top: [{ id: b }, { id: a }, {}, {}, {}, {}, {}, {}],
  })
  // Counting again changes nothing.
  expect(await count()).toBe(0)
})

test('what the ledger learns half a year after the use is ranked from the next night on', async () => {
  const late = await labs.device({ name: '迟报的仪器', shared: true })
  const night = new Date('2025-12-31T18:10:00Z') // 02:10 on 1 January by the campus's clock
  const job = deviceJobs.find(({ name }) => name === 'device-use')
  const recount = async () => {
    await world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }), night)
    return runJob(world.app.deps, job!, night)
  }
  const minutes = async (month?: string) => (await rank(month)).find(([id]) => id === late)?.[2]
  await recount()
  expect([await minutes(), await minutes('2025-06')]).toEqual([undefined, undefined])
  await use(late, '2025-06-20T02:00:00Z', 4)
  // Of a month that is otherwise as it was, only this row is written.
  expect(await recount()).toBe(1)
  expect([await minutes(), await minutes('2025-06')]).toEqual([240, 240])
  expect(await world.sql('select minutes from device_use_year where device_id = $1', [late])).toEqual([
    { minutes: 240 },
  ])
  // The first of the last twelve months is counted as well, and nothing is written again.
  await use(late, '2025-02-10T02:00:00Z', 1)
  expect([await recount(), await recount()]).toEqual([1, 0])
  expect([await minutes(), await minutes('2025-02')]).toEqual([300, 60])
})

test('what is typed is never a fault', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (deviceName) => {
      expect((await world.send(labs.student, deviceCalls.list, { query: { deviceName } })).status).toBe(200)
    }),
    { numRuns: 60 },
  )
  for (const query of [
    { size: 1001 },
    { size: 0 },
    { page: -1 },
    { order_by: 'id; drop table device' as 'name asc' },
    { freeOn: '2026-02-30' },
  ]) {
    expect((await world.send(labs.student, deviceCalls.list, { query })).status).toBe(400)
  }
  // A laboratory may also be named by its serial number; no laboratory has this one.
  expect((await world.send(labs.student, deviceCalls.list, { query: { labId: -1 } })).status).toBe(404)
})

test('a year is summed up at once where the tables were analysed while they were empty', async () => {
  await world.sql(`insert into lab (serial_id, name, dept_id)
    select 'LAB9' || n, '实验室 ' || n, (select min(id) from dept) from generate_series(1, 200) n`)
  const pairs = `from (select id from device order by id limit 200) d,
    (select id from lab where serial_id like 'LAB9%') l`
  const tables = ['device_use_month', 'lab_use_year']
  const fill = async () => {
    await world.sql(`insert into device_use_month (device_id, month, lab_id, bookings, minutes)
      select d.id, '2025-06-01', l.id, 1, 60 ${pairs}`)
    await world.sql(
      `insert into lab_use_year (device_id, lab_id, bookings, minutes) select d.id, l.id, 1, 60 ${pairs}`,
    )
  }
  for (const table of tables) await world.sql(`delete from ${table}`)
  await fill()
  for (const table of tables) await world.sql(`delete from ${table}`)
  for (const table of tables) await world.sql(`analyze ${table}`)
  await fill()
  const [pair] = await world.sql<{ device: number; lab: number }>(
    `select min(device_id) as device, min(lab_id) as lab from device_use_month`,
  )
  await world.sql('delete from device_use_month where device_id = $1 and lab_id = $2', [
    pair?.device,
    pair?.lab,
  ])
  await world.sql('update device_use_year set minutes = 7, bookings = 7')
  await world.asSystem(({ db }) => sumYear(db, '2024-07-01', '2025-07-01'))
  expect(await world.sql('select count(*)::int as n from lab_use_year')).toEqual([{ n: 40_000 - 1 }])
  const years = await world.sql(
    `select bookings, minutes, count(*)::int as devices from device_use_year group by 1, 2 order by 1`,
  )
  const [{ n: devices } = { n: 0 }] = await world.sql<{ n: number }>('select count(*)::int as n from device')
  expect(years).toEqual([
    { bookings: 0, minutes: 0, devices: devices - 200 },
    { bookings: 199, minutes: 199 * 60, devices: 1 },
    { bookings: 200, minutes: 200 * 60, devices: 199 },
  ])
})
