import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import {
  amounts,
  financeReportCalls,
  type ReportKey,
  type Sums,
} from '@portal/contract/finance-report/finance-report'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cacheFigures } from '../../kernel/cache.ts'
import { poolDb, transaction, run, type Db } from '../../kernel/db.ts'
import { chance, type Chance } from '../../testing/chance.ts'
import { sceneWorld } from '../../testing/scene.ts'
import * as cardStore from './card.store.ts'
import { byRecipient, dividedSources, sumLines } from './dividing.action.ts'
import { divideByMonth } from './division.action.ts'
import { foldNew } from './fold.action.ts'
import * as store from './fold.store.ts'
import * as journal from './journal.store.ts'
import type { Within } from './journal.store.ts'
import { makePeriod } from './period.rules.ts'
import * as shareStore from './share.store.ts'

// Finance's sums and the entries not yet folded together equal the journal, whenever the fold runs, while
// others post, and if the fold is killed. `SEED=7 COUNT=20` tries other data.

const { world, s } = await sceneWorld()
const ZONE = 'Asia/Shanghai'
const EVERYTHING = { labIds: null, payerId: null, ownerId: null }
const fold = () => foldNew(world.app.deps, 'test', new Date())
const stand = async () =>
  (
    await world.sql<{ entries: number; moves: number }>(
      `select entries_upto as entries, moves_upto as moves from finance_fold`,
    )
  )[0] ?? { entries: 0, moves: 0 }

/** A separate database connection, as another process that posts has. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.database.url })
  await client.connect()
  return client
}

/** An order that is billed and paid; the test copies its entries. */
async function plant(): Promise<number> {
  const id = await s.draft({ priceFen: 12_345 })
  await world.sql(
    `update test_order set state = 'confirmed', confirmed_at = now(), state_at = now() where id = $1`,
    [id],
  )
  const cardId = await s.card(s.payer, 90_000_000)
  const body = { testOrderIds: [id], way: 'fund_card' as const, shares: [{ cardId, amountFen: 12_345 }] }
  const { id: settlementId } = (await world.ok(s.payer, settlementCalls.create, { body })) as { id: number }
  const state = 'awaiting_finance' as const
  await world.ok(s.finance, settlementCalls.audit, {
    body: { items: [{ id: settlementId, state }], verdict: 'approve' },
  })
  return cardId
}
const POST = `insert into finance_entry (kind, at, origin_at, late, test_order_id, settlement_id, way, device_id, lab_id, dept_id,
    category_id, payer_id, payer_dept_id, tier, fee, amount_fen)
  select $1, $2, $3, $4, e.test_order_id, e.settlement_id, e.way, e.device_id, e.lab_id, e.dept_id, e.category_id, e.payer_id,
    case when $7::boolean then e.payer_dept_id end, $5, e.fee, $6
  from finance_entry e where e.kind = case when $1 in ('billed', 'written_off') then 'billed' else 'received' end order by e.id limit 1`
const MOVE = `insert into ledger_entry (card_id, kind, balance_delta_fen, frozen_delta_fen, balance_after_fen, frozen_after_fen, business,
    row_id, at)
  select id, 'topup', $2, 0, balance_fen + $2, frozen_fen, 'movement', $3, $4 from fund_card where id = $1`
const KINDS = ['billed', 'billed', 'received', 'received', 'reversed', 'refunded', 'written_off'] as const
let moved = 1_000_000
const between = (c: Chance, a: number, b: number) => a + c.below(b - a + 1)
async function post(client: pg.Client, c: Chance, cardId: number) {
  const { pick } = c
  const day = () => new Date(Date.UTC(2023, 10, 1) + between(c, 0, 300 * 24) * 3_600_000)
  const kind = pick(KINDS)
  const fen = between(c, 1, 99_999) * (kind === 'billed' || kind === 'received' ? 1 : -1)
  await client.query(POST, [
    kind,
    day(),
    day(),
    (kind === 'billed' || kind === 'reversed') && c.below(5) === 0,
    pick(['dept', 'campus', 'school']),
    fen,
    c.below(2) === 0,
  ])
  if (c.below(3) === 0) await client.query(MOVE, [cardId, between(c, 1, 9999), (moved += 1), day()])
}

