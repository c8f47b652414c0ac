import { readFileSync } from 'node:fs'
import { measures, statisticsCalls, tableKeys, type TableKey } from '@portal/contract/statistics/statistics'
import { beforeAll, expect, test } from 'vitest'
import { findLocal } from '../../kernel/time.ts'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { catchUpInParts, makeParts } from '../use-ledger/writing.action.ts'
import { daysIn } from './period.rules.ts'

// Figures of random uses in random periods, compared with a recount in the test; and access.

const { world, s } = await sceneWorld()
const ZONE = 'Asia/Shanghai'

let seed = 20_261_123
const random = (n: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * n)
}
const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T // never called with an empty list

interface Use {
  deviceId: number
  labId: number
  userId: number
  payerId: number
  day: string
  minutes: number
  samples: number
  incomeFen: number
  tier: string
  nature: string | null
}
const uses: Use[] = []
let director2: Person
let office: Person
let head: Person

beforeAll(async () => {
  director2 = s.outsider
  office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  const labs = await world.sql<{ id: number; dept: number }>(
    'select id, dept_id as dept from lab order by id',
  )
  head = await world.person('院长', { deptId: labs[0]?.dept ?? 0 })
  await world.sql(
    `insert into user_role (user_id, role_id) select $1, id from role where code = 'DEPT_HEAD'`,
    [head.id],
  )
  const devices = await Promise.all(
    labs.flatMap(({ id, dept }) =>
      [1, 2, 3].map(async (n) => {
        const [d] = await world.sql<{ id: number }>(
          `insert into device (serial_id, name, dept_id, lab_id, shared) values ($1, $2, $3, $4, true) returning id`,
          [`ST${id}-${n}`, `仪器 ${id}-${n}`, dept, id],
        )
        return { id: d?.id ?? 0, labId: id }
      }),
    ),
  )
  for (let i = 0; i < 150; i++) {
    // The last instrument of each laboratory stays unused.
    const { id: deviceId, labId } = pick(devices.filter((_, n) => n % 3 !== 2))
    const userId = pick([s.booker.id, s.payer.id, s.reviewer.id])
    const use = {
      deviceId,
      labId,
      userId,
      payerId: pick([s.payer.id, userId]),
      minutes: 30 * (1 + random(10)),
      samples: random(5),
      incomeFen: random(3) * 5_000,
      tier: pick(['dept', 'campus', 'school', 'company']),
      nature: pick(['teaching', 'research', null]),
    }
    // Also around midnight in the campus's time zone, and around the ends of months and years.
    const begun = new Date(Date.UTC(2025, 6, 1) + random(24 * 500) * 3_600_000)
    await world.sql(
      `with b as (insert into booking (device_id, lab_id, seat, kind, state, period, booker_id, experimenter_id, payer_id, purpose, pay_mode,
          quote, estimate_fen, sample_count, started_at, finished_at, nature)
        values ($1, $2, $3, 'self_operated', 'done', tstzrange($4, $5), $6, $6, $7, '测试', 'post', $8, 0, $9, $4, $5, $10) returning id)
      insert into test_order (booking_id, device_id, lab_id, booker_id, payer_id, state, actual, sample_count, bill, total_fen, confirmed_at)
        select id, $1, $2, $6, $7, 'confirmed', tstzrange($4, $5), $9,
          jsonb_build_object('lines', jsonb_build_array(jsonb_build_object('kind', 'time', 'quantity', 1, 'amountFen', $11::int8))), $11, now() from b`,
      [
        deviceId,
        labId,
        i + 1,
        begun,
        new Date(begun.getTime() + use.minutes * 60_000),
        userId,
        use.payerId,
        JSON.stringify({ tier: use.tier }),
        use.samples,
        use.nature,
        use.incomeFen,
      ],
    )
    uses.push({ ...use, day: findLocal(begun, ZONE).day })
  }
  await catchUpInParts(makeParts(world.app.deps, 'test', new Date()))
})

