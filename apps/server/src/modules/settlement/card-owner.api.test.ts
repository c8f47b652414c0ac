import { approvalCalls } from '@portal/contract/approval/approval'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { peopleCalls } from '@portal/contract/people/people'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { createPersonnel, sceneWorld } from '../../testing/scene.ts'
import { committed, csv, uploaded } from '../../testing/sheets.ts'
import type { Person } from '../../testing/world.ts'
import { reassign } from '../approval/due.action.ts'
import { settlementJobs } from './settlement.jobs.ts'

// Only the owner of a card decides on it: no office, director
// or administrator does, whatever happens to the owner.

const { world, s } = await sceneWorld()
const admin = await world.person('系统管理员', { permissions: ['ADMIN', 'SYSTEM_ADMIN'] })
const owner = await world.person('卡主')

test('nobody decides for a card owner; who is gone is asked no more', async () => {
  const card = await s.card(owner, 100_000)
  await world.ok(owner, fundCardCalls.authorise, { params: { id: card, userId: s.payer.id }, body: {} })
  const start = async () => {
    const order = await s.confirmed({ priceFen: 20_000 })
    return (
      await world.ok(s.payer, settlementCalls.create, {
        body: { testOrderIds: [order], way: 'fund_card', shares: [{ cardId: card, amountFen: 20_000 }] },
      })
    ).id
  }
  const id = await start()
  const audit = async (who: Person, verdict: 'approve' | 'refuse') =>
    (
      await world.ok(who, settlementCalls.audit, {
        body: {
          items: [{ id, state: 'awaiting_card_owner' }],
          verdict,
          reason: verdict === 'refuse' ? '代为驳回' : null,
        },
      })
    )[0]?.ok
  const others = [admin, s.director, s.reviewer, s.finance, s.payer, s.booker, s.outsider]
  const nobodyMay = async () => {
    for (const who of others)
      for (const verdict of ['approve', 'refuse'] as const)
        expect([who.name, await audit(who, verdict)]).toEqual([who.name, false])
    for (const who of others)
      expect(
        (await world.ok(who, approvalCalls.tasks, { query: {} })).items.map((t) => t.rowId),
      ).not.toContain(id)
  }
  await nobodyMay()
  await world.sql('update user_account set enabled = false where id = $1', [owner.id])
  expect(await world.asSystem((ctx) => reassign(ctx))).toBe(0)
  await nobodyMay()
  const run = () => runJob(world.app.deps, settlementJobs[0]!)
  expect([await run(), await run()]).toEqual([1, 0])
  expect(
    await world.sql(
      `select s.state, s.reason, c.frozen_fen as frozen from settlement s, fund_card c where s.id = $1 and c.id = $2`,
      [id, card],
    ),
  ).toEqual([{ state: 'refused', reason: '卡主已停用，请换卡', frozen: 0 }])
  expect(
    await world.sql(
      `select payload->'userIds' as ids from outbox where payload->>'body' like '%卡主已停用，请换卡%'`,
    ),
  ).toEqual([{ ids: [s.payer.id] }])

  // The administrator decides on an own card, as its owner.
  await world.sql('update user_account set enabled = true where id = $1', [owner.id])
  await world.sql('update fund_card set owner_id = $2 where id = $1', [card, admin.id])
  const own = await start()
  expect(
    await world.ok(admin, settlementCalls.audit, {
      body: { items: [{ id: own, state: 'awaiting_card_owner' }], verdict: 'approve', reason: null },
    }),
  ).toMatchObject([{ ok: true, state: 'awaiting_finance' }])
})

/** The booker settles with cards of others; returns the settlement's id. */
async function lent(...cards: { id: number; owner: Person }[]): Promise<number> {
  for (const c of cards)
    await world.ok(c.owner, fundCardCalls.authorise, { params: { id: c.id, userId: s.booker.id }, body: {} })
  const shares = cards.map((c) => ({ cardId: c.id, amountFen: 6_000 }))
  const order = await s.confirmed({ priceFen: 6_000 * cards.length })
  return (
    await world.ok(s.booker, settlementCalls.create, {
      body: { testOrderIds: [order], way: 'fund_card', shares },
    })
  ).id
}
async function newCard(of: Person) {
  const id = await s.card(of, 100_000)
  const [row] = await world.sql<{ number: string }>('select number from fund_card where id = $1', [id])
  return { id, owner: of, number: row?.number ?? '' }
}
const give = ({ id, number }: { id: number; number: string }, to: Person) =>
  world.ok(s.finance, fundCardCalls.change, {
    params: { id },
    body: { number, name: '课题经费', ownerId: to.id },
  })
