import { allCalls } from '@portal/contract/calls'
import type { Call } from '@portal/contract/kernel/call'
import { testOrderNumber } from '@portal/contract/test-order/test-order'
import { viewCalls } from '@portal/contract/statistics/view'
import { readXlsx } from 'hucre/xlsx'
import type { ZodType } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CastName } from '../../demo/cast.ts'
import { findLocal } from '../../kernel/time.ts'
import { campus, type Campus } from '../../testing/campus.ts'
import { dropAge } from '../../testing/sheets.ts'
import { inject } from '../../testing/walk.ts'

// Each person of the demo calls each reading call of statistics and of finance's
// reports, in each scope, also for data of others, and opens everybody's shared
// views: no name and no row comes back that the person's posts do not permit.

const WALKERS = [
  'booker',
  'payer',
  'experimenter',
  'reviewer',
  'director',
  'labadmin',
  'outsider',
  'offcampus',
  'cardowner',
  'depthead',
  'finance',
  'equipoffice',
  'sysadmin',
] as const satisfies CastName[]
type Walker = (typeof WALKERS)[number]

let world: Campus
interface Standing {
  id: number
  /** People whose names this person may read, in statistics and in finance's reports. */
  people: { statistics: Set<number>; finance: Set<number> }
  records: Set<number>
  orders: Set<string>
}
const standings = new Map<Walker, Standing>()
const ids = async (text: string, values: unknown[] = []): Promise<number[]> =>
  (await world.sql<{ id: number }>(text, values)).map((r) => r.id)
const marked = (text: string, what: string) => [
  ...new Set([...text.matchAll(new RegExp(`${what}⟦(\\d+)⟧`, 'g'))].map(([, id]) => Number(id))),
]

/** Derived here by separate rules, not by the program's own functions. */
async function findStanding(who: Walker): Promise<Standing> {
  const [id = 0] = await ids('select id from user_account where username = $1', [who])
  const holds = async (...codes: string[]) =>
    (
      await ids(
        `select 1::int8 as id from user_role u join role_permission p on p.role_id = u.role_id join permission m on m.id = p.permission_id
          where u.user_id = $1 and m.code = any($2)`,
        [id, codes],
      )
    ).length > 0
  const financial = await holds('FINANCIAL_VIEW', 'FINANCIAL_EDIT', 'FINANCIAL_ALL', 'ADMIN')
  const all = financial || (await holds('DEVICE_ALL', 'ADMIN'))
  const mine = `with recursive headed as (
      select d.id from dept d join user_account a on a.dept_id = d.id and a.id = $1
        where exists (select from user_role r join role o on o.id = r.role_id where r.user_id = $1 and o.code = 'DEPT_HEAD')
      union select d.id from dept d join headed h on d.parent_id = h.id)
    select r.id, r.user_id, r.payer_id from use_record r where $2 or r.user_id = $1 or r.payer_id = $1
      or r.lab_id in (select lab_id from lab_member where user_id = $1 and role in ('lab_director', 'lab_admin'))
      or r.dept_id in (select id from headed)`
  const money = `select e.test_order_id as id, e.payer_id from finance_entry e where $2 or e.payer_id = $1
      or e.lab_id in (select lab_id from lab_member where user_id = $1 and role = 'lab_director')`
  return {
    id,
    people: {
      statistics: new Set([
        id,
        ...(await ids(`select unnest(array[user_id, payer_id]) as id from (${mine}) x`, [id, all])),
      ]),
      finance: new Set([
        id,
        ...(await ids(`select payer_id as id from (${money}) x`, [id, financial])),
        ...(await ids('select owner_id as id from fund_card where $2 or owner_id = $1', [id, financial])),
        // People who may close a month see who closed one.
        ...(financial ? await ids('select closed_by as id from finance_month') : []),
      ]),
    },
    records: new Set(await ids(`select id from (${mine}) x`, [id, all])),
    orders: new Set((await ids(`select id from (${money}) x`, [id, financial])).map(testOrderNumber)),
  }
}

