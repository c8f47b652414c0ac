import type { Parsed } from '@portal/contract/kernel/call'
import {
  supplierRefusals,
  type CompanyBody,
  type SupplierState,
  type supplierCalls,
} from '@portal/contract/supplier/supplier'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { history, tooLate } from '../../kernel/flow-log.store.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { pageReply } from '../../kernel/listed.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { fail, forbidden, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { gramsOf } from '../../kernel/search.rules.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet.ts'
import { localOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as lists from './list.store.ts'
import * as paperStore from './paper.store.ts'
import { progressOf } from './progress.rules.ts'
import { takeStep } from './steps.service.ts'
import { faultsOf, licenceCounted, licenceOf, rolesOf } from './supplier.rules.ts'
import type { SupplierRole } from './supplier.flow.ts'
import * as store from './supplier.store.ts'
import { detailOf, doneWords, exportColumns, rowOf } from './supplier.view.ts'

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

// ── Who sees what ────────────────────────────────────────────────────────────

const standing = (ctx: Ctx) => ({
  office: ctx.holds('PURCHASE_ALL', 'TENDER_ALL'),
  auditor: ctx.holds('TENDER_ALL'),
})

interface Loaded {
  s: store.SupplierDetail
  roles: Set<SupplierRole>
}
/** A company, for its own people and the offices; others learn nothing, not even whether it exists. */
export async function load(ctx: Ctx, supplierId: number): Promise<Loaded> {
  const own = await supplierOf(ctx)
  const roles = rolesOf({ ...standing(ctx), member: own?.id === supplierId })
  ctx.allow(roles.size > 0, '您不能查看该供应商')
  const s = await store.find(ctx.db, supplierId)
  if (!s) throw notFound('供应商')
  ctx.target = `supplier ${s.id}`
  return { s, roles }
}
/** The company of the person who asks. */
async function loadMine(ctx: Ctx): Promise<Loaded> {
  const own = await supplierOf(ctx)
  ctx.allow(own !== undefined, supplierRefusals.NOT_SUPPLIER)
  if (!own) throw forbidden(supplierRefusals.NOT_SUPPLIER)
  return load(ctx, own.id)
}
/** Asked when somebody opens a paper. */
export async function maySeeId(ctx: Ctx, supplierId: number): Promise<boolean> {
  return standing(ctx).office || (await supplierOf(ctx))?.id === supplierId
}

async function detailed(ctx: Ctx, s: store.SupplierDetail, roles: ReadonlySet<SupplierRole>) {
  const [papers, kinds, files, members, log, waiting] = await together([
    paperStore.papers(ctx.db, s.id),
    dictionary.codesOf(ctx, 'supplier_paper'),
    file.filesOf(ctx, 'supplier', [s.id]),
    store.members(ctx.db, s.id),
    history(ctx, 'supplier', s.id),
    approval.waitingOf(ctx, 'supplier', s.id),
  ])
  const awaited = waiting.flatMap((w) => w.names).join('、') || null
  return detailOf(s, {
    roles,
    papers,
    members,
    log,
    today: todayOf(ctx),
    kinds: new Map(kinds.map((k) => [k.value, k.label])),
    files: new Map((files.get(s.id) ?? []).map((f) => [f.id, f])),
    progress: progressOf(s, log, s.state === 'invited' ? s.contact : awaited),
  })
}
/** After a step: as the person sees it now. */
export async function shown(ctx: Ctx, supplierId: number) {
  const { s, roles } = await load(ctx, supplierId)
  return detailed(ctx, s, roles)
}

export const get = (ctx: Ctx, { params }: Parsed<typeof supplierCalls.get>) => shown(ctx, params.id)

export async function mine(ctx: Ctx) {
  const { s, roles } = await loadMine(ctx)
  return detailed(ctx, s, roles)
}

// ── Lists ────────────────────────────────────────────────────────────────────

export async function list(ctx: Ctx, { query }: Parsed<typeof supplierCalls.list>) {
  const today = todayOf(ctx)
  const [{ items, total }, own] = await together([
    lists.list(ctx.db, { ...query, today }, query),
    supplierOf(ctx),
  ])
  return pageReply(
    items.map((s) => rowOf(s, rolesOf({ ...standing(ctx), member: own?.id === s.id }), today)),
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
  await loadMine(ctx)
  const [uploaded] = ctx.files
  if (!uploaded) throw fail('BAD_REQUEST', '请选择要上传的文件')
  return file.attachmentOf(await file.keep(ctx, uploaded, { business: 'supplier', visibility: 'private' }))
}

/** Company and papers as a whole; what is not named goes, with its file. */
async function write(ctx: Ctx, s: store.SupplierDetail, body: CompanyBody): Promise<void> {
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

/** The row is locked: of two people of a company who write at once, one waits. */
async function lockMine(ctx: Ctx): Promise<Loaded> {
  const { s } = await loadMine(ctx)
  await store.lock(ctx, [s.id])
  return load(ctx, s.id)
}

export async function save(ctx: Ctx, { body }: Parsed<typeof supplierCalls.save>) {
  const { s } = await lockMine(ctx)
  if (s.state !== 'awaiting_papers' && s.state !== 'returned')
    throw refuse('STATE', supplierRefusals.STATE, { status: 409 })
  await write(ctx, s, body)
  return shown(ctx, s.id)
}

export async function submit(ctx: Ctx, { body }: Parsed<typeof supplierCalls.submit>) {
  const { s, roles } = await lockMine(ctx)
  await takeStep(ctx, s, roles, { event: 'submit', to: 'awaiting_audit' })
  await write(ctx, s, body)
  const reasons = faultsOf(body, body.papers, todayOf(ctx))
  if (reasons.length) throw refuse('INCOMPLETE', supplierRefusals.INCOMPLETE, { reasons })
  return shown(ctx, s.id)
}

export async function account(ctx: Ctx, { body }: Parsed<typeof supplierCalls.account>) {
  const { s } = await lockMine(ctx)
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
  return shown(ctx, s.id)
}

// ── The tendering office ─────────────────────────────────────────────────────

export async function audit(ctx: Ctx, { body }: Parsed<typeof supplierCalls.audit>) {
  await store.lock(
    ctx,
    body.items.map((i) => i.id),
  )
  return eachByItself(ctx, body.items, async ({ id, state }) => {
    const { s, roles } = await load(ctx, id)
    if (s.state !== state) throw await tooLate(ctx, 'supplier', id)
    if (body.verdict === 'send_back')
      return doneWords(
        await takeStep(ctx, s, roles, { event: 'send_back', to: 'returned', reason: body.reason }),
      )
    const licence = licenceOf(await paperStore.papers(ctx.db, s.id), todayOf(ctx))
    if (s.state === 'awaiting_audit' && (licence.state === 'missing' || licence.state === 'expired'))
      throw refuse('LICENCE_EXPIRED', '营业执照未上传或已到期，不能通过，请退回')
    return doneWords(await takeStep(ctx, s, roles, { event: 'approve', to: 'approved', reason: body.reason }))
  })
}

export async function suspend(ctx: Ctx, { params, body }: Parsed<typeof supplierCalls.suspend>) {
  const { s, roles } = await load(ctx, params.id)
  await takeStep(ctx, s, roles, { event: 'suspend', to: 'suspended', reason: body.reason })
  return shown(ctx, s.id)
}

export async function resume(ctx: Ctx, { params }: Parsed<typeof supplierCalls.resume>) {
  const { s, roles } = await load(ctx, params.id)
  await takeStep(ctx, s, roles, { event: 'resume', to: 'awaiting_audit' })
  return shown(ctx, s.id)
}

/** What a change leaves out stays so. */
export async function kept(ctx: Ctx): Promise<object | undefined> {
  const own = await supplierOf(ctx)
  return own && rowAsBody(ctx.db, 'supplier', { id: own.id })
}
