import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'

const { world, s } = await sceneWorld()

const info = (who: Person, id: number) => world.ok(who, testOrderCalls.get, { query: { id } })
const answer = (who: Person, id: number, verdict: 'approve' | 'return', reason?: string) =>
  world.ok(who, testOrderCalls.audit, { body: { items: [{ id, state: 'confirmed' }], verdict, reason } })
const waiting = (id: number) =>
  world.sql<{ step: string; role: string }>(
    `select step, role from approval_task where business = 'test_order' and row_id = $1 and state = 'waiting'`,
    [id],
  )
const paper = {
  name: '依据.pdf',
  type: 'application/pdf',
  content: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<<>>\n%%EOF'),
}

test('whose payer has left goes to a new payer who agrees: price and history stay, what was frozen is free', async () => {
  const leaver = await world.person('离校学生')
  const heir = await world.person('接任导师')
  const card = await s.card(leaver, 50_000)
  const id = await s.confirmed({ bookerId: leaver.id, payerId: leaver.id, holdOn: card })
  await world.sql('update user_account set enabled = false where id = $1', [leaver.id])
  expect(
    (await world.ok(s.director, testOrderCalls.measureList, { query: { payerGone: 'true' } })).items,
  ).toMatchObject([{ id, payerGone: true, can: ['propose_payer', 'propose_write_off'] }])
  expect((await info(s.director, id)).progress.at(-1)).toMatchObject({ who: '实验室主任或财务' })
  const ask = (who: Person, payerId: number) =>
    world.send(who, testOrderCalls.proposePayer, { params: { id }, body: { payerId, reason: '学生已毕业' } })
  expect((await ask(s.outsider, heir.id)).status).toBe(403)
  expect(await ask(s.director, leaver.id)).toMatchObject({ code: 'PAYER_SAME' })
  expect(await ask(s.director, 999_999)).toMatchObject({ code: 'PAYER_UNKNOWN' })
  expect(await ask(s.director, heir.id)).toMatchObject({ status: 200 })
  expect((await ask(s.finance, heir.id)).status).toBe(403)
  expect(await info(s.director, id)).toMatchObject({
    proposed: 'payer',
    proposal: { payer: { name: '接任导师' }, by: { name: '主任' }, reason: '学生已毕业' },
    can: ['correct', 'withdraw'],
  })

  // The new payer may refuse; nobody may answer for them, not even an administrator.
  expect(await waiting(id)).toEqual([{ step: 'new_payer', role: 'person' }])
  const admin = await world.person('管理员', { permissions: ['ADMIN'] })
  expect(await answer(admin, id, 'approve')).toMatchObject([{ ok: false }])
  expect(await answer(heir, id, 'return', '不是我组的学生')).toMatchObject([{ ok: true }])
  expect(await info(s.director, id)).toMatchObject({ proposed: null, payer: { id: leaver.id } })
  await ask(s.finance, heir.id)
  expect((await info(heir, id)).can).toEqual(['accept_payer', 'decline_payer'])
  expect(await answer(heir, id, 'approve')).toMatchObject([{ ok: true, state: 'confirmed' }])
  const now = await info(heir, id)
  expect(now).toMatchObject({
    payer: { id: heir.id },
    payerGone: false,
    proposed: null,
    totalFen: 12_000,
    can: ['settle'],
  })
  expect(now.history.slice(-4).map((h) => [h.title, h.who])).toEqual([
    ['提出更换付款人', '主任'],
    ['拒绝付款', '接任导师'],
    ['提出更换付款人', '财务甲'],
    ['同意付款', '接任导师'],
  ])
  expect(await waiting(id)).toEqual([])
  expect(await world.ok(s.finance, fundCardCalls.list, { query: { ownerId: leaver.id } })).toMatchObject({
    items: [{ frozenFen: 0, balanceFen: 50_000 }],
  })
})

test('what nobody pays is written off by somebody else than proposes it, above an amount with a paper, and never changes again', async () => {
  const id = await s.confirmed({ priceFen: 100_000 })
  const write = (who: Person, files: (typeof paper)[] = []) =>
    world.send(who, testOrderCalls.proposeWriteOff, {
      params: { id },
      body: { reason: '付款人离校，无法联系' },
      files,
    })
  expect(await write(s.finance)).toMatchObject({
    code: 'PAPER_MISSING',
    message: expect.stringContaining('1000'),
  })
  expect((await write(s.payer, [paper])).status).toBe(403)
  expect(await write(s.finance, [paper])).toMatchObject({ status: 200 })
  expect((await info(s.finance, id)).can).toEqual(['withdraw'])
  expect(await answer(s.finance, id, 'approve')).toMatchObject([{ ok: false }])
  expect(await info(s.finance2, id)).toMatchObject({
    papers: [{ name: '依据.pdf' }],
    can: ['write_off', 'decline_write_off', 'withdraw'],
  })
  expect(await answer(s.finance2, id, 'return', '请先催缴')).toMatchObject([{ ok: true, state: 'confirmed' }])
  await write(s.finance, [paper])
  expect(await answer(s.finance2, id, 'approve')).toMatchObject([{ ok: true, state: 'written_off' }])
  expect(await info(s.payer, id)).toMatchObject({
    state: 'written_off',
    totalFen: 100_000,
    reason: '付款人离校，无法联系',
    can: [],
    progress: expect.arrayContaining([expect.objectContaining({ title: '核销', who: '财务乙' })]),
  })
  await expect(world.sql(`update test_order set state = 'confirmed' where id = $1`, [id])).rejects.toThrow(
    'append-only',
  )
  expect(
    await world.send(s.payer, settlementCalls.create, {
      body: { testOrderIds: [id], way: 'offline', shares: [] },
    }),
  ).toMatchObject({ status: 409 })
})

