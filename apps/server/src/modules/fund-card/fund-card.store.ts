import type { AuthorisationBody, FundCardBody, FundCardChange } from '@portal/contract/fund-card/fund-card'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import type { CardFacts, Limits } from './fund-card.rules.ts'

export interface CardRow extends CardFacts {
  id: number
  number: string
  name: string
  projectCode: string | null
  ownerName: string
  deptId: number | null
  deptName: string | null
  disabledReason: string | null
  remark: string | null
  createdAt: Date
  /** The card has no ledger entry. */
  unused: boolean
}
const CARD = `c.id, c.number, c.name, c.project_code as "projectCode", c.owner_id as "ownerId",
    o.name as "ownerName", c.dept_id as "deptId", d.name as "deptName",
  c.balance_fen as "balanceFen", c.frozen_fen as "frozenFen", c.credit_fen as "creditFen",
  c.valid_from as "validFrom", c.valid_to as "validTo",
  c.enabled, c.disabled_reason as "disabledReason", c.remark, c.created_at as "createdAt",
  not exists (select from ledger_entry e where e.card_id = c.id) as unused`
const CARD_JOINS = 'join user_account o on o.id = c.owner_id left join dept d on d.id = c.dept_id'
const FROM_CARD = `fund_card c ${CARD_JOINS}`

export interface GrantRow extends Limits {
  createdAt: Date
}
const GRANT = `u.valid_from as "validFrom", u.valid_to as "validTo", u.per_use_limit_fen as "perUseLimitFen",
    u.total_limit_fen as "totalLimitFen", u.used_fen as "usedFen", u.created_at as "createdAt"`

/**
 * A card with one person's authorisation. `grant` is null
 * for the owner and for a person without an authorisation.
 */
export type StandingRow = CardRow & { grant: GrantRow | null }
type FlatRow = CardRow & {
  grantJson: { [K in keyof GrantRow]: K extends 'createdAt' ? string : GrantRow[K] } | null
}
const STANDING = `${CARD}, case when u.user_id is not null then json_build_object(
    'validFrom', u.valid_from, 'validTo', u.valid_to, 'perUseLimitFen', u.per_use_limit_fen,
    'totalLimitFen', u.total_limit_fen, 'usedFen', u.used_fen, 'createdAt', u.created_at) end as "grantJson"`
const unfold = ({ grantJson, ...row }: FlatRow): StandingRow => ({
  ...row,
  grant: grantJson && { ...grantJson, createdAt: new Date(grantJson.createdAt) },
})
const joinGrant = (user: string) =>
  `left join fund_card_user u on u.card_id = c.id and u.user_id = ${user}
    and u.user_id <> c.owner_id and u.revoked_at is null`

const ONE = `select ${STANDING} from ${FROM_CARD} ${joinGrant('$2')} where c.id = $1`
export async function find(db: Db, cardId: number, userId: number): Promise<StandingRow | undefined> {
  const [row] = await run<FlatRow>(db, ONE, [cardId, userId])
  return row && unfold(row)
}

const OF_USER = `select ${STANDING} from ${FROM_CARD} ${joinGrant('$1')}
  where (c.owner_id = $1
      or c.id in (select card_id from fund_card_user where user_id = $1 and revoked_at is null))
    and ($2::text is null
      or position(lower($2) in lower(concat_ws(' ', c.number, c.name, c.project_code, o.name))) > 0)
  order by c.owner_id <> $1, c.id`
/** The user's own cards, then those they may use. A person has a handful, so there is no paging. */
export const listOfUser = async (db: Db, userId: number, keyword: string | null): Promise<StandingRow[]> =>
  (await run<FlatRow>(db, OF_USER, [userId, keyword])).map(unfold)

const SORTS: Record<string, string> = {
  id: 'c.id',
  number: 'c.number',
  name: 'c.name',
  balance: 'c.balance_fen',
  available: 'c.balance_fen - c.frozen_fen + c.credit_fen',
  createdAt: 'c.created_at',
}
export interface CardFilters {
  keyword?: string | undefined
  ownerId?: number | undefined
  deptId?: number | undefined
  enabled?: boolean | undefined
}
export interface CardQuery extends CardFilters {
  page: number
  size: number
  sort: string
  direction: 'asc' | 'desc'
}
const WANTED = `($1::text is null
      or position(lower($1) in lower(concat_ws(' ', c.number, c.name, c.project_code, o.name))) > 0)
    and ($2::int8 is null or c.owner_id = $2) and ($3::int8 is null or c.dept_id = $3)
    and ($4::bool is null or c.enabled = $4)`