beforeAll(async () => {
  world = await campus()
  // Each name contains its person's id, so the test knows whom a reply names; rows are marked likewise.
  await world.sql(`update user_account set name = '人⟦' || id || '⟧'`)
  await world.asSystem(async ({ db }) => {
    const { run } = await import('../../kernel/db.ts')
    await run(db, 'alter table use_record disable trigger user', [])
    await run(db, `update use_record set project = '记录⟦' || id || '⟧'`, [])
    await run(db, 'alter table use_record enable trigger user', [])
  })
  for (const who of WALKERS) standings.set(who, await findStanding(who))
}, 120_000)
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date() }))
afterEach(() => void vi.useRealTimers())
afterAll(() => world.close())

const calls = allCalls
  .map(({ call }) => call as Call)
  .filter(({ method, path }) => method === 'GET' && /^\/api\/v2\/(statistics|finance-report)\//.test(path))
  // Shared views are tested below.
  .filter((call) => call !== viewCalls.views)
const today = () => findLocal(new Date(), 'Asia/Shanghai').day
const findShape = (schema: unknown) => (schema as { shape?: Record<string, ZodType> }).shape ?? {}

/** The questions for a call: in each scope, cut by people, and for data that belongs to others. */
async function questions(call: Call): Promise<Record<string, string>[]> {
  const shape = findShape(call.query)
  const has = (field: string) => field in shape
  const finance = call.path.includes('finance-report')
  const scopes = has('scope') ? ['', 'all', ...(finance ? [] : ['dept', 'group']), 'lab', 'own'] : ['']
  const base = {
    ...(has('from') && { from: '2020-01-01', to: today() }),
    ...(has('size') && { size: '1000' }),
    ...(has('year') && { year: today().slice(0, 4) }),
  }
  const [card = 0] = await ids(
    `select c.id from fund_card c join user_account u on u.id = c.owner_id where u.username = 'cardowner' order by c.id`,
  )
  const cuts: Record<string, string>[] = has('row')
    ? [{ row: 'person' }, { row: 'group', column: 'lab' }]
    : has('by')
      ? finance
        ? [{ by: 'payer' }, { by: 'lab' }]
        : [{ by: 'person' }, { by: 'group' }, { by: 'device' }]
      : has('cardId')
        ? [{ cardId: String(card) }]
        : [{}]
  const [stranger = 0, lab = 0] = [
    (await ids(`select id from user_account where username = 'payer'`))[0],
    (
      await ids(
        `select lab_id as id from lab_member m join user_account u on u.id = m.user_id where u.username = 'director'`,
      )
    )[0],
  ]
  const aims: Record<string, string>[] = [
    {},
    ...(has('only') ? [{ only: `person:${stranger}` }, { only: `group:${stranger}` }] : []),
    ...(has('userId') ? [{ userId: String(stranger) }] : []),
    ...(has('payerId') ? [{ payerId: String(stranger) }] : []),
    ...(has('labId') ? [{ labId: String(lab) }] : []),
  ]
  return scopes.flatMap((scope) =>
    cuts.flatMap((c) => aims.map((aim) => ({ ...base, ...c, ...aim, ...(scope && { scope }) }))),
  )
}

/** One minute later each time, because downloads are limited per minute. */
async function answerTo(who: Walker, call: Call, query: object) {
  if (call.perMinute) vi.advanceTimersByTime(61_000 / call.perMinute)
  const params = call.path.includes('{month}') ? { month: '2025-01' } : undefined
  const answer = await inject(world.app, call, { query, params }, world.token(who))
  if (answer.statusCode !== 200)
    return { status: answer.statusCode, text: answer.body, orders: [] as string[] }
  if (/csv/.test(String(answer.headers['content-type'])))
    return { status: 200, text: answer.body, orders: [] as string[] }
  if (!call.path.endsWith('/export'))
    return { status: 200, text: answer.body, orders: listOrders(answer.json()) }
  const rows = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
  const at = (rows[0] ?? []).indexOf('测试单号')
  return {
    status: 200,
    text: JSON.stringify(rows),
    orders: at < 0 ? [] : dropAge(rows.slice(1)).map((r) => String(r[at])),
  }
}
/** The test orders in a page of test orders or of postings. */
function listOrders(reply: {
  data?: { items?: { testOrderId?: number; billedAt?: string; id?: number }[] }
}): string[] {
  return (reply.data?.items ?? []).flatMap((r) =>
    r.testOrderId === undefined
      ? r.billedAt && r.id
        ? [testOrderNumber(r.id)]
        : []
      : [testOrderNumber(r.testOrderId)],
  )
}

test('nobody reads a name or a row beyond what his posts give him, on any page and in any file', async () => {
  expect(calls.length).toBeGreaterThan(25)
  const seen = new Map<string, number>()
  for (const call of calls) {
    const area = call.path.includes('finance-report') ? 'finance' : 'statistics'
    const all = await questions(call)
    for (const who of WALKERS) {
      const standing = standings.get(who)
      if (!standing) throw new Error('everybody has a standing')
      for (const query of all) {
        const { status, text, orders } = await answerTo(who, call, query)
        const label = `${who} ${call.path} ${JSON.stringify(query)}`
        expect(status, `${label} ${text.slice(0, 200)}`).not.toBe(500)
        const people = marked(text, '人')
        expect(
          people.filter((id) => !standing.people[area].has(id)),
          label,
        ).toEqual([])
        const records = marked(text, '记录')
        expect(
          records.filter((id) => !standing.records.has(id)),
          label,
        ).toEqual([])
        expect(
          orders.filter((o) => !standing.orders.has(o)),
          label,
        ).toEqual([])
        // A refusal contains no names.
        if (status !== 200) expect(people, label).toEqual([])
        if (people.length + records.length + orders.length > 0)
          seen.set(call.path, (seen.get(call.path) ?? 0) + 1)
      }
    }
  }
  // If no call named anyone, the test would prove nothing.
  expect([...seen.keys()].toSorted()).toEqual(
    expect.arrayContaining([
      '/api/v2/finance-report/card/export',
      '/api/v2/finance-report/entry',
      '/api/v2/finance-report/entry/export',
      '/api/v2/finance-report/outstanding',
      '/api/v2/finance-report/table',
      '/api/v2/statistics/pivot',
      '/api/v2/statistics/pivot/export',
      '/api/v2/statistics/table',
      '/api/v2/statistics/table/export',
      '/api/v2/statistics/uses',
      '/api/v2/statistics/uses/export',
    ]),
  )
}, 240_000)

test('a view that somebody shared is found by those of his posts, and answers each what is his own', async () => {
  const saved = new Map<number, Walker>()
  for (const who of WALKERS) {
    const answer = await inject(
      world.app,
      viewCalls.createView,
      {
        body: {
          name: `视图 ${who}`,
          screen: 'pivot',
          params: { row: 'person', period: 'year' },
          shared: true,
        },
      },
      world.token(who),
    )
    // Views of the scopes "own" and "group" cannot be shared.
    if (answer.statusCode === 200) saved.set((answer.json() as { data: { id: number } }).data.id, who)
  }
  expect([...saved.values()]).toEqual(
    expect.arrayContaining(['director', 'labadmin', 'outsider', 'equipoffice']),
  )
  const pivot = calls.find((c) => c.path === '/api/v2/statistics/pivot')
  if (!pivot) throw new Error('there is a pivot')
  for (const who of WALKERS) {
    const answer = await inject(world.app, viewCalls.views, {}, world.token(who))
    const { data } = answer.json() as { data: { id: number; params: Record<string, string> }[] }
    const owners = data.map((v) => saved.get(v.id)).filter((owner) => owner !== undefined && owner !== who)
    const colleagues: Partial<Record<Walker, Walker[]>> = {
      director: ['labadmin'],
      labadmin: ['director'],
      finance: ['equipoffice', 'sysadmin'],
      equipoffice: ['finance', 'sysadmin'],
      sysadmin: ['equipoffice', 'finance'],
    }
    expect(owners.toSorted(), who).toEqual(
      (colleagues[who] ?? []).filter((c) => [...saved.values()].includes(c)).toSorted(),
    )
    for (const { params } of data) {
      const { text } = await answerTo(who, pivot, {
        row: 'person',
        from: '2020-01-01',
        to: today(),
        scope: params.scope,
      })
      expect(
        marked(text, '人').filter((id) => !standings.get(who)?.people.statistics.has(id)),
        who,
      ).toEqual([])
    }
  }
})
