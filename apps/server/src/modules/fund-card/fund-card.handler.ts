import {
  fundCardRefusals,
  ledgerKindWords,
  type LedgerBusiness,
  type LedgerKind,
} from '@portal/contract/fund-card/fund-card'
import type { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Reason } from '@portal/contract/kernel/envelope'
import { formatYuan } from '@portal/contract/kernel/money'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { localOf, spanOf } from '../../kernel/time.ts'
import { writeEitherWay } from '../../kernel/write-after.ts'
import { judgeUse, missingWords, shortOf, usableOf } from './fund-card.rules.ts'
import * as store from './fund-card.store.ts'
import * as ledgerStore from './ledger.store.ts'
import { cardOf, entryOf, grantOf, isFinance, myCardOf, seesAll } from './fund-card.view.ts'

const today = (ctx: Ctx): string => localOf(ctx.now, ctx.env.CAMPUS_TZ).day

// ── For other modules ────────────────────────────────────────────────────────

/** What the money of a row belongs to. */
export interface Held {
  business: Exclude<LedgerBusiness, 'movement'>
  rowId: number
}

/** Who wants something of a card, and what, in the words in which its owner reads of it: `预约 电镜 …`. */
export interface Wanted {
  person: { id: number; name: string }
  what: string
}

/**
 * Everything that speaks against this person spending this amount from this card on this campus day; an empty list when nothing
 * does. With `wanted` it is not merely asked but tried: the card's owner hears if only its sums were in the way.
 */
export async function judgeCard(
  ctx: Ctx,
  use: { cardId: number; userId: number; amountFen: number; day: string; wanted?: Wanted | undefined },
): Promise<Reason[]> {
  const card = await store.find(ctx.db, use.cardId, use.userId)
  const reasons = judgeUse(card, card?.grant ?? null, use)
  if (card && use.wanted && reasons.length > 0) {
    const short = shortOf(card, card.grant, use)
    const other = reasons.some((r) => short.every((s) => s.code !== r.code))
    if (!other)
      tellShort(ctx, card, use.wanted, `（${formatYuan(use.amountFen)} 元）未成功：${missingWords(short)}。`)
  }
  return reasons
}

/** Once a day for a card and a person, and although the call that found it short leaves nothing: who owns it can do something about it. */
function tellShort(ctx: Ctx, card: store.StandingRow, { person, what }: Wanted, missing: string): void {
  if (card.ownerId === person.id || card.ownerId === ctx.actor?.id) return
  writeEitherWay(ctx, 'fund-card short', async (c) => {
    if (await store.toldShort(c, card.id, person.id, today(c))) {
      await tellOf(
        c,
        card,
        card.ownerId,
        '您的经费卡额度不足，未能付款',
        `${person.name} ${what}${missing}`,
        true,
      )
    }
  })
}

/** Numbers, names and owners, in the order of ids; unknown ones are left out. */
export const cardNames = (ctx: Ctx, cardIds: readonly number[]): Promise<store.CardName[]> =>
  store.names(ctx.db, cardIds)

/** Is there a card from which this person could pay anything today: his own, or one he may use? */
export async function hasUsable(ctx: Ctx, userId: number): Promise<boolean> {
  const cards = await store.ofUser(ctx.db, userId, null)
  return cards.some(
    (card) => (card.ownerId === userId || card.grant !== null) && usableOf(card, card.grant, today(ctx)) > 0,
  )
}

/**
 * Locks these cards, and those on which these rows hold money, until the transaction ends; in the order of their ids. Whoever
 * moves money on several cards does this first.
 */
export const lockCards = (
  ctx: Ctx,
  cardIds: readonly number[],
  held: { business: Held['business']; rowIds: readonly number[] } = { business: 'booking', rowIds: [] },
): Promise<void> => ledgerStore.lock(ctx, cardIds, held)

/**
 * Freezes an amount for a row, in the name of `userId`, whose authorisation it counts against. Nothing to freeze is fine.
 * A row that needs more later freezes again with the next `part`. Refused with every reason when the card will not do.
 */
export async function freeze(
  ctx: Ctx,
  f: Held & {
    cardId: number
    userId: number
    amountFen: number
    part?: number
    note?: string | null
    wanted?: Wanted
  },
): Promise<void> {
  if (f.amountFen === 0) return
  const frozen = await explained(() =>
    ledgerStore.freeze(ctx, { ...f, day: today(ctx), part: f.part ?? 0, note: f.note ?? null }),
  )
  if (frozen) return
  const reasons = await judgeCard(ctx, { ...f, day: today(ctx) })
  throw reasons[0] ? refuse(reasons[0].code, reasons[0].message, { reasons }) : tooMany()
}

/**
 * Frees everything the row still holds, on all its cards. Repeated, it does nothing. Answers what was freed. A row that freezes
 * and releases several times counts both with `part`. With `keepFen` a row that holds on one card keeps so much.
 */
