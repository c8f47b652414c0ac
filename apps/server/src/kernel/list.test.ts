import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { peopleCalls } from '@portal/contract/people/people'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as acceptances from '../modules/acceptance/list.store.ts'
import * as purchases from '../modules/purchase/list.store.ts'
import * as settlements from '../modules/settlement/list.store.ts'
import * as stockIns from '../modules/stock-in/list.store.ts'
import { createArrivals } from '../testing/arrivals.ts'
import { createProcurement, type Procurement } from '../testing/procurement.ts'
import { createScene, type Scene } from '../testing/scene.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'
import { findMeaning, readFirst, readPage, readPageWithSum, type List } from './list.store.ts'
import { listGrams } from './search.rules.ts'

// Hundreds of older rows have the same name.

const [COMPANY, TITLE] = ['乙公司', '电子天平申购']
let world: World
let p: Procurement
let s: Scene
let sysadmin: Person
let orderId: number

async function namesakes(many: number): Promise<void> {
  for (const name of ['申购人', '预约人']) {
    const { text, grams } = listGrams([name], { people: true })
    await world.sql(
      `insert into user_account (username, name, search_text, search_grams) select gen_random_uuid(), $1, $2,
          $3 from generate_series(1, $4::int)`,
      [name, text, grams, many],
    )
  }
  const company = listGrams([COMPANY])
  await world.sql(
    `insert into supplier (name, credit_code, state, state_at, contact, phone, email, invited_at, created_at, search_text, search_grams)
     select $1, upper(substr(md5(random()::text), 1, 18)), 'suspended', now(), '某', '1', 'a@example.com',
       now(), now(), $2, $3 from generate_series(1, $4::int)`,
    [COMPANY, company.text, company.grams, many],
  )
}
async function drafts(many: number): Promise<void> {
  const title = listGrams([TITLE])
  await world.sql(
    `insert into purchase (state, state_at, title, requester_id, dept_id, created_at, search_text, search_grams)
     select 'draft', now(), $1, $2, $3, now(), $4, $5 from generate_series(1, $6::int)`,
    [TITLE, p.colleague.id, p.deptId, title.text, title.grams, many],
  )
}

beforeAll(async () => {
  world = await createWorld()
  await namesakes(600)
  p = await createProcurement(world)
  const company = listGrams([COMPANY])
  await world.sql('update supplier set search_text = $2, search_grams = $3 where id = $1', [
    p.suppliers[1]?.id,
    company.text,
    company.grams,
  ])
  await drafts(600)
  await (await createArrivals(world, p)).arrived({ title: TITLE })
  s = await createScene(world)
  sysadmin = await world.person('系统管理员', { permissions: ['ADMIN', 'SYSTEM_ADMIN'] })
  const bookingId = await s.finished()
  const [order] = await world.sql<{ id: number }>(
    `insert into test_order (booking_id, device_id, lab_id, booker_id, payer_id, state, bill, total_fen)
      select id, device_id, lab_id, booker_id, payer_id, 'draft', '{}', 0 from booking where id = $1
      returning id`,
    [bookingId],
  )
  orderId = order?.id ?? 0
  await world.sql(
    `insert into settlement (state, way, starter_id, payer_id, lab_id, total_fen)
      values ('awaiting_card_owner', 'fund_card', $1, $1, $2, 100)`,
    [s.booker.id, s.labId],
  )
})
afterAll(() => world.close())

const total = async (
  who: Person,
  call:
    | typeof purchaseCalls.list
    | typeof acceptanceCalls.list
    | typeof stockInCalls.list
    | typeof deliveryCalls.list
    | typeof settlementCalls.list
    | typeof testOrderCalls.settleList,
  keyword: string,
) => (await world.ok(who, call, { query: { keyword } })).total
const bookings = async (scope: 'all' | 'mine', query: Record<string, string>) =>
  (await world.ok(scope === 'all' ? sysadmin : s.booker, bookingCalls.list, { query: { scope, ...query } }))
    .items

