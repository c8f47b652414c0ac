import { fundCardRefusals, ledgerKindWords, type fundCardCalls } from '@portal/contract/fund-card/fund-card'
import type { Parsed } from '@portal/contract/kernel/call'
import { formatYuan } from '@portal/contract/kernel/money'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import {
  defineTranslation,
  notFound,
  refuse,
  refuseField,
  violates,
  violatesReference,
} from '../../kernel/refuse.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import * as store from './fund-card.store.ts'
import * as ledgerStore from './ledger.store.ts'
import { showCard, showEntry, showMyCard, seesAll } from './fund-card.view.ts'
import { tellPerson } from './news.action.ts'
import { requireCard } from './access.action.ts'
import { announceOwners } from './owner.action.ts'
import { findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof fundCardCalls.list>) {
  const [sort = 'id', direction] = (query.order_by ?? 'id desc').split(' ')
  if (!store.isSortable(sort)) throw refuseField('order_by', '不能按该字段排序', 'BAD_REQUEST')
  const { items, total } = await store.list(ctx.db, {
    ...query,
    sort,
    direction: direction === 'asc' ? 'asc' : 'desc',
  })
  return { items: items.map((card) => showCard(ctx, card, findToday(ctx))), total }
}

export async function listMine(ctx: Ctx, { query }: Parsed<typeof fundCardCalls.mine>) {
  const [cards, held] = await together([
    store.listOfUser(ctx.db, ctx.me.id, query.keyword ?? null),
    query.testOrderIds ? ledgerStore.listHeldFor(ctx.db, ctx.me.id, query.testOrderIds) : [],
  ])
  const freed = new Map(held.map((h) => [h.cardId, h]))
  const all = cards.map((card) => showMyCard(ctx, card, findToday(ctx), freed.get(card.id)))
  const wanted = query.usable === undefined ? all : all.filter((card) => card.usableFen > 0 === query.usable)
  return { items: wanted.slice(query.page * query.size, (query.page + 1) * query.size), total: wanted.length }
}

export async function get(ctx: Ctx, { params }: Parsed<typeof fundCardCalls.get>) {
  const card = await requireCard(
    ctx,
    params.id,
    (c) => c.ownerId === ctx.me.id || c.grant !== null || seesAll(ctx),
  )
  const shown = showMyCard(ctx, card, findToday(ctx))
  return {
    ...shown,
    remark: shown.sums ? card.remark : null,
    relation: shown.relation === 'owner' || card.grant ? shown.relation : ('finance' as const),
  }
}

const translateViolation = defineTranslation({
  fund_card_number_key: () => refuseField('number', fundCardRefusals.CARD_NUMBER_TAKEN),
  fund_card_covers: () => refuseField('creditFen', fundCardRefusals.CARD_COVERS),
  fund_card_owner_id_fkey: () => refuseField('ownerId', '所选持有人不存在'),
  fund_card_dept_id_fkey: () => refuseField('deptId', '所选单位不存在'),
})

/**
 * A person who has left keeps their cards, but cannot get new ones. `ownerId` is undefined if a change leaves
 * it as it is.
 */
async function judgeOwner(ctx: Ctx, ownerId: number | undefined, cardId: number | null): Promise<void> {
  if (ownerId === undefined) return
  if (await store.hasLeft(ctx.db, ownerId, cardId)) throw refuseField('ownerId', '所选持有人的账号已停用')
}

export async function create(ctx: Ctx, { body }: Parsed<typeof fundCardCalls.create>) {
  await judgeOwner(ctx, body.ownerId, null)
  const deptId = body.deptId === undefined ? await store.findHomeDept(ctx.db, body.ownerId) : body.deptId
  const { id } = await translateViolation(() => store.add(ctx, { ...body, deptId }))
  ctx.target = `fund_card ${id}`
  return { id }
}

/**
 * The fields that a change omits. Owner and state are not filled in: this read is older than the row that the
 * change finds, and others may hand over or suspend cards in between.
 */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const id = Number(params['id'])
  const card = Number.isSafeInteger(id) ? await rowAsBody(ctx.db, 'fund_card', { id }) : undefined
  if (!card) return undefined
  const { ownerId: _ownerId, enabled: _enabled, ...kept } = card
  return kept
}