const AMOUNTS = `coalesce(sum(amount_fen) filter (where kind = 'billed' and not late), 0)::int8 as "billedFen",
  coalesce(sum(amount_fen) filter (where kind = 'billed' and late), 0)::int8 as "lateBilledFen",
  coalesce(sum(amount_fen) filter (where kind = 'received'), 0)::int8 as "receivedFen",
  coalesce(sum(amount_fen) filter (where kind = 'reversed' and not late), 0)::int8 as "reversedFen",
  coalesce(sum(amount_fen) filter (where kind = 'reversed' and late), 0)::int8 as "lateFen",
  coalesce(sum(amount_fen) filter (where kind in ('received', 'reversed')), 0)::int8 as "netFen",
  coalesce(sum(amount_fen) filter (where kind = 'refunded'), 0)::int8 as "refundedFen",
  coalesce(sum(amount_fen) filter (where kind = 'written_off'), 0)::int8 as "writtenOffFen"`
const KEYS: Record<ReportKey, string> = {
  month: `to_char(at at time zone '${ZONE}', 'YYYY-MM')`,
  dept: 'dept_id::text',
  lab: 'lab_id::text',
  device: 'device_id::text',
  payer: 'payer_id::text',
  payerDept: 'payer_dept_id::text',
  fee: 'fee',
  way: 'way',
  tier: 'tier',
}

type Figures = Sums & { key: string | null }
const pickSums = (r: Sums): Sums => Object.fromEntries(amounts.map((a) => [a, r[a]])) as Sums // one for each amount

/**
 * Compares every figure of a period: as the pages' stores
 * read it, and added up from the journal entry by entry.
 */
async function compare(db: Db, from: string, to: string) {
  const period = makePeriod(from, to, ZONE)
  const span = [period.from, period.until]
  const within = 'from finance_entry where at >= $1 and at < $2'
  const one = async (text: string) => (await run<Record<string, number>>(db, text, span))[0]
  expect(await journal.sum(db, period, EVERYTHING)).toEqual(await one(`select ${AMOUNTS} ${within}`))
  for (const by of Object.keys(KEYS) as ReportKey[]) {
    const cut = { by, order: 'key', descending: false, page: 0, size: 1000 }
    const { rows } = await journal.table(db, period, EVERYTHING, {}, cut)
    const naive = await run<Figures>(
      db,
      `select ${KEYS[by]} as key, ${AMOUNTS} ${within} ${by === 'way' ? 'and way is not null' : ''} group by 1`,
      span,
    )
    const sorted = (all: readonly Figures[]) =>
      all.toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1))
    // The total under the rows equals their sum.
    const under = await journal.sum(db, period, EVERYTHING, {}, by)
    for (const a of amounts)
      expect(
        rows.reduce((n, r) => n + r[a], 0),
        `${by} ${a}`,
      ).toBe(under[a])
    const told = rows.map((r) => ({ key: r.key, ...pickSums(r) }))
    expect(sorted(told)).toEqual(sorted(naive))
  }
  for (const wanted of [{}, { kind: 'reversed', late: true }, { kind: 'billed', tier: 'campus' }]) {
    const { total, sumFen } = await journal.entries(db, period, EVERYTHING, wanted, { page: 0, size: 1 })
    const where = Object.entries(wanted).map(([column, value]) => `and ${column} = '${value}'`)
    expect({ total, sumFen }).toEqual(
      await one(
        `select count(*)::int as total, coalesce(sum(amount_fen), 0)::int8 as "sumFen" ${within} ${where.join(' ')}`,
      ),
    )
  }
  expect(
    (await shareStore.sources(db, period, EVERYTHING)).map((r) => [r.month, r.year, r.amountFen]).toSorted(),
  ).toEqual(
    (
      await run<{ month: string; year: number; fen: number }>(
        db,
        `select to_char(at at time zone '${ZONE}', 'YYYY-MM') as month, extract(year from origin_at at time zone '${ZONE}')::int as year,
          sum(amount_fen)::int8 as fen ${within} and kind in ('received', 'reversed')
          group by 1, 2, lab_id, dept_id, category_id having sum(amount_fen) <> 0`,
        span,
      )
    )
      .map((r) => [r.month, r.year, r.fen])
      .toSorted(),
  )
  // Payers and laboratory directors see their part of the same figures.
  const [row] = await run<{ payer: number; lab: number }>(
    db,
    'select payer_id as payer, lab_id as lab from finance_entry order by id limit 1',
    [],
  )
  const { payer = 0, lab = 0 } = row ?? {}
  const parts: [Within, string][] = [
    [{ ...EVERYTHING, payerId: payer }, `payer_id = ${payer}`],
    [{ ...EVERYTHING, labIds: [lab] }, `lab_id = ${lab}`],
  ]
  for (const [w, where] of parts) {
    const naive = await one(`select ${AMOUNTS} ${within} and ${where}`)
    expect(await journal.sum(db, period, w)).toEqual(naive)
    const divided = await shareStore.sources(db, period, w)
    expect(divided.reduce((n, r) => n + r.amountFen, 0)).toBe(naive?.['netFen'])
  }
  const { topupFen, closingFen } = await cardStore.sumCards(db, period, EVERYTHING)
  expect({ topupFen, closingFen }).toEqual(
    await one(`select (select coalesce(sum(balance_delta_fen), 0) from ledger_entry where at >= $1 and at < $2 and kind = 'topup')::int8
        as "topupFen",
      ((select sum(balance_fen) from fund_card) - (select coalesce(sum(balance_delta_fen), 0) from ledger_entry where at >= $2))::int8
        as "closingFen"`),
  )
}
/** Compares in one snapshot while other transactions go on. */
const compareNow = (from: string, to: string) =>
  transaction(world.database.pool, async (db) => {
    await run(db, 'set transaction isolation level repeatable read', [])
    await compare(db, from, to)
  })