const listValues = (f: CardFilters) => [
  f.keyword ?? null,
  f.ownerId ?? null,
  f.deptId ?? null,
  f.enabled ?? null,
]

const AFTER = `select ${CARD}, o.username as "ownerUsername" from ${FROM_CARD}
  where ${WANTED} and c.id > $5 order by c.id limit $6`
/** Paged by key, so that the last page costs as much as the first. */
export const listAfter = (db: Db, f: CardFilters, id: number, limit: number) =>
  run<CardRow & { ownerUsername: string }>(db, AFTER, [...listValues(f), id, limit])

export const isSortable = (name: string) => Object.hasOwn(SORTS, name)
export const list = (db: Db, q: CardQuery) =>
  readShortPage<CardRow>(
    db,
    defineShortList(4, {
      as: 'c',
      row: CARD,
      from: FROM_CARD,
      joins: CARD_JOINS,
      where: WANTED,
      order: `${SORTS[q.sort]} ${q.direction}, c.id desc`,
    }),
    listValues(q),
    q,
  )

const columns = (b: FundCardChange) => ({
  number: b.number,
  name: b.name,
  project_code: b.projectCode,
  dept_id: b.deptId ?? null,
  credit_fen: b.creditFen,
  valid_from: b.validFrom ?? null,
  valid_to: b.validTo ?? null,
  remark: b.remark,
})
const LEFT = `select from user_account u where u.id = $1 and not u.enabled
  and not exists (select from fund_card c where c.id = $2 and c.owner_id = u.id)`
/** Whether this person's account is closed and the card is not theirs already. */
export const hasLeft = async (db: Db, userId: number, cardId: number | null): Promise<boolean> =>
  (await run(db, LEFT, [userId, cardId])).length > 0
/** The dept of a person; null if they have none, or do not exist. */
export const findHomeDept = async (db: Db, userId: number): Promise<number | null> =>
  (await run<{ id: number | null }>(db, 'select dept_id as id from user_account where id = $1', [userId]))[0]
    ?.id ?? null
