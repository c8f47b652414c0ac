import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { makeAddress, type Call } from '@portal/contract/kernel/call'
import { settlementCalls, settlementNumber } from '@portal/contract/settlement/settlement'
import { testOrderCalls, testOrderNumber } from '@portal/contract/test-order/test-order'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'

// Exported files of settlements and bills: the same access and filters as the lists; also the sums of a list.

const { world, s } = await sceneWorld()
const card = await s.card(s.payer, 100_000)
const orders = [
  await s.confirmed({ priceFen: 1_000 }),
  await s.confirmed({ priceFen: 2_500 }),
  await s.cancelled({ feeFen: 5_000 }),
]
const { id: waiting } = await world.ok(s.payer, settlementCalls.create, {
  body: { testOrderIds: [orders[1] ?? 0], way: 'fund_card', shares: [{ cardId: card, amountFen: 2_500 }] },
})

const file = (by: Person, call: Call, args: object = {}) =>
  world.app.inject({ url: makeAddress(call, args), headers: { authorization: by.token } })
async function sheet(by: Person, call: Call, args: object = {}): Promise<unknown[][]> {
  const answer = await file(by, call, args)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  return (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
}
const column = (rows: unknown[][], header: string) =>
  rows.slice(1).map((r) => r[rows[0]?.indexOf(header) ?? -1])

test('test orders', async () => {
  const all = await sheet(s.finance, testOrderCalls.export, { query: { scope: 'all' } })
  expect(column(all, '测试单号')).toEqual(orders.toReversed().map(testOrderNumber))
  expect(column(all, '实际费用（元）')).toEqual([50, 25, 10])
  const [payer] = await world.sql<{ username: string; unit: string | null }>(
    `select u.username, d.name as unit from user_account u left join dept d on d.id = u.dept_id
      where u.id = $1`,
    [s.payer.id],
  )
  expect(new Set(column(all, '付款人学工号'))).toEqual(new Set([payer?.username]))
  expect(new Set(column(all, '付款人单位').map((v) => v || null))).toEqual(new Set([payer?.unit]))
  expect(column(all, '说明').map((v) => v || null)).toEqual(['逾期取消费', null, null])
  expect(
    column(await sheet(s.payer, testOrderCalls.export, { query: { state: 'in_settlement' } }), '结算单号'),
  ).toEqual([settlementNumber(waiting)])
  expect(
    column(
      await sheet(s.director, testOrderCalls.export, {
        query: { scope: 'lab', keyword: testOrderNumber(orders[0] ?? 0) },
      }),
      '测试单号',
    ),
  ).toHaveLength(1)
  // Another lab's director sees none of them, and only the back office sees all.
  expect(await sheet(s.outsider, testOrderCalls.export, { query: { scope: 'lab' } })).toHaveLength(1)
  expect((await file(s.payer, testOrderCalls.export, { query: { scope: 'all' } })).statusCode).toBe(403)
})

test('settlements, and those that wait for finance', async () => {
  expect(column(await sheet(s.payer, settlementCalls.export), '结算单号')).toEqual([
    settlementNumber(waiting),
  ])
  expect(
    column(await sheet(s.finance, settlementCalls.export, { query: { scope: 'waiting' } }), '金额（元）'),
  ).toEqual([25])
  expect(
    await sheet(s.finance, settlementCalls.export, { query: { scope: 'waiting', way: 'offline' } }),
  ).toHaveLength(1)
  // What bookkeeping needs: the card with its project, the payee, and the voucher, which finance may correct.
  await world.sql(`update fund_card set project_code = 'NSFC-1' where id = $1`, [card])
  const posting = (by: Person, body: object) =>
    world.send(by, settlementCalls.post, { params: { id: waiting }, body: body as never })
  expect(await posting(s.payer, { number: 'JZ-9', postedOn: '2026-01-05' })).toMatchObject({ status: 403 })
  expect(await posting(s.finance, { number: 'JZ-9', postedOn: '2099-01-05' })).toMatchObject({ status: 422 })
  for (const number of ['JZ-9', 'JZ-10'])
    expect(await posting(s.finance, { number, postedOn: '2026-01-05' })).toMatchObject({
      status: 200,
      data: { posting: { number } },
    })
  const books = await sheet(s.finance, settlementCalls.export, { query: { scope: 'waiting' } })
  const said = (header: string) => column(books, header)[0]
  expect([
    said('经费卡名称'),
    said('项目编号'),
    said('各卡金额'),
    said('付款人'),
    said('实验室'),
    said('收款单位'),
    said('记账凭证号'),
    said('记账日期'),
  ]).toEqual(['课题经费', 'NSFC-1', '25.00', '付款人', '电镜中心', '材料学院', 'JZ-10', '2026-01-05'])
  expect((await sheet(s.payer, settlementCalls.export))[0]).not.toContain('经费卡号')
  for (const query of [{}, { scope: 'waiting' }])
    expect(await sheet(s.outsider, settlementCalls.export, { query })).toHaveLength(1)
})

test('a card’s ledger', async () => {
  await world.ok(s.payer, fundCardCalls.authorise, { params: { id: card, userId: s.booker.id }, body: {} })
  const params = { id: card }
  const owner = await sheet(s.payer, fundCardCalls.ledgerExport, { params })
  expect(column(owner, '类型')).toEqual(['冻结', '充值'])
  expect(column(owner, '余额（元）')).toEqual([1_000, 1_000])
  expect(column(owner, '编号')[0]).toBe(settlementNumber(waiting))
  expect([column(owner, '使用人')[0], column(owner, '仪器')[0]]).toEqual([s.booker.name, '场发射扫描电镜'])
  expect(
    column(
      await sheet(s.finance, fundCardCalls.ledgerExport, { params, query: { kind: 'topup' } }),
      '余额变动（元）',
    ),
  ).toEqual([1_000])
  // An authorised person sees their own entries, without the card's balance.
  const own = await sheet(s.booker, fundCardCalls.ledgerExport, { params })
  expect([own.length, own[0]?.includes('余额（元）')]).toEqual([1, false])
  expect((await file(s.outsider, fundCardCalls.ledgerExport, { params })).statusCode).toBe(403)
})

test('what a list comes to', async () => {
  const { sumFen } = await world.ok(s.finance, testOrderCalls.settleList, { query: { size: 1 } })
  expect(sumFen).toBe(8_500)
  expect((await world.ok(s.payer, testOrderCalls.mine, { query: { state: 'confirmed' } })).sumFen).toBe(6_000)
  expect((await world.ok(s.finance, settlementCalls.awaitingMe, { query: {} })).sumFen).toBe(2_500)
  const first = await world.ok(s.payer, fundCardCalls.ledger, { params: { id: card }, query: { size: 1 } })
  expect(first.sums).toEqual({ inFen: 100_000, outFen: 0, frozenFen: 2_500 })
  expect(
    (
      await world.ok(s.payer, fundCardCalls.ledger, {
        params: { id: card },
        query: { size: 1, before: first.next ?? 0 },
      })
    ).sums,
  ).toBeNull()
  expect(
    (await world.ok(s.payer, fundCardCalls.ledger, { params: { id: card }, query: { kind: 'freeze' } })).sums,
  ).toEqual({ inFen: 0, outFen: 0, frozenFen: 2_500 })
})