export async function release(
  ctx: Ctx,
  held: Held & { part?: number; keepFen?: number; note?: string | null },
): Promise<number> {
  await lockCards(ctx, [], { business: held.business, rowIds: [held.rowId] })
  const entries = await explained(() =>
    ledgerStore.release(ctx, held.business, held.rowId, {
      note: held.note ?? null,
      part: held.part ?? 0,
      keepFen: held.keepFen ?? 0,
    }),
  )
  return entries.reduce((sum, e) => sum - e.frozenDeltaFen, 0)
}

/** The same for many rows: one statement, however many there are. */
export async function releaseAll(
  ctx: Ctx,
  held: { business: Held['business']; rowIds: readonly number[]; note?: string | null },
): Promise<void> {
  await lockCards(ctx, [], held)
  await explained(() => ledgerStore.releaseAll(ctx, held.business, held.rowIds, held.note ?? null))
}

/** Takes for good what the row holds on this card, or a part of it (the rest is then for `release`). Once for a row and card. */
export async function deduct(
  ctx: Ctx,
  d: Held & { cardId: number; amountFen: number; note?: string | null },
): Promise<void> {
  if (d.amountFen === 0) return
  const entry = await explained(() => ledgerStore.deduct(ctx, { ...d, note: d.note ?? null }))
  if (!entry) throw refuse('CARD_NOT_HELD', '该笔款项未冻结、冻结金额不足或已经扣除', { status: 409 })
}

/** Gives back everything the row paid. Once for a row and card. Answers what was given back. */
export async function reverse(ctx: Ctx, held: Held & { note?: string | null }): Promise<number> {
  await lockCards(ctx, [], { business: held.business, rowIds: [held.rowId] })
  const entries = await explained(() =>
    ledgerStore.reverse(ctx, held.business, held.rowId, held.note ?? null),
  )
  return entries.reduce((sum, e) => sum + e.balanceDeltaFen, 0)
}

const tooMany = () => refuse('CONFLICT', '经费卡正被他人使用，请重试', { status: 409 })

/** What the constraints refuse has slipped past a condition: two at once, or the same twice. */
async function explained<T>(movement: () => Promise<T>): Promise<T> {
  try {
    return await movement()
  } catch (e) {
    if (violates(e, 'fund_card_covers')) throw refuse('CARD_BALANCE', fundCardRefusals.CARD_BALANCE)
    if (violates(e, 'fund_card_user_limit')) throw refuse('CARD_TOTAL', fundCardRefusals.CARD_TOTAL)
    if (violates(e, 'ledger_entry_once'))
      throw refuse('CONFLICT', '该笔款项已经处理，请勿重复操作', { status: 409 })
    throw e
  }
}

const LEFT = '持有人账号已停用'
/**
 * Who owns them leaves: of finance one may give his cards to a successor; else they pay for nothing new until finance has found them
 * an owner. What others may take from cards of their own is theirs to say again. Answers which cards there are, and whether they go on.
 */
export async function handOver(
  ctx: Ctx,
  ownerIds: readonly number[],
  successorId: number | null,
): Promise<{ cardIds: number[]; goOn: boolean }> {
  const cards = await store.lockOfOwners(ctx, ownerIds)
  await store.revokeAllOf(ctx, ownerIds)
  const cardIds = cards.map((c) => c.id)
  const goOn = successorId !== null && isFinance(ctx)
  if (goOn) {
    await store.setOwner(ctx, cardIds, successorId)
    for (const card of cards)
      await tellOf(ctx, card, successorId, '您成为经费卡持有人', '原持有人账号已停用。')
  } else await store.suspendAll(ctx.db, cardIds, LEFT)
  if (!goOn && cards.length > 0) {
    const named = cards
      .slice(0, 10)
      .map((c) => `${c.name}（${c.number}）`)
      .join('、')
    const body = `${named}${cards.length > 10 ? ` 等 ${cards.length} 张` : ''}已停用，请变更持有人后启用，或保持停用。`
    await tell(ctx, {
      kind: 'fund_card',
      role: { role: 'finance' },
      title: '经费卡持有人账号已停用',
      body,
      link: '/open-sharing/financial',
      mail: true,
    })
  }
  return { cardIds, goOn }
}

/** Bookings that hold money on these cards. */
export const bookingsOn = (ctx: Ctx, cardIds: readonly number[]): Promise<number[]> =>
  cardIds.length === 0 ? Promise.resolve([]) : ledgerStore.bookingsOn(ctx, cardIds)

// ── Calls ────────────────────────────────────────────────────────────────────

