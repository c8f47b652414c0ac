import type { Parsed } from '@portal/contract/kernel/call'
import { supplierRefusals, type CompanyBody, type supplierCalls } from '@portal/contract/supplier/supplier'
import type { Ctx } from '../../kernel/ctx.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, refuse, refuseField } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { makeSheet } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as lists from './list.store.ts'
import * as paperStore from './paper.store.ts'
import { findSupplier, listUsers } from './people.action.ts'
import { readDetail } from './show.action.ts'
import { listFaults, listCompanyGrams } from './supplier.rules.ts'
import { rolesOn, readStanding, suppliers } from './supplier.process.ts'
import * as store from './supplier.store.ts'
import { exportColumns, showRow } from './supplier.view.ts'

// ── One company ──────────────────────────────────────────────────────────────

/** Id of the caller's company; refuses others. */
async function ownId(ctx: Ctx): Promise<number> {
  const own = await findSupplier(ctx)
  if (!own) throw forbidden(supplierRefusals.NOT_SUPPLIER)
  return own.id
}

export const get = (ctx: Ctx, { params }: Parsed<typeof supplierCalls.get>) => readDetail(ctx, params.id)

export const showMine = async (ctx: Ctx) => readDetail(ctx, await ownId(ctx))

// ── Lists ────────────────────────────────────────────────────────────────────

export async function list(ctx: Ctx, { query }: Parsed<typeof supplierCalls.list>) {
  const today = findToday(ctx)
  const [{ items, total }, standing] = await together([
    lists.list(ctx.db, { ...query, today }, query),
    readStanding(ctx),
  ])
  return pageReply(
    items.map((s) => showRow(s, rolesOn(s, standing), today)),
    total,
  )
}

export function exportList(ctx: Ctx, { query }: Parsed<typeof supplierCalls.export>): RawReply {
  const today = findToday(ctx)
  return makeSheet(
    '供应商',
    exportColumns(today),
    lists.walk(ctx.db, { ...query, today }),
    `供应商-${today}.xlsx`,
  )
}

export const listOptions = (ctx: Ctx, { query }: Parsed<typeof supplierCalls.options>) =>
  lists.listOptions(ctx.db, findToday(ctx), query.keyword)

// ── The company's own ────────────────────────────────────────────────────────

export async function uploadPaper(ctx: Ctx) {
  await suppliers.load(ctx, await ownId(ctx))
  const uploaded = ctx.requireFile()
  return file.showAttachment(await file.keep(ctx, uploaded, { business: 'supplier', visibility: 'private' }))
}

/** Writes the company and all its papers; papers that are not named are removed with their files. */
async function writeCompany(ctx: Ctx, s: store.SupplierDetail, body: CompanyBody): Promise<void> {
  const [kinds, before] = await together([
    dictionary.listCodes(ctx, 'supplier_paper'),
    paperStore.listPapers(ctx.db, s.id),
  ])
  const known = new Map(before.map((p) => [p.fileId, p.kind]))
  // A paper may keep a kind that is no longer offered: the company cannot change what it submitted long ago.
  const wrong = body.papers.findIndex(
    (p) => known.get(p.fileId) !== p.kind && !kinds.some((k) => k.value === p.kind),
  )
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

/** Locks the caller's company, so that two of its people do not write at the same time. */
const holdMine = async (ctx: Ctx) => suppliers.hold(ctx, await ownId(ctx))

export async function save(ctx: Ctx, { body }: Parsed<typeof supplierCalls.save>) {
  const { row: s } = await holdMine(ctx)
  if (s.state !== 'awaiting_papers' && s.state !== 'returned')
    throw refuse('STATE', supplierRefusals.STATE, { status: 409 })
  await refuseUnseen(ctx, '企业资料', s, body.revision)
  await writeCompany(ctx, s, body)
  return readDetail(ctx, s.id)
}

export async function submit(ctx: Ctx, { body }: Parsed<typeof supplierCalls.submit>) {
  const held = await holdMine(ctx)
  await refuseUnseen(ctx, '企业资料', held.row, body.revision)
  const s = await suppliers.take(ctx, held, 'submit')
  await writeCompany(ctx, s, body)
  const reasons = listFaults(body, body.papers, findToday(ctx))
  if (reasons.length) throw refuse('INCOMPLETE', supplierRefusals.INCOMPLETE, { reasons })
  return readDetail(ctx, s.id)
}

export async function changeAccount(ctx: Ctx, { body }: Parsed<typeof supplierCalls.account>) {
  const { row: s } = await holdMine(ctx)
  if (s.state === 'suspended') throw refuse('STATE', supplierRefusals.STATE, { status: 409 })
  await store.setAccount(ctx, s.id, body, listCompanyGrams({ ...s, ...body }))
  // Payments go there: the tendering office and the company's other people are told.
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
    await tell(ctx, { ...news, userIds: await listUsers(ctx, s.id), link: '/osp/storage/providerAccount' })
  }
  return readDetail(ctx, s.id)
}

// ── The tendering office ─────────────────────────────────────────────────────

export const audit = (ctx: Ctx, { body }: Parsed<typeof supplierCalls.audit>) =>
  suppliers.decide(ctx, body.items, body)

export async function suspend(ctx: Ctx, { params, body }: Parsed<typeof supplierCalls.suspend>) {
  await suppliers.take(ctx, await suppliers.load(ctx, params.id), 'suspend', { reason: body.reason })
  return readDetail(ctx, params.id)
}

export async function resume(ctx: Ctx, { params }: Parsed<typeof supplierCalls.resume>) {
  await suppliers.take(ctx, await suppliers.load(ctx, params.id), 'resume')
  return readDetail(ctx, params.id)
}

/** Values that a change keeps when its body leaves them out. */
export const loadUnchanged: LoadUnchanged = async (ctx) => {
  const own = await findSupplier(ctx)
  return own && rowAsBody(ctx.db, 'supplier', { id: own.id })
}