describe('behind hundreds of the same name is found', () => {
  test('a title', async () => {
    for (const call of [purchaseCalls.list, acceptanceCalls.list, stockInCalls.list])
      expect(await total(p.equip, call, TITLE)).toBe(1)
    expect(await total(p.tender, deliveryCalls.list, TITLE)).toBe(1)
  })
  test('a person', async () => {
    for (const call of [purchaseCalls.list, acceptanceCalls.list, stockInCalls.list])
      expect(await total(p.equip, call, 'shengouren')).toBe(1)
    expect(await total(s.finance, settlementCalls.list, '预约人')).toBe(1)
    expect(await total(s.finance, testOrderCalls.settleList, '预约人')).toBe(1)
    for (const scope of ['all', 'mine'] as const)
      expect((await bookings(scope, { keyword: '预约人' })).map((b) => b.booker.id)).toEqual([s.booker.id])
  })
  test('a person to choose', async () => {
    const { items, total: people } = await world.ok(sysadmin, peopleCalls.find, {
      query: { keyword: 'yuyueren', page: 6, size: 100 },
    })
    expect([people, items.length]).toEqual([601, 1])
  })
  test('a company', async () => expect(await total(p.tender, deliveryCalls.list, COMPANY)).toBe(1))
  test('a number, as before', async () => {
    expect(
      (
        await world.ok(s.finance, testOrderCalls.settleList, { query: { keyword: `cs${orderId}` } })
      ).items.map((o) => o.id),
    ).toEqual([orderId])
  })
  test('and nothing that is called otherwise', async () => {
    expect(await total(p.equip, purchaseCalls.list, '申购员')).toBe(0)
    expect(await total(s.finance, testOrderCalls.settleList, '没有这样的')).toBe(0)
    expect(await bookings('all', { keyword: '没有这样的' })).toEqual([])
  })
})

describe('asked by indexes, row by row or number by number', () => {
  const list: List = {
    table: 'purchase',
    as: 'p',
    row: 'p.id, u.name',
    joins: 'join user_account u on u.id = p.requester_id',
    called: true,
    named: [['requester_id', 'user_account']],
  }
  const orders = ['p.id desc', 'p.budget_fen desc, p.id desc', 'lower(p.title) asc nulls last, p.id desc']
  const keywords = [
    TITLE,
    '天平',
    'dztp',
    '申购人',
    'shengou',
    '申',
    '离心机',
    '天平 离心机',
    '预约人',
    '没有这样的',
  ]
  const filters = [[], [sql`p.state = 'draft'`], [sql`p.award_fen is null`, sql`p.id > 300`]]
  beforeAll(async () => {
    const titles = ['电子天平架', '离心机', '天平 与 离心机'].map((title) => ({
      title,
      ...listGrams([title]),
    }))
    await world.sql(
      `insert into purchase (state, state_at, title, requester_id, dept_id, created_at, budget_fen, search_text, search_grams)
       select 'draft', now(), t.title, case n % 2 when 0 then $1::int8 else $2 end, $3, now(), n % 7, t.text, t.grams
       from generate_series(1, 30) n, json_to_recordset($4) as t (title text, text text, grams text[])`,
      [p.colleague.id, s.booker.id, p.deptId, JSON.stringify(titles)],
    )
  })
  test.each(keywords)('%s: the same rows, number and sum', async (keyword) => {
    const { db } = world
    const [first] = await world.sql<{ id: number }>('select min(id) as id from purchase')
    const meaning = findMeaning(list, keyword, [sql`select id from purchase where id = ${first?.id}`])
    for (const order of orders) {
      for (const filter of filters) {
        const sorted = { ...list, order }
        const [byIndex, rowByRow] = [
          [...filter, meaning],
          [...filter, meaning.everywhere],
        ]
        for (const column of ['budget_fen', 'award_fen']) {
          for (const page of [0, 3, 40]) {
            const at = { page, size: 20 }
            expect(await readPageWithSum(db, sorted, byIndex, at, column)).toEqual(
              await readPageWithSum(db, sorted, rowByRow, at, column),
            )
          }
        }
        expect(await readFirst(db, sorted, byIndex, 700)).toEqual(await readFirst(db, sorted, rowByRow, 700))
      }
    }
  })
  test('past the end there are no rows, and as many as before', async () => {
    const at = { page: 1000, size: 20 }
    expect(await readPage(world.db, list, [findMeaning(list, TITLE)], at)).toEqual({ items: [], total: 601 })
  })
})

