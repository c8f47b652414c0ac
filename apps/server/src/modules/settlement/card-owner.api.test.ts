import { approvalCalls } from '@portal/contract/approval/approval'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'
import { reassign } from '../approval/due.action.ts'
import { settlementJobs } from './settlement.jobs.ts'

// Whose card it is decides on it: no office, no director, no administrator does it for him, whatever becomes of him.

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

  // The administrator decides on his own card, as its owner.
  await world.sql('update user_account set enabled = true where id = $1', [owner.id])
  await world.sql('update fund_card set owner_id = $2 where id = $1', [card, admin.id])
  const own = await start()
  expect(
    await world.ok(admin, settlementCalls.audit, {
      body: { items: [{ id: own, state: 'awaiting_card_owner' }], verdict: 'approve', reason: null },
    }),
  ).toMatchObject([{ ok: true, state: 'awaiting_finance' }])
})