export async function list(ctx: Ctx, { query }: Parsed<typeof fundCardCalls.list>) {
  const [sort = 'id', direction] = (query.order_by ?? 'id desc').split(' ')
  if (!store.sortable(sort)) throw refuseField('order_by', '不能按该字段排序', 'BAD_REQUEST')
  const { items, total } = await store.list(ctx.db, {
    ...query,
    sort,
    direction: direction === 'asc' ? 'asc' : 'desc',
  })
  return { items: items.map((card) => cardOf(ctx, card, today(ctx))), total }
}

export async function mine(ctx: Ctx, { query }: Parsed<typeof fundCardCalls.mine>) {
  const all = (await store.ofUser(ctx.db, ctx.me.id, query.keyword ?? null)).map((card) =>
    myCardOf(ctx, card, today(ctx)),
  )
  const wanted = query.usable === undefined ? all : all.filter((card) => card.usableFen > 0 === query.usable)
  return { items: wanted.slice(query.page * query.size, (query.page + 1) * query.size), total: wanted.length }
}

/** The card, for people who have to do with it. Others are told that it is not theirs, whether it exists or not. */
async function cardFor(
  ctx: Ctx,
  cardId: number,
  may: (card: store.StandingRow) => boolean,
): Promise<store.StandingRow> {
  const card = await store.find(ctx.db, cardId, ctx.me.id)
  ctx.allow(card ? may(card) : isFinance(ctx), '您不是该经费卡的持有人，也未获得授权')
  if (!card) throw notFound('经费卡')
  ctx.target = `fund_card ${card.id}`
  return card
}
const manages = (ctx: Ctx) => (card: store.StandingRow) => card.ownerId === ctx.me.id || isFinance(ctx)

export async function get(ctx: Ctx, { params }: Parsed<typeof fundCardCalls.get>) {
  const card = await cardFor(
    ctx,
    params.id,
    (c) => c.ownerId === ctx.me.id || c.grant !== null || seesAll(ctx),
  )
  const shown = myCardOf(ctx, card, today(ctx))
  return {
    ...shown,
    remark: shown.sums ? card.remark : null,
    relation: shown.relation === 'owner' || card.grant ? shown.relation : ('finance' as const),
  }
}

async function written<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    if (violates(e, 'fund_card_number_key')) throw refuseField('number', fundCardRefusals.CARD_NUMBER_TAKEN)
    if (violates(e, 'fund_card_covers')) throw refuseField('creditFen', fundCardRefusals.CARD_COVERS)
    if (violates(e, 'fund_card_owner_id_fkey')) throw refuseField('ownerId', '所选持有人不存在')
    if (violates(e, 'fund_card_dept_id_fkey')) throw refuseField('deptId', '所选单位不存在')
    if (violates(e, 'ledger_entry_card_id_fkey'))
      throw refuse('CARD_IN_USE', fundCardRefusals.CARD_IN_USE, { status: 409 })
    throw e
  }
}

export async function create(ctx: Ctx, { body }: Parsed<typeof fundCardCalls.create>) {
  const { id } = await written(() => store.add(ctx, body))
  ctx.target = `fund_card ${id}`
  return { id }
}

export async function change(ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.change>) {
  ctx.target = `fund_card ${params.id}`
  if (!(await written(() => store.change(ctx, params.id, body)))) throw notFound('经费卡')
  await announce(ctx, 'fund_card.closed', { cardId: params.id })
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof fundCardCalls.remove>) {
  ctx.target = `fund_card ${params.id}`
  if (!(await written(() => store.remove(ctx, params.id)))) throw notFound('经费卡')
  return null
}

const tellOf = (
  ctx: Ctx,
  card: Pick<store.CardName, 'number' | 'name'>,
  userId: number,
  title: string,
  body: string,
  mail = false,
) =>
  tell(ctx, {
    kind: 'fund_card',
    userIds: [userId],
    exceptUserId: ctx.me.id,
    title,
    body: `${card.name}（${card.number}）：${body}`,
    link: '/account/finance',
    mail,
  })

/** Nothing was changed: why not. */
async function unchanged(ctx: Ctx, cardId: number, code: 'CARD_SUSPENDED' | 'CARD_RESUMED') {
  const [card] = await store.names(ctx.db, [cardId])
  return card ? refuse(code, fundCardRefusals[code], { status: 409 }) : notFound('经费卡')
}
export async function suspend(ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.suspend>) {
  ctx.target = `fund_card ${params.id}`
  const card = await store.suspend(ctx.db, params.id, body.reason)
  if (!card) throw await unchanged(ctx, params.id, 'CARD_SUSPENDED')
  await tellOf(
    ctx,
    card,
    card.ownerId,
    '经费卡已停用',
    `${body.reason}。停用期间不能用于新的预约和结算；已用该卡冻结的预约解冻，由付款人另选经费卡。`,
  )
  await announce(ctx, 'fund_card.closed', { cardId: card.id })
  return null
}
export async function resume(ctx: Ctx, { params }: Parsed<typeof fundCardCalls.resume>) {
  ctx.target = `fund_card ${params.id}`
  const card = await store.resume(ctx.db, params.id)
  if (!card) throw await unchanged(ctx, params.id, 'CARD_RESUMED')
  await tellOf(ctx, card, card.ownerId, '经费卡已启用', '可以继续用于付款。')
  return null
}