describe('by a word somebody sees those of his rows that have it', () => {
  const any = { fromAt: null, untilAt: null, ids: null, page: 0, size: 1000 } as const
  const wanted = { ...any, scope: 'all', precious: undefined, imported: undefined } as const
  const people = () => ({
    colleague: p.colleague.id,
    booker: s.booker.id,
    outsider: s.outsider.id,
    equip: p.equip.id,
  })
  const sees = async (
    keyword: string,
    list: (all: boolean, keyword?: string) => Promise<{ items: { id: number }[] }>,
  ): Promise<number> => {
    const ids = async (all: boolean, word?: string) => (await list(all, word)).items.map((x) => x.id)
    const having = new Set(await ids(true, keyword))
    const his = await ids(false)
    const found = await ids(false, keyword)
    expect(found).toEqual(his.filter((id) => having.has(id)))
    return found.length
  }
  const KEYWORDS = [TITLE, '申购人', '预约人', '离心机', '没有这样的']

  test('purchases', async () => {
    let seen = 0
    for (const userId of Object.values(people()))
      for (const scope of [
        { deptIds: [], finance: false },
        { deptIds: [p.deptId], finance: false },
        { deptIds: [], finance: true },
        { deptIds: [p.deptId], finance: true },
      ])
        for (const keyword of KEYWORDS)
          seen += await sees(keyword, (all, word) =>
            purchases.list(world.db, { userId, ...scope, all }, { ...wanted, keyword: word }),
          )
    expect(seen).toBeGreaterThan(600)
  })
  test('acceptances, stock-ins and settlements', async () => {
    const seen = [0, 0, 0]
    for (const userId of Object.values(people()))
      for (const ids of [[], [p.deptId]])
        for (const keyword of KEYWORDS) {
          const scope = { userId, deptIds: ids }
          const money = { userId, labIds: ids.length ? [s.labId] : [] }
          const all = { all: true } as const
          const found = [
            await sees(keyword, (every, word) =>
              acceptances.list(world.db, every ? all : scope, { ...any, keyword: word }, any),
            ),
            await sees(keyword, (every, word) =>
              stockIns.list(world.db, every ? all : scope, { ...any, keyword: word }, any),
            ),
            await sees(keyword, (every, word) =>
              settlements.list(world.db, every ? all : money, {
                ...any,
                keyword: word,
                uninvoiced: undefined,
              }),
            ),
          ]
          found.forEach((n, i) => (seen[i] = (seen[i] ?? 0) + n))
        }
    expect(seen.every((n) => n > 0)).toBe(true)
  })
})

describe('a word that means tens of thousands of rows', () => {
  const MANY = 30_001
  beforeAll(async () => {
    await world.sql(
      `insert into settlement (state, way, starter_id, payer_id, lab_id, total_fen, settled_at)
        select 'settled', 'fund_card', $1, $1, $2, 100, now() from generate_series(1, $3::int)`,
      [s.booker.id, s.labId, MANY],
    )
    await world.sql(
      `insert into settlement (state, way, starter_id, payer_id, lab_id, total_fen)
        values ('awaiting_card_owner', 'fund_card', $1, $1, $2, 100)`,
      [s.outsider.id, s.labId],
    )
    await world.sql(
      `insert into booking (device_id, lab_id, kind, state, booker_id, experimenter_id, payer_id, purpose, pay_mode, quote, estimate_fen)
       select $1, $2, 'sample_delivery', 'cancelled', $3, $3, $3, '形貌表征', 'post', quote, 0 from booking, generate_series(1, $4::int)`,
      [s.deviceId, s.labId, s.booker.id, MANY],
    )
  })
  test('shows the newest of its own, and says that there are more than it counts', async () => {
    const { items, ...page } = await world.ok(s.finance, settlementCalls.list, {
      query: { keyword: '预约人' },
    })
    expect(page).toMatchObject({ total: 10_000, totalExact: false })
    expect(new Set(items.map((x) => x.payer.id))).toEqual(new Set([s.booker.id]))
    expect((await bookings('all', { keyword: '预约人' })).map((b) => b.booker.id)).toContain(s.booker.id)
    for (const query of [{ scope: 'all' }, { scope: 'all', state: 'cancelled' }, { scope: 'mine' }] as const)
      expect(
        await world.ok(query.scope === 'all' ? sysadmin : s.booker, bookingCalls.list, {
          query: { ...query, keyword: '预约人' },
        }),
      ).toMatchObject({ total: 10_000, totalExact: false })
  })
  test('still narrows to the one', async () => {
    const { items } = await world.ok(s.finance, settlementCalls.list, {
      query: { keyword: '预约人', state: 'awaiting_card_owner' },
    })
    expect(items.map((x) => x.payer.id)).toEqual([s.booker.id])
    for (const scope of ['all', 'mine'] as const)
      expect(await bookings(scope, { keyword: '预约人', state: 'awaiting_test_order' })).toHaveLength(1)
    expect(await bookings('all', { keyword: '预约人', state: 'in_use' })).toEqual([])
    const none = await world.ok(s.finance, settlementCalls.list, {
      query: { keyword: '预约人', way: 'offline' },
    })
    expect(none).toMatchObject({ items: [], total: 0, totalExact: true })
  })
})
