import { expect, test } from 'vitest'
import { run } from '../../kernel/db.ts'
import { addDays, findLocal } from '../../kernel/time.ts'
import { sceneWorld } from '../../testing/scene.ts'
import { judgeUse } from './fund-card.rules.ts'
import * as store from './fund-card.store.ts'
import * as ledgerStore from './ledger.store.ts'

// May this person spend that from this card? `judgeUse` gives the reasons in words; the statement that
// freezes checks the same under the card's lock, so that a booking costs one round trip. It is one rule: here
// both judge the same grid, on each of its edges.

const { world, s } = await sceneWorld()
const owner = await world.person('卡主')

const FEN = 1_000
const now = new Date()
const today = findLocal(now, world.app.deps.env.CAMPUS_TZ).day

const validities = [
  [null, null],
  [today, today],
  [null, addDays(today, -1)],
  [addDays(today, 1), null],
] as const
interface Grant {
  validFrom: string | null
  validTo: string | null
  perUse: number | null
  total: number | null
  used: number
  revoked: boolean
}
const free: Grant = { validFrom: null, validTo: null, perUse: null, total: null, used: 0, revoked: false }
const grants: Grant[] = validities.flatMap(([validFrom, validTo]) =>
  [null, FEN, FEN - 1].flatMap((perUse) =>
    [null, FEN + 300, FEN + 299].map((total) => ({ ...free, validFrom, validTo, perUse, total, used: 300 })),
  ),
)
const tight = { ...free, perUse: 1, total: 1 }
const people: { who: 'owner' | 'other'; grant: Grant | null }[] = [
  { who: 'owner', grant: null },
  // The owner's own card: an authorisation from before they owned it no longer limits them.
  { who: 'owner', grant: tight },
  { who: 'other', grant: null },
  { who: 'other', grant: { ...free, revoked: true } },
  ...grants.map((grant) => ({ who: 'other' as const, grant })),
]
const cases = [true, false].flatMap((enabled) =>
  validities.flatMap(([validFrom, validTo]) =>
    [0, -1].flatMap((left) => people.map((p) => ({ enabled, validFrom, validTo, left, ...p }))),
  ),
)

const CARDS = `insert into fund_card (number, name, owner_id, balance_fen, frozen_fen, credit_fen, enabled,
    valid_from, valid_to)
  select 'GRID' || n, '卡', $1, 400 + l, 100, 700, e, f, t
  from unnest($2::int8[], $3::bool[], $4::date[], $5::date[]) with ordinality u(l, e, f, t, n) order by n
  returning id`
const GRANTS = `insert into fund_card_user (card_id, user_id, valid_from, valid_to, per_use_limit_fen,
    total_limit_fen, used_fen, revoked_at)
  select *
  from unnest($1::int8[], $2::int8[], $3::date[], $4::date[], $5::int8[], $6::int8[], $7::int8[],
    $8::timestamptz[])`

test('what the words refuse the statement refuses, and nothing else', async () => {
  const found = await world.asSystem(async (ctx) => {
    const cards = await run<{ id: number }>(ctx.db, CARDS, [
      owner.id,
      cases.map((c) => c.left),
      cases.map((c) => c.enabled),
      cases.map((c) => c.validFrom),
      cases.map((c) => c.validTo),
    ])
    const all = cases.map((c, i) => ({
      ...c,
      cardId: cards[i]?.id ?? 0,
      userId: c.who === 'owner' ? owner.id : s.payer.id,
    }))
    const granted = all.flatMap((c) => (c.grant ? [{ ...c, grant: c.grant }] : []))
    await run(ctx.db, GRANTS, [
      granted.map((c) => c.cardId),
      granted.map((c) => c.userId),
      granted.map((c) => c.grant.validFrom),
      granted.map((c) => c.grant.validTo),
      granted.map((c) => c.grant.perUse),
      granted.map((c) => c.grant.total),
      granted.map((c) => c.grant.used),
      granted.map((c) => (c.grant.revoked ? now : null)),
    ])
    const judged = []
    for (const { cardId, userId, ...about } of all) {
      const use = { cardId, userId, amountFen: FEN, day: today }
      const card = await store.find(ctx.db, cardId, userId)
      const reasons = judgeUse(card, card?.grant ?? null, use)
      const frozen = await ledgerStore.freeze(ctx, {
        ...use,
        business: 'booking',
        rowId: cardId,
        part: 0,
        note: null,
      })
      const after = await store.find(ctx.db, cardId, userId)
      judged.push({
        about,
        reasons: reasons.map((r) => r.code),
        frozen,
        moved: (after?.frozenFen ?? 0) - (card?.frozenFen ?? 0),
        used: (after?.grant?.usedFen ?? 0) - (card?.grant?.usedFen ?? 0),
      })
    }
    return judged
  }, now)

  expect(found.filter((f) => f.frozen !== (f.reasons.length === 0))).toEqual([])
  expect(found.filter((f) => f.moved !== (f.frozen ? FEN : 0))).toEqual([])
  const counts = (f: (typeof found)[number]) => f.frozen && f.about.who === 'other'
  expect(found.filter((f) => f.used !== (counts(f) ? FEN : 0))).toEqual([])
  // Each reason occurred, and so did a card that is allowed.
  expect([...new Set(found.flatMap((f) => f.reasons))].toSorted()).toEqual([
    'CARD_BALANCE',
    'CARD_DISABLED',
    'CARD_EXPIRED',
    'CARD_GRANT_EXPIRED',
    'CARD_GRANT_NOT_YET',
    'CARD_NOT_YET',
    'CARD_NOT_YOURS',
    'CARD_PER_USE',
    'CARD_TOTAL',
  ])
  expect(found.filter((f) => f.frozen).length).toBeGreaterThan(10)
})