const [seed, count] = [Number(process.env.SEED ?? 1), Number(process.env.COUNT ?? 2)]
test.each(Array.from({ length: count }, (_, i) => seed + i))(
  'seed %i: while four post and others fold, every page is the recount of its moment',
  async (n) => {
    const cardId = await plant()
    let over = false
    const writer = async (i: number) => {
      const client = await connect()
      const c = chance(n * 10 + i)
      for (let round = 0; round < 12; round++) {
        await client.query('begin')
        for (let k = between(c, 1, 4); k > 0; k--) {
          await post(client, c, cardId)
          if (c.below(3) === 0) await sleep(c.below(30))
        }
        await client.query(c.below(5) === 0 ? 'rollback' : 'commit')
        await sleep(c.below(20))
      }
      await client.end()
    }
    const folder = async () => {
      while (!over) {
        await fold()
        await sleep(5)
      }
    }
    const reader = async () => {
      const c = chance(n * 10 + 9)
      while (!over) {
        const from = c.pick(['2023-11-01', '2023-11-17', '2024-01-01', '2024-03-09', '2024-03-20'])
        await compareNow(
          from,
          c.pick(['2024-03-25', '2024-03-31', '2024-05-04', '2024-05-20', '2024-08-31', '2026-12-31']),
        )
      }
    }
    const work = Promise.all([0, 1, 2, 3].map(writer)).finally(() => (over = true))
    await Promise.all([work, folder(), folder(), reader()])
    await fold()
    await compareNow('2023-11-01', '2024-08-31')
    expect(await store.check(world.db)).toBe(0)
    const [last] = await world.sql<{ entries: number; moves: number }>(
      'select (select max(id) from finance_entry) as entries, (select max(id) from ledger_entry) as moves',
    )
    expect(await stand()).toEqual(last)
  },
  120_000,
)

test('a number that was given out and is not committed holds back the fold, which lets others pass soon', async () => {
  const cardId = await plant()
  await fold()
  const before = await stand()
  const [slow, quick] = [await connect(), await connect()]
  const c = chance(5)
  await slow.query('begin')
  await post(slow, c, cardId)
  const trying = fold()
  // Waits for the fold's lock, which is held only for the query.
  await quick.query('begin')
  await post(quick, c, cardId)
  await quick.query('commit')
  expect(await trying).toBe(0)
  expect(await stand()).toEqual(before)
  await compareNow('2023-11-01', '2026-12-31')
  await slow.query('commit')
  expect(await fold()).toBeGreaterThanOrEqual(2)
  await compareNow('2023-11-01', '2026-12-31')
  await Promise.all([slow.end(), quick.end()])
})

