import {
  deliveryRefusals,
  MAX_DELIVERY_FILES,
  type DeliveryFilters,
  type deliveryCalls,
} from '@portal/contract/delivery/delivery'
import type { Parsed } from '@portal/contract/kernel/call'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { history, tooLate } from '../../kernel/flow-log.store.ts'
import { pageReply } from '../../kernel/listed.store.ts'
import { fail, forbidden, notFound, refuse, violates } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet.ts'
import { localOf, spanOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import type { DeliveryRole } from './delivery.flow.ts'
import { expectedWords, judgePieces, rolesOf } from './delivery.rules.ts'
import * as store from './delivery.store.ts'
import { detailOf, doneWords, exportColumns, rowOf } from './delivery.view.ts'
import * as lists from './list.store.ts'
import * as pieceStore from './piece.store.ts'
import { progressOf } from './progress.rules.ts'
import { takeStep } from './steps.service.ts'

const OF = 'delivery'
const todayOf = (ctx: Ctx): string => localOf(ctx.now, ctx.env.CAMPUS_TZ).day

// ── Who sees what ────────────────────────────────────────────────────────────

const seesAll = (ctx: Ctx) => ctx.holds('PURCHASE_ALL', 'TENDER_ALL')

/** What the person who asks is to a delivery; undefined when it is none of his business. */
async function seen(
  ctx: Ctx,
  v: Pick<store.DeliveryDetail, 'supplierId' | 'requesterId'>,
): Promise<Set<DeliveryRole> | undefined> {
  const own = await supplier.supplierOf(ctx)
  const member = own?.id === v.supplierId
  return member || seesAll(ctx) || v.requesterId === ctx.me.id
    ? rolesOf({ member, auditor: ctx.holds('TENDER_ALL') })
    : undefined
}

interface Loaded {
  v: store.DeliveryDetail
  roles: Set<DeliveryRole>
}
/** A delivery, for people who have to do with it; others learn nothing, not even whether it exists. */
async function load(ctx: Ctx, deliveryId: number): Promise<Loaded> {
  const v = await store.find(ctx.db, deliveryId)
  const roles = v && (await seen(ctx, v))
  if (!roles && !seesAll(ctx)) throw forbidden('您不能查看该供货单')
  if (!v || !roles) throw notFound('供货单')
  ctx.allow(true)
  ctx.target = `delivery ${v.id}`
  return { v, roles }
}
/** Asked when somebody opens one of its files. */
export async function maySeeId(ctx: Ctx, deliveryId: number): Promise<boolean> {
  const v = await store.find(ctx.db, deliveryId)
  return v !== undefined && (await seen(ctx, v)) !== undefined
}
/** For the company that delivers, and locked: two of its people write one after the other. */
async function loadToWrite(ctx: Ctx, deliveryId: number): Promise<Loaded> {
  const first = await load(ctx, deliveryId)
  if (!first.roles.has('member')) throw forbidden('只有供货的供应商可以填写设备信息')
  await store.lock(ctx, [deliveryId])
  const locked = await load(ctx, deliveryId)
  if (locked.v.state !== 'awaiting_entry')
    throw refuse('NOT_OPEN', deliveryRefusals.NOT_OPEN, { status: 409 })
  return locked
}

async function shown(ctx: Ctx, deliveryId: number) {
  const { v, roles } = await load(ctx, deliveryId)
  const [stage, items, pieces, files, log, waiting] = await together([
    purchase.stageOf(ctx, v.purchaseId),
    store.items(ctx.db, v.purchaseId),
    pieceStore.pieces(ctx.db, [v.purchaseId]),
    file.filesOf(ctx, OF, [v.id]),
    history(ctx, OF, v.id),
    approval.waitingOf(ctx, OF, v.id),
  ])
  const awaited =
    waiting.flatMap((w) => w.names).join('、') || (v.state === 'awaiting_entry' ? v.supplier : null)
  return detailOf(v, {
    roles,
    stage,
    items,
    pieces,
    files: files.get(v.id) ?? [],
    log,
    progress: progressOf(v, log, awaited),
  })
}
export const get = (ctx: Ctx, { params }: Parsed<typeof deliveryCalls.get>) => shown(ctx, params.id)

// ── Lists ────────────────────────────────────────────────────────────────────

async function scopeOf(ctx: Ctx): Promise<{ scope: lists.Scope; own: { id: number } | undefined }> {
  const own = await supplier.supplierOf(ctx)
  if (seesAll(ctx)) return { scope: { all: true }, own }
  return { scope: own ? { supplierId: own.id } : { requesterId: ctx.me.id }, own }
}

const narrowed = (
  ctx: Ctx,
  {
    keyword,
    state,
    supplierId,
    purchaseId,
    overdue,
    from,
    to,
  }: Omit<DeliveryFilters, 'page' | 'size' | 'order_by'>,
): lists.Filters => ({
  keyword,
  state,
  supplierId,
  purchaseId,
  overdue,
  ...spanOf({ from, to }, ctx.env.CAMPUS_TZ),
  today: todayOf(ctx),
})

export async function list(ctx: Ctx, { query }: Parsed<typeof deliveryCalls.list>) {
  const { scope, own } = await scopeOf(ctx)
  const { items, total } = await lists.list(ctx.db, scope, narrowed(ctx, query), query)
  const auditor = ctx.holds('TENDER_ALL')
  return pageReply(
    items.map((v) => rowOf(v, rolesOf({ member: own?.id === v.supplierId, auditor }))),
    total,
  )
}

export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof deliveryCalls.export>,
): Promise<RawReply> {
  const { scope } = await scopeOf(ctx)
  const filters = narrowed(ctx, query)
  return sheetOf('供货单', exportColumns, lists.all(ctx.db, scope, filters), `供货单-${filters.today}.xlsx`)
}

