import {
  deliveryRefusals,
  MAX_DELIVERY_FILES,
  type DeliveryFilters,
  type deliveryCalls,
} from '@portal/contract/delivery/delivery'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Loaded } from '../../kernel/binding.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { forbidden, notFound, refuse, refuseAll, violates } from '../../kernel/refuse.ts'
import { refuseOlder } from '../../kernel/revision.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet } from '../../kernel/sheet.ts'
import { findSpan, findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import type { Delivery } from './delivery.flow.ts'
import { deliveries, rolesOn, readStanding, type Standing } from './delivery.process.ts'
import { expectedWords, judgePieces } from './delivery.rules.ts'
import * as store from './delivery.store.ts'
import { showDetail, exportColumns, showRow } from './delivery.view.ts'
import * as lists from './list.store.ts'
import * as pieceStore from './piece.store.ts'

const OF = 'delivery'

// ── One delivery ─────────────────────────────────────────────────────────────

type Held = Loaded<Delivery, store.DeliveryDetail, Standing>

/** Locks a delivery for its company, so that two of its people do not write at the same time. */
async function holdToWrite(ctx: Ctx, deliveryId: number): Promise<Held> {
  const held = await deliveries.hold(ctx, deliveryId)
  if (!held.roles.has('member')) throw forbidden('只有供货的供应商可以填写设备信息')
  if (held.row.state !== 'awaiting_entry')
    throw refuse('NOT_OPEN', deliveryRefusals.NOT_OPEN, { status: 409 })
  return held
}

/** The company has no people left who could enter the data, so the offices must name a new person. */
const isForsaken = async (ctx: Ctx, v: store.DeliveryDetail): Promise<boolean> =>
  v.state === 'awaiting_entry' && (await supplier.listUsers(ctx, v.supplierId)).length === 0

async function readDetail(ctx: Ctx, deliveryId: number) {
  const { row, roles, standing } = await deliveries.load(ctx, deliveryId)
  const [stage, items, pieces, files, trail, forsaken] = await together([
    purchase.readStage(ctx, row.purchaseId),
    store.listItems(ctx.db, row.purchaseId),
    pieceStore.listPieces(ctx.db, [row.purchaseId]),
    file.listFiles(ctx, OF, [row.id]),
    deliveries.trailOf(ctx, row),
    standing.office && isForsaken(ctx, row),
  ])
  return showDetail(row, { roles, stage, items, pieces, files: files.get(row.id) ?? [], trail, forsaken })
}
export const get = (ctx: Ctx, { params }: Parsed<typeof deliveryCalls.get>) => readDetail(ctx, params.id)

// ── Lists ────────────────────────────────────────────────────────────────────

function findScope({ userId, companyId, office }: Standing): lists.Scope {
  if (office) return { all: true }
  return companyId === null ? { requesterId: userId } : { supplierId: companyId }
}

const narrow = (
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
  ...findSpan({ from, to }, ctx.env.CAMPUS_TZ),
  today: findToday(ctx),
})

export async function list(ctx: Ctx, { query }: Parsed<typeof deliveryCalls.list>) {
  const standing = await readStanding(ctx)
  const { items, total } = await lists.list(ctx.db, findScope(standing), narrow(ctx, query), query)
  return pageReply(
    items.map((v) => showRow(v, rolesOn(v, standing))),
    total,
  )
}

export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof deliveryCalls.export>,
): Promise<RawReply> {
  const scope = findScope(await readStanding(ctx))
  const filters = narrow(ctx, query)
  return makeSheet(
    '供货单',
    exportColumns,
    lists.walk(ctx.db, scope, filters),
    `供货单-${filters.today}.xlsx`,
  )
}

// ── Entered by the supplier ──────────────────────────────────────────────────

export async function save(ctx: Ctx, { params, body }: Parsed<typeof deliveryCalls.save>) {
  const { row: v } = await holdToWrite(ctx, params.id)
  const pieces = await pieceStore.listPieces(ctx.db, [v.purchaseId])
  for (const { id, seenAt } of body.pieces) {
    const piece = pieces.find((p) => p.id === id)
    if (piece)
      refuseOlder(`${piece.name} 第 ${piece.number} 台的信息`, { updatedAt: piece.updatedAt }, seenAt)
  }
  const reasons = judgePieces(body.pieces, pieces, findToday(ctx))
  reasons.push(
    ...(await pieceStore.findTaken(ctx.db, v.purchaseId, body.pieces)).map((i) => ({
      code: 'NUMBER_TAKEN',
      message: deliveryRefusals.NUMBER_TAKEN,
      field: `pieces.${i}.factoryNumber`,
    })),
  )
  refuseAll(reasons)
  await pieceStore.enter(ctx, v.purchaseId, body.pieces).catch((e: unknown) => {
    throw violates(e, 'piece_factory_number') ? refuse('NUMBER_TAKEN', deliveryRefusals.NUMBER_TAKEN) : e
  })
  return readDetail(ctx, v.id)
}

export async function submit(ctx: Ctx, { params }: Parsed<typeof deliveryCalls.submit>) {
  const held = await holdToWrite(ctx, params.id)
  const missing = expectedWords(await pieceStore.listPieces(ctx.db, [held.row.purchaseId]))
  if (missing) throw refuse('NOT_ENTERED', `${deliveryRefusals.NOT_ENTERED}：${missing}`)
  await deliveries.take(ctx, held, 'submit')
  return readDetail(ctx, params.id)
}

export async function addFile(ctx: Ctx, { params }: Parsed<typeof deliveryCalls.addFile>) {
  const { row: v } = await holdToWrite(ctx, params.id)
  const uploaded = ctx.requireFile()
  const before = (await file.listFiles(ctx, OF, [v.id])).get(v.id) ?? []
  if (before.length >= MAX_DELIVERY_FILES) throw refuse('TOO_MANY_FILES', deliveryRefusals.TOO_MANY_FILES)
  return file.showAttachment(
    await file.keep(ctx, uploaded, { business: OF, rowId: v.id, visibility: 'private' }),
  )
}

export async function removeFile(ctx: Ctx, { params }: Parsed<typeof deliveryCalls.removeFile>) {
  const { row: v } = await holdToWrite(ctx, params.id)
  const files = (await file.listFiles(ctx, OF, [v.id])).get(v.id) ?? []
  if (!files.some((f) => f.id === params.fileId)) throw notFound('文件')
  await file.remove(ctx, params.fileId)
  return null
}

// ── Checked by the tendering office ──────────────────────────────────────────

export const audit = (ctx: Ctx, { body }: Parsed<typeof deliveryCalls.audit>) =>
  deliveries.decide(ctx, body.items, { ...body, changes: { pieces: body.pieces } })
