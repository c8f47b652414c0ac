import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { holdsAny } from '@portal/contract/kernel/permissions'
import { peopleCalls } from '@portal/contract/people/people'
import { screenAt } from '@portal/contract/screens'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { expect, test } from 'vitest'
import { createPersonnel, sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'

const { world, s } = await sceneWorld()
const { clerk } = await createPersonnel(world)

const order = (id: number) => world.ok(s.finance, testOrderCalls.get, { query: { id } })
const card = async (id: number) =>
  (
    await world.sql<{ owner: number; frozen: number; enabled: boolean }>(
      'select owner_id as owner, frozen_fen as frozen, enabled from fund_card where id = $1',
      [id],
    )
  )[0]
const state = async (table: string, id: number) =>
  (await world.sql<{ state: string }>(`select state from ${table} where id = $1`, [id]))[0]?.state
const close = (by: Person, id: number, successorId?: number) =>
  world.send(by, peopleCalls.setEnabled, {
    params: { id },
    body: { enabled: false, ...(successorId && { successorId }) },
  })
const unknown = expect.anything()

test('closing an account says first what is open, and leaves nothing frozen or waiting for nobody', async () => {
  const leaver = await world.person('毕业生')
  const friend = await world.person('同组学生')
  const own = await s.card(leaver, 500_000)
  const lent = await s.card(s.payer, 500_000)
  await world.ok(s.payer, fundCardCalls.authorise, { params: { id: lent, userId: leaver.id }, body: {} })
  await world.ok(leaver, fundCardCalls.authorise, { params: { id: own, userId: s.payer.id }, body: {} })
  const coming = await s.coming({ bookerId: leaver.id, payerId: leaver.id, holdOn: own })
  const paysFor = await s.coming({ bookerId: friend.id, payerId: leaver.id, holdOn: lent })
  // Another person's booking on the leaver's card stays; the
  // money is released, and the payer names another card.
  const onCard = await s.coming({ bookerId: friend.id, payerId: s.payer.id, holdOn: own })
  const bill = await s.confirmed({ bookerId: leaver.id, payerId: leaver.id, holdOn: own })
  const settling = await s.confirmed({ bookerId: leaver.id, payerId: leaver.id })
  const { id: settlement } = await world.ok(leaver, settlementCalls.create, {
    body: { testOrderIds: [settling], way: 'offline', shares: [] },
  })
  const asks = await s.confirmed({ bookerId: s.payer.id, payerId: s.payer.id })
  const { id: asking } = await world.ok(s.payer, settlementCalls.create, {
    body: { testOrderIds: [asks], way: 'fund_card', shares: [{ cardId: own, amountFen: 12_000 }] },
  })

  expect((await world.send(s.finance, peopleCalls.closing, { params: { id: leaver.id } })).status).toBe(403)
  const before = await world.ok(clerk, peopleCalls.closing, { params: { id: leaver.id } })
  expect(Object.fromEntries(before.counts.map((c) => [c.kind, c.count]))).toEqual({
    booking: 1,
    booking_payer: 1,
    settlement: 1,
    settlement_owner: 1,
    bill: 1,
    card: 1,
    grant: 1,
  })
  const [begins] = await world.sql<{ at: Date }>('select lower(period) as at from booking where id = $1', [
    coming,
  ])
  expect(before.matters).toContainEqual({
    kind: 'booking',
    id: coming,
    title: '场发射扫描电镜',
    beginsAt: begins?.at.toISOString(),
    amountFen: 12_000,
    vacant: false,
  })
  expect(before.matters).toContainEqual({
    kind: 'bill',
    id: bill,
    title: unknown,
    beginsAt: null,
    amountFen: 12_000,
    vacant: false,
  })
  expect(await state('booking', coming)).toBe('awaiting_use')

  expect((await close(clerk, leaver.id)).status).toBe(200)
  expect([
    await state('booking', coming),
    await state('booking', paysFor),
    await state('booking', onCard),
  ]).toEqual(['revoked', 'awaiting_payer', 'awaiting_payer'])
  expect([await state('settlement', settlement), await state('settlement', asking)]).toEqual([
    'cancelled',
    'refused',
  ])
  expect(await card(own)).toEqual({ owner: leaver.id, frozen: 0, enabled: false })
  expect(await card(lent)).toMatchObject({ frozen: 0, enabled: true })
  for (const id of [bill, settling])
    expect(await order(id)).toMatchObject({
      state: 'confirmed',
      payerGone: true,
      can: ['propose_payer', 'propose_write_off'],
    })
  expect(await order(asks)).toMatchObject({ state: 'confirmed', payerGone: false })
  expect(
    await world.sql(`select id from approval_task where state = 'waiting' and user_id = $1`, [leaver.id]),
  ).toEqual([])
  const told = await world.sql<{ title: string }>(
    `select payload ->> 'title' as title from outbox where kind = 'tell' union all select title from message`,
  )
  for (const title of ['付款人账号已停用，测试单待处理', '经费卡持有人账号已停用', '预约被撤销'])
    expect(told.map((t) => t.title)).toContain(title)
})

test('a successor is asked to pay, and has the cards if finance says so; who is asked to pay and leaves has declined', async () => {
  const bursar = await world.person('财务兼人事', { permissions: ['USER_ALL', 'FINANCIAL_EDIT'] })
  const leaver = await world.person('退休教授')
  const heir = await world.person('接任者')
  const own = await s.card(leaver, 500_000)
  const hold = await s.coming({ bookerId: s.booker.id, payerId: leaver.id, holdOn: own })
  const bill = await s.confirmed({ payerId: leaver.id })
  const asks = await s.confirmed({ bookerId: s.payer.id, payerId: s.payer.id })
  await world.ok(leaver, fundCardCalls.authorise, { params: { id: own, userId: s.payer.id }, body: {} })
  const { id: asking } = await world.ok(s.payer, settlementCalls.create, {
    body: { testOrderIds: [asks], way: 'fund_card', shares: [{ cardId: own, amountFen: 12_000 }] },
  })
  expect(await close(clerk, leaver.id, leaver.id)).toMatchObject({ code: 'SUCCESSOR_UNKNOWN' })
  expect((await close(bursar, leaver.id, heir.id)).status).toBe(200)
  expect(await card(own)).toEqual({ owner: heir.id, frozen: 12_000, enabled: true })
  expect((await world.ok(heir, bookingCalls.get, { params: { id: hold } })).can).toEqual([
    'approve',
    'refuse',
  ])
  expect((await world.ok(heir, settlementCalls.get, { query: { id: asking } })).can).toEqual([
    'approve',
    'refuse',
    'print',
  ])
  expect((await world.ok(heir, testOrderCalls.get, { query: { id: bill } })).can).toEqual([
    'accept_payer',
    'decline_payer',
  ])
  await close(clerk, heir.id)
  expect(await order(bill)).toMatchObject({
    proposed: null,
    payerGone: true,
    can: ['propose_payer', 'propose_write_off'],
  })
  expect(await state('settlement', asking)).toBe('refused')
  expect(await card(own)).toMatchObject({ frozen: 0, enabled: false })
})

test('a bill that comes after its payer has left: whom he named is asked, else labs and finance hear of it', async () => {
  const confirm = async (id: number) => {
    await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
    for (const [who, state] of [
      [s.director, 'awaiting_director'],
      [s.booker, 'awaiting_booker'],
    ] as const)
      await world.ok(who, testOrderCalls.audit, { body: { items: [{ id, state }], verdict: 'approve' } })
    expect(await state('test_order', id)).toBe('confirmed')
  }
  const countNews = async () =>
    (
      await world.sql(`select payload -> 'role' from outbox
        where kind = 'tell' and payload ->> 'title' = '付款人账号已停用，测试单待处理'`)
    ).length
  await world.sql(`delete from outbox where kind = 'tell'`)

  const leaver = await world.person('毕业的付款人')
  const heir = await world.person('接手的导师')
  const drafted = await s.draft({ payerId: leaver.id })
  const listLeft = async (id: number) =>
    (await world.ok(clerk, peopleCalls.closing, { params: { id } })).counts
  const left = await listLeft(leaver.id)
  expect((await close(clerk, leaver.id, heir.id)).status).toBe(200)
  expect(await order(drafted)).toMatchObject({ state: 'draft', proposed: null })
  await confirm(drafted)
  // The program uses the successor that was named when the account was closed; `by` is empty.
  expect(await order(drafted)).toMatchObject({
    proposed: 'payer',
    proposal: { payer: { name: '接手的导师' }, by: null },
  })
  expect((await world.ok(heir, testOrderCalls.get, { query: { id: drafted } })).can).toEqual([
    'accept_payer',
    'decline_payer',
  ])
  expect(await countNews()).toBe(0)

  const alone = await world.person('无人接手的付款人')
  const card = await s.card(alone, 100_000)
  const paid = await s.confirmed({ payerId: alone.id })
  const { id: settlement } = await world.ok(alone, settlementCalls.create, {
    body: { testOrderIds: [paid], way: 'fund_card', shares: [{ cardId: card, amountFen: 12_000 }] },
  })
  const audit = (who: Person, of: 'awaiting_finance' | 'awaiting_reversal') =>
    world.ok(who, settlementCalls.audit, {
      body: { items: [{ id: settlement, state: of }], verdict: 'approve', reason: '核对' },
    })
  await audit(s.finance, 'awaiting_finance')
  const open = await s.draft({ payerId: alone.id })
  await close(clerk, alone.id)
  expect(await countNews()).toBe(0)
  await confirm(open)
  expect(await countNews()).toBe(2)
  // The link of a message to a role opens for the built-in role, which has no other permissions.
  const links = await world.sql<{ role: string; link: string; held: string[] }>(
    `select o.payload -> 'role' ->> 'role' as role, o.payload ->> 'link' as link,
        array(select p.code from role r join role_permission g on g.role_id = r.id
          join permission p on p.id = g.permission_id
          where lower(r.code) = (o.payload -> 'role' ->> 'role')) as held
      from outbox o where o.kind = 'tell' and o.payload ->> 'title' = '付款人账号已停用，测试单待处理'`,
  )
  const closed = links.filter(({ link, held }) => {
    const access = screenAt(link.split('?')[0] ?? '')?.access
    return access === undefined || (typeof access === 'object' && !holdsAny(held, access.anyOf ?? []))
  })
  expect(links.map(({ role }) => role).toSorted()).toEqual(['finance', 'lab_director'])
  expect(closed).toEqual([])
  await world.ok(s.finance, settlementCalls.askReversal, {
    params: { id: settlement },
    body: { reason: '计费有误' },
  })
  await audit(s.finance2, 'awaiting_reversal')
  expect(await order(paid)).toMatchObject({ state: 'confirmed', payerGone: true, proposed: null })
  expect(await countNews()).toBe(4)

  // A person who comes back pays again; whoever closes the account later names a successor anew.
  await world.ok(clerk, peopleCalls.setEnabled, { params: { id: leaver.id }, body: { enabled: true } })
  const [back] = await world.sql('select successor_id from user_account where id = $1', [leaver.id])
  expect(back).toEqual({ successor_id: null })
  // The person who closes an account sees beforehand that such bills will come.
  expect(left).toEqual([{ kind: 'bill_coming', count: 1 }])
})

test('who was to pay instead leaves, too: who proposed it hears, and of what the program proposed labs and finance', async () => {
  const findNews = async () =>
    (
      await world.sql<{ payload: { userIds?: number[]; role?: { role: string }; body: string } }>(
        `delete from outbox where kind = 'tell' and payload ->> 'title' = '新付款人账号已停用' returning payload`,
      )
    ).map((n) => n.payload)
  const leaver = await world.person('先离开的付款人')
  const bill = await s.confirmed({ payerId: leaver.id })
  await close(clerk, leaver.id)
  const asked = await world.person('接着离开的付款人')
  await world.ok(s.director, testOrderCalls.proposePayer, {
    params: { id: bill },
    body: { payerId: asked.id, reason: '学生已毕业' },
  })
  await close(clerk, asked.id)
  expect(await order(bill)).toMatchObject({ state: 'confirmed', proposed: null })
  const [news, ...more] = await findNews()
  expect(news?.userIds).toEqual(expect.arrayContaining([s.booker.id, s.director.id]))
  expect(news?.body).toContain('接着离开的付款人的账号已停用')
  expect(more).toEqual([])

  const former = await world.person('有接收人的付款人')
  const heir = await world.person('随后离开的接收人')
  const left = await s.confirmed({ payerId: former.id })
  await close(clerk, former.id, heir.id)
  expect(await order(left)).toMatchObject({ proposed: 'payer', proposal: { by: null } })
  await close(clerk, heir.id)
  expect((await findNews()).map((n) => n.role?.role ?? 'people').toSorted()).toEqual([
    'finance',
    'lab_director',
    'people',
  ])
})

test('whose card pays for it opens the booking, the test order and the settlement', async () => {
  const owner = await world.person('卡主')
  const own = await s.card(owner, 500_000)
  await world.ok(owner, fundCardCalls.authorise, { params: { id: own, userId: s.payer.id }, body: {} })
  const bill = await s.confirmed({ holdOn: own })
  const { bookingId } = await order(bill)
  expect(await world.ok(owner, bookingCalls.get, { params: { id: bookingId } })).toMatchObject({
    heldFen: 12_000,
    booker: { name: '预约人' },
    can: [],
  })
  expect(await world.ok(owner, testOrderCalls.get, { query: { id: bill } })).toMatchObject({
    id: bill,
    can: [],
  })
  const { id } = await world.ok(s.payer, settlementCalls.create, {
    body: { testOrderIds: [bill], way: 'fund_card', shares: [{ cardId: own, amountFen: 12_000 }] },
  })
  expect(await world.ok(owner, settlementCalls.get, { query: { id } })).toMatchObject({ id })
  const stranger = await world.person('路人')
  expect((await world.send(stranger, bookingCalls.get, { params: { id: bookingId } })).status).toBe(403)
  expect((await world.send(stranger, testOrderCalls.get, { query: { id: bill } })).status).toBe(403)
})

test('many at once, each told what became of his', async () => {
  const people = await Promise.all(['甲', '乙', '丙'].map((name) => world.person(`毕业生${name}`)))
  const ids = people.map((p) => p.id).toSorted((a, b) => a - b)
  await s.coming({ bookerId: ids[0] ?? 0, payerId: ids[0] ?? 0 })
  await s.confirmed({ bookerId: ids[1] ?? 0, payerId: ids[1] ?? 0 })
  const verdicts = await world.ok(clerk, peopleCalls.setEnabledMany, { body: { ids, enabled: false } })
  expect(verdicts.map((v) => [v.ok, v.message])).toEqual([
    [true, '已停用，已处理：未使用的预约 1'],
    [true, '已停用，已处理：待其付款的测试单 1'],
    [true, '已停用'],
  ])
  expect((await world.send(people[0] ?? null, peopleCalls.find)).status).toBe(401)
})
