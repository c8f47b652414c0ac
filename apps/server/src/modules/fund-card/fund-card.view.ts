import { makeRef } from '@portal/contract/kernel/rows'
import type {
  FundCardRow,
  FundCardUserRow,
  LedgerRow,
  MyFundCardRow,
} from '@portal/contract/fund-card/fund-card'
import { edit, view } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { findAvailable, findState, findUsable, type Freed } from './fund-card.rules.ts'
import type { CardRow, GrantUserRow, StandingRow } from './fund-card.store.ts'
import type { NamedEntry } from './entries.store.ts'

type Dated<T extends { createdAt: string }> = Omit<T, 'createdAt'> & { createdAt: Date }

export const isFinance = (ctx: Ctx): boolean => ctx.holds(...edit('FINANCIAL'))
/** Finance, or auditors who may read finance's data. */
export const seesAll = (ctx: Ctx): boolean => ctx.holds(...view('FINANCIAL'))

const listActions = (ctx: Ctx, card: CardRow): FundCardRow['can'] => {
  const finance = isFinance(ctx)
  const owner = card.ownerId === ctx.me.id
  return [
    ...(finance ? (['edit', 'top_up', 'adjust', card.enabled ? 'suspend' : 'resume'] as const) : []),
    ...(finance && card.unused ? (['remove'] as const) : []),
    ...(finance || owner ? (['authorise'] as const) : []),
    'view_ledger',
  ]
}

const addUp = (card: CardRow) => ({
  balanceFen: card.balanceFen,
  frozenFen: card.frozenFen,
  creditFen: card.creditFen,
  availableFen: findAvailable(card),
})

const findBase = (ctx: Ctx, card: CardRow, day: string) => ({
  id: card.id,
  number: card.number,
  name: card.name,
  projectCode: card.projectCode,
  owner: { id: card.ownerId, name: card.ownerName },
  dept: makeRef(card.deptId, card.deptName),
  validFrom: card.validFrom,
  validTo: card.validTo,
  enabled: card.enabled,
  state: findState(card, day),
  disabledReason: card.enabled ? null : card.disabledReason,
  can: listActions(ctx, card),
})

export const showCard = (ctx: Ctx, card: CardRow, day: string): Dated<FundCardRow> => ({
  ...findBase(ctx, card, day),
  ...addUp(card),
  remark: card.remark,
  createdAt: card.createdAt,
})

/** The card as the caller sees it: balances are for the owner and for finance. */
export const showMyCard = (ctx: Ctx, card: StandingRow, day: string, freed?: Freed): MyFundCardRow => {
  const owner = card.ownerId === ctx.me.id
  return {
    ...findBase(ctx, card, day),
    relation: owner ? 'owner' : 'authorised',
    usableFen: owner || card.grant ? findUsable(card, card.grant, day, freed) : 0,
    sums: owner || seesAll(ctx) ? addUp(card) : null,
    authorisation: card.grant,
  }
}

export const showGrant = (row: GrantUserRow): Dated<FundCardUserRow> => ({
  user: { id: row.userId, name: row.userName, username: row.username, deptName: row.deptName },
  validFrom: row.validFrom,
  validTo: row.validTo,
  perUseLimitFen: row.perUseLimitFen,
  totalLimitFen: row.totalLimitFen,
  usedFen: row.usedFen,
  createdAt: row.createdAt,
})

export const showEntry = ({
  userId,
  userName,
  cardId: _,
  ...entry
}: NamedEntry): Omit<LedgerRow, 'at'> & { at: Date } => ({
  ...entry,
  user: makeRef(userId, userName),
})
