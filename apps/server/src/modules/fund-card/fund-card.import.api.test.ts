import { bulkCalls } from '@portal/contract/bulk/bulk'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { readXlsx } from 'hucre/xlsx'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { committed, csv, uploaded, workbook } from '../../testing/sheets.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { exportList } from './export.handler.ts'

let world: World
let finance: Person
let clerk: Person
let owner: string
beforeAll(async () => {
  world = await createWorld()
  await world.sql(`insert into dept (code, name) values ('201', '物理学院')`)
  finance = await world.person('钱财务', { permissions: ['FINANCIAL_EDIT'] })
  clerk = await world.person('查账员', { permissions: ['FINANCIAL_VIEW'] })
  const [row] = await world.sql<{ username: string }>(
    `insert into user_account (username, name) values ('chiyang', '持卡人') returning username`,
  )
  owner = row!.username
})
afterAll(() => world.close())

const header = [
  '经费卡号*',
  '经费卡名称*',
  '持有人用户名*',
  '单位',
  '余额',
  '信用额度',
  '生效日期',
  '截止日期',
]
const card = async (number: string) =>
  (await world.ok(finance, fundCardCalls.list, { query: { keyword: number } })).items.find(
    (c) => c.number === number,
  )
const entries = async (number: string) =>
  (await world.ok(finance, fundCardCalls.ledger, { params: { id: (await card(number))!.id }, query: {} }))
    .items

test('what comes in as a balance stands in the ledger, to the fen; brought in again, nothing moves', async () => {
  const file = await workbook([
    header,
    ['KY-1', '面上项目', owner, '物理学院', '12,345.67', '100', '2026/1/5', '2028-12-31'],
    ['KY-2', '横向课题', owner.toUpperCase(), '201', '', '', '', ''],
  ])
  const first = await uploaded(world, finance, 'fund-card', file)
  expect(first).toMatchObject({ state: 'ready', counts: { new: 2, bad: 0 } })
  expect(await committed(world, finance, first.id)).toMatchObject({ state: 'done' })
  expect(await card('KY-1')).toMatchObject({
    balanceFen: 1_234_567,
    creditFen: 10_000,
    validFrom: '2026-01-05',
    validTo: '2028-12-31',
    dept: { name: '物理学院' },
    owner: { name: '持卡人' },
  })
  expect(await entries('KY-1')).toMatchObject([
    {
      kind: 'topup',
      balanceDeltaFen: 1_234_567,
      balanceAfterFen: 1_234_567,
      note: '导入初始余额',
      user: { name: '钱财务' },
    },
  ])
  expect(await entries('KY-2')).toEqual([])

  expect(await uploaded(world, finance, 'fund-card', file)).toMatchObject({
    counts: { new: 0, changed: 0, same: 2 },
  })
})

test('of a card that is there only what is not money changes, and that is said', async () => {
  const one = await uploaded(
    world,
    finance,
    'fund-card',
    csv([header, ['KY-1', '重点项目', owner, '', '99999', '', '', '']]),
  )
  expect(one).toMatchObject({ counts: { changed: 1, warned: 1 } })
  const [row] = (await world.ok(finance, bulkCalls.rows, { params: { id: one.id }, query: {} })).items
  expect(row?.reasons).toEqual([
    { level: 'warning', column: '余额', message: '已有卡的余额不会由导入修改（现为 12,345.67 元）' },
    { level: 'was', column: '经费卡名称', message: '面上项目' },
  ])
  await committed(world, finance, one.id)
  expect(await card('KY-1')).toMatchObject({
    name: '重点项目',
    balanceFen: 1_234_567,
    creditFen: 10_000,
    validTo: '2028-12-31',
  })
})

