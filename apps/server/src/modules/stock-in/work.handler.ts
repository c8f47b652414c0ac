import type { Parsed } from '@portal/contract/kernel/call'
import {
  isDomesticNumber,
  stockInRefusals,
  type InvoiceBody,
  type StockInPieceBody,
  type stockInCalls,
} from '@portal/contract/stock-in/stock-in'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, forbidden, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { localOf } from '../../kernel/time.ts'
import * as file from '../file/file.service.ts'
import { stockInFlow } from './stock-in.flow.ts'
import { chooseAfterSubmit, OF, sharesIn, stockIns, type Voucher } from './stock-in.process.ts'
import { judgePieces, judgeSubmission } from './stock-in.rules.ts'
import { showAfter, showNow } from './show.action.ts'
import * as store from './stock-in.store.ts'

// What the requester, finance and the equipment office do.

async function refusingUnknown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    if (violates(e, 'stock_in_piece_lab_id_fkey'))
      throw refuseField('pieces', stockInRefusals.LAB_UNKNOWN, 'LAB_UNKNOWN')
    if (violates(e, 'stock_in_piece_room_id_fkey'))
      throw refuseField('pieces', stockInRefusals.ROOM_UNKNOWN, 'ROOM_UNKNOWN')
    if (violates(e, 'stock_in_piece_category_id_fkey'))
      throw refuseField('pieces', stockInRefusals.CATEGORY_UNKNOWN, 'CATEGORY_UNKNOWN')
    if (violates(e, 'invoice_once'))
      throw refuseField('invoices', stockInRefusals.INVOICE_USED, 'INVOICE_USED')
    throw e
  }
}

async function changePieces(ctx: Ctx, id: number, pieces: readonly StockInPieceBody[]): Promise<void> {
  const active = await store.findActive(
    ctx.db,
    pieces.flatMap((p) => p.keeperId ?? []),
  )
  pieces.forEach((p, i) => {
    if (p.keeperId !== null && !active.has(p.keeperId))
      throw refuseField(`pieces.${i}.keeperId`, stockInRefusals.KEEPER_UNKNOWN, 'KEEPER_UNKNOWN')
  })
  if ((await refusingUnknown(() => store.changePieces(ctx, id, pieces))) !== pieces.length)
    throw refuseField('pieces', stockInRefusals.PIECE_UNKNOWN, 'PIECE_UNKNOWN')
}

/** Files that no invoice names any more go. */
async function changeInvoices(ctx: Ctx, id: number, invoices: readonly InvoiceBody[]): Promise<void> {
  const files = (await file.filesOf(ctx, OF, [id])).get(id) ?? []
  const named = new Set(invoices.flatMap((v) => v.fileId ?? []))
  invoices.forEach((v, i) => {
    if (v.fileId !== null && !files.some((f) => f.id === v.fileId))
      throw refuseField(`invoices.${i}.fileId`, stockInRefusals.FILE_UNKNOWN, 'FILE_UNKNOWN')
  })
  await refusingUnknown(() => store.changeInvoices(ctx, id, invoices))
  for (const f of files) if (!named.has(f.id)) await file.remove(ctx, f.id)
}

/** What a change leaves out stays so. */
export async function loadUnchanged(
  ctx: Ctx,
  { params }: { params: Record<string, unknown> },
): Promise<object> {
  const { invoices, payment, remark } = await showNow(ctx, Number(params['id']))
  return { invoices: invoices.map(({ file: kept, ...v }) => ({ ...v, fileId: kept?.id })), payment, remark }
}

export async function change(ctx: Ctx, { params, body }: Parsed<typeof stockInCalls.change>) {
  const loaded = await stockIns.load(ctx, params.id)
  const s = await stockIns.take(ctx, loaded, 'change', { to: 'awaiting_info' })
  const domestic = (await store.pieces(ctx.db, s.id)).every((p) => !p.imported)
  const odd = body.invoices.findIndex((v) => domestic && !isDomesticNumber(v.number))
  if (odd >= 0) throw refuseField(`invoices.${odd}.number`, stockInRefusals.INVOICE_NUMBER, 'INVOICE_NUMBER')
  await changePieces(ctx, s.id, body.pieces)
  await changeInvoices(ctx, s.id, body.invoices)
  await store.change(ctx, s.id, body.payment, body.remark)
  return showNow(ctx, s.id)
}