const agree = async (who: Person, id: number) =>
  (
    await world.ok(who, settlementCalls.audit, {
      body: { items: [{ id, state: 'awaiting_card_owner' }], verdict: 'approve', reason: null },
    })
  )[0]
const asked = async (id: number) =>
  (
    await world.sql<{ who: number }>(
      `select coalesce(asked_user_id, 0)::int8 as who from approval_task
        where business = 'settlement' and row_id = $1 and state = 'waiting' order by 1`,
      [id],
    )
  ).map((t) => t.who)
const OFFICE = 0

test('a card gets another owner: he is asked, and who had it no more', async () => {
  const card = await newCard(s.payer)
  const id = await lent(card)
  expect(await asked(id)).toEqual([s.payer.id])
  await give(card, s.outsider)
  expect(await asked(id)).toEqual([s.outsider.id])
  expect(await agree(s.payer, id)).toMatchObject({ ok: false })
  expect(await world.ok(s.outsider, settlementCalls.get, { query: { id } })).toMatchObject({
    can: ['approve', 'refuse', 'print'],
  })
  expect(await agree(s.outsider, id)).toMatchObject({ ok: true, state: 'awaiting_finance' })
  expect(await asked(id)).toEqual([OFFICE])
})

test('of several cards one gets another owner: who has others of them is asked for those', async () => {
  const [a, b, c] = [await newCard(s.payer), await newCard(s.payer), await newCard(owner)]
  const id = await lent(a, b, c)
  await give(a, s.outsider)
  expect(await asked(id)).toEqual([s.payer.id, s.outsider.id, owner.id].toSorted((x, y) => x - y))
  await agree(s.payer, id)
  expect(await agree(owner, id)).toMatchObject({ ok: true, state: 'awaiting_card_owner' })
  // An approval stays valid when the card changes its owner.
  await give(b, owner)
  expect(await asked(id)).toEqual([s.outsider.id])
  expect(await agree(s.outsider, id)).toMatchObject({ ok: true, state: 'awaiting_finance' })
})

test('who started it gets the card: nobody has to say yes', async () => {
  const [a, b] = [await newCard(s.payer), await newCard(owner)]
  const id = await lent(a, b)
  await give(a, s.booker)
  expect(await asked(id)).toEqual([owner.id])
  await give(b, s.booker)
  expect(await asked(id)).toEqual([OFFICE])
  const { state, shares, history } = await world.ok(s.booker, settlementCalls.get, { query: { id } })
  expect([state, shares.every((h) => h.ownerApprovedAt !== null)]).toEqual(['awaiting_finance', true])
  expect(history.at(-1)).toMatchObject({ who: s.finance.name, reason: '经费卡的持有人现为发起人' })
})

test('the same when an import names him, or when the owner leaves and who started it succeeds him', async () => {
  const [a, b] = [await newCard(s.payer), await newCard(await world.person('退休教授'))]
  const [first, second] = [await lent(a), await lent(b)]
  const [heir] = await world.sql<{ username: string }>('select username from user_account where id = $1', [
    s.outsider.id,
  ])
  const { id } = await uploaded(
    world,
    s.finance,
    'fund-card',
    csv([
      ['经费卡号*', '经费卡名称*', '持有人用户名*'],
      [a.number, '课题经费', heir?.username ?? ''],
    ]),
  )
  await committed(world, s.finance, id)
  expect(await asked(first)).toEqual([s.outsider.id])

  const bursar = await world.person('财务兼人事', { permissions: ['USER_ALL', 'FINANCIAL_EDIT'] })
  await createPersonnel(world)
  await world.ok(bursar, peopleCalls.setEnabled, {
    params: { id: b.owner.id },
    body: { enabled: false, successorId: s.booker.id },
  })
  expect(await asked(second)).toEqual([OFFICE])
})

test('a yes that is for no card is refused, and who was asked still is', async () => {
  const card = await newCard(s.payer)
  const id = await lent(card)
  // Without an announcement, as an earlier version did it.
  await world.sql('update fund_card set owner_id = $2 where id = $1', [card.id, s.outsider.id])
  expect(await agree(s.payer, id)).toMatchObject({
    ok: false,
    message: '您已不是所付经费卡的持有人，请刷新后查看',
  })
  expect(await asked(id)).toEqual([s.payer.id])
})
