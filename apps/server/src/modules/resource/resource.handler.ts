import type { Parsed } from '@portal/contract/kernel/call'
import { cutText } from '@portal/contract/kernel/text'
import { resourceRefusals, type resourceCalls } from '@portal/contract/resource/resource'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, notFound, refuseField } from '../../kernel/refuse.ts'
import { listActions } from '../device/device.rules.ts'
import { requireSeen } from '../device/device.service.ts'
import * as files from '../file/file.service.ts'
import { mayEdit } from '../lab/lab.rules.ts'
import { findStanding } from '../lab/lab.service.ts'
import * as store from './resource.store.ts'
import { showResource } from './resource.view.ts'
import { allowChange } from './access.action.ts'

// ── Reading ──────────────────────────────────────────────────────────────────

export async function list(ctx: Ctx, { query }: Parsed<typeof resourceCalls.list>) {
  const lab = await findStanding(ctx, query.labId)
  const edits = mayEdit('intro', ctx.me.permissions, lab.roles)
  const { items, total } = await store.list(ctx.db, { labId: lab.id, deviceId: null }, query)
  return { items: items.map((r) => showResource(r, edits)), total }
}

export async function listOfDevice(ctx: Ctx, { query }: Parsed<typeof resourceCalls.ofDevice>) {
  const device = await requireSeen(ctx, query.deviceId)
  const edits = listActions(device, ctx.me.permissions).includes('edit')
  const { items, total } = await store.list(ctx.db, { labId: null, deviceId: device.id }, query)
  return { items: items.map((r) => showResource(r, edits)), total }
}

// ── Writing ──────────────────────────────────────────────────────────────────

async function addFor(
  ctx: Ctx,
  owner: store.Owner,
  about: { title: string | null; categoryId: number | null },
) {
  const upload = ctx.requireFile('文件')
  await allowChange(ctx, owner)
  const file = await files.keep(ctx, upload, { business: 'resource', visibility: 'private' })
  const title = about.title ?? cutText(upload.name.replace(/\.[^.]*$/, ''), 100)
  const { id } = await translateViolation(() =>
    store.add(ctx, owner, { ...about, title: title || '未命名', fileId: file.id }),
  )
  await files.attach(ctx, [file.id], 'resource', id)
  ctx.target = `resource ${id}`
  return showResource(await store.read(ctx.db, id), true)
}
export const upload = (ctx: Ctx, { body }: Parsed<typeof resourceCalls.upload>) =>
  addFor(
    ctx,
    { labId: body.labId, deviceId: null },
    { title: body.title, categoryId: body.categoryId ?? null },
  )
export const uploadForDevice = (ctx: Ctx, { body }: Parsed<typeof resourceCalls.uploadForDevice>) =>
  addFor(ctx, { labId: null, deviceId: body.deviceId }, { title: body.title, categoryId: null })

async function requireResource(ctx: Ctx, id: number) {
  const row = await store.find(ctx.db, id)
  if (!row) throw notFound('资料')
  await allowChange(ctx, row)
  ctx.target = `resource ${id}`
  return row
}

export async function change(ctx: Ctx, { params, body }: Parsed<typeof resourceCalls.change>) {
  const row = await requireResource(ctx, params.id)
  if (body.categoryId && row.labId === null)
    throw refuseField('categoryId', resourceRefusals.CATEGORY_UNKNOWN, 'CATEGORY_UNKNOWN')
  await translateViolation(() => store.change(ctx, params.id, body.title, body.categoryId ?? null))
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof resourceCalls.remove>) {
  const { fileId } = await requireResource(ctx, params.id)
  await store.remove(ctx, params.id)
  await files.remove(ctx, fileId)
  return null
}

/** Turns a violated reference to a category of another lab into a refusal at its field. */
const translateViolation = defineTranslation({
  resource_category_of_lab: () =>
    refuseField('categoryId', resourceRefusals.CATEGORY_UNKNOWN, 'CATEGORY_UNKNOWN'),
})
