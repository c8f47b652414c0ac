import {
  amounts,
  financeReportCalls as calls,
  type Sums,
} from '@portal/contract/finance-report/finance-report'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { settlementCalls, settlementNumber } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sceneWorld } from '../../testing/scene.ts'
import { writeAge } from '../../kernel/sheet.ts'
import { dropAge } from '../../testing/sheets.ts'
import { inject } from '../../testing/walk.ts'
import type { Person } from '../../testing/world.ts'
import { foldNew } from './fold.action.ts'
import * as foldStore from './fold.store.ts'

// Months pass here by setting the program's clock, not that
// of the database, whose checks of "is over" use real time.

const { world, s } = await sceneWorld()
const at = (day: string) => vi.setSystemTime(new Date(`${day}T04:00:00Z`))
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2025-01-10T04:00:00Z') }),
)
afterEach(() => void vi.useRealTimers())

const proof = {
  name: '回单.pdf',
  content: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
}
const parts = { central: 3000, college: 2000, lab: 4000, operator: 1000 }
/** Shares of a separate department above the laboratory's department. */
const above = { central: 1000, college: 4000, lab: 4000, operator: 1000 }
const [division = { id: 0 }] = await world.sql<{ id: number }>(
  `insert into dept (code, name) values ('D-SHARES', '材料学部') returning id`,
)
const [college = { id: 0 }] = await world.sql<{ id: number }>('select dept_id as id from lab where id = $1', [
  s.labId,
])
const hang = (under: number | null) =>
  world.sql('update dept set parent_id = $2 where id = $1', [college.id, under])
await hang(division.id)
/** A test order that is confirmed now. */
async function bill(priceFen: number, payer = s.payer): Promise<number> {
  const id = await s.draft({ priceFen, payerId: payer.id })
  await world.sql(`delete from approval_task where business = 'test_order' and row_id = $1`, [id])
  await world.sql(
    `update test_order set state = 'confirmed', confirmed_at = $2, state_at = $2 where id = $1`,
    [id, new Date()],
  )
  return id
}
const detail = async (id: number) =>
  (await world.sql<{ state: string }>('select state from settlement where id = $1', [id]))[0]?.state
async function audit(who: Person, id: number, verdict: 'approve' | 'refuse' = 'approve') {
  const state = (await detail(id)) as 'awaiting_finance'
  const [answer] = (await world.ok(who, settlementCalls.audit, {
    body: { items: [{ id, state }], verdict, reason: '原因' },
  })) as { ok: boolean; message: string }[]
  expect(answer?.ok, answer?.message).toBe(true)
}
/** Settles orders at once, by card or remittance. */
async function settle(orderIds: number[], cardId: number | null, payer = s.payer): Promise<number> {
  const [sum] = await world.sql<{ fen: number }>(
    'select sum(total_fen)::int8 as fen from test_order where id = any($1::int8[])',
    [orderIds],
  )
  const body =
    cardId === null
      ? { testOrderIds: orderIds, way: 'offline' as const }
      : { testOrderIds: orderIds, way: 'fund_card' as const, shares: [{ cardId, amountFen: sum?.fen ?? 0 }] }
  const { id } = (await world.ok(payer, settlementCalls.create, { body })) as { id: number }
  if (cardId === null) {
    const remittance = {
      voucherNumber: `W${id}`,
      remitter: '甲',
      remittedOn: new Date().toISOString().slice(0, 10),
    }
    await world.ok(payer, settlementCalls.remit, { params: { id }, body: remittance, files: [proof] })
  }
  await audit(s.finance, id)
  return id
}
async function reverse(id: number) {
  await world.ok(s.payer, settlementCalls.askReversal, { params: { id }, body: { reason: '有误' } })
  await audit(s.finance2, id)
}
const span = (month: string) => ({
  from: `${month}-01`,
  to: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
})
const findSummary = (month: string, who = s.finance) => world.ok(who, calls.summary, { query: span(month) })
const close = (month: string, who = s.finance) => world.send(who, calls.close, { params: { month } })

