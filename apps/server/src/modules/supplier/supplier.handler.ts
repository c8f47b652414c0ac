import type { Parsed } from '@portal/contract/kernel/call'
import {
  supplierRefusals,
  type CompanyBody,
  type SupplierState,
  type supplierCalls,
} from '@portal/contract/supplier/supplier'
import type { Loaded } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { fail, forbidden, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { gramsOf } from '../../kernel/search.rules.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet.ts'
import { localOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as lists from './list.store.ts'
import * as paperStore from './paper.store.ts'
import { faultsOf, licenceCounted } from './supplier.rules.ts'
import type { Supplier } from './supplier.flow.ts'
import { rolesOn, standingOf, suppliers, type Standing } from './supplier.process.ts'
import * as store from './supplier.store.ts'
import { detailOf, exportColumns, rowOf } from './supplier.view.ts'

const todayOf = (ctx: Ctx): string => localOf(ctx.now, ctx.env.CAMPUS_TZ).day
export const searchOf = (s: { name: string; creditCode: string; contact: string }) =>
  gramsOf([s.name, s.creditCode, s.contact])

// ── For other modules ────────────────────────────────────────────────────────

/** The company the person who asks acts for; undefined for everybody else. */
export const supplierOf = async (
  ctx: Ctx,
): Promise<{ id: number; name: string; state: SupplierState } | undefined> =>
  ctx.actor ? store.ofUser(ctx.db, ctx.actor.id) : undefined

function approvedOr(ctx: Ctx, s: store.SupplierRow | undefined): store.SupplierRow {
  if (!s) throw notFound('供应商')
  if (s.state !== 'approved') throw refuse('NOT_APPROVED', `${s.name}：${supplierRefusals.NOT_APPROVED}`)
  const licence = licenceCounted(s, todayOf(ctx))
  if (licence.state === 'missing' || licence.state === 'expired')
    throw refuse('LICENCE_EXPIRED', `${s.name}：${supplierRefusals.LICENCE_EXPIRED}`)
  return s
}
/** A company that may be bought from today, or a refusal that says why not. */
export const requireApproved = async (ctx: Ctx, supplierId: number): Promise<store.SupplierRow> =>
  approvedOr(ctx, (await store.some(ctx.db, [supplierId]))[0])
/** The same of several; the refusal is of the first that may not. */
export async function requireAllApproved(ctx: Ctx, supplierIds: readonly number[]): Promise<void> {
  const found = new Map((await store.some(ctx.db, supplierIds)).map((s) => [s.id, s]))
  for (const id of supplierIds) approvedOr(ctx, found.get(id))
}

export const namesOf = (ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> =>
  ids.length ? store.names(ctx.db, ids) : Promise.resolve(new Map())

/** The people who act for a company now. */
export const usersOf = async (ctx: Ctx, supplierId: number): Promise<number[]> =>
  (await store.members(ctx.db, supplierId)).filter((m) => m.enabled).map((m) => m.id)

// ── One company ──────────────────────────────────────────────────────────────

type Found = Loaded<Supplier, store.SupplierDetail, Standing>

/** The company of the person who asks. */
async function ownId(ctx: Ctx): Promise<number> {
  const own = await supplierOf(ctx)
  if (!own) throw forbidden(supplierRefusals.NOT_SUPPLIER)
  return own.id
}
/** Asked when somebody opens a paper. */
export const maySeeId = (ctx: Ctx, supplierId: number): Promise<boolean> => suppliers.maySee(ctx, supplierId)

async function showFound(ctx: Ctx, { row: s, roles }: Found) {
  const [papers, kinds, files, members, trail] = await together([
    paperStore.papers(ctx.db, s.id),
    dictionary.codesOf(ctx, 'supplier_paper'),
    file.filesOf(ctx, 'supplier', [s.id]),
    store.members(ctx.db, s.id),
    suppliers.trailOf(ctx, s),
  ])
  return detailOf(s, {
    roles,
    papers,
    members,
    trail,
    today: todayOf(ctx),
    kinds: new Map(kinds.map((k) => [k.value, k.label])),
    files: new Map((files.get(s.id) ?? []).map((f) => [f.id, f])),
  })
}
/** After a step: as the person sees it now. */
export const showDetail = async (ctx: Ctx, supplierId: number) =>
  showFound(ctx, await suppliers.load(ctx, supplierId))

export const get = (ctx: Ctx, { params }: Parsed<typeof supplierCalls.get>) => showDetail(ctx, params.id)

export const mine = async (ctx: Ctx) => showDetail(ctx, await ownId(ctx))

// ── Lists ────────────────────────────────────────────────────────────────────

export async function list(ctx: Ctx, { query }: Parsed<typeof supplierCalls.list>) {
  const today = todayOf(ctx)
  const [{ items, total }, standing] = await together([
    lists.list(ctx.db, { ...query, today }, query),
    standingOf(ctx),
  ])
  return pageReply(
    items.map((s) => rowOf(s, rolesOn(s, standing), today)),
    total,
  )
}

export function exportList(ctx: Ctx, { query }: Parsed<typeof supplierCalls.export>): RawReply {
  const today = todayOf(ctx)
  return sheetOf(
    '供应商',
    exportColumns(today),
    lists.all(ctx.db, { ...query, today }),
    `供应商-${today}.xlsx`,
  )
}

export const options = (ctx: Ctx, { query }: Parsed<typeof supplierCalls.options>) =>
  lists.options(ctx.db, todayOf(ctx), query.keyword)

// ── The company's own ────────────────────────────────────────────────────────

export async function uploadPaper(ctx: Ctx) {
  await suppliers.load(ctx, await ownId(ctx))
  const [uploaded] = ctx.files
  if (!uploaded) throw fail('BAD_REQUEST', '请选择要上传的文件')
  return file.attachmentOf(await file.keep(ctx, uploaded, { business: 'supplier', visibility: 'private' }))
}

/** Company and papers as a whole; what is not named goes, with its file. */
async function writeCompany(ctx: Ctx, s: store.SupplierDetail, body: CompanyBody): Promise<void> {
  const [kinds, before] = await together([
    dictionary.codesOf(ctx, 'supplier_paper'),
    paperStore.papers(ctx.db, s.id),
  ])
  const known = new Set(before.map((p) => p.fileId))
  const wrong = body.papers.findIndex((p) => !kinds.some((k) => k.value === p.kind))
  if (wrong >= 0) throw refuseField(`papers.${wrong}.kind`, supplierRefusals.PAPER_KIND, 'PAPER_KIND')
  await store.setCompany(ctx, s.id, body)
  await file.attach(
    ctx,
    body.papers.flatMap((p) => (known.has(p.fileId) ? [] : [p.fileId])),
    'supplier',
    s.id,
  )
  const gone = await paperStore.removeOthers(
    ctx,
    s.id,
    body.papers.map((p) => p.fileId),
  )
  for (const fileId of gone) await file.remove(ctx, fileId)
  await paperStore.put(ctx, s.id, body.papers)
}

/** Locked: of two people of a company who write at once, one waits. */
const holdMine = async (ctx: Ctx): Promise<Found> => suppliers.hold(ctx, await ownId(ctx))

export async function save(ctx: Ctx, { body }: Parsed<typeof supplierCalls.save>) {
  const { row: s } = await holdMine(ctx)
  if (s.state !== 'awaiting_papers' && s.state !== 'returned')
    throw refuse('STATE', supplierRefusals.STATE, { status: 409 })
  await writeCompany(ctx, s, body)
  return showDetail(ctx, s.id)
}

export async function submit(ctx: Ctx, { body }: Parsed<typeof supplierCalls.submit>) {
  const held = await holdMine(ctx)
  const s = await suppliers.take(ctx, held, 'submit')
  await writeCompany(ctx, s, body)
  const reasons = faultsOf(body, body.papers, todayOf(ctx))
  if (reasons.length) throw refuse('INCOMPLETE', supplierRefusals.INCOMPLETE, { reasons })
  return showDetail(ctx, s.id)
}

export async function account(ctx: Ctx, { body }: Parsed<typeof supplierCalls.account>) {
  const { row: s } = await holdMine(ctx)
  if (s.state === 'suspended') throw refuse('STATE', supplierRefusals.STATE, { status: 409 })
  await store.setAccount(ctx, s.id, body, searchOf({ ...s, ...body }))
  // Money goes there: whoever pays is told, and so are the company's others.
  if (s.bankAccount !== null && s.bankAccount !== body.bankAccount) {
    const news = {
      kind: 'supplier',
      exceptUserId: ctx.me.id,
      mail: true,
      title: '供应商修改了银行账号',
      body: `${s.name} 的银行账号由 ${ctx.me.name} 修改，付款前请核对。`,
    } as const
    await tell(ctx, {
      ...news,
      role: { role: 'tender_office' },
      link: `/osp/storage/providerAuditList?id=${s.id}`,
    })
    await tell(ctx, { ...news, userIds: await usersOf(ctx, s.id), link: '/osp/storage/providerAccount' })
  }
  return showDetail(ctx, s.id)
}

// ── The tendering office ─────────────────────────────────────────────────────

export const audit = (ctx: Ctx, { body }: Parsed<typeof supplierCalls.audit>) =>
  suppliers.decide(ctx, body.items, body)

export async function suspend(ctx: Ctx, { params, body }: Parsed<typeof supplierCalls.suspend>) {
  await suppliers.take(ctx, await suppliers.load(ctx, params.id), 'suspend', { reason: body.reason })
  return showDetail(ctx, params.id)
}

export async function resume(ctx: Ctx, { params }: Parsed<typeof supplierCalls.resume>) {
  await suppliers.take(ctx, await suppliers.load(ctx, params.id), 'resume')
  return showDetail(ctx, params.id)
}

/** What a change leaves out stays so. */
export async function kept(ctx: Ctx): Promise<object | undefined> {
  const own = await supplierOf(ctx)
  return own && rowAsBody(ctx.db, 'supplier', { id: own.id })
}
