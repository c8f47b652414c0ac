import { purchaseCalls } from '@portal/contract/purchase/calls'
import { tenderCalls } from '@portal/contract/tender/calls'
import { expect, test } from 'vitest'
import { tenderWorld } from '../../testing/tenders.ts'

const { world, s, at } = await tenderWorld()
// The budget of the purchases that the test world drafts, in fen.
const BUDGET = 1_000_000_000

test('the office sets the most it takes, within the budget; suppliers are told it, and nothing dearer is sealed', async () => {
  const { tenderId } = await s.purchase()
  const body = {
    title: '飞秒激光器采购',
    announcementHtml: '<p>采购</p>',
    opensAt: new Date(Date.now() + 86_400_000).toISOString(),
    minQuotations: 3,
    supplierIds: [s.a.id, s.b.id, s.c.id],
  }
  const change = (maxPriceFen: number | null) =>
    world.send(s.office, tenderCalls.change, { ...at(tenderId), body: { ...body, maxPriceFen } })
  expect(await change(BUDGET + 1)).toMatchObject({
    reasons: [{ field: 'maxPriceFen', code: 'MAX_OVER_BUDGET' }],
  })
  expect((await change(90_000_000)).data).toMatchObject({ maxPriceFen: 90_000_000, budgetFen: BUDGET })
  await world.ok(s.office, tenderCalls.announce, at(tenderId))
  await expect(
    world.sql('update tender set max_price_fen = 1 where id = $1', [tenderId]),
  ).rejects.toMatchObject({ constraint: 'tender_max_price_kept' })
  // A supplier sees the maximum price but not the budget; refused changes left no trace.
  expect(await world.ok(s.a.person, tenderCalls.get, at(tenderId))).toMatchObject({
    maxPriceFen: 90_000_000,
    budgetFen: null,
  })
  expect(await s.quote(s.a, tenderId, { amountFen: 90_000_001 })).toMatchObject({
    reasons: [{ code: 'OVER_MAX', field: 'prices' }],
  })
  expect(await world.sql('select from quotation where tender_id = $1', [tenderId])).toEqual([])
  expect((await s.quote(s.a, tenderId, { amountFen: 90_000_000 })).status).toBe(200)
})

test('the contract begins with what the winner quoted per piece', async () => {
  const { purchaseId, tenderId } = await s.opened()
  const best = (await s.concluded(tenderId)).opened.find((q) => q.rank === 1)
  await world.ok(s.office, tenderCalls.award, { ...at(tenderId), body: { quotationId: best?.id ?? 0 } })
  const { items } = await world.ok(s.equipOffice, purchaseCalls.get, { params: { id: purchaseId } })
  expect(items.map((i) => i.awardPriceFen)).toEqual(best?.prices.map((x) => x.unitPriceFen))
})

test('a comparison is not called a tender', async () => {
  const findTitle = async (tenderId: number) =>
    (
      await world.sql<{ title: string }>(
        `select title from approval_task where business = 'tender' and row_id = $1`,
        [tenderId],
      )
    )[0]?.title
  expect(await findTitle((await s.purchase('comparison')).tenderId)).toMatch(/^编制比价：/)
  expect(await findTitle((await s.purchase('public')).tenderId)).toMatch(/^编制招标：/)
  const tenderId = await s.inTime(async (opensInMs) => {
    const made = await s.announced({ method: 'comparison', opensInMs })
    expect((await s.committee(made.tenderId)).status).toBe(200)
    return made.tenderId
  })
  await s.untilDue(tenderId)
  await world.ok(s.office, tenderCalls.open, at(tenderId))
  const letters = await world.sql<{ body: string }>(
    `select payload ->> 'body' as body from outbox
      where payload ->> 'link' = $1 and payload ->> 'title' = '请您参加评审'`,
    [`/osp/subscribe/invitation?id=${tenderId}`],
  )
  expect(letters.length).toBeGreaterThan(0)
  for (const { body } of letters) expect(body).toContain('询价小组成员。已开启报价，')
})