test('what folds is killed in the middle: nothing is folded, and the next run does it', async () => {
  const cardId = await plant()
  await fold()
  const before = await stand()
  const client = await connect()
  for (let i = 0; i < 20; i++) await post(client, chance(i), cardId)
  await client.end()
  const program = `import pg from 'pg'
    const client = new pg.Client({ connectionString: process.argv[1] })
    await client.connect()
    await client.query('begin')
    const { rows: [last] } = await client.query('select * from finance_last()')
    await client.query('commit; begin')
    await client.query('select finance_fold($1, $2, $3)', [last.entries, last.moves, '${ZONE}'])
    console.log('folded')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, world.database.url], {
    cwd: new URL('../../../', import.meta.url).pathname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await compareNow('2023-11-01', '2026-12-31')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await stand()).toEqual(before)
  expect(await fold()).toBeGreaterThanOrEqual(20)
  expect(await stand()).not.toEqual(before)
  await compareNow('2023-11-01', '2026-12-31')
})

test('sums that were lost are made again; those of another clock are never read', async () => {
  await fold()
  await world.sql('delete from finance_lab_sum')
  await world.sql('update finance_card_sum set balance_fen = balance_fen + 1')
  expect(await store.check(world.db)).toBeGreaterThan(0)
  expect(await store.check(world.db)).toBe(0)
  await compareNow('2023-11-01', '2026-12-31')
  const db = poolDb(world.database.pool)
  const last = await store.readLast(db)
  await store.fold(db, last, 'America/New_York')
  await compareNow('2023-11-01', '2026-12-31')
  expect(await store.check(world.db)).toBe(0)
  await fold()
  await compareNow('2023-11-01', '2026-12-31')
})

test('of what has entries only in the days that are taken away again there is no row', async () => {
  await plant()
  const client = await connect()
  await client.query(POST, [
    'billed',
    new Date('2022-03-25T04:00:00Z'),
    new Date(),
    false,
    'company',
    500,
    true,
  ])
  await client.end()
  await fold()
  const period = makePeriod('2022-03-01', '2022-03-20', ZONE)
  const cut = { by: 'tier' as const, order: 'key', descending: false, page: 0, size: 10 }
  expect((await journal.table(world.db, period, EVERYTHING, {}, cut)).rows).toEqual([])
  for (const by of ['device', 'payer', 'lab'] as const)
    expect((await journal.table(world.db, period, EVERYTHING, {}, { ...cut, by })).rows).toEqual([])
  await compareNow('2022-03-01', '2022-03-20')
  await compareNow('2022-03-01', '2022-03-25')
})

test('a page that is kept is never behind the journal: whoever posts, folds, takes back, or names something anew', async () => {
  const cardId = await plant()
  const client = await connect()
  const query = { from: '2023-11-01', to: '2024-08-31', scope: 'all' as const }
  const period = makePeriod(query.from, query.to, ZONE)
  const asked = async () => {
    const naive = (
      await world.sql<Sums>(`select ${AMOUNTS} from finance_entry where at >= $1 and at < $2`, [
        period.from,
        period.until,
      ])
    )[0]
    const [summary, table, division] = await Promise.all([
      world.ok(s.finance, financeReportCalls.summary, { query }),
      world.ok(s.finance, financeReportCalls.table, { query: { ...query, by: 'device' } }),
      world.ok(s.finance, financeReportCalls.distribution, { query }),
    ])
    expect(summary.sums).toEqual(naive)
    expect(table.sum).toEqual(naive)
    expect(table.items.reduce((n, r) => n + r.netFen, 0)).toBe(naive?.netFen)
    expect(division.sum.amountFen).toBe(naive?.netFen)
    return { table, division }
  }
  const c = chance(11)
  for (let i = 0; i < 12; i++) {
    await asked()
    await client.query('begin')
    await post(client, c, cardId)
    await client.query(i % 4 === 3 ? 'rollback' : 'commit')
    await asked()
    if (i % 3 === 2) await fold()
  }
  const { table } = await asked()
  const device = Number(table.items[0]?.key)
  await world.sql(`update device set name = '改名的仪器' where id = $1`, [device])
  expect((await asked()).table.items[0]?.name).toBe('改名的仪器')
  await world.sql(
    `update lab set name = '改名的实验室' where id = (select lab_id from device where id = $1)`,
    [device],
  )
  expect((await asked()).division.items.map((l) => l.labOf.name)).toContain('改名的实验室')
  await client.end()
})

const DIVISION = 'finance-division-months'
/** Number of times a month was divided. */
const countDivided = () => cacheFigures(world.app.deps.live).find((c) => c.name === DIVISION)?.misses ?? 0

test.each(Array.from({ length: count }, (_, i) => seed + i))(
  'seed %i: put together from months that are kept, a division is the one of all entries, line by line',
  async (n) => {
    const cardId = await plant()
    const client = await connect()
    const c = chance(n * 10 + 7)
    const asker = { deps: world.app.deps, db: poolDb(world.database.pool) }
    const [row] = await world.sql<{ lab: number; payer: number }>(
      'select lab_id as lab, payer_id as payer from finance_entry order by id limit 1',
    )
    const { lab = 0, payer = 0 } = row ?? {}
    const scopes: Within[] = [EVERYTHING, { ...EVERYTHING, labIds: [lab] }, { ...EVERYTHING, payerId: payer }]
    const agree = async () => {
      const from = c.pick(['2023-10-01', '2023-11-17', '2024-01-01', '2024-03-09'])
      const period = makePeriod(from, c.pick(['2024-03-20', '2024-03-31', '2024-08-31', '2026-12-31']), ZONE)
      for (const w of scopes) {
        const lines = await dividedSources(asker.db, period, w)
        const made = await divideByMonth(asker, period, w, await shareStore.readStamp(asker.db))
        expect(made.lines).toEqual(lines)
        expect(made.sum).toEqual(sumLines(lines))
        expect(made.received).toEqual(byRecipient(lines))
        expect(made.received.reduce((sum, r) => sum + r.amountFen, 0)).toBe(made.sum.amountFen)
      }
    }
    const share = async (year: number, central: number) =>
      world.sql(
        `insert into finance_share (year, central_bp, college_bp, lab_bp, operator_bp)
          values ($1, $2, 0, 10000 - $2, 0)
          on conflict do nothing`,
        [year, central],
      )
    for (let i = 0; i < 25; i++) {
      const what = c.below(10)
      if (what < 6) {
        await client.query('begin')
        for (let k = between(c, 1, 4); k > 0; k--) await post(client, c, cardId)
        await agree() // uncommitted entries do not count
        await client.query(c.below(5) === 0 ? 'rollback' : 'commit')
      } else if (what < 8) await fold()
      else if (what === 8) await share(c.pick([2022, 2023, 2024, 2026]), between(c, 1, 9999))
      else await store.check(world.db)
      await agree()
    }
    await client.end()
  },
  120_000,
)

test('after another entry only its month is divided anew, and a fold divides nothing anew', async () => {
  const cardId = await plant()
  const client = await connect()
  const asker = { deps: world.app.deps, db: poolDb(world.database.pool) }
  const period = makePeriod('2023-11-01', '2024-08-31', ZONE)
  const divide = async () => divideByMonth(asker, period, EVERYTHING, await shareStore.readStamp(asker.db))
  const c = chance(3)
  for (let i = 0; i < 40; i++) await post(client, c, cardId)
  await divide()
  const first = countDivided()
  await divide()
  expect(countDivided()).toBe(first)
  const at = new Date('2024-02-10T04:00:00Z')
  await client.query(POST, ['received', at, at, false, 'campus', 4_321, true])
  const { lines } = await divide()
  expect(countDivided()).toBe(first + 1)
  await fold()
  expect((await divide()).lines).toEqual(lines)
  expect(countDivided()).toBe(first + 1)
  // A division made from wrong sums is not used once the sums are rebuilt.
  await world.sql(`update finance_class_sum set amount_fen = amount_fen + 1 where month = '2024-02-01'`)
  await client.query(POST, ['received', at, at, false, 'campus', 1_234, true])
  const wrong = await divide()
  expect(await store.check(world.db)).toBeGreaterThan(0)
  const right = await divide()
  expect(right.lines).toEqual(await dividedSources(asker.db, period, EVERYTHING))
  expect(right.sum.amountFen).toBeLessThan(wrong.sum.amountFen)
  await client.end()
})