test('a month is closed once, in order, when nothing waits; what is reversed later stands apart', async () => {
  const card = await s.card(s.payer, 10_000_000)
  const first = await settle([await bill(12_345)], card)
  const owed = await bill(30_000)
  // A reversal is requested in January and not decided.
  await world.ok(s.payer, settlementCalls.askReversal, { params: { id: first }, body: { reason: '有误' } })
  expect(await close('2025-01')).toMatchObject({ status: 422, code: 'MONTH_NOT_OVER' })
  at('2025-02-05')
  const before = await world.ok(s.finance, calls.month, { params: { month: '2025-01' } })
  expect(before).toMatchObject({ state: 'next', agrees: null, can: ['close', 'vouchers'] })
  expect(before.open.map((m) => [m.code, m.count])).toEqual([
    ['reversal', 1],
    ['shares', 1],
  ])
  expect(before.open[0]?.rows).toEqual([{ of: 'settlement', id: first }])
  expect(before.warnings).toMatchObject([
    { code: 'unpaid', count: 1, amountFen: 30_000, rows: [{ of: 'test_order', id: owed }] },
  ])
  expect(await close('2025-01')).toMatchObject({ status: 422, code: 'MONTH_OPEN' })
  await audit(s.finance2, first, 'refuse')
  const shares = (p: typeof parts) =>
    world.send(s.finance, calls.addShare, { body: { year: 2025, parts: p } })
  expect(await shares({ ...parts, lab: 3999 })).toMatchObject({ status: 400 })
  expect(await shares(parts)).toMatchObject({ status: 200 })
  expect(await shares(parts)).toMatchObject({ status: 409, code: 'SHARES_TWICE' })
  await world.ok(s.finance, calls.addShare, { body: { year: 2025, deptId: division.id, parts: above } })
  expect(await close('2025-02')).toMatchObject({ status: 422 })
  // Two concurrent requests and a third later: only one closes the month.
  const both = await Promise.all([close('2025-01'), close('2025-01', s.finance2)])
  expect(both.map((b) => b.status).toSorted()).toEqual([200, 409])
  expect(await close('2025-01')).toMatchObject({ status: 409, code: 'MONTH_CLOSED' })
  expect(await world.send(s.director, calls.close, { params: { month: '2025-02' } })).toMatchObject({
    status: 403,
  })

  await reverse(first)
  expect((await findSummary('2025-01')).sums).toMatchObject({
    billedFen: 42_345,
    receivedFen: 12_345,
    lateFen: 0,
    netFen: 12_345,
  })
  const february = await findSummary('2025-02')
  expect(february.sums).toMatchObject({ receivedFen: 0, reversedFen: 0, lateFen: -12_345, netFen: -12_345 })
  expect(february).toMatchObject({
    openingFen: 30_000,
    closingFen: 42_345,
    settledByCardFen: -12_345,
    cardsPaidFen: -12_345,
  })
  const late = await world.ok(s.finance, calls.entries, { query: { ...span('2025-02'), late: 'true' } })
  expect(late.items).toMatchObject([
    { kind: 'reversed', late: true, settlementId: first, amountFen: -12_345 },
  ])
  expect(late.items[0]?.originAt).toBe('2025-01-10T04:00:00.000Z')
  // A price of January is corrected in February, too.
  await world.ok(s.reviewer, testOrderCalls.correct, { params: { id: owed }, body: { reason: '填错' } })
  expect((await findSummary('2025-02')).sums).toMatchObject({ billedFen: 0, lateBilledFen: -30_000 })
  const after = await world.ok(s.finance, calls.month, { params: { month: '2025-01' } })
  expect(after).toMatchObject({ state: 'closed', agrees: true, closedBy: expect.stringMatching('财务') })
  expect(after.reports.map((r) => r.report)).toContain('device')
  expect(await shares({ ...parts, central: 2000, lab: 5000 })).toMatchObject({ status: 409 })
  const [set] = (await world.ok(s.finance, calls.shares, { query: { year: '2025' } })).items
  expect(set?.can).toEqual([])
  expect(await world.send(s.finance, calls.removeShare, { params: { id: set?.id ?? 0 } })).toMatchObject({
    status: 409,
    code: 'SHARES_CLOSED',
  })
})