// ── Entered by the supplier ──────────────────────────────────────────────────

export async function save(ctx: Ctx, { params, body }: Parsed<typeof deliveryCalls.save>) {
  const { v } = await loadToWrite(ctx, params.id)
  const reasons = judgePieces(body.pieces, await pieceStore.pieces(ctx.db, [v.purchaseId]), todayOf(ctx))
  reasons.push(
    ...(await pieceStore.taken(ctx.db, body.pieces)).map((i) => ({
      code: 'NUMBER_TAKEN',
      message: deliveryRefusals.NUMBER_TAKEN,
      field: `pieces.${i}.factoryNumber`,
    })),
  )
  const [first] = reasons
  if (first) throw refuse(first.code, first.message, { reasons })
  await pieceStore.enter(ctx, v.purchaseId, body.pieces).catch((e: unknown) => {
    throw violates(e, 'piece_factory_number') ? refuse('NUMBER_TAKEN', deliveryRefusals.NUMBER_TAKEN) : e
  })
  return shown(ctx, v.id)
}

export async function submit(ctx: Ctx, { params }: Parsed<typeof deliveryCalls.submit>) {
  const { v, roles } = await loadToWrite(ctx, params.id)
  const pieces = await pieceStore.pieces(ctx.db, [v.purchaseId])
  const missing = expectedWords(pieces)
  if (missing) throw refuse('NOT_ENTERED', `${deliveryRefusals.NOT_ENTERED}：${missing}`)
  await takeStep(ctx, v, roles, { event: 'submit', to: 'awaiting_check' })
  return shown(ctx, v.id)
}

export async function addFile(ctx: Ctx, { params }: Parsed<typeof deliveryCalls.addFile>) {
  const { v } = await loadToWrite(ctx, params.id)
  const [uploaded] = ctx.files
  if (!uploaded) throw fail('BAD_REQUEST', '请选择要上传的文件')
  const before = (await file.filesOf(ctx, OF, [v.id])).get(v.id) ?? []
  if (before.length >= MAX_DELIVERY_FILES) throw refuse('TOO_MANY_FILES', deliveryRefusals.TOO_MANY_FILES)
  return file.attachmentOf(
    await file.keep(ctx, uploaded, { business: OF, rowId: v.id, visibility: 'private' }),
  )
}

export async function removeFile(ctx: Ctx, { params }: Parsed<typeof deliveryCalls.removeFile>) {
  const { v } = await loadToWrite(ctx, params.id)
  const files = (await file.filesOf(ctx, OF, [v.id])).get(v.id) ?? []
  if (!files.some((f) => f.id === params.fileId)) throw notFound('文件')
  await file.remove(ctx, params.fileId)
  return null
}

// ── Checked by the tendering office ──────────────────────────────────────────

export async function audit(ctx: Ctx, { body }: Parsed<typeof deliveryCalls.audit>) {
  await store.lock(
    ctx,
    body.items.map((i) => i.id),
  )
  return eachByItself(ctx, body.items, async ({ id, state }) => {
    const loaded = await load(ctx, id)
    if (loaded.v.state !== state) throw await tooLate(ctx, OF, id)
    return doneWords(
      body.verdict === 'approve'
        ? await approve(ctx, loaded, body.reason)
        : await sendBackEntry(ctx, loaded, body.reason, body.pieces),
    )
  })
}

async function approve(ctx: Ctx, { v, roles }: Loaded, reason: string | null): Promise<store.DeliveryDetail> {
  const now = await takeStep(ctx, v, roles, { event: 'approve', to: 'checked', reason })
  const pieceIds = await pieceStore.check(ctx, v.purchaseId)
  await purchase.deliver(ctx, v.purchaseId)
  await announce(ctx, 'delivery.checked', { purchaseId: v.purchaseId, pieceIds })
  return now
}

async function sendBackEntry(
  ctx: Ctx,
  { v, roles }: Loaded,
  reason: string | null,
  pieces: readonly { pieceId: number; reason: string }[],
): Promise<store.DeliveryDetail> {
  const now = await takeStep(ctx, v, roles, { event: 'send_back', to: 'awaiting_entry', reason })
  if (
    (await pieceStore.sendBack(ctx, v.purchaseId, pieces, 'entered')) !==
    new Set(pieces.map((p) => p.pieceId)).size
  )
    throw refuse('PIECES_MOVED', deliveryRefusals.PIECES_MOVED, { status: 409 })
  return now
}

export { end, openFor, piecesOf, sendBack, setAccepted, setStored, type PieceRow } from './pieces.service.ts'
