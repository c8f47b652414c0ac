import { peopleCalls } from '@portal/contract/people/people'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls, type TestOrderState } from '@portal/contract/test-order/test-order'
import { expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { brokenOrderLogs, brokenRules } from '../../testing/ledger.ts'
import { createPersonnel, sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { reassign } from '../approval/due.action.ts'

// A confirmed price is corrected in a new version: the old one is kept, and the payer agrees to a rise.

const { world, s } = await sceneWorld()
const sysadmin = await world.person('系统管理员', {
  permissions: ['ADMIN', 'SYSTEM_ADMIN', 'TEST_ORDER_ALL'],
})

const info = (who: Person, id: number) => world.ok(who, testOrderCalls.get, { query: { id } })
const audit = async (
  who: Person,
  id: number,
  state: TestOrderState,
  verdict: 'approve' | 'return' = 'approve',
) =>
  (
    await world.ok(who, testOrderCalls.audit, { body: { items: [{ id, state }], verdict, reason: '原因' } })
  )[0]
const form = { startAt: '2026-01-05T02:00:00Z', endAt: '2026-01-05T03:00:00Z' }
const correct = (who: Person, id: number) =>
  world.send(who, testOrderCalls.correct, { params: { id }, body: { reason: '样品数填错' } })
/** The reviewer fills the order in again and submits it. */
async function refill(id: number, sampleCount: number): Promise<void> {
  await world.ok(s.reviewer, testOrderCalls.save, { params: { id }, body: { ...form, sampleCount } })
  await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
  await audit(s.director, id, 'awaiting_director')
}
const frozen = async (cardId: number) =>
  (await world.sql<{ f: number }>('select frozen_fen as f from fund_card where id = $1', [cardId]))[0]?.f
const pay = (id: number, cardId: number, amountFen: number) =>
  world.send(s.payer, settlementCalls.create, {
    body: { testOrderIds: [id], way: 'fund_card', shares: [{ cardId, amountFen }] },
  })

test('a price that fell: as the flow says, the hold follows, and the old version stays in sight', async () => {
  const cardId = await s.card(s.payer, 100_000)
  const id = await s.confirmed({ samples: 3, holdOn: cardId })
  expect((await info(s.reviewer, id)).can).toContain('correct')
  expect((await info(s.director, id)).can).toContain('correct')
  for (const who of [s.booker, s.payer, s.finance]) {
    expect((await info(who, id)).can).not.toContain('correct')
    expect(await correct(who, id)).toMatchObject({ status: 403 })
  }
  expect(await correct(s.outsider, id)).toMatchObject({ status: 403 })
  expect(
    await world.send(s.reviewer, testOrderCalls.correct, { params: { id }, body: { reason: ' ' } }),
  ).toMatchObject({ status: 400 })
  expect(await correct(s.reviewer, id)).toMatchObject({
    status: 200,
    data: { state: 'draft', version: 2, can: expect.arrayContaining(['fill', 'submit']) },
  })
  expect(await correct(s.director, id)).toMatchObject({ status: 409 })
  await refill(id, 2)
  // Cheaper: the payer is not asked, and the booker confirms as usual.
  expect((await info(s.booker, id)).progress.map((p) => p.key)).not.toContain('payer')
  expect(await audit(s.booker, id, 'awaiting_booker')).toMatchObject({ ok: true, state: 'confirmed' })
  expect(await frozen(cardId)).toBe(24_000)
  const now = await info(s.payer, id)
  expect(now).toMatchObject({ totalFen: 24_000, version: 2, previousFen: 36_000 })
  expect(now.versions).toMatchObject([
    { version: 1, totalFen: 36_000, sampleCount: 3, reason: '样品数填错', correctedBy: { name: '审核员' } },
  ])
  expect(now.versions[0]?.lines[0]).toMatchObject({ amountFen: 36_000 })
  expect(now.history.map((h) => h.event)).toContain('correct')
  // Versions are append-only, and the bill changes only as a draft.
  await expect(
    world.sql('update test_order_version set total_fen = 1 where test_order_id = $1', [id]),
  ).rejects.toThrow('append-only')
  await expect(world.sql('update test_order set total_fen = 1 where id = $1', [id])).rejects.toThrow(
    'test_order_version_kept',
  )
  await expect(world.sql(`update test_order set state = 'draft' where id = $1`, [id])).rejects.toThrow(
    'test_order_version_kept',
  )
})

test('a price that rose: whoever pays agrees, or it goes back', async () => {
  const id = await s.confirmed({ samples: 1 })
  expect(await correct(s.director, id)).toMatchObject({ status: 200, data: { state: 'draft' } })
  await refill(id, 2)
  expect(await audit(s.booker, id, 'awaiting_booker')).toMatchObject({ ok: true, state: 'awaiting_payer' })
  expect((await info(s.booker, id)).can).toEqual([])
  expect(await audit(s.booker, id, 'awaiting_payer')).toMatchObject({ ok: false })
  for (const verdict of ['approve', 'return'] as const)
    expect([verdict, (await audit(sysadmin, id, 'awaiting_payer', verdict))?.ok]).toEqual([verdict, false])
  expect((await info(sysadmin, id)).can).toEqual([])
  const asked = await info(s.payer, id)
  expect(asked.can).toEqual(['agree', 'return'])
  expect(asked.progress.find((p) => p.key === 'payer')).toMatchObject({ status: 'current', who: '付款人' })
  expect(await audit(s.payer, id, 'awaiting_payer', 'return')).toMatchObject({ ok: true, state: 'draft' })
  await refill(id, 2)
  await audit(s.booker, id, 'awaiting_booker')
  expect(await audit(s.payer, id, 'awaiting_payer')).toMatchObject({ ok: true, state: 'confirmed' })
  expect(await info(s.payer, id)).toMatchObject({ totalFen: 24_000, can: ['settle'] })
  // A booker who pays is asked once, as payer.
  const own = await s.confirmed({ payerId: s.booker.id })
  await correct(s.reviewer, own)
  await refill(own, 2)
  expect(await audit(s.booker, own, 'awaiting_payer')).toMatchObject({ ok: true, state: 'confirmed' })
  expect(await brokenOrderLogs(world.sql)).toEqual([])
})

test('whose payer has left costs no more before another one has agreed to pay: nobody agrees in his place', async () => {
  const [leaver, heir] = [await world.person('毕业生'), await world.person('接任导师')]
  const id = await s.confirmed({ payerId: leaver.id })
  await world.sql('update user_account set enabled = false where id = $1', [leaver.id])
  await correct(s.reviewer, id)
  const fill = (sampleCount: number) =>
    world.ok(s.reviewer, testOrderCalls.save, { params: { id }, body: { ...form, sampleCount } })
  await fill(2)
  expect(await world.send(s.reviewer, testOrderCalls.submit, { params: { id } })).toMatchObject({
    status: 422,
    code: 'PAYER_GONE',
    message:
      '付款人账号已停用，无人可以同意调高的费用：请先按不高于更正前的 120.00 元提交，确认后由实验室主任或财务更换付款人，新付款人同意后再更正费用',
  })
  expect(await info(s.reviewer, id)).toMatchObject({
    state: 'draft',
    totalFen: 24_000,
    can: expect.arrayContaining(['fill', 'submit']),
  })
  // The old price may be confirmed; then a new payer agrees to the bill, and later to the rise.
  await refill(id, 1)
  expect(await audit(s.booker, id, 'awaiting_booker')).toMatchObject({ ok: true, state: 'confirmed' })
  await world.ok(s.director, testOrderCalls.proposePayer, {
    params: { id },
    body: { payerId: heir.id, reason: '已毕业' },
  })
  expect(await audit(heir, id, 'confirmed')).toMatchObject({ ok: true })
  await correct(s.reviewer, id)
  await refill(id, 2)
  await audit(s.booker, id, 'awaiting_booker')
  expect(await audit(heir, id, 'awaiting_payer')).toMatchObject({ ok: true, state: 'confirmed' })
  expect(await info(heir, id)).toMatchObject({ payer: { id: heir.id }, totalFen: 24_000 })
})

test('who leaves while a rise waits: it is filled in again, and nobody is asked in his place', async () => {
  const { clerk, admin } = await createPersonnel(world)
  const leaver = await world.person('将毕业')
  const corrected = async (payer: Person, samples: number) => {
    const id = await s.confirmed({ payerId: payer.id, samples: 2 })
    await correct(s.reviewer, id)
    await world.ok(s.reviewer, testOrderCalls.save, {
      params: { id },
      body: { ...form, sampleCount: samples },
    })
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    return id
  }
  const asked = async (id: number) => {
    await audit(s.director, id, 'awaiting_director')
    expect(await audit(s.booker, id, 'awaiting_booker')).toMatchObject({ ok: true, state: 'awaiting_payer' })
    return id
  }
  const [early, waits, fell] = [
    await corrected(leaver, 3),
    await asked(await corrected(leaver, 3)),
    await corrected(leaver, 1),
  ]
  expect(
    await world.send(clerk, peopleCalls.setEnabled, { params: { id: leaver.id }, body: { enabled: false } }),
  ).toMatchObject({ status: 200 })
  for (const id of [early, waits]) {
    expect(await info(s.director, id)).toMatchObject({
      state: 'draft',
      reason: expect.stringContaining('付款人账号已停用'),
    })
    expect(
      await world.sql(
        `select step from approval_task where business = 'test_order' and row_id = $1 and state = 'waiting'`,
        [id],
      ),
    ).toEqual([{ step: 'fill' }])
  }
  expect((await info(s.director, fell)).state).toBe('awaiting_director')
  // Submitted or approved while the payer leaves: the order is returned and nobody else is asked.
  const last = await world.person('同时离校')
  const [judged, fallen] = [await corrected(last, 3), await asked(await corrected(last, 3))]
  await world.sql('update user_account set enabled = false where id = $1', [last.id])
  await world.asSystem((ctx) => reassign(ctx))
  for (const [who, id, state] of [
    [s.director, judged, 'awaiting_director'],
    [admin, fallen, 'awaiting_payer'],
  ] as const) {
    expect(await audit(who, id, state)).toMatchObject({
      ok: false,
      message: expect.stringContaining('付款人账号已停用'),
    })
    expect(await audit(who, id, state, 'return')).toMatchObject({ ok: true, state: 'draft' })
  }
  expect(await brokenOrderLogs(world.sql)).toEqual([])
})

test('after a reversal it is corrected and settled anew; the old settlement shows what was settled then', async () => {
  const cardId = await s.card(s.payer, 100_000)
  const id = await s.confirmed({ samples: 2 })
  const { data: first } = await pay(id, cardId, 24_000)
  expect(await correct(s.reviewer, id)).toMatchObject({ status: 409 })
  const act = (who: Person, state: 'awaiting_finance' | 'awaiting_reversal', settlementId = first.id) =>
    world.ok(who, settlementCalls.audit, {
      body: { items: [{ id: settlementId, state }], verdict: 'approve' },
    })
  await act(s.finance, 'awaiting_finance')
  expect(await correct(s.reviewer, id)).toMatchObject({ status: 409 })
  await world.ok(s.payer, settlementCalls.askReversal, {
    params: { id: first.id },
    body: { reason: '计费有误' },
  })
  await act(s.finance2, 'awaiting_reversal')
  expect(await correct(s.reviewer, id)).toMatchObject({ status: 200 })
  await refill(id, 1)
  await audit(s.booker, id, 'awaiting_booker')
  const sums = await world.sql<{ fen: number }>(
    `select coalesce(sum(balance_delta_fen), 0)::int8 as fen from ledger_entry where business = 'settlement' and row_id = $1`,
    [first.id],
  )
  expect(sums).toEqual([{ fen: 0 }])
  // A total read before the correction cannot be settled.
  expect(
    await world.send(s.payer, settlementCalls.create, {
      body: { testOrderIds: [id], way: 'offline', totalFen: 24_000 },
    }),
  ).toMatchObject({ status: 409 })
  const { data: second } = await pay(id, cardId, 12_000)
  await act(s.finance, 'awaiting_finance', second.id)
  const old = await world.ok(s.payer, settlementCalls.get, { query: { id: first.id } })
  expect(old.items).toMatchObject([{ amountFen: 24_000, sampleCount: 2, lines: [{ amountFen: 24_000 }] }])
  expect(await brokenRules(world.sql)).toEqual([])
  // The fee of a late cancellation was named before the click: there is nothing to correct.
  const fee = await s.cancelled()
  expect((await info(s.reviewer, fee)).can).not.toContain('correct')
  expect(await correct(s.reviewer, fee)).toMatchObject({ status: 403 })
})

test('a correction and a settlement at the same moment: one of them', async () => {
  for (let round = 0; round < 4; round++) {
    const cardId = await s.card(s.payer, 100_000)
    const id = await s.confirmed()
    const [corrected, paid] = await Promise.all([correct(s.reviewer, id), pay(id, cardId, 12_000)])
    expect([corrected.status, paid.status].toSorted()).toEqual([200, 409])
    expect((await info(s.reviewer, id)).state).toBe(corrected.status === 200 ? 'draft' : 'in_settlement')
  }
  expect(await brokenRules(world.sql)).toEqual([])
})

/** Submits while another transaction has executed `change` and not committed yet. */
async function submitWhile(id: number, change: string) {
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(change, [id])
    const answer = world.send(s.reviewer, testOrderCalls.submit, { params: { id } })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('commit')
    return await answer
  } finally {
    holder.release()
  }
}

test('what is handed in is what was judged: a sum that rose meanwhile is not agreed on by nobody', async () => {
  await world.sql(
    `insert into approval_policy (business, step, device_id, required)
      values ('test_order', 'director', $1, false), ('test_order', 'booker', $1, false)`,
    [s.deviceId],
  )
  expect(
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id: await s.draft() } }),
  ).toMatchObject({ state: 'confirmed' })
  const id = await s.confirmed()
  await correct(s.reviewer, id)
  const rises =
    'update test_order set total_fen = 24000, sample_count = 2, revision = revision + 1 where id = $1'
  expect(await submitWhile(id, rises)).toMatchObject({ status: 409, code: 'TOO_LATE' })
  expect(await info(s.reviewer, id)).toMatchObject({ state: 'draft', totalFen: 24_000 })
  expect(await world.send(s.reviewer, testOrderCalls.submit, { params: { id } })).toMatchObject({
    data: { state: 'awaiting_payer' },
  })
})