test('bad rows say why', async () => {
  const one = await uploaded(
    world,
    finance,
    'fund-card',
    csv([
      header,
      ['KY-3', '卡', 'nobody', '无此院', '-1', '1.234', '2026-02-30', ''],
      ['KY-4', '卡', 'nobody', '无此院', '', '', '2026-05-01', '2026-04-01'],
      ['KY-5', '卡', owner, '', '', '', '', ''],
      ['KY-5', '卡', owner, '', '', '', '', ''],
    ]),
  )
  expect(one).toMatchObject({ counts: { new: 1, bad: 3 } })
  const said = (
    await world.ok(finance, bulkCalls.rows, { params: { id: one.id }, query: { verdict: 'bad' } })
  ).items.map((r) => r.reasons.map((x) => `${x.column} ${x.message}`))
  expect(said).toEqual([
    [
      '余额 余额应为不小于零、最多两位小数的金额',
      '信用额度 信用额度应为不小于零、最多两位小数的金额',
      '生效日期 日期格式不正确',
    ],
    [
      '持有人用户名 没有用户名为“nobody”的用户',
      '单位 没有名为或编码为“无此院”的单位',
      '截止日期 截止日期不能早于生效日期',
    ],
    ['经费卡号 与第 4 行重复'],
  ])
})

test('is for finance; the list can be taken home and brought in again', async () => {
  expect(
    (
      await world.send(clerk, bulkCalls.upload, {
        params: { kind: 'fund-card' },
        files: [{ name: 'a.csv', content: csv([header]) }],
      })
    ).status,
  ).toBe(403)
  const url = '/api/v2/fund-card/export?keyword=KY-1'
  expect(
    (await world.app.inject({ url, headers: { authorization: (await world.person('路人')).token } }))
      .statusCode,
  ).toBe(403)
  const got = await world.app.inject({ url, headers: { authorization: clerk.token } })
  expect(got.statusCode).toBe(200)
  expect(await uploaded(world, finance, 'fund-card', got.rawPayload)).toMatchObject({
    counts: { new: 0, changed: 0, same: 1, bad: 0 },
  })
})

test('the file tells of each card the state that the list shows', async () => {
  for (const [number, more] of [
    ['KS-1', {}],
    ['KS-2', { validFrom: '2020-01-01', validTo: '2020-12-31' }],
    ['KS-3', { validFrom: '2099-01-01' }],
    ['KS-4', { enabled: false }],
  ] as const)
    await world.ok(finance, fundCardCalls.create, {
      body: { number, name: '状态', ownerId: finance.id, ...more },
    })
  const got = await world.app.inject({
    url: '/api/v2/fund-card/export?keyword=KS-',
    headers: { authorization: clerk.token },
  })
  const [head = [], ...rows] = (await readXlsx(got.rawPayload)).sheets[0]?.rows ?? []
  expect(rows.map((r) => [r[0], r[head.indexOf('状态')]])).toEqual([
    ['KS-1', '可用'],
    ['KS-2', '已过期'],
    ['KS-3', '未生效'],
    ['KS-4', '已停用'],
  ])
})

test('a file that does not hold all cards says so', async () => {
  const readFile = (most: number) =>
    world.asSystem(async (ctx) => {
      const { body } = await exportList(
        ctx,
        { params: {}, query: { keyword: 'KY-', enabled: undefined }, body: {} },
        most,
      )
      return (await readXlsx(await buffer(body as Readable))).sheets[0]?.rows ?? []
    })
  const cards = (await readFile(100)).slice(1)
  expect(cards.length).toBeGreaterThan(1)
  expect((await readFile(cards.length)).slice(1)).toEqual(cards)
  const cut = await readFile(cards.length - 1)
  expect(cut.at(-1)?.[0]).toBe(`仅含前 ${cards.length - 1} 张，请缩小筛选范围后导出`)
  expect(cut.slice(1, -1)).toEqual(cards.slice(0, -1))
})

test('a dept’s name that several have moves no card', async () => {
  await world.sql(
    `insert into dept (code, name, parent_id) select '20' || n, '办公室', case n when 2 then d.id end
      from generate_series(2, 3) n, dept d where d.code = '201'`,
  )
  const bring = (...rows: string[][]) =>
    uploaded(world, finance, 'fund-card', csv([header, ...rows.map((r) => [...r, '', '', '', ''])]))
  const first = await bring(['KY-DEPT', '办公经费', owner, '203'])
  expect(await committed(world, finance, first.id)).toMatchObject({ state: 'done' })
  const again = await bring(['KY-DEPT', '办公经费', owner, '办公室'], ['KY-DEPT2', '另一张', owner, '办公室'])
  expect(again).toMatchObject({ counts: { same: 1, changed: 0, new: 0, bad: 1 } })
  const { items } = await world.ok(finance, bulkCalls.rows, {
    params: { id: again.id },
    query: { verdict: 'bad' },
  })
  expect(items[0]?.reasons).toEqual([
    { level: 'error', column: '单位', message: '有多个单位名为“办公室”，请填写编号' },
  ])
})