const recount = (of: readonly Use[]) => ({
  uses: of.length,
  users: new Set(of.map((u) => u.userId)).size,
  workingMinutes: of.reduce((sum, u) => sum + u.minutes, 0),
  reservedMinutes: of.reduce((sum, u) => sum + u.minutes, 0),
  outsideMinutes: of.reduce((sum, u) => sum + (['school', 'company'].includes(u.tier) ? u.minutes : 0), 0),
  samples: of.reduce((sum, u) => sum + u.samples, 0),
  incomeFen: of.reduce((sum, u) => sum + u.incomeFen, 0),
})
const keyOf: Partial<Record<TableKey, (u: Use) => string>> = {
  device: (u) => String(u.deviceId),
  lab: (u) => String(u.labId),
  group: (u) => String(u.payerId),
  person: (u) => String(u.userId),
  month: (u) => `${u.day.slice(0, 7)}-01`,
  nature: (u) => u.nature ?? 'unstated',
  tier: (u) => u.tier,
  kind: () => 'self_operated',
}
const within = (from: string, to: string, which: (u: Use) => boolean) =>
  uses.filter((u) => u.day >= from && u.day <= to && which(u))

test('every figure is what a recount by hand says: of anybody, in any period', async () => {
  const seen: [Person, string, (u: Use) => boolean][] = [
    [office, 'all', () => true],
    [s.director, 'lab', (u) => u.labId === s.labId],
    [director2, 'lab', (u) => u.labId !== s.labId],
    [head, 'dept', () => true],
    [s.payer, 'group', (u) => u.payerId === s.payer.id],
    [s.booker, 'own', (u) => u.userId === s.booker.id],
  ]
  for (let i = 0; i < 40; i++) {
    const from = new Date(Date.UTC(2025, 6, 1) + random(500) * 86_400_000).toISOString().slice(0, 10)
    const to = new Date(Date.parse(from) + random(400) * 86_400_000).toISOString().slice(0, 10)
    const whole = i % 4 === 0
    const query = whole ? { from: '2025-09-01', to: '2026-08-31' } : { from, to }
    const [who, scope, which] = pick(seen)
    const mine = within(query.from, query.to, which)
    const label = `${scope} ${query.from} ${query.to} (${daysIn(query.from, query.to)})`
    const { now, months } = await world.ok(who, statisticsCalls.overview, {
      query: { ...query, scope: scope as 'all' },
    })
    expect(now, label).toMatchObject(recount(mine))
    expect(
      months.reduce((sum, m) => sum + m.workingMinutes, 0),
      label,
    ).toBe(recount(mine).workingMinutes)
    const by = pick(tableKeys)
    const { items, sum } = await world.ok(who, statisticsCalls.table, {
      query: { ...query, scope: scope as 'all', by, size: 1000 },
    })
    expect(sum, label).toMatchObject(recount(mine))
    const key = keyOf[by]
    if (!key) continue
    for (const item of items) {
      const { users, ...expected } = recount(mine.filter((u) => key(u) === item.key))
      expect(item, `${label} ${by} ${item.name}`).toMatchObject(expected)
      if (item.users !== null) expect(item.users, `${label} ${by}`).toBe(users)
    }
    expect(
      items.reduce((n, item) => n + item.uses, 0),
      `${label} ${by}`,
    ).toBe(mine.length)
    const rows = await world.ok(who, statisticsCalls.uses, {
      query: { ...query, scope: scope as 'all', size: 1000 },
    })
    expect(rows.total, label).toBe(mine.length)
    expect(
      rows.items.reduce((n, r) => n + r.incomeFen, 0),
      label,
    ).toBe(recount(mine).incomeFen)
  }
})

