import type { Parsed } from '@portal/contract/kernel/call'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import {
  stockInRefusals,
  type InvoiceBody,
  type StockInPieceBody,
  type stockInCalls,
} from '@portal/contract/stock-in/stock-in'
import type { Reason } from '@portal/contract/kernel/envelope'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, forbidden, refuse, refuseAll, refuseField } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { findLocal, findToday } from '../../kernel/time.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as file from '../file/file.service.ts'
import { findActive } from '../people/people.service.ts'
import { stockInFlow } from './stock-in.flow.ts'
import { chooseAfterSubmit, OF, sharesIn, stockIns, type Voucher } from './stock-in.process.ts'
import { isSpender, judgeNumbers, judgePieces, judgeStanding, judgeSubmission } from './stock-in.rules.ts'
import { showAfter, showNow } from './show.action.ts'
import * as store from './stock-in.store.ts'

// The calls of the requester, finance and the equipment office.

const translateViolation = defineTranslation({
  stock_in_piece_lab_id_fkey: () => refuseField('pieces', stockInRefusals.LAB_UNKNOWN, 'LAB_UNKNOWN'),
  stock_in_piece_room_id_fkey: () => refuseField('pieces', stockInRefusals.ROOM_UNKNOWN, 'ROOM_UNKNOWN'),
  stock_in_piece_category_id_fkey: () =>
    refuseField('pieces', stockInRefusals.CATEGORY_UNKNOWN, 'CATEGORY_UNKNOWN'),
  invoice_once: () => refuseField('invoices', stockInRefusals.INVOICE_USED, 'INVOICE_USED'),
})

type Code = 'KEEPER_UNKNOWN' | 'FILE_UNKNOWN'
const because = (code: Code, field: string): Reason => ({ code, message: stockInRefusals[code], field })

async function judgeKeepers(ctx: Ctx, pieces: readonly StockInPieceBody[]): Promise<Reason[]> {
  const active = await findActive(
    ctx,
    pieces.flatMap((p) => p.keeperId ?? []),
  )
  return pieces.flatMap(({ keeperId }, i) =>
    keeperId === null || active.has(keeperId) ? [] : [because('KEEPER_UNKNOWN', `pieces.${i}.keeperId`)],
  )
}

async function changePieces(ctx: Ctx, id: number, pieces: readonly StockInPieceBody[]): Promise<void> {
  if ((await translateViolation(() => store.changePieces(ctx, id, pieces))) !== pieces.length)
    throw refuseField('pieces', stockInRefusals.PIECE_UNKNOWN, 'PIECE_UNKNOWN')
}

/** Removes files that no invoice names any more. */
async function changeInvoices(
  ctx: Ctx,
  id: number,
  invoices: readonly InvoiceBody[],
  files: readonly { id: string }[],
): Promise<void> {
  const named = new Set(invoices.flatMap((v) => v.fileId ?? []))
  await translateViolation(() => store.changeInvoices(ctx, id, invoices))
  for (const f of files) if (!named.has(f.id)) await file.remove(ctx, f.id)
}

/** Values that a change keeps when its body leaves them out. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const { invoices, payment, remark } = await showNow(ctx, Number(params['id']))
  return { invoices: invoices.map(({ file: kept, ...v }) => ({ ...v, fileId: kept?.id })), payment, remark }
}

/** Filled in on two devices, or by two people, nothing unseen is overwritten or handed in. */
const refuseOld = (ctx: Ctx, s: store.StockIn, revision: number | null | undefined) =>
  refuseUnseen(ctx, '入库单', s, revision, async () => (await stockIns.trailOf(ctx, s)).history)

export async function change(ctx: Ctx, { params, body }: Parsed<typeof stockInCalls.change>) {
  const loaded = await stockIns.hold(ctx, params.id)
  await refuseOld(ctx, loaded.row, body.revision)
  const s = await stockIns.take(ctx, loaded, 'change', { to: 'awaiting_info' })
  const domestic = (await store.pieces(ctx.db, s.id)).every((p) => !p.imported)
  const files = (await file.listFiles(ctx, OF, [s.id])).get(s.id) ?? []
  refuseAll([
    ...(domestic ? judgeNumbers(body.invoices) : []),
    ...(await judgeKeepers(ctx, body.pieces)),
    ...body.invoices.flatMap((v, i) =>
      v.fileId === null || files.some((f) => f.id === v.fileId)
        ? []
        : [because('FILE_UNKNOWN', `invoices.${i}.fileId`)],
    ),
  ])
  await changePieces(ctx, s.id, body.pieces)
  await changeInvoices(ctx, s.id, body.invoices, files)
  await store.change(ctx, s.id, body.payment, body.remark)
  return showNow(ctx, s.id)
}

export async function correct(ctx: Ctx, { params, body }: Parsed<typeof stockInCalls.correct>) {
  const loaded = await stockIns.hold(ctx, params.id)
  await refuseOld(ctx, loaded.row, body.revision)
  const s = await stockIns.take(ctx, loaded, 'change', { to: 'awaiting_store' })
  refuseAll([...judgePieces(body.pieces), ...(await judgeKeepers(ctx, body.pieces))])
  await changePieces(ctx, s.id, body.pieces)
  refuseAll(judgeStanding(await store.pieces(ctx.db, s.id)))
  // Payment and remark stay; the saving is counted.
  await store.change(ctx, s.id, s.payment, s.remark)
  return showNow(ctx, s.id)
}