test('a card is not given to whoever has left; who held it until then still stands in the file', async () => {
  const [gone] = await world.sql<{ id: number }>(
    `insert into user_account (username, name, enabled) values ('zoule', '已离校', false) returning id`,
  )
  const [held] = await world.sql<{ id: number }>(
    `insert into fund_card (number, name, owner_id, created_at) values ('KY-GONE', '旧卡', $1, now()) returning id`,
    [gone!.id],
  )
  const one = await uploaded(
    world,
    finance,
    'fund-card',
    csv([
      header,
      ['KY-NEW', '新卡', 'zoule', '', '50000', '', '', ''],
      ['KY-1', '重点项目', 'zoule', '', '', '', '', ''],
      ['KY-GONE', '旧卡改名', 'zoule', '', '', '', '', ''],
    ]),
  )
  expect(one).toMatchObject({ counts: { new: 0, changed: 1, bad: 2 } })
  const { items } = await world.ok(finance, bulkCalls.rows, {
    params: { id: one.id },
    query: { verdict: 'bad' },
  })
  expect(items.map((r) => r.reasons.map((x) => `${x.column} ${x.message}`))).toEqual([
    ['持有人用户名 “zoule”的账号已停用，不能持有经费卡'],
    ['持有人用户名 “zoule”的账号已停用，不能持有经费卡'],
  ])
  const form = (number: string) => ({ number, name: '手工登记', ownerId: gone!.id })
  expect(await world.send(finance, fundCardCalls.create, { body: form('KY-HAND') })).toMatchObject({
    status: 422,
    reasons: [{ field: 'ownerId' }],
  })
  const change = (id: number, number: string) =>
    world.send(finance, fundCardCalls.change, { params: { id }, body: form(number) })
  expect(await change((await card('KY-1'))!.id, 'KY-1')).toMatchObject({ reasons: [{ field: 'ownerId' }] })
  expect((await change(held!.id, 'KY-GONE')).status).toBe(200)
})

test('a card is closed with a reason, its owner is told, and opened again', async () => {
  const id = (await card('KY-1'))!.id
  expect(
    (await world.send(clerk, fundCardCalls.suspend, { params: { id }, body: { reason: '项目审计' } })).status,
  ).toBe(403)
  expect(
    await world.send(finance, fundCardCalls.suspend, { params: { id }, body: { reason: ' ' } }),
  ).toMatchObject({ status: 400 })
  await world.ok(finance, fundCardCalls.suspend, { params: { id }, body: { reason: '项目审计' } })
  expect(await card('KY-1')).toMatchObject({ enabled: false, state: 'disabled', disabledReason: '项目审计' })
  expect((await card('KY-1'))!.can).toContain('resume')
  expect(
    await world.send(finance, fundCardCalls.suspend, { params: { id }, body: { reason: '再停' } }),
  ).toMatchObject({ status: 409, code: 'CARD_SUSPENDED' })
  const [told] = await world.sql<{ payload: { body: string } }>(
    `select payload from outbox where payload->>'title' = '经费卡已停用'`,
  )
  expect(told?.payload.body).toContain('项目审计')
  await world.ok(finance, fundCardCalls.resume, { params: { id } })
  expect(await card('KY-1')).toMatchObject({ enabled: true, disabledReason: null })
  expect(await world.send(finance, fundCardCalls.resume, { params: { id } })).toMatchObject({
    status: 409,
    code: 'CARD_RESUMED',
  })
  expect(await world.send(finance, fundCardCalls.resume, { params: { id: 987_654 } })).toMatchObject({
    status: 404,
  })
})