const SUSPENDED = '停用期间不能用于新的预约和结算；已用该卡冻结的预约解冻，由付款人另选经费卡。'
const tellResumed = (ctx: Ctx, card: store.CardName) =>
  tellPerson(ctx, card, card.ownerId, '经费卡已启用', '可以继续用于付款。')

export async function change(ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.change>) {
  ctx.target = `fund_card ${params.id}`
  await judgeOwner(ctx, body.ownerId, params.id)
  const changed = await translateViolation(() => store.change(ctx, params.id, body))
  if (!changed) throw notFound('经费卡')
  if (changed.wasEnabled && !changed.enabled)
    await tellPerson(ctx, changed, changed.ownerId, '经费卡已停用', SUSPENDED)
  if (!changed.wasEnabled && changed.enabled) await tellResumed(ctx, changed)
  await announce(ctx, 'fund_card.closed', { cardId: params.id })
  await announceOwners(ctx, [changed])
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof fundCardCalls.remove>) {
  ctx.target = `fund_card ${params.id}`
  try {
    if (!(await store.remove(ctx, params.id))) throw notFound('经费卡')
  } catch (e) {
    // Entries, bookings and purchases name their card.
    if (violatesReference(e)) throw refuse('CARD_IN_USE', fundCardRefusals.CARD_IN_USE, { status: 409 })
    throw e
  }
  return null
}

/** The refusal for a change that found no row. */
async function explainUnchanged(ctx: Ctx, cardId: number, code: 'CARD_SUSPENDED' | 'CARD_RESUMED') {
  const [card] = await store.listNames(ctx.db, [cardId])
  return card ? refuse(code, fundCardRefusals[code], { status: 409 }) : notFound('经费卡')
}
export async function suspend(ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.suspend>) {
  ctx.target = `fund_card ${params.id}`
  const card = await store.suspend(ctx, params.id, body.reason)
  if (!card) throw await explainUnchanged(ctx, params.id, 'CARD_SUSPENDED')
  await tellPerson(ctx, card, card.ownerId, '经费卡已停用', `${body.reason}。${SUSPENDED}`)
  await announce(ctx, 'fund_card.closed', { cardId: card.id })
  return null
}
export async function resume(ctx: Ctx, { params }: Parsed<typeof fundCardCalls.resume>) {
  ctx.target = `fund_card ${params.id}`
  const card = await store.resume(ctx, params.id)
  if (!card) throw await explainUnchanged(ctx, params.id, 'CARD_RESUMED')
  await tellResumed(ctx, card)
  return null
}

async function moveBalance(
  ctx: Ctx,
  m: { cardId: number; kind: 'topup' | 'adjust'; deltaFen: number; note: string },
) {
  ctx.target = `fund_card ${m.cardId}`
  try {
    const entry = await ledgerStore.move(ctx, m)
    if (!entry) throw notFound('经费卡')
    const [card] = await store.listNames(ctx.db, [m.cardId])
    if (card)
      await tellPerson(
        ctx,
        card,
        card.ownerId,
        `经费卡${ledgerKindWords[m.kind]}`,
        `${formatYuan(m.deltaFen)} 元，余额 ${formatYuan(entry.balanceAfterFen)} 元。${m.note}`,
      )
    return showEntry({ ...entry, userName: ctx.me.name, use: null })
  } catch (e) {
    if (violates(e, 'fund_card_covers')) throw refuseField('deltaFen', fundCardRefusals.CARD_COVERS)
    throw e
  }
}
export const topUp = (ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.topUp>) =>
  moveBalance(ctx, { cardId: params.id, kind: 'topup', deltaFen: body.amountFen, note: body.reason })
export const adjust = (ctx: Ctx, { params, body }: Parsed<typeof fundCardCalls.adjust>) =>
  moveBalance(ctx, { cardId: params.id, kind: 'adjust', deltaFen: body.deltaFen, note: body.reason })