test('a write-off locks the card on which money is held before the bill and its task', async () => {
  const card = await s.card(s.payer, 50_000)
  const id = await s.confirmed({ holdOn: card })
  await world.ok(s.finance, testOrderCalls.proposeWriteOff, {
    params: { id },
    body: { reason: '付款人离校' },
    files: [],
  })
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from fund_card where id = $1 for no key update', [card])
    const writing = answer(s.finance2, id, 'approve')
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('select from test_order where id = $1 for no key update nowait', [id])
    await holder.query(
      `select from approval_task where business = 'test_order' and row_id = $1 for no key update nowait`,
      [id],
    )
    await holder.query('commit')
    expect(await writing).toMatchObject([{ ok: true, state: 'written_off' }])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('a batch of write-offs locks all its cards before the first bill', async () => {
  const cards = [await s.card(s.payer, 50_000), await s.card(s.payer, 50_000)]
  const ids: number[] = []
  for (const holdOn of cards) {
    const id = await s.confirmed({ holdOn })
    await world.ok(s.finance, testOrderCalls.proposeWriteOff, {
      params: { id },
      body: { reason: '付款人离校' },
      files: [],
    })
    ids.push(id)
  }
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from fund_card where id = $1 for no key update', [cards[1]])
    const writing = world.ok(s.finance2, testOrderCalls.audit, {
      body: { items: ids.map((id) => ({ id, state: 'confirmed' as const })), verdict: 'approve' },
    })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('select from test_order where id = $1 for no key update nowait', [ids[0]])
    await holder.query('commit')
    expect((await writing).map((v) => v.state)).toEqual(['written_off', 'written_off'])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('what is withdrawn while it is approved is not written off', async () => {
  const id = await s.confirmed()
  await world.ok(s.finance, testOrderCalls.proposeWriteOff, {
    params: { id },
    body: { reason: '付款人离校' },
    files: [],
  })
  // What `withdraw` writes, not committed yet when the other clerk approves.
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(
      `update test_order set proposed = null, proposed_by = null, proposed_at = null, proposed_reason = null
        where id = $1`,
      [id],
    )
    const approved = answer(s.finance2, id, 'approve')
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('commit')
    expect(await approved).toMatchObject([{ ok: false }])
  } finally {
    holder.release()
  }
  expect(await info(s.payer, id)).toMatchObject({ state: 'confirmed', proposed: null })
})

test('where no amount is set nothing is written off without a paper', async () => {
  const id = await s.confirmed({ priceFen: 100_000 })
  const setAmount = (value: string) =>
    world.sql(
      `update dictionary_item set value = $1
        where dictionary_id = (select id from dictionary where name = 'write_off_paper_from')`,
      [value],
    )
  await setAmount('1,000')
  expect(
    await world.send(s.finance, testOrderCalls.proposeWriteOff, {
      params: { id },
      body: { reason: '付款人离校' },
      files: [],
    }),
  ).toMatchObject({ status: 409, code: 'DICTIONARY_NUMBER' })
  await setAmount('1000')
})

test('a settlement ends what is proposed, and what is settled is not written off', async () => {
  const id = await s.confirmed()
  await world.ok(s.director, testOrderCalls.proposeWriteOff, {
    params: { id },
    body: { reason: '失联' },
    files: [],
  })
  const settlement = await world.ok(s.booker, settlementCalls.create, {
    body: { testOrderIds: [id], way: 'offline', shares: [] },
  })
  expect(await info(s.director, id)).toMatchObject({ state: 'in_settlement', proposed: null, can: [] })
  expect(await waiting(id)).toEqual([])
  expect(
    await world.send(s.director, testOrderCalls.proposeWriteOff, {
      params: { id },
      body: { reason: '失联' },
      files: [],
    }),
  ).toMatchObject({ status: 409 })
  // The person who started it has left: the payer can cancel it, and so can finance.
  expect((await world.ok(s.payer, settlementCalls.get, { query: { id: settlement.id } })).can).toContain(
    'cancel',
  )
  expect(
    await world.ok(s.finance, settlementCalls.cancel, {
      params: { id: settlement.id },
      body: { reason: '发起人已离校' },
    }),
  ).toMatchObject({ state: 'cancelled' })
  expect(await info(s.payer, id)).toMatchObject({ state: 'confirmed', can: ['settle'] })
})
