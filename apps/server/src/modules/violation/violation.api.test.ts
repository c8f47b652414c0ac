import { absenceCalls } from '@portal/contract/approval/absence'
import { approvalCalls } from '@portal/contract/approval/approval'
import { bookingCalls } from '@portal/contract/booking/calls'
import { makeAddress } from '@portal/contract/kernel/call'
import {
  settlementCalls,
  settlementNumber,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { violationCalls, type ViolationScope } from '@portal/contract/violation/violation'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { findLocal } from '../../kernel/time.ts'
import { countBlocked } from '../../testing/blocked.ts'
import { brokenOrderLogs, brokenRules } from '../../testing/ledger.ts'
import { zone } from '../../testing/open-lab.ts'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { bookingJobs } from '../booking/booking.jobs.ts'

// A violation is listed, appealed, upheld or revoked; a revoked one no longer counts and costs nothing.

const { world, s } = await sceneWorld()
const admin = await world.person('系统管理员', { permissions: ['ADMIN', 'SYSTEM_ADMIN'] })
afterAll(async () => {
  expect(await brokenRules(world.sql)).toEqual([])
  expect(await brokenOrderLogs(world.sql)).toEqual([])
})

async function missed(
  about: { feeFen?: number; holdOn?: number } = {},
): Promise<{ id: number; bookingId: number }> {
  const bookingId = await s.coming({ priceFen: 20_000, feeFen: 5_000, ...about })
  await world.sql(
    `update booking set period = tstzrange(now() - interval '3 hours', now() - interval '2 hours')
      where id = $1`,
    [bookingId],
  )
  await runJob(
    world.app.deps,
    bookingJobs.find((j) => j.name === 'booking-miss')!,
  )
  const [v] = await world.sql<{ id: number }>('select id from violation where booking_id = $1', [bookingId])
  return { id: v!.id, bookingId }
}
const list = async (who: Person, scope: ViolationScope) =>
  (await world.ok(who, violationCalls.list, { query: { scope } })).items
const listActions = async (who: Person, scope: ViolationScope, id: number) =>
  (await list(who, scope)).find((v) => v.id === id)?.can
const appeal = (who: Person, id: number, reason = '当天停电') =>
  world.send(who, violationCalls.appeal, { params: { id }, body: { reason } })
const decide = (who: Person, id: number, verdict: 'uphold' | 'revoke', reason = '情况属实') =>
  world.send(who, violationCalls.decide, { params: { id }, body: { verdict, reason } })
const waits = async (who: Person) =>
  (await world.ok(who, approvalCalls.tasks, { query: { business: 'violation' } })).items.map((t) => t.rowId)
const suspended = async () =>
  (
    await world.sql<{ until: Date | null }>(
      'select suspended_until as until from user_account where id = $1',
      [s.booker.id],
    )
  )[0]?.until !== null
const seen = (id: number) =>
  world.sql(
    `select v.state, t.state as bill, t.total_fen as fen
      from violation v join test_order t using (booking_id) where v.id = $1`,
    [id],
  )
const audit = (who: Person, id: number, state: SettlementState) =>
  world.ok(who, settlementCalls.audit, { body: { items: [{ id, state }], verdict: 'approve' } })
const findNews = async (title: string, who: Person): Promise<string[]> =>
  (
    await world.sql<{ body: string }>(
      `select payload->>'body' as body from outbox
        where payload->>'title' = $1 and payload->'userIds' @> to_jsonb($2::int8) order by id`,
      [title, who.id],
    )
  ).map((n) => n.body)

test('three in a row suspend; who sees, objects and decides; struck out, it counts and costs no more', async () => {
  const card = await s.card(s.payer, 100_000)
  const [a, b, c] = [await missed({ holdOn: card }), await missed(), await missed({ feeFen: 0 })]
  expect(await suspended()).toBe(true)
  expect((await list(s.booker, 'mine')).map((v) => [v.id, v.kind, v.fee?.amountFen ?? null, v.can])).toEqual([
    [c.id, 'no_show', null, ['appeal']],
    [b.id, 'no_show', 5_000, ['appeal']],
    [a.id, 'no_show', 5_000, ['appeal']],
  ])
  for (const [who, scope, ids] of [
    [s.director, 'lab', 3],
    [s.reviewer, 'lab', 3],
    [s.outsider, 'lab', 0],
    [s.payer, 'mine', 0],
    [s.payer, 'lab', 0],
    [admin, 'all', 3],
  ] as const)
    expect([who.name, (await list(who, scope)).length]).toEqual([who.name, ids])
  const linked = await world.person('秘书', { permissions: ['SYSTEM_ADMIN'] })
  for (const who of [s.director, linked])
    expect((await world.send(who, violationCalls.list, { query: { scope: 'all' } })).status).toBe(403)
  expect([
    await listActions(s.director, 'lab', a.id),
    await listActions(s.reviewer, 'lab', a.id),
    await listActions(admin, 'all', a.id),
  ]).toEqual([['revoke'], [], ['revoke']])

  // Only the person appeals, once, with a reason, in time.
  for (const who of [s.director, s.payer, s.outsider, admin])
    expect((await appeal(who, a.id)).status).toBe(403)
  expect((await appeal(s.booker, a.id, ' ')).status).toBe(400)
  await world.sql(`update violation set at = now() - interval '16 days' where id = $1`, [c.id])
  expect([await listActions(s.booker, 'mine', c.id), (await appeal(s.booker, c.id)).code]).toEqual([
    [],
    'APPEAL_TOO_LATE',
  ])
  expect((await appeal(s.booker, a.id)).status).toBe(200)
  expect((await appeal(s.booker, a.id)).status).toBe(409)
  expect([await waits(s.director), await waits(s.booker), await waits(s.outsider)]).toEqual([[a.id], [], []])
  for (const who of [s.booker, s.reviewer, s.payer, s.outsider])
    expect((await decide(who, a.id, 'revoke')).status).toBe(403)

  // Both wait for the row, so both were judged on the appeal: what is upheld first may be revoked afterwards.
  const holder = await world.database.pool.connect()
  await holder.query('begin')
  await holder.query('select from violation where id = $1 for update', [a.id])
  const verdicts = [decide(s.director, a.id, 'revoke'), decide(s.director, a.id, 'uphold')] as const
  await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(2)
  await holder.query('commit')
  holder.release()
  const [one, two] = await Promise.all(verdicts)
  expect([one.status, two.status].toSorted()).toEqual([200, 409])
  if (two.status === 200) expect((await decide(s.director, a.id, 'revoke')).status).toBe(200)
  expect(await suspended()).toBe(false)
  expect(await waits(s.director)).toEqual([])
  expect(
    await world.sql(
      `select v.state, v.revoked_at is not null as at, t.state as bill, t.total_fen as fen,
        c.frozen_fen as frozen, b.held_fen as held
    from violation v join test_order t using (booking_id) join booking b on b.id = v.booking_id, fund_card c
    where v.id = $1 and c.id = $2`,
      [a.id, card],
    ),
  ).toEqual([{ state: 'revoked', at: true, bill: 'settled', fen: 0, frozen: 0, held: 0 }])
  const order = await world.ok(s.payer, testOrderCalls.measureInfo, { query: { bookingId: a.bookingId } })
  expect(order.versions).toMatchObject([{ version: 1, totalFen: 5_000 }])
  // The bookings show the fees that their bills ask for.
  const shown = (await world.ok(s.booker, bookingCalls.list, { query: { scope: 'mine' } })).items
  expect([a, b].map((v) => shown.find((x) => x.id === v.bookingId)?.feeFen)).toEqual([0, 5_000])

  // An upheld violation still counts; a keeper of the laboratory may revoke it later, but nobody their own.
  await appeal(s.booker, b.id)
  expect((await decide(s.director, b.id, 'uphold', '未见停电记录')).status).toBe(200)
  expect((await list(s.booker, 'mine')).find((v) => v.id === b.id)).toMatchObject({
    state: 'upheld',
    decisionReason: '未见停电记录',
    decidedBy: '主任',
    can: [],
    fee: { amountFen: 5_000 },
  })
  const titles = await world.sql<{ title: string }>(
    `select payload->>'title' as title from outbox where payload->'userIds' @> to_jsonb($1::int8)
        and payload->>'title' like '违约记录%' order by id`,
    [s.booker.id],
  )
  expect(titles.map((t) => t.title)).toEqual(expect.arrayContaining(['违约记录已撤销', '违约记录已维持']))
  expect(await world.ok(s.booker, bookingCalls.get, { params: { id: b.bookingId } })).toMatchObject({
    state: 'no_show',
  })
  await world.sql('update violation set user_id = $2 where id = $1', [c.id, s.director.id])
  expect((await decide(s.director, c.id, 'revoke')).status).toBe(403)
  await appeal(s.director, c.id)
  expect(await listActions(s.director, 'mine', c.id)).toEqual([])
})

test('a longer suspension by an administrator stays, and no message tells an earlier end', async () => {
  await world.sql(
    `update user_account set suspended_until = now() + interval '90 days', suspended_reason = '违反安全规定'
      where id = $1`,
    [s.booker.id],
  )
  const before = await findNews('预约资格已暂停', s.booker)
  for (let i = 0; i < 3; i++) await missed({ feeFen: 0 })
  expect(await findNews('预约资格已暂停', s.booker)).toEqual(before)
  expect(
    await world.sql(
      `select suspended_until > now() + interval '80 days' as long, suspended_reason as reason
        from user_account where id = $1`,
      [s.booker.id],
    ),
  ).toEqual([{ long: true, reason: '违反安全规定' }])
  await world.sql('update user_account set suspended_until = null, suspended_reason = null where id = $1', [
    s.booker.id,
  ])
})

test('who is asked to pay a fee in the place of another need not answer once it is waived', async () => {
  const { id, bookingId } = await missed()
  const order = await world.ok(s.payer, testOrderCalls.measureInfo, { query: { bookingId } })
  await world.ok(s.director, testOrderCalls.proposePayer, {
    params: { id: order.id },
    body: { payerId: s.outsider.id, reason: '付款人换组' },
  })
  const waiting = () =>
    world.sql(
      `select step from approval_task where business = 'test_order' and row_id = $1 and state = 'waiting'`,
      [order.id],
    )
  expect(await waiting()).toEqual([{ step: 'new_payer' }])
  expect((await decide(s.director, id, 'revoke')).status).toBe(200)
  expect(await waiting()).toEqual([])
})

test('a violation whose fee nobody pays is struck out like any other, and the fee stays written off', async () => {
  const { id, bookingId } = await missed()
  const order = await world.ok(s.payer, testOrderCalls.measureInfo, { query: { bookingId } })
  await world.ok(s.director, testOrderCalls.proposeWriteOff, {
    params: { id: order.id },
    body: { reason: '付款人离校' },
  })
  await world.ok(s.finance, testOrderCalls.audit, {
    body: { items: [{ id: order.id, state: 'confirmed' }], verdict: 'approve' },
  })
  expect((await decide(s.director, id, 'revoke')).status).toBe(200)
  expect(await seen(id)).toEqual([{ state: 'revoked', bill: 'written_off', fen: 5_000 }])
})

test('a fee that is being settled is named with its settlement, which is cancelled first', async () => {
  const card = await s.card(s.payer, 20_000)
  const { id, bookingId } = await missed()
  const fee = await world.ok(s.payer, testOrderCalls.measureInfo, { query: { bookingId } })
  const made = await world.ok(s.payer, settlementCalls.create, {
    body: { testOrderIds: [fee.id], way: 'fund_card', shares: [{ cardId: card, amountFen: 5_000 }] },
  })
  const refused = await decide(s.director, id, 'revoke')
  expect(refused).toMatchObject({ status: 409, code: 'FEE_IN_SETTLEMENT' })
  expect(refused.message).toContain(settlementNumber(made.id))
  await world.ok(s.payer, settlementCalls.cancel, { params: { id: made.id }, body: { reason: '违约将撤销' } })
  expect((await decide(s.director, id, 'revoke')).status).toBe(200)
})

test('a fee that was paid before its violation was struck out is owed no more once it is given back', async () => {
  const card = await s.card(s.payer, 20_000)
  const { id, bookingId } = await missed()
  const fee = await world.ok(s.payer, testOrderCalls.measureInfo, { query: { bookingId } })
  const use = await s.confirmed({ priceFen: 7_000 })
  const pay = async (testOrderIds: number[], amountFen: number) => {
    const made = await world.ok(s.payer, settlementCalls.create, {
      body: { testOrderIds, way: 'fund_card', shares: [{ cardId: card, amountFen }] },
    })
    await audit(s.finance, made.id, 'awaiting_finance')
    return made.id
  }
  const giveBack = async (settlementId: number) => {
    await world.ok(s.payer, settlementCalls.askReversal, {
      params: { id: settlementId },
      body: { reason: '违约已撤销' },
    })
    expect(await audit(s.finance2, settlementId, 'awaiting_reversal')).toMatchObject([{ state: 'reversed' }])
  }
  const paid = await pay([fee.id], 5_000)
  expect((await decide(s.director, id, 'revoke')).status).toBe(200)
  expect(await seen(id)).toEqual([{ state: 'revoked', bill: 'settled', fen: 5_000 }])
  // Finance is led to the settlement, where the reversal is approved.
  expect(
    await world.sql(
      `select payload ->> 'link' as link from outbox where payload ->> 'title' = '违约已撤销，费用待冲正'
        order by id desc limit 1`,
    ),
  ).toEqual([{ link: `/account/payOrderDetail?id=${paid}` }])
  await giveBack(paid)
  expect(await seen(id)).toEqual([{ state: 'revoked', bill: 'settled', fen: 0 }])
  expect((await world.ok(s.payer, testOrderCalls.get, { query: { id: fee.id } })).can).toEqual([])
  expect((await findNews('违约费用已免除', s.booker))[0]).toContain('50.00 元')
  const [told] = await findNews('结算单已冲正', s.payer)
  expect(told).toContain('无需再付')
  expect(told).not.toContain('重新结算')

  // Several bills were paid together: the others, including a fee that stands, must be paid again.
  const other = await missed()
  const standing = await missed()
  const fees = await Promise.all(
    [other, standing].map((v) =>
      world.ok(s.payer, testOrderCalls.measureInfo, { query: { bookingId: v.bookingId } }),
    ),
  )
  const together = await pay([...fees.map((f) => f.id), use], 17_000)
  expect((await decide(s.director, other.id, 'revoke')).status).toBe(200)
  await giveBack(together)
  expect([await seen(other.id), await seen(standing.id)]).toEqual([
    [{ state: 'revoked', bill: 'settled', fen: 0 }],
    [{ state: 'standing', bill: 'confirmed', fen: 5_000 }],
  ])
  expect((await world.ok(s.payer, testOrderCalls.get, { query: { id: use } })).can).toEqual(['settle'])
  expect((await findNews('结算单已冲正', s.payer)).at(-1)).toContain('1 张测试单费用已免除，其余可重新结算')

  // A remitted fee is refunded and must not be remitted again.
  const third = await missed()
  const { id: feeId } = await world.ok(s.payer, testOrderCalls.measureInfo, {
    query: { bookingId: third.bookingId },
  })
  const { id: remitted } = await world.ok(s.payer, settlementCalls.create, {
    body: { testOrderIds: [feeId], way: 'offline' },
  })
  const proof = {
    name: '回单.pdf',
    content: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
  }
  await world.ok(s.payer, settlementCalls.remit, {
    params: { id: remitted },
    body: { voucherNumber: 'HK-78', remitter: '企业', remittedOn: '2026-01-05' },
    files: [proof],
  })
  await audit(s.finance, remitted, 'awaiting_finance')
  expect((await decide(s.director, third.id, 'revoke')).status).toBe(200)
  await giveBack(remitted)
  await world.ok(s.finance, settlementCalls.refund, {
    params: { id: remitted },
    body: { number: 'TK-78', refundedOn: '2026-01-06' },
  })
  expect(await seen(third.id)).toEqual([{ state: 'revoked', bill: 'settled', fen: 0 }])
  expect([
    (await findNews('结算单已冲正', s.payer)).at(-1),
    ...(await findNews('汇款已退款', s.payer)),
  ]).toEqual([
    expect.stringContaining('待财务退款；费用已免除，无需再付。'),
    expect.stringContaining('已退回，费用已免除，无需再付。'),
  ])
})

test('a fee that comes back while its violation is struck out is owed no more', async () => {
  const { id, bookingId } = await missed()
  await world.sql(`update test_order set state = 'settled' where booking_id = $1`, [bookingId])
  // What the reversal of its settlement writes, not committed yet when the director decides.
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`update test_order set state = 'confirmed' where booking_id = $1`, [bookingId])
    const revoked = decide(s.director, id, 'revoke')
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('commit')
    expect((await revoked).status).toBe(200)
  } finally {
    holder.release()
  }
  expect(await seen(id)).toEqual([{ state: 'revoked', bill: 'settled', fen: 0 }])
})