export const add = (ctx: Ctx, body: FundCardBody) =>
  ctx.db
    .insertInto('fund_card')
    .values({ ...columns(body), owner_id: body.ownerId, enabled: body.enabled, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
/** The owner of a card after and before a change. */
export interface CardChanged {
  id: number
  ownerId: number
  formerId: number
}
/** The same with number and name, and whether the card was and is enabled. */
export interface CardRewritten extends CardChanged, CardName {
  enabled: boolean
  wasEnabled: boolean
}
export const change = (ctx: Ctx, cardId: number, body: FundCardChange): Promise<CardRewritten | undefined> =>
  ctx.db
    .updateTable('fund_card')
    .set({
      ...columns(body),
      ...(body.ownerId !== undefined && { owner_id: body.ownerId }),
      ...(body.enabled !== undefined && { enabled: body.enabled }),
      ...(body.enabled && { disabled_reason: null }),
    })
    .where('id', '=', cardId)
    .returning([
      'id',
      'number',
      'name',
      'enabled',
      'owner_id as ownerId',
      sql<boolean>`old.enabled`.as('wasEnabled'),
      sql<number>`old.owner_id`.as('formerId'),
    ])
    .executeTakeFirst()
const SUSPEND = `update fund_card set enabled = false, disabled_reason = $2 where id = $1 and enabled
  returning id, number, name, owner_id as "ownerId"`
const RESUME = `update fund_card set enabled = true, disabled_reason = null where id = $1 and not enabled
  returning id, number, name, owner_id as "ownerId"`
const SUSPEND_ALL = `update fund_card set enabled = false, disabled_reason = $2
  where id = any($1::int8[]) and enabled`
export const suspendAll = (ctx: Ctx, cardIds: readonly number[], reason: string) =>
  run(ctx.db, SUSPEND_ALL, [cardIds, reason])
/** Undefined: the card is suspended already, or does not exist. */
export const suspend = async (ctx: Ctx, cardId: number, reason: string): Promise<CardName | undefined> =>
  (await run<CardName>(ctx.db, SUSPEND, [cardId, reason]))[0]
/** Undefined: the card is enabled already, or does not exist. */
export const resume = async (ctx: Ctx, cardId: number): Promise<CardName | undefined> =>
  (await run<CardName>(ctx.db, RESUME, [cardId]))[0]
const OF_OWNERS = `select id, number, name, owner_id as "ownerId" from fund_card
  where owner_id = any($1) order by id for no key update`
/** Locks the cards of people who leave, in the order of their ids. */
export const lockOfOwners = (ctx: Ctx, ownerIds: readonly number[]) =>
  run<CardName>(ctx.db, OF_OWNERS, [ownerIds])
export const setOwner = (ctx: Ctx, cardIds: readonly number[], ownerId: number) =>
  run(ctx.db, 'update fund_card set owner_id = $2 where id = any($1)', [cardIds, ownerId])
const REVOKE_ALL = 'update fund_card_user set revoked_at = $2 where user_id = any($1) and revoked_at is null'
export const revokeAll = (ctx: Ctx, userIds: readonly number[]) => run(ctx.db, REVOKE_ALL, [userIds, ctx.now])
const TOLD_SHORT = `
  insert into fund_card_short (card_id, user_id, told_on) values ($1, $2, $3)
  on conflict (card_id, user_id) do update set told_on = excluded.told_on
  where fund_card_short.told_on < excluded.told_on
  returning card_id`
/** False: the owner was told today already that the card is too short for this person. */
export const markToldShort = async (
  ctx: Ctx,
  cardId: number,
  userId: number,
  day: string,
): Promise<boolean> => (await run(ctx.db, TOLD_SHORT, [cardId, userId, day])).length === 1
export const remove = async (ctx: Ctx, cardId: number) =>
  (await run<{ id: number }>(ctx.db, 'delete from fund_card where id = $1 returning id', [cardId]))[0]

export type GrantUserRow = GrantRow & {
  userId: number
  userName: string
  username: string
  deptName: string | null
}
const GRANTS = defineShortList(1, {
  as: 'u',
  row: `u.user_id as "userId", p.name as "userName", p.username, d.name as "deptName", ${GRANT}`,
  from: 'fund_card_user u',
  joins: 'join user_account p on p.id = u.user_id left join dept d on d.id = p.dept_id',
  where: 'u.card_id = $1 and u.revoked_at is null',
  order: 'u.created_at desc, u.user_id',
})
export const listGrants = (db: Db, cardId: number, page: { page: number; size: number }) =>
  readShortPage<GrantUserRow>(db, GRANTS, [cardId], page)

const limitColumns = (b: AuthorisationBody) => ({
  valid_from: b.validFrom ?? null,
  valid_to: b.validTo ?? null,
  per_use_limit_fen: b.perUseLimitFen ?? null,
  total_limit_fen: b.totalLimitFen ?? null,
})
export async function grant(
  ctx: Ctx,
  cardId: number,
  userId: number,
  body: AuthorisationBody,
): Promise<void> {
  const limits = { ...limitColumns(body), revoked_at: null }
  await ctx.db
    .insertInto('fund_card_user')
    .values({ card_id: cardId, user_id: userId, ...limits, created_at: ctx.now })
    .onConflict((c) => c.columns(['card_id', 'user_id']).doUpdateSet(limits))
    .execute()
}
/** False: the authorisation no longer exists. */
export const changeGrant = async (
  ctx: Ctx,
  cardId: number,
  userId: number,
  body: AuthorisationBody,
): Promise<boolean> => {
  const changed = await ctx.db
    .updateTable('fund_card_user')
    .set(limitColumns(body))
    .where('card_id', '=', cardId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return changed !== undefined
}
const REVOKE = `update fund_card_user set revoked_at = $3
  where card_id = $1 and user_id = $2 and revoked_at is null returning user_id`
/** Undefined: there was no authorisation. */
export const revoke = async (ctx: Ctx, cardId: number, userId: number) =>
  (await run<{ user_id: number }>(ctx.db, REVOKE, [cardId, userId, ctx.now]))[0]

export interface CardName {
  id: number
  number: string
  name: string
  ownerId: number
}
/** Numbers, names and owners of cards, in the order of ids. */
export const listNames = (db: Db, cardIds: readonly number[]) =>
  run<CardName>(
    db,
    `select id, number, name, owner_id as "ownerId" from fund_card where id = any($1::int8[]) order by id`,
    [cardIds],
  )