test('the statements in docs/statistics.md say the same', async () => {
  const page = readFileSync(new URL('../../../../../docs/statistics.md', import.meta.url), 'utf8')
  const statements = [...page.matchAll(/```sql (\w+)\n([^`]+)```/g)].map(
    ([, name, text]) => [name, text] as const,
  )
  expect(statements.map(([name]) => name).toSorted()).toEqual(measures.toSorted())
  for (const [from, to] of [
    ['2025-09-01', '2026-08-31'],
    ['2025-07-14', '2026-02-03'],
  ] as const) {
    const { now } = await world.ok(office, statisticsCalls.overview, { query: { from, to, scope: 'all' } })
    for (const [name = '', text = ''] of statements) {
      const literal = text.replaceAll(':from', `'${from}'`).replaceAll(':to', `'${to}'`)
      const [answer] = await world.sql<Record<string, number>>(literal.replaceAll(':zone', `'${ZONE}'`))
      expect(Number(Object.values(answer ?? {})[0]), `${name} ${from}`).toBe(now[name as 'uses'])
    }
  }
})

test('an idle instrument is found', async () => {
  const query = { from: '2025-07-01', to: '2026-12-31', scope: 'lab', by: 'device' } as const
  const { items } = await world.ok(s.director, statisticsCalls.table, { query: { ...query, idle: 'true' } })
  expect(items.every((d) => d.uses === 0)).toBe(true)
  expect(items.map((d) => d.name)).toContain(`仪器 ${s.labId}-3`)
  const { devices, devicesUsed } = await world.ok(s.director, statisticsCalls.overview, { query })
  expect(devices - devicesUsed).toBe(items.length)
})

test('nobody sees beyond what is his', async () => {
  const query = { from: '2025-07-01', to: '2026-12-31' } as const
  expect(await world.ok(office, statisticsCalls.scopes)).toEqual(['all', 'own'])
  expect(await world.ok(s.director, statisticsCalls.scopes)).toEqual(['lab', 'own'])
  expect(await world.ok(head, statisticsCalls.scopes)).toEqual(['dept', 'own'])
  expect(await world.ok(s.booker, statisticsCalls.scopes)).toEqual(['own'])
  for (const scope of ['all', 'dept', 'lab', 'group'] as const)
    for (const call of [statisticsCalls.overview, statisticsCalls.uses] as const)
      expect(await world.send(s.booker, call, { query: { ...query, scope } })).toMatchObject({ status: 403 })
  // A director finds nothing of another laboratory.
  const other = uses.find((u) => u.labId !== s.labId)?.labId ?? 0
  const { now } = await world.ok(s.director, statisticsCalls.overview, {
    query: { ...query, scope: 'lab', labId: String(other) },
  })
  expect(now.uses).toBe(0)
  expect(
    await world.send(s.booker, statisticsCalls.uses, { query: { ...query, userId: String(s.payer.id) } }),
  ).toMatchObject({ status: 403 })
  expect(await world.send(null, statisticsCalls.scopes)).toMatchObject({ status: 401 })
})

test('a period that ends before it begins, or is too long, is refused at its field', async () => {
  for (const query of [
    { from: '2026-02-01', to: '2026-01-01' },
    { from: '2001-01-01', to: '2026-01-01' },
  ])
    expect(await world.send(office, statisticsCalls.overview, { query })).toMatchObject({ status: 422 })
})

test('what instruments came to is kept; which of them stand there, and what they are called, is as it is now', async () => {
  const query = { from: '2025-07-01', to: '2026-12-31', scope: 'all', by: 'device', size: 1000 } as const
  const asked = () => world.ok(office, statisticsCalls.table, { query })
  const before = await asked()
  expect(await asked()).toMatchObject({ items: before.items, total: before.total })
  const [first] = before.items
  const idle = before.items.find((r) => r.uses === 0)
  await world.sql(`update device set name = '换了名的仪器' where id = $1`, [first?.key])
  expect((await asked()).items[0]?.name).toBe('换了名的仪器')
  await world.sql(`update device set status = 'scrapped' where id = $1`, [idle?.key])
  await expect.poll(async () => (await asked()).total).toBe(before.total - 1)
  await world.sql(`update device set status = 'normal' where id = $1`, [idle?.key])
  await expect.poll(async () => (await asked()).total).toBe(before.total)
})
