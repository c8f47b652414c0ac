import { panelCalls } from '@portal/contract/panel/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { purchaseStates, type PurchaseState } from '@portal/contract/purchase/purchase'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { award } from './purchase.service.ts'

// Random people perform random actions on a few purchases concurrently. Whatever was refused or accepted:
// amounts agree at every stage, no approval is skipped, and no reply is a server error.

let world: World
let s: Procurement
beforeAll(async () => {
  world = await createWorld({ poolMax: 10 })
  s = await createProcurement(world)
})
afterAll(() => world.close())

const nth = fc.nat({ max: 7 })
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const operation = fc.oneof(
  fc.record({
    do: fc.constant('change' as const),
    which: nth,
    price: fc.constantFrom(1, 1_000_000, 11_111_111, 50_000_000),
    quantity: fc.integer({ min: 1, max: 3 }),
    imported: fc.boolean(),
  }),
  often(3, fc.record({ do: fc.constant('submit' as const), which: nth })),
  // Usually the awaited person decides on the state they saw; sometimes a random person, or an invented
  // state.
  often(
    8,
    fc.record({
      do: fc.constant('decide' as const),
      which: nth,
      verdict: fc.constantFrom(
        'approve' as const,
        'approve' as const,
        'approve' as const,
        'send_back' as const,
        'refuse' as const,
      ),
      by: fc.option(nth),
      state: fc.option(fc.constantFrom(...purchaseStates)),
    }),
  ),
  often(3, fc.record({ do: fc.constant('call' as const), which: nth })),
  often(8, fc.record({ do: fc.constant('sign' as const), which: nth, by: nth, agree: fc.boolean() })),
  often(
    4,
    fc.record({ do: fc.constant('buy' as const), which: nth, off: fc.integer({ min: -1, max: 100 }) }),
  ),
  often(2, fc.record({ do: fc.constant('voidAward' as const), which: nth })),
  often(
    4,
    fc.record({ do: fc.constant('contract' as const), which: nth, off: fc.integer({ min: -1, max: 100 }) }),
  ),
  fc.record({ do: fc.constant('cancel' as const), which: nth, by: nth }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T // the lists are never empty
const people = (): Person[] => [
  s.requester,
  s.head,
  s.equip,
  s.tender,
  s.head2,
  s.outsider,
  s.experts[0]!,
  s.suppliers[0]!.user,
]
const findState = async (id: number) =>
  (
    await world.sql<{ state: PurchaseState; budget: number; award: number | null; method: string }>(
      'select state, budget_fen as budget, award_fen as award, method from purchase where id = $1',
      [id],
    )
  )[0]!
const livePanel = async (id: number) =>
  (
    await world.sql<{ id: number }>(
      `select id from panel where business = 'purchase' and row_id = $1 and state in ('draft', 'signing') limit 1`,
      [id],
    )
  )[0]?.id ?? 999_999_999

async function perform(rows: number[], op: Operation): Promise<{ status: number } | void> {
  const id = pick(rows, op.which)
  const now = await findState(id)
  switch (op.do) {
    case 'change':
      return world.send(s.requester, purchaseCalls.change, {
        params: { id },
        body: await s.body({
          items: [
            s.item({
              unitPriceFen: op.price,
              quantity: op.quantity,
              imported: op.imported,
              justification: '需要',
            }),
            s.item({ unitPriceFen: 7, quantity: 3 }),
          ],
        }),
      })
    case 'submit':
      return world.send(s.requester, purchaseCalls.submit, { params: { id } })
    case 'decide': {
      const who =
        op.by === null ? (now.state === 'awaiting_dept_head' ? s.head : s.equip) : pick(people(), op.by)
      return world.send(who, purchaseCalls.decide, {
        body: { items: [{ id, state: op.state ?? now.state }], verdict: op.verdict, reason: '原因' },
      })
    }
    case 'call':
      return void (await s.called(await livePanel(id)).catch(() => undefined))
    case 'sign':
      return world.send(pick([...s.experts, s.lawyer], op.by), panelCalls.sign, {
        params: { id: await livePanel(id) },
        body: { verdict: op.agree ? 'agree' : 'disagree', opinion: '意见' },
      })
    case 'buy': {
      const amountFen = Math.max(1, now.budget - op.off)
      const supplierId = s.suppliers[0]?.id ?? 0
      if (now.method !== 'general')
        return void (await world
          .asSystem((ctx) => award(ctx, id, { supplierId, amountFen, reason: '评审' }))
          .catch(() => undefined))
      await world.send(s.requester, purchaseCalls.quote, {
        params: { id },
        body: { quotes: [{ supplierId, amountFen }] },
      })
      return world.send(s.requester, purchaseCalls.award, {
        params: { id },
        body: { supplierId, reason: '比较' },
      })
    }
    case 'voidAward':
      return world.send(s.tender, purchaseCalls.voidAward, { params: { id }, body: { reason: '作废' } })
    case 'contract': {
      const items = await world.sql<{ id: number; fen: number }>(
        'select id, unit_price_fen as fen from purchase_item where purchase_id = $1',
        [id],
      )
      const prices = items.map((i) => ({ itemId: i.id, priceFen: Math.max(1, i.fen - op.off) }))
      return world.send(s.tender, purchaseCalls.signContract, {
        params: { id },
        body: {
          number: `HT-${id}`,
          on: '2026-01-05',
          deliverBy: '2026-12-31',
          prices,
          fileIds: [await s.paper(s.tender)],
        },
      })
    }
    case 'cancel':
      return world.send(pick(people(), op.by), purchaseCalls.cancel, {
        params: { id },
        body: { reason: '不买了' },
      })
  }
}

/** Queries that must find nothing, by the name of the rule. */
const NEVER: Record<string, string> = {
  'a budget that is not its items': `select p.id from purchase p where budget_fen <> coalesce((select sum(quantity * unit_price_fen) from purchase_item i where i.purchase_id = p.id), 0)`,
  'an award above the budget': 'select id from purchase where award_fen > budget_fen',
  'a contract above the award': 'select id from purchase where contract_fen > award_fen',
  'a contract that is not its prices': `select p.id from purchase p where contract_fen is not null and contract_fen <> (select sum(quantity * contract_price_fen) from purchase_item i where i.purchase_id = p.id)`,
  'a winner before sourcing is over': `select id from purchase where state in ('draft', 'awaiting_experts', 'awaiting_dept_head', 'awaiting_equip_office', 'awaiting_sourcing') and (supplier_id is not null or award_fen is not null)`,
  'sourcing without head and office in this round': `select p.id from purchase p where state in ('awaiting_sourcing', 'awaiting_contract', 'awaiting_delivery') and (
    select count(distinct from_state) from flow_log l where l.business = 'purchase' and l.row_id = p.id and l.event = 'approve' and l.actor_id <> p.requester_id
      and l.id > coalesce((select max(id) from flow_log d where d.business = 'purchase' and d.row_id = p.id and d.to_state = 'draft'), 0)) <> 2`,
  'a head asked before every live panel agreed': `select p.id from purchase p join panel x on x.business = 'purchase' and x.row_id = p.id and x.state <> 'void' where p.state not in ('draft', 'awaiting_experts') and x.state <> 'agreed'`,
  'a precious or imported one without its panel': `select p.id from purchase p where p.state not in ('draft', 'cancelled') and (p.precious::int + p.imported::int) <> (select count(*) from panel x where x.business = 'purchase' and x.row_id = p.id and x.state <> 'void')`,
  'a live panel of a draft': `select p.id from purchase p join panel x on x.business = 'purchase' and x.row_id = p.id and x.state <> 'void' where p.state in ('draft', 'cancelled')`,
  'nobody awaited, or somebody for nothing': `select p.id from purchase p where p.state in ('awaiting_dept_head', 'awaiting_equip_office', 'awaiting_contract')
    <> exists (select from approval_task t where t.business = 'purchase' and t.row_id = p.id and t.state = 'waiting' and t.step in ('dept_head', 'equip_office', 'contract'))`,
  'a log that does not end in the state': `select p.id from purchase p where p.state <> (select to_state from flow_log l where l.business = 'purchase' and l.row_id = p.id order by id desc limit 1)`,
}

test(
  'whatever people do, in whatever order, amounts agree and nothing skips an audit',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 25 }),
        async (rounds) => {
          const rows = [
            (await s.draft()).id,
            (await s.approved()).id,
            (await s.submitted({ items: [s.item({ quantity: 1, unitPriceFen: 50_000_000 })] })).id,
          ]
          for (const round of rounds) {
            const answers = await Promise.all(round.map((op) => perform(rows, op)))
            for (const answer of answers) expect(answer?.status ?? 200).toBeLessThan(500)
            for (const [name, text] of Object.entries(NEVER)) expect(await world.sql(text), name).toEqual([])
          }
        },
      ),
      { numRuns: 4 },
    )
  },
)