export async function correct(ctx: Ctx, { params, body }: Parsed<typeof stockInCalls.correct>) {
  const loaded = await stockIns.load(ctx, params.id)
  await stockIns.take(ctx, loaded, 'change', { to: 'awaiting_store' })
  const reasons = judgePieces(body.pieces)
  if (reasons[0]) throw refuse(reasons[0].code, reasons[0].message, { reasons })
  await changePieces(ctx, params.id, body.pieces)
  return showNow(ctx, params.id)
}

const MOST_FILES = 60
export async function addFile(ctx: Ctx, { params }: Parsed<typeof stockInCalls.addFile>) {
  const { row: s, roles } = await stockIns.load(ctx, params.id, 'awaiting_info')
  if (!roles.has('requester')) throw forbidden('只有申购人可以填写预入库')
  const [uploaded] = ctx.files
  if (!uploaded) throw fail('BAD_REQUEST', '请选择要上传的文件')
  if (((await file.filesOf(ctx, OF, [s.id])).get(s.id) ?? []).length >= MOST_FILES)
    throw refuse('TOO_MANY_FILES', stockInRefusals.TOO_MANY_FILES)
  return file.attachmentOf(
    await file.keep(ctx, uploaded, { business: OF, rowId: s.id, visibility: 'private' }),
  )
}

export async function submit(ctx: Ctx, { params }: Parsed<typeof stockInCalls.submit>) {
  const loaded = await stockIns.hold(ctx, params.id)
  const { row: s, roles, standing } = loaded
  const [pieces, invoices] = [await store.pieces(ctx.db, s.id), await store.listInvoices(ctx.db, s.id)]
  // Whoever may not hand it in hears that, not what is missing in it.
  const reasons = stockIns.canOf(s, roles).includes('submit')
    ? judgeSubmission(
        { ...s, shares: await sharesIn(ctx, s), pieces, invoices },
        localOf(ctx.now, ctx.env.CAMPUS_TZ).day,
      )
    : []
  if (reasons[0]) throw refuse(reasons[0].code, reasons[0].message, { reasons })
  return showAfter(
    ctx,
    await stockIns.take(ctx, loaded, 'submit', { to: await chooseAfterSubmit(ctx, s) }),
    standing,
  )
}

/** Nobody pays tomorrow. */
function judgePaid(ctx: Ctx, paidOn: string | null): void {
  if (paidOn !== null && paidOn > localOf(ctx.now, ctx.env.CAMPUS_TZ).day)
    throw refuseField('paidOn', stockInRefusals.PAID_FUTURE, 'PAID_FUTURE')
}

export function audit(ctx: Ctx, { body }: Parsed<typeof stockInCalls.audit>) {
  const { reason, voucherNumber, paidOn } = body
  judgePaid(ctx, paidOn)
  if (body.verdict === 'send_back')
    return stockIns.eachOf(ctx, body.items, (loaded) => stockIns.take(ctx, loaded, 'send_back', { reason }))
  const hasVoucher = voucherNumber !== null || paidOn !== null
  const confirmed = { reason, ...(hasVoucher && { changes: { voucherNumber, paidOn } }) }
  return stockIns.eachOf(ctx, body.items, (loaded) =>
    loaded.row.state === 'awaiting_card_owner'
      ? stockIns.take(ctx, loaded, 'agree', { reason })
      : stockIns.take(ctx, loaded, 'confirm', confirmed),
  )
}

const wordVoucher = (v: Voucher): string => [v.voucherNumber ?? '无', v.paidOn].filter(Boolean).join('，')
/** The voucher is there, or was entered wrongly: what stood there before stays in the log. */
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
