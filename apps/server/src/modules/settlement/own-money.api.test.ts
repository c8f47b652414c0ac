import { edit } from '@portal/contract/kernel/permissions'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { expect, test } from 'vitest'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'

// A finance clerk who owes money cannot confirm the payment or waive it; another clerk has to.

const { world, s } = await sceneWorld()
const admin = await world.person('系统管理员', { permissions: ['ADMIN'] })
const p = await world.person('财务兼付款人', { permissions: edit('FINANCIAL') })
const b = await world.person('财务兼预约人', { permissions: edit('FINANCIAL') })

const pdf = {
  name: '回单.pdf',
  content: Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
}
const remitted = async (by = p) => {
  const testOrderIds = [await s.confirmed({ payerId: p.id })]
  const { id } = await world.ok(s.booker, settlementCalls.create, { body: { testOrderIds, way: 'offline' } })
  await world.ok(by, settlementCalls.remit, {
    params: { id },
    body: { voucherNumber: 'V-1', remitter: '某某公司', remittedOn: '2026-03-01' },
    files: [pdf],
  })
  return id
}
const receive = async (who: Person, id: number) =>
  (
    await world.ok(who, settlementCalls.audit, {
      body: { items: [{ id, state: 'awaiting_finance' }], verdict: 'approve' },
    })
  )[0]
const proposed = async (bookerId: number, payerId: number) => {
  const id = await s.confirmed({ bookerId, payerId })
  await world.ok(s.director, testOrderCalls.proposeWriteOff, {
    params: { id },
    body: { reason: '无法收取' },
    files: [],
  })
  return id
}
const writeOff = async (who: Person, id: number) =>
  (
    await world.ok(who, testOrderCalls.audit, {
      body: { items: [{ id, state: 'confirmed' }], verdict: 'approve' },
    })
  )[0]
const waiting = async (who: Person, of: 'settlement' | 'test_order') =>
  of === 'settlement'
    ? (await world.ok(who, settlementCalls.awaitingMe, { query: {} })).items.map((x) => x.id)
    : (await world.ok(who, testOrderCalls.awaitingMe, { query: {} })).items.map((x) => x.id)
/** The recipient of the last message about it. */
const told = async (title: string) =>
  (
    await world.sql<{ role: string }>(
      `select payload -> 'role' ->> 'role' as role from outbox
        where kind = 'tell' and payload ->> 'title' = $1 order by id desc limit 1`,
      [title],
    )
  )[0]?.role

test('who pays does not say that his money has come', async () => {
  const id = await remitted()
  expect(await receive(p, id)).toMatchObject({ ok: false })
  expect(await waiting(p, 'settlement')).not.toContain(id)
  expect(await waiting(s.finance, 'settlement')).toContain(id)
  expect(await told('结算单待财务处理')).toBe('finance')
  // Refused also for a task from before this rule, which still waits for the payer.
  await world.sql(`update approval_task set barred_id = null where business = 'settlement' and row_id = $1`, [
    id,
  ])
  expect(await receive(p, id)).toMatchObject({ ok: false, message: '付款人不能为自己的结算单扣款或确认到账' })
  expect(await receive(s.finance, id)).toMatchObject({ ok: true, state: 'settled' })
})

test('who pays is not asked to say so either, whoever has remitted', async () => {
  const id = await remitted(s.booker)
  const listTold = async () =>
    (
      await world.sql<{ name: string }>(
        `select u.name from message m join user_account u on u.id = m.user_id
          where m.title = '结算单待财务处理' and m.link = $1`,
        [`/account/payOrderDetail?id=${id}`],
      )
    ).map((m) => m.name)
  const others = [s.finance, s.finance2, b].map((who) => who.name)
  await expect.poll(async () => (await listTold()).toSorted()).toEqual(others.toSorted())
})

test('neither who pays nor who booked writes it off', async () => {
  for (const [id, own] of [
    [await proposed(s.booker.id, p.id), [p]],
    [await proposed(b.id, s.payer.id), [b]],
    [await proposed(b.id, p.id), [p, b]],
  ] as const) {
    for (const who of own) expect(await writeOff(who, id), who.name).toMatchObject({ ok: false })
    expect(await waiting(own[0], 'test_order')).not.toContain(id)
    await world.sql(
      `update approval_task set barred_id = null where business = 'test_order' and row_id = $1`,
      [id],
    )
    for (const who of own)
      expect(await writeOff(who, id)).toMatchObject({
        ok: false,
        message: '预约人或付款人不能核定自己的核销',
      })
    expect(await writeOff(s.finance, id)).toMatchObject({ ok: true, state: 'written_off' })
  }
})

test('where nobody else works for finance, it falls to the administrators, and they are told', async () => {
  const others = [s.finance.id, s.finance2.id, b.id]
  await world.sql('update user_account set enabled = false where id = any($1)', [others])
  const id = await remitted()
  expect(await receive(p, id)).toMatchObject({ ok: false })
  expect(await told('结算单待财务处理')).toBe('sysadmin')
  expect(await waiting(admin, 'settlement')).toContain(id)
  expect(await receive(admin, id)).toMatchObject({ ok: true, state: 'settled' })

  const order = await proposed(s.booker.id, p.id)
  expect(await writeOff(p, order)).toMatchObject({ ok: false })
  expect(await told('核销待审批')).toBe('sysadmin')
  expect(await waiting(admin, 'test_order')).toContain(order)
  expect(await writeOff(admin, order)).toMatchObject({ ok: true, state: 'written_off' })
})