test('who acts for an absent director finds the objection that waits for him, and answers it', async () => {
  const { id } = await missed({ feeFen: 0 })
  expect((await appeal(s.booker, id)).status).toBe(200)
  const deputy = await world.person('代理主任')
  const today = findLocal(new Date(), zone).day
  await world.ok(s.director, absenceCalls.add, {
    body: { deputyId: deputy.id, fromDay: today, toDay: today, reason: '出差' },
  })
  const open = async (who: Person, scope: ViolationScope = 'lab') =>
    (await world.ok(who, violationCalls.list, { query: { scope, id } })).items.map((v) => v.can)
  expect([await waits(deputy), await open(s.outsider), await open(deputy, 'mine')]).toEqual([[id], [], []])
  expect((await open(deputy)).map((can) => can.toSorted())).toEqual([['revoke', 'uphold']])
  expect(await list(deputy, 'lab')).toEqual([])
  expect((await decide(deputy, id, 'uphold')).status).toBe(200)
  expect(await open(deputy)).toEqual([])
})

test('the list of the campus is narrowed to one person, kind, laboratory and time, and its file alike', async () => {
  const { id } = await missed({ feeFen: 0 })
  const found = async (query: object) =>
    (await world.ok(admin, violationCalls.list, { query: { scope: 'all', size: 1000, ...query } })).items.map(
      (v) => v.id,
    )
  const all = await found({})
  const [other] = await world.sql<{ id: number }>('select id from lab where id <> $1', [s.labId])
  const today = findLocal(new Date(), zone).day
  for (const query of [
    { keyword: s.booker.name },
    { kind: 'no_show' },
    { labId: s.labId },
    { from: today, to: today },
  ])
    expect(await found(query), JSON.stringify(query)).toContain(id)
  for (const query of [
    { keyword: s.reviewer.name },
    { kind: 'late_cancel' },
    { labId: other?.id },
    { to: '2020-01-01' },
  ])
    expect(await found(query), JSON.stringify(query)).toEqual([])
  expect(await found({ order_by: 'at asc' })).toEqual(all.toReversed())

  const file = await world.app.inject({
    url: makeAddress(violationCalls.export, { query: { scope: 'all', keyword: s.booker.name } }),
    headers: { authorization: admin.token },
  })
  const [head = [], ...rows] = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
  const [booker] = await world.sql<{ username: string }>('select username from user_account where id = $1', [
    s.booker.id,
  ])
  expect(rows).toHaveLength((await found({ keyword: s.booker.name })).length)
  expect(new Set(rows.map((r) => r[head.indexOf('人员学工号')]))).toEqual(new Set([booker?.username]))
})