test('the database holds it: nothing is changed, nothing posted into a closed month, no month skipped', async () => {
  for (const table of ['finance_entry', 'finance_month', 'finance_snapshot']) {
    await expect(world.sql(`delete from ${table}`)).rejects.toThrow('append-only')
    await expect(
      world.sql(
        `update ${table} set ${table === 'finance_month' ? 'closed_at = now()' : table === 'finance_entry' ? 'fee = fee' : 'name = name'}`,
      ),
    ).rejects.toThrow('append-only')
  }
  await expect(
    world.sql(`insert into finance_snapshot values ('2025-01-01', 'summary', 'x', 'x', '{}')`),
  ).rejects.toThrow('append-only')
  await expect(
    world.sql(
      `insert into finance_month (month, begins_at, ends_at, closed_at) values ('2025-04-01', '2025-03-31T16:00Z', '2025-04-30T16:00Z', now())`,
    ),
  ).rejects.toThrow('finance_month_order')
  await expect(
    world.sql(`insert into finance_month (month, begins_at, ends_at, closed_at)
    select '2025-02-01', ends_at, now() + interval '1 day', now() from finance_month`),
  ).rejects.toThrow('finance_month_over')
  await expect(
    world.sql(
      `insert into finance_share (year, central_bp, college_bp, lab_bp, operator_bp) values (2030, 1, 2, 3, 4)`,
    ),
  ).rejects.toThrow('finance_share_whole')
  // A slow transaction that began in January counts from its arrival, on the card and in the journal.
  const card = await s.card(s.payer, 5_000_000)
  const [entry] = await world.sql<{ at: Date }>('select at from ledger_entry where card_id = $1', [card])
  expect(entry?.at.getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
  const order = await bill(7_000)
  const [posted] = await world.sql<{ at: Date; late: boolean }>(
    'select at, late from finance_entry where test_order_id = $1',
    [order],
  )
  expect(posted?.late).toBe(true)
  expect(posted?.at.getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
  expect((await world.ok(s.finance, calls.month, { params: { month: '2025-01' } })).agrees).toBe(true)
})

test('whatever is moved in its tree later, a year with a closed month is divided as before', async () => {
  at('2025-02-20')
  const divide = async (month: string) =>
    (await world.ok(s.finance, calls.distribution, { query: span(month) })).items.map((l) => [
      l.amountFen,
      l.college,
      l.parts,
    ])
  const agrees = async () => (await world.ok(s.finance, calls.month, { params: { month: '2025-01' } })).agrees
  const words = '10% / 40% / 40% / 10%'
  const before = [[12_345, 4938, words]]
  expect(await divide('2025-01')).toEqual(before)
  const other = await world.sql<{ id: number }>(
    `insert into dept (code, name) values ('D-OTHER', '理学部') returning id`,
  )
  for (const under of [other[0]?.id ?? 0, null, division.id]) {
    await hang(under)
    expect([await divide('2025-01'), await agrees()]).toEqual([before, true])
    // A later reversal is taken from the recipients who got the amount.
    expect(await divide('2025-02')).toEqual([[-12_345, -4938, words]])
  }
  // Places newer than the closed months are where they are now, until another month is closed.
  const find = (id: number) =>
    world.sql(`select above_id from finance_place where year = 2025 and tree = 'dept' and place_id = $1`, [
      id,
    ])
  expect(await find(college.id)).toEqual([{ above_id: division.id }])
  expect(await find(other[0]?.id ?? 0)).toEqual([])
  await expect(world.sql('update finance_place set above_id = null')).rejects.toThrow('append-only')
})

test('who may see what: finance all, a director his laboratory, a payer his own, others nothing', async () => {
  at('2025-02-20')
  const month = span('2025-01')
  const seen = async (who: Person) => {
    const { scope, scopes, sums } = await world.ok(who, calls.summary, { query: month })
    return [scope, scopes.join(), sums.receivedFen]
  }
  expect(await seen(s.finance)).toEqual(['all', 'all,own', 12_345])
  expect(await seen(s.director)).toEqual(['lab', 'lab,own', 12_345])
  expect(await seen(s.payer)).toEqual(['own', 'own', 12_345])
  expect(await seen(s.outsider)).toEqual(['lab', 'lab,own', 0])
  expect(await seen(s.booker)).toEqual(['own', 'own', 0])
  for (const call of [
    calls.table,
    calls.entries,
    calls.cards,
    calls.outstanding,
    calls.distribution,
  ] as const) {
    const query = { ...month, scope: 'all', by: 'lab' } as never
    expect(await world.send(s.director, call, { query })).toMatchObject({ status: 403 })
  }
  const [card] = await world.sql<{ id: number }>(
    'select id from fund_card where owner_id = $1 order by id limit 1',
    [s.payer.id],
  )
  const ofCard = (who: Person) =>
    world.send(who, calls.cardEntries, { query: { ...month, cardId: card?.id ?? 0 } })
  expect((await ofCard(s.payer)).status).toBe(200)
  expect((await ofCard(s.booker)).status).toBe(404)
  expect((await ofCard(s.director)).status).toBe(404)
  for (const call of [calls.months, calls.shares, calls.accounts])
    expect(await world.send(s.director, call, { query: { year: '2025' } })).toMatchObject({ status: 403 })
})

test('every page says how old it is: since when it was kept, and after another entry of now', async () => {
  const day = '2025-03-20'
  // The cache uses the real clock, which nothing sets; both clocks are moved together.
  const tick = (minute: number) =>
    vi.advanceTimersByTime(Date.parse(`${day}T04:00:00Z`) + minute * 60_000 - Date.now())
  const query = { from: '2025-03-01', to: '2025-03-31' }
  const pages = async () => {
    const summary = await world.ok(s.finance, calls.summary, { query })
    const table = await world.ok(s.finance, calls.table, { query: { ...query, by: 'lab' } })
    const division = await world.ok(s.finance, calls.distribution, { query })
    const others = [
      await world.ok(s.finance, calls.cards, { query }),
      await world.ok(s.finance, calls.outstanding, { query }),
      await world.ok(s.finance, calls.received, { query }),
    ]
    const ages = new Set([summary, table, division, ...others].map((p) => p.asOf))
    expect(ages.size).toBe(1)
    expect([table.sum.netFen, division.sum.amountFen]).toEqual([summary.sums.netFen, summary.sums.netFen])
    return { asOf: [...ages][0], net: summary.sums.netFen, billed: summary.sums.billedFen }
  }
  const at = (minute: number) => new Date(Date.parse(`${day}T04:00:00Z`) + minute * 60_000).toISOString()
  tick(0)
  const card = await s.card(s.payer, 10_000_000)
  const first = await pages()
  expect(first.asOf).toBe(at(0))
  // Nothing was posted since: the same page with the same age.
  tick(3)
  expect(await pages()).toEqual(first)
  // Entries are read without the cache, so they are current.
  const rows = await world.ok(s.finance, calls.entries, { query })
  expect(rows.asOf).toBe(at(3))
  expect((await world.ok(s.finance, calls.months, { query: { year: 2025 } })).asOf).toBe(at(3))
  expect((await world.ok(s.finance, calls.month, { params: { month: '2025-03' } })).asOf).toBe(at(3))
  // A bill shows within the minute, whether or not the sums were folded.
  tick(4)
  const order = await bill(4_321)
  const billed = await pages()
  expect(billed).toEqual({ asOf: at(4), net: first.net, billed: first.billed + 4_321 })
  tick(5)
  await settle([order], card)
  expect(await pages()).toEqual({ ...billed, asOf: at(5), net: first.net + 4_321 })
  tick(6)
  await foldNew(world.app.deps, 'test', new Date())
  expect(await pages()).toEqual({ ...billed, asOf: at(6), net: first.net + 4_321 })
  tick(9)
  expect((await pages()).asOf).toBe(at(6))
  // The cached page expires after its lifetime, although nothing was posted.
  tick(17)
  expect((await pages()).asOf).toBe(at(17))
})

test('a bill is as old as it is today where the period ends later, and the next day a day older', async () => {
  at('2025-03-21')
  const debtor = await world.person('欠款人')
  const id = await bill(6_000, debtor)
  /** Its age in days, and the amounts by age: of the lists, their sums and their files. */
  const seen = async (to: string) => {
    const query = { from: '2025-03-01', to, scope: 'own' as const }
    const { items, sum } = await world.ok(debtor, calls.outstanding, { query })
    expect(items).toMatchObject([{ id: debtor.id, ...sum }])
    const orders = await world.ok(debtor, calls.unpaid, { query })
    expect(orders.items).toMatchObject([{ id, amountFen: 6_000 }])
    const days = orders.items[0]?.days
    const payers = await inject(world.app, calls.exportOutstanding, { query }, debtor.token)
    expect(await firstRow(payers.rawPayload)).toMatchObject({
      '30 天内（元）': sum.d30 / 100,
      '31–90 天（元）': sum.d90 / 100,
      '91–180 天（元）': sum.d180 / 100,
    })
    const file = await inject(world.app, calls.exportUnpaid, { query }, debtor.token)
    expect(await firstRow(file.rawPayload)).toMatchObject({ 天数: days })
    return { days, d30: sum.d30, d90: sum.d90, d180: sum.d180 }
  }
  at('2025-03-22')
  expect(await seen('2025-07-31')).toEqual({ days: 1, d30: 6_000, d90: 0, d180: 0 })
  // The same figures are cached, and nothing was posted since.
  at('2025-03-23')
  expect(await seen('2025-07-31')).toEqual({ days: 2, d30: 6_000, d90: 0, d180: 0 })
  at('2025-04-25')
  expect(await seen('2025-07-31')).toEqual({ days: 35, d30: 0, d90: 6_000, d180: 0 })
  // A period that is over: as old as the bill was at its end.
  expect(await seen('2025-03-31')).toEqual({ days: 10, d30: 6_000, d90: 0, d180: 0 })
})
/** The first row of a file of rows, by the titles of its columns. */
async function firstRow(content: Buffer): Promise<Record<string, unknown>> {
  const [head = [], row = []] = (await readXlsx(content)).sheets[0]?.rows ?? []
  return Object.fromEntries(head.map((title, i) => [String(title), row[i]]))
}

test('files are read again as they were written', async () => {
  at('2025-02-20')
  const query = { ...span('2025-01'), by: 'lab' as const }
  const list = await world.ok(s.finance, calls.table, { query })
  const file = await inject(world.app, calls.exportTable, { query }, s.finance.token)
  const [head = [], ...rows] = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  const titles = ['名称', '资产编号', '实验室', '应收（元）', '应收后期调整（元）', '实收（元）']
  expect(head.slice(0, 6)).toEqual(titles)
  expect(rows.at(-1)?.[0]).toBe(writeAge(new Date(list.asOf), 'Asia/Shanghai'))
  expect(dropAge(rows).map((r) => [r[0], r[3], r[5]])).toEqual(
    list.items.map((r) => [r.name, r.billedFen / 100, r.receivedFen / 100]),
  )
  const byDevice = { ...query, by: 'device' as const }
  const devices = await world.ok(s.finance, calls.table, { query: byDevice })
  const ofDevices = await inject(world.app, calls.exportTable, { query: byDevice }, s.finance.token)
  expect(devices.items[0]?.about?.lab).toBeTruthy()
  expect(await firstRow(ofDevices.rawPayload)).toMatchObject({
    名称: devices.items[0]?.name,
    资产编号: devices.items[0]?.about?.serialId,
    实验室: devices.items[0]?.about?.lab,
  })
  const vouchers = (encoding: 'utf8' | 'gbk') =>
    inject(world.app, calls.vouchers, { params: { month: '2025-02' }, query: { encoding } }, s.finance.token)
  expect((await vouchers('utf8')).json()).toMatchObject({ code: 'ACCOUNTS_MISSING' })
  const accounts = {
    fund_card: { debit: '100', credit: '200' },
    offline: { debit: '101', credit: '201' },
    refund: { debit: '102', credit: '202' },
  }
  await world.ok(s.finance, calls.setAccounts, { body: { year: 2025, accounts } })
  const utf8 = (await vouchers('utf8')).rawPayload
  expect(utf8.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const lines = new TextDecoder('utf8')
    .decode(utf8)
    .trim()
    .split('\r\n')
    .map((l) => l.split(','))
  expect(lines[0]?.slice(0, 3)).toEqual(['会计期间', '业务日期', '凭证号'])
  expect(lines.slice(1).map((l) => [l[0], l[6], l[7], l[8], l.at(-1)])).toEqual([
    ['2025-02', '100', '200', '-123.45', '是'],
  ])
  expect(new TextDecoder('gbk').decode((await vouchers('gbk')).rawPayload)).toBe(
    new TextDecoder('utf8').decode(utf8),
  )
})

test('the file of one card says of which, and names what moved it as the other lists do', async () => {
  at('2025-03-24')
  const card = await s.card(s.payer, 500)
  const paid = await settle([await bill(500)], card)
  const { number } = await world.ok(s.finance, fundCardCalls.get, { params: { id: card } })
  const query = { ...span('2025-03'), cardId: card }
  const file = await inject(world.app, calls.exportCardEntries, { query }, s.finance.token)
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(
    `经费卡流水明细-${number}-2025-03-24.xlsx`,
  )
  const [head = [], ...rows] = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  const deducted = dropAge(rows).find((r) => r[head.indexOf('类型')] === '扣款')
  expect(['卡号', '经费卡名称', '事由', '编号'].map((h) => deducted?.[head.indexOf(h)])).toEqual([
    number,
    '课题经费',
    '结算',
    settlementNumber(paid),
  ])
})

test('whatever moved on a card is kept with the month, though it begins and ends with nothing', async () => {
  at('2025-03-25')
  const card = await s.card(s.payer, 500)
  const paid = await settle([await bill(500)], card)
  at('2025-04-10')
  await reverse(paid)
  await world.ok(s.finance, fundCardCalls.adjust, {
    params: { id: card },
    body: { deltaFen: -500, reason: '退回拨款' },
  })
  at('2025-05-03')
  for (const month of ['2025-02', '2025-03', '2025-04'])
    expect(await close(month)).toMatchObject({ status: 200 })
  const [kept] = await world.sql<{ figures: object }>(
    `select figures from finance_snapshot where month = '2025-04-01' and report = 'card' and key = $1`,
    [String(card)],
  )
  expect(kept?.figures).toMatchObject({ openingFen: 0, reversedFen: 500, adjustFen: -500, closingFen: 0 })
  const agrees = async () => (await world.ok(s.finance, calls.month, { params: { month: '2025-04' } })).agrees
  expect(await agrees()).toBe(true)
  // Months that were closed before such cards were frozen still agree.
  const guard = (word: 'disable' | 'enable') => world.sql(`alter table finance_snapshot ${word} trigger user`)
  await guard('disable')
  await world.sql(
    `delete from finance_snapshot where month = '2025-04-01' and report = 'card' and key = $1`,
    [String(card)],
  )
  await guard('enable')
  expect(await agrees()).toBe(true)
})

// ── Against a naive recount ──────────────────────────────────────────────────

/** The clock never goes back between runs. */
let reached = '2025-05'
interface Event {
  kind: keyof Sums
  month: string
  fen: number
}
const step = fc.record({
  do: fc.constantFrom(
    'bill',
    'bill',
    'settle',
    'settle',
    'offline',
    'reverse',
    'refund',
    'writeOff',
    'topUp',
    'correct',
    'month',
    'close',
    'fold',
    'fold',
    'fold',
  ),
  fen: fc.integer({ min: 1, max: 99_999 }),
  which: fc.nat({ max: 9 }),
})
test('whatever is billed, paid, reversed, corrected and closed: reports are what a recount is', async () => {
  await world.ok(s.finance, calls.addShare, { body: { year: 2024, parts } }).catch(() => undefined)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 40, size: 'max' }), async (steps) => {
      const [last] = await world.sql<{ month: string }>(
        `select to_char(max(month), 'YYYY-MM') as month from finance_month`,
      )
      const start = new Date(`${reached}-15T04:00:00Z`)
      let months = 0
      const clock = () => new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 3, 4))
      const findMonth = () => clock().toISOString().slice(0, 7)
      let closed = last?.month ?? ''
      vi.setSystemTime(clock())
      const before = await figuresNow()
      const card = await s.card(s.payer, 900_000_000)
      const events: Event[] = []
      const note = (kind: keyof Sums, fen: number) => events.push({ kind, month: findMonth(), fen })
      const open: { id: number; fen: number; month: string }[] = []
      const paid: { id: number; fen: number; month: string; orders: typeof open }[] = []
      const toRefund: { id: number; fen: number }[] = []
      let toppedUp = 900_000_000
      // Concurrent with the steps that follow.
      const folds: Promise<number>[] = []
      for (const { do: what, fen, which } of steps) {
        vi.setSystemTime(clock())
        if (what === 'bill') {
          open.push({ id: await bill(fen), fen, month: findMonth() })
          note('billedFen', fen)
        } else if ((what === 'settle' || what === 'offline') && open.length > 0) {
          const orders = open.splice(0, 1 + (which % 2))
          const sum = orders.reduce((n, o) => n + o.fen, 0)
          const id = await settle(
            orders.map((o) => o.id),
            what === 'settle' ? card : null,
          )
          paid.push({ id, fen: sum, month: findMonth(), orders })
          note('receivedFen', sum)
        } else if (what === 'reverse' && paid.length > 0) {
          const [p] = paid.splice(which % paid.length, 1)
          if (!p) continue
          await reverse(p.id)
          note(p.month <= closed ? 'lateFen' : 'reversedFen', -p.fen)
          const [{ way } = { way: '' }] = await world.sql<{ way: string }>(
            'select way from settlement where id = $1',
            [p.id],
          )
          if (way === 'offline') toRefund.push({ id: p.id, fen: p.fen })
          else open.push(...p.orders)
        } else if (what === 'refund' && toRefund.length > 0) {
          const r = toRefund.pop()
          if (!r) continue
          await world.ok(s.finance, settlementCalls.refund, {
            params: { id: r.id },
            body: { number: `T${r.id}`, refundedOn: new Date().toISOString().slice(0, 10) },
          })
          note('refundedFen', -r.fen)
        } else if (what === 'writeOff' && open.length > 0) {
          const o = open.pop()
          await world.sql(`update test_order set state = 'written_off', state_at = $2 where id = $1`, [
            o?.id,
            new Date(),
          ])
          note('writtenOffFen', -(o?.fen ?? 0))
        } else if (what === 'correct' && open.length > 0) {
          const o = open.pop()
          if (!o) continue
          await world.ok(s.reviewer, testOrderCalls.correct, {
            params: { id: o.id },
            body: { reason: '更正' },
          })
          note(o.month <= closed ? 'lateBilledFen' : 'billedFen', -o.fen)
        } else if (what === 'topUp') {
          await world.ok(s.finance, fundCardCalls.topUp, {
            params: { id: card },
            body: { amountFen: fen, reason: '入账' },
          })
          toppedUp += fen
        } else if (what === 'fold') folds.push(foldNew(world.app.deps, 'test', clock()))
        else if (what === 'month' && months < 4) months += 1
        else if (what === 'close') {
          const year = findMonth().slice(0, 4)
          await world.send(s.finance, calls.addShare, { body: { year: Number(year), parts } })
          // Closes all months that are over, one after the other.
          for (;;) {
            const next = closed
              ? new Date(Date.UTC(Number(closed.slice(0, 4)), Number(closed.slice(5)), 1))
                  .toISOString()
                  .slice(0, 7)
              : '2025-01'
            const answer = await close(next)
            if (answer.status !== 200) break
            closed = next
          }
        }
      }
      vi.setSystemTime(clock())
      await Promise.all(folds)
      expect(await foldStore.check(world.db)).toBe(0)
      reached = findMonth()
      const after = await figuresNow()
      const expected = new Map<string, number>()
      for (const e of events) {
        expected.set(`${e.month} ${e.kind}`, (expected.get(`${e.month} ${e.kind}`) ?? 0) + e.fen)
        if (['receivedFen', 'reversedFen', 'lateFen'].includes(e.kind))
          expected.set(`${e.month} netFen`, (expected.get(`${e.month} netFen`) ?? 0) + e.fen)
      }
      const changed = [...after].flatMap(([key, fen]) =>
        fen !== (before.get(key) ?? 0) ? [[key, fen - (before.get(key) ?? 0)]] : [],
      )
      expect(Object.fromEntries(changed)).toEqual(
        Object.fromEntries([...expected].filter(([, fen]) => fen !== 0)),
      )
      // Every table has the same total; parts add up to the whole; the card ledger agrees.
      const query = { from: '2025-01-01', to: findMonth().slice(0, 7) + '-28' }
      const whole = await world.ok(s.finance, calls.summary, { query })
      for (const by of ['dept', 'lab', 'device', 'payer', 'payerDept', 'fee', 'tier', 'month'] as const) {
        const { items, sum } = await world.ok(s.finance, calls.table, {
          query: { ...query, by, size: '1000' },
        })
        expect(sum).toEqual(whole.sums)
        for (const key of ['billedFen', 'netFen', 'lateFen', 'writtenOffFen'] as const)
          expect(items.reduce((n, r) => n + r[key], 0)).toBe(whole.sums[key])
      }
      // Only payments have a way of payment, so the total of that table has nothing else.
      const byWay = await world.ok(s.finance, calls.table, { query: { ...query, by: 'way' } })
      for (const key of amounts)
        expect(
          byWay.items.reduce((n, r) => n + r[key], 0),
          key,
        ).toBe(byWay.sum[key])
      expect([byWay.sum.netFen, byWay.sum.billedFen]).toEqual([whole.sums.netFen, 0])
      const divided = await world.ok(s.finance, calls.distribution, { query: { ...query, size: '1000' } })
      expect(divided.sum.amountFen).toBe(whole.sums.netFen)
      for (const r of divided.items)
        expect(r.central + r.college + r.lab + r.operator + r.unset).toBe(r.amountFen)
      const got = await world.ok(s.finance, calls.received, { query: { ...query, size: '1000' } })
      expect(got.sumFen).toBe(whole.sums.netFen)
      const cards = await world.ok(s.finance, calls.cards, { query: { ...query, size: '1000' } })
      const mine = cards.items.find((c) => c.id === card)
      const [ledger] = await world.sql<{ balance: number; frozen: number }>(
        'select balance_fen as balance, frozen_fen as frozen from fund_card where id = $1',
        [card],
      )
      // A top-up in a month that is closed by the program's clock counts from now, outside the period.
      if (mine && mine.topupFen === toppedUp)
        expect([mine.openingFen, mine.closingFen, mine.frozenFen]).toEqual([
          0,
          ledger?.balance,
          ledger?.frozen,
        ])
      expect(whole.cardsPaidFen).toBe(whole.settledByCardFen)
      // Except for the slow transaction above, which counts from the real now.
      const [owed] = await world.sql<{ fen: number }>(
        `select coalesce(sum(total_fen), 0)::int8 as fen from test_order where state in ('confirmed', 'in_settlement') and confirmed_at <= $1
        and id not in (select test_order_id from finance_entry where at > $1)`,
        [new Date()],
      )
      const owing = await world.ok(s.finance, calls.outstanding, { query: { ...query, size: '1000' } })
      expect([owing.sum.totalFen, whole.closingFen]).toEqual([owed?.fen, owed?.fen])
      for (const month of new Set(events.map((e) => e.month).filter((m) => m <= closed)))
        expect((await world.ok(s.finance, calls.month, { params: { month } })).agrees).toBe(true)
    }),
    { numRuns: 3, endOnFailure: true },
  )
}, 120_000)

/** All figures by month and kind. */
async function figuresNow(): Promise<Map<string, number>> {
  const query = { from: '2025-01-01', to: '2026-06-30', by: 'month' as const, size: '1000' }
  const { items } = await world.ok(s.finance, calls.table, { query })
  return new Map(
    items.flatMap(({ key, name: _, about: __, ...sums }) =>
      Object.entries(sums).map(([kind, fen]) => [`${key} ${kind}`, fen] as const),
    ),
  )
}