const MOST_FILES = 60
export async function addFile(ctx: Ctx, { params }: Parsed<typeof stockInCalls.addFile>) {
  // Locked, so that nothing is added to papers that are being submitted, and parallel uploads are counted.
  const { row: s, roles } = await stockIns.hold(ctx, params.id, 'awaiting_info')
  if (!roles.has('requester')) throw forbidden('只有申购人可以填写预入库')
  const uploaded = ctx.requireFile()
  if (((await file.listFiles(ctx, OF, [s.id])).get(s.id) ?? []).length >= MOST_FILES)
    throw refuse('TOO_MANY_FILES', stockInRefusals.TOO_MANY_FILES)
  return file.showAttachment(
    await file.keep(ctx, uploaded, { business: OF, rowId: s.id, visibility: 'private' }),
  )
}

/** Reasons against the cards, reported at the payment; freezing checks them again. */
async function judgeCards(
  ctx: Ctx,
  { shares, ...by }: { userId: number; day: string; shares: readonly PurchaseSource[] },
): Promise<Reason[]> {
  const reasons: Reason[] = []
  for (const { card, amountFen } of shares)
    if (card)
      for (const { code, message } of await fundCard.judgeCard(ctx, { ...by, cardId: card.id, amountFen }))
        reasons.push({ code, message, field: 'payment' })
  return reasons
}

export async function submit(ctx: Ctx, { params, body }: Parsed<typeof stockInCalls.submit>) {
  const loaded = await stockIns.hold(ctx, params.id)
  await refuseOld(ctx, loaded.row, body.revision)
  const { row: s, roles, standing } = loaded
  const [pieces, invoices] = [await store.pieces(ctx.db, s.id), await store.listInvoices(ctx.db, s.id)]
  // Callers who may not submit are told that by `take`, not what is missing.
  if (stockIns.listActions(s, roles).includes('submit')) {
    const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
    const shares = await sharesIn(ctx, s)
    const cards = s.payment === 'card' ? await judgeCards(ctx, { userId: s.requesterId, day, shares }) : []
    refuseAll([...judgeSubmission({ ...s, shares, pieces, invoices }, day), ...cards])
  }
  return showAfter(
    ctx,
    await stockIns.take(ctx, loaded, 'submit', { to: await chooseAfterSubmit(ctx, s) }),
    standing,
  )
}

/** Refuses a payment day in the future. */
function judgePaid(ctx: Ctx, paidOn: string | null): void {
  if (paidOn !== null && paidOn > findToday(ctx))
    throw refuseField('paidOn', stockInRefusals.PAID_FUTURE, 'PAID_FUTURE')
}

export function audit(ctx: Ctx, { body }: Parsed<typeof stockInCalls.audit>) {
  const { reason, voucherNumber, paidOn } = body
  judgePaid(ctx, paidOn)
  if (body.verdict === 'send_back')
    return stockIns.eachOf(ctx, body.items, (loaded) => {
      refuseSpender(ctx, loaded.row)
      return stockIns.take(ctx, loaded, 'send_back', { reason })
    })
  const hasVoucher = voucherNumber !== null || paidOn !== null
  const confirmed = { reason, ...(hasVoucher && { changes: { voucherNumber, paidOn } }) }
  return stockIns.eachOf(ctx, body.items, (loaded) => {
    refuseSpender(ctx, loaded.row)
    return loaded.row.state === 'awaiting_card_owner'
      ? stockIns.take(ctx, loaded, 'agree', { reason })
      : stockIns.take(ctx, loaded, 'confirm', confirmed)
  })
}
/** Refuses a spender with the reason, not only that others must do it. */
function refuseSpender(ctx: Ctx, s: store.StockIn): void {
  if (isSpender(s, ctx.me.id)) throw forbidden(stockInRefusals.OWN_PAYMENT)
}

const wordVoucher = (v: Voucher): string => [v.voucherNumber ?? '无', v.paidOn].filter(Boolean).join('，')
/** Enters or corrects the voucher; the log keeps the old value. */
export async function enterVoucher(
  ctx: Ctx,
  { params, body: { reason, ...v } }: Parsed<typeof stockInCalls.voucher>,
) {
  const loaded = await stockIns.hold(ctx, params.id)
  const { row: s, roles, standing } = loaded
  stockInFlow.admit(s.state, 'voucher', roles)
  judgePaid(ctx, v.paidOn)
  if (v.voucherNumber === s.voucherNumber && v.paidOn === s.paidOn) return showAfter(ctx, s, standing)
  const told = [`${wordVoucher(s)} → ${wordVoucher(v)}`, reason].filter(Boolean).join('；')
  const now = await stockIns.take(ctx, loaded, 'voucher', { reason: told, changes: v })
  return showAfter(ctx, now, standing)
}

export const storeAll = (ctx: Ctx, { body: { items, reason } }: Parsed<typeof stockInCalls.store>) =>
  stockIns.eachOf(ctx, items, (loaded) => stockIns.take(ctx, loaded, 'store', { reason }))
