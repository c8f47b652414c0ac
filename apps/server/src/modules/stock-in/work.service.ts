import type { Parsed } from '@portal/contract/kernel/call'
import {
  isDomesticNumber,
  stockInRefusals,
  type InvoiceBody,
  type StockInPieceBody,
  type stockInCalls,
} from '@portal/contract/stock-in/stock-in'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { fail, forbidden, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { localOf } from '../../kernel/time.ts'
import * as file from '../file/file.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import { again, OF, sharesIn, takeStep } from './steps.service.ts'
import { stockInFlow } from './stock-in.flow.ts'
import { judgePieces, judgeSubmission } from './stock-in.rules.ts'
import { load, seen, shownAgain } from './stock-in.service.ts'
import * as store from './stock-in.store.ts'
import { doneWords } from './stock-in.view.ts'

// What the requester, finance and the equipment office do.

async function explained<T>(work: () => Promise<T>): Promise<T> {
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
  const active = await store.activeAmong(
    ctx.db,
    pieces.flatMap((p) => p.keeperId ?? []),
  )
  pieces.forEach((p, i) => {
    if (p.keeperId !== null && !active.has(p.keeperId))
      throw refuseField(`pieces.${i}.keeperId`, stockInRefusals.KEEPER_UNKNOWN, 'KEEPER_UNKNOWN')
  })
  if ((await explained(() => store.changePieces(ctx, id, pieces))) !== pieces.length)
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
  await explained(() => store.changeInvoices(ctx, id, invoices))
  for (const f of files) if (!named.has(f.id)) await file.remove(ctx, f.id)
}

export async function change(ctx: Ctx, { params, body }: Parsed<typeof stockInCalls.change>) {
  const { s, roles } = await load(ctx, params.id)
  await takeStep(ctx, s, roles, { event: 'change', to: 'awaiting_info' })
  const domestic = (await store.pieces(ctx.db, s.id)).every((p) => !p.imported)
  const odd = body.invoices.findIndex((v) => domestic && !isDomesticNumber(v.number))
  if (odd >= 0) throw refuseField(`invoices.${odd}.number`, stockInRefusals.INVOICE_NUMBER, 'INVOICE_NUMBER')
  await changePieces(ctx, s.id, body.pieces)
  await changeInvoices(ctx, s.id, body.invoices)
  await store.change(ctx, s.id, body.payment, body.remark)
  return shownAgain(ctx, await again(ctx, s.id))
}

export async function correct(ctx: Ctx, { params, body }: Parsed<typeof stockInCalls.correct>) {
  const { s, roles } = await load(ctx, params.id)
  await takeStep(ctx, s, roles, { event: 'change', to: 'awaiting_store' })
  const reasons = judgePieces(body.pieces)
  if (reasons[0]) throw refuse(reasons[0].code, reasons[0].message, { reasons })
  await changePieces(ctx, s.id, body.pieces)
  return shownAgain(ctx, await again(ctx, s.id))
}

const MOST_FILES = 60
export async function addFile(ctx: Ctx, { params }: Parsed<typeof stockInCalls.addFile>) {
  const { s, roles } = await load(ctx, params.id)
  if (!roles.has('requester')) throw forbidden('只有申购人可以填写预入库')
  if (s.state !== 'awaiting_info') throw await tooLate(ctx, OF, s.id)
  const [uploaded] = ctx.files
  if (!uploaded) throw fail('BAD_REQUEST', '请选择要上传的文件')
  if (((await file.filesOf(ctx, OF, [s.id])).get(s.id) ?? []).length >= MOST_FILES)
    throw refuse('TOO_MANY_FILES', stockInRefusals.TOO_MANY_FILES)
  return file.attachmentOf(
    await file.keep(ctx, uploaded, { business: OF, rowId: s.id, visibility: 'private' }),
  )
}

export async function submit(ctx: Ctx, { params }: Parsed<typeof stockInCalls.submit>) {
  await store.lock(ctx, [params.id])
  const { s, roles } = await load(ctx, params.id)
  const [pieces, invoices] = [await store.pieces(ctx.db, s.id), await store.invoices(ctx.db, s.id)]
  const reasons =
    s.state === 'awaiting_info' && roles.has('requester')
      ? judgeSubmission(
          { ...s, shares: await sharesIn(ctx, s), pieces, invoices },
          localOf(ctx.now, ctx.env.CAMPUS_TZ).day,
        )
      : []
  if (reasons[0]) throw refuse(reasons[0].code, reasons[0].message, { reasons })
  return shownAgain(ctx, await takeStep(ctx, s, roles, { event: 'submit', to: 'awaiting_finance' }))
}

/** Everything a batch will touch, in one order: two with the same rows wait for each other, never in a circle. */
async function eachLocked(
  ctx: Ctx,
  items: readonly { id: number; state: string }[],
  step: (s: store.StockIn, roles: Awaited<ReturnType<typeof seen>> & object) => Promise<store.StockIn>,
) {
  // Each is judged by itself, and refused where it is not his to judge.
  ctx.allow(true)
  await fundCard.lockCards(
    ctx,
    await store.lock(
      ctx,
      items.map((i) => i.id),
    ),
  )
  return eachByItself(ctx, items, async ({ id, state }) => {
    const s = await store.find(ctx.db, id)
    const roles = s && (await seen(ctx, s))
    if (!s || !roles) throw notFound('入库单')
    if (s.state !== state) throw await tooLate(ctx, OF, id)
    return doneWords(await step(s, roles))
  })
}

/** Nobody pays tomorrow. */
function judgePaid(ctx: Ctx, paidOn: string | null): void {
  if (paidOn !== null && paidOn > localOf(ctx.now, ctx.env.CAMPUS_TZ).day)
    throw refuseField('paidOn', stockInRefusals.PAID_FUTURE, 'PAID_FUTURE')
}

export function audit(ctx: Ctx, { body }: Parsed<typeof stockInCalls.audit>) {
  const { reason, voucherNumber, paidOn } = body
  judgePaid(ctx, paidOn)
  return eachLocked(ctx, body.items, async (s, roles) => {
    if (body.verdict === 'send_back')
      return takeStep(ctx, s, roles, { event: 'send_back', to: 'awaiting_info', reason })
    const now = await takeStep(ctx, s, roles, { event: 'confirm', to: 'awaiting_store', reason })
    if (voucherNumber !== null || paidOn !== null)
      await store.setVoucher(ctx, s.id, { voucherNumber, paidOn })
    return now
  })
}

const voucherWords = (v: { voucherNumber: string | null; paidOn: string | null }): string =>
  [v.voucherNumber ?? '无', v.paidOn].filter(Boolean).join('，')
/** The voucher is there, or was entered wrongly: what stood there before stays in the log. */
export async function enterVoucher(
  ctx: Ctx,
  { params, body: { reason, ...v } }: Parsed<typeof stockInCalls.voucher>,
) {
  await store.lock(ctx, [params.id])
  const { s, roles } = await load(ctx, params.id)
  stockInFlow.judge(s.state, 'voucher', roles)
  judgePaid(ctx, v.paidOn)
  if (v.voucherNumber === s.voucherNumber && v.paidOn === s.paidOn) return shownAgain(ctx, s)
  if (!(await store.setVoucher(ctx, s.id, v)))
    throw refuse('VOUCHER_BEFORE', stockInRefusals.VOUCHER_BEFORE, { status: 409 })
  await logStep(ctx, {
    business: OF,
    rowId: s.id,
    event: 'voucher',
    from: s.state,
    to: s.state,
    reason: [`${voucherWords(s)} → ${voucherWords(v)}`, reason].filter(Boolean).join('；'),
  })
  return shownAgain(ctx, await again(ctx, s.id))
}

export const storeAll = (ctx: Ctx, { body }: Parsed<typeof stockInCalls.store>) =>
  eachLocked(ctx, body.items, (s, roles) =>
    takeStep(ctx, s, roles, { event: 'store', to: 'stored', reason: body.reason }),
  )