async function moved(
  ctx: Ctx,
  m: { cardId: number; kind: 'topup' | 'adjust'; deltaFen: number; note: string },
) {
  ctx.target = `fund_card ${m.cardId}`
  try {
    const entry = await ledgerStore.move(ctx, m)
    if (!entry) throw notFound('经费卡')
    const [card] = await store.names(ctx.db, [m.cardId])
    if (card)
      await tellOf(
        ctx,
        card,
        card.ownerId,
        `经费卡${ledgerKindWords[m.kind]}`,
        `${formatYuan(m.deltaFen)} 元，余额 ${formatYuan(entry.balanceAfterFen)} 元。${m.note}`,
      )
    return entryOf({ ...entry, userName: ctx.me.name, use: null })
  } catch (e) {
    if (violates(e, 'fund_card_covers')) throw refuseField('deltaFen', fundCardRefusals.CARD_COVERS)
    throw e
  }
}
export const topUp = (ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.topUp>) =>
  moved(ctx, { cardId: params.id, kind: 'topup', deltaFen: body.amountFen, note: body.reason })
export const adjust = (ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.adjust>) =>
  moved(ctx, { cardId: params.id, kind: 'adjust', deltaFen: body.deltaFen, note: body.reason })

export async function users(ctx: Ctx, { params, query }: Parsed<typeof fundCardCalls.users>) {
  const card = await cardFor(ctx, params.id, (c) => manages(ctx)(c) || seesAll(ctx))
  const { items, total } = await store.grants(ctx.db, card.id, query)
  return { items: items.map(grantOf), total }
}

export async function authorise(ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.authorise>) {
  const card = await cardFor(ctx, params.id, manages(ctx))
  if (params.userId === card.ownerId) throw refuse('GRANT_OWNER', fundCardRefusals.GRANT_OWNER)
  try {
    await store.grant(ctx, card.id, params.userId, body)
  } catch (e) {
    if (violates(e, 'fund_card_user_limit'))
      throw refuseField('totalLimitFen', fundCardRefusals.GRANT_BELOW_USED)
    if (violates(e, 'fund_card_user_user_id_fkey')) throw notFound('被授权人')
    throw e
  }
  await tellOf(ctx, card, params.userId, '您获得经费卡使用授权', `${card.ownerName} 授权您使用该卡。`)
  return null
}

export async function revoke(ctx: Ctx, { params }: Parsed<typeof fundCardCalls.revoke>) {
  const card = await cardFor(ctx, params.id, manages(ctx))
  if (!(await store.revoke(ctx, card.id, params.userId))) throw notFound('授权')
  return null
}

/** The entries of a card that the person who asks may see; an authorised person his own, without the card's sums. */
export async function ledgerFor(
  ctx: Ctx,
  cardId: number,
  asked: { kind?: LedgerKind | undefined; from?: string | undefined; to?: string | undefined },
) {
  const card = await cardFor(ctx, cardId, (c) => c.ownerId === ctx.me.id || c.grant !== null || seesAll(ctx))
  const onlyOwn = card.ownerId !== ctx.me.id && !seesAll(ctx)
  const { fromAt, untilAt } = spanOf(asked, ctx.env.CAMPUS_TZ)
  return {
    card,
    onlyOwn,
    filters: {
      cardId: card.id,
      kind: asked.kind ?? null,
      from: fromAt,
      until: untilAt,
      userId: onlyOwn ? ctx.me.id : null,
    } satisfies ledgerStore.LedgerFilters,
  }
}

export async function ledger(ctx: Ctx, { params, query }: Parsed<typeof fundCardCalls.ledger>) {
  const { onlyOwn, filters } = await ledgerFor(ctx, params.id, query)
  const entries = await ledgerStore.page(ctx, {
    ...filters,
    before: query.before ?? null,
    size: query.size + 1,
  })
  const sums = query.before === undefined ? await ledgerStore.sums(ctx, filters) : null
  const items = entries.slice(0, query.size)
  const rows = items.map(entryOf)
  return {
    items: onlyOwn ? rows.map((r) => ({ ...r, balanceAfterFen: null, frozenAfterFen: null })) : rows,
    next: entries.length > query.size ? (items.at(-1)?.id ?? null) : null,
    sums,
  }
}

/** What a change leaves out stays so. */
export const keptUser = (ctx: Ctx, { params }: { params: Record<string, unknown> }) =>
  rowAsBody(ctx.db, 'fund_card_user', { card_id: params['id'], user_id: params['userId'] })
