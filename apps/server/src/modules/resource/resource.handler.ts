import type { Parsed } from '@portal/contract/kernel/call'
import { resourceRefusals, type resourceCalls } from '@portal/contract/resource/resource'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, notFound, refuseField, violates } from '../../kernel/refuse.ts'
import { canOf } from '../device/device.rules.ts'
import { requireCan, requireSeen } from '../device/device.service.ts'
import * as files from '../file/file.service.ts'
import { mayEdit } from '../lab/lab.rules.ts'
import { allowEdit, standingOn } from '../lab/lab.service.ts'
import * as store from './resource.store.ts'
import { resourceOf } from './resource.view.ts'

// ── For other modules ────────────────────────────────────────────────────────

/** Those of the download centre have smaller numbers (constraint `resource_number`): a number alone says whose file is meant. */
export const isResource = (id: number): boolean => id > 1_000_000_000
/** One more download, by somebody who may read the file. */
export async function countDownload(ctx: Ctx, id: number): Promise<{ downloads: number } | undefined> {
  const row = await store.find(ctx.db, id)
  if (!row) return undefined
  if (!(await mayRead(ctx, row))) return undefined
  return store.count(ctx, id)
}

/** What a lab hands out is for everybody who is signed in; what a device does, for whoever may see the device. */
async function mayRead(ctx: Ctx, { deviceId }: store.Owner): Promise<boolean> {
  if (deviceId === null) return ctx.actor !== null
  await requireSeen(ctx, deviceId)
  return true
}
export function fileReaders(): void {
  files.readableBy('resource', async (ctx, id) => {
    const row = await store.find(ctx.db, id)
    return row !== undefined && mayRead(ctx, row)
  })
}

/** Their lab or device is going, and they with it. */
export async function removeAllOf(ctx: Ctx, owner: store.Owner): Promise<void> {
  await files.removeOf(ctx, ['resource'], await store.removeAllOf(ctx, owner))
}

// ── Reading ──────────────────────────────────────────────────────────────────

export async function list(ctx: Ctx, { query }: Parsed<typeof resourceCalls.list>) {
  const lab = await standingOn(ctx, query.labId)
  const edits = mayEdit('intro', ctx.me.permissions, lab.roles)
  const { items, total } = await store.list(ctx.db, { labId: lab.id, deviceId: null }, query)
  return { items: items.map((r) => resourceOf(r, edits)), total }
}

export async function ofDevice(ctx: Ctx, { query }: Parsed<typeof resourceCalls.ofDevice>) {
  const device = await requireSeen(ctx, query.deviceId)
  const edits = canOf(device, ctx.me.permissions).includes('edit')
  const { items, total } = await store.list(ctx.db, { labId: null, deviceId: device.id }, query)
  return { items: items.map((r) => resourceOf(r, edits)), total }
}

// ── Writing ──────────────────────────────────────────────────────────────────

/** The row-level check of everything that changes a file of a lab or a device. */
async function allowChange(ctx: Ctx, { labId, deviceId }: store.Owner): Promise<void> {
  if (labId === null) await requireCan(ctx, deviceId, 'edit')
  else await allowEdit(ctx, labId, 'intro')
}

async function addFor(
  ctx: Ctx,
  owner: store.Owner,
  about: { title: string | null; categoryId: number | null },
) {
  const [upload] = ctx.files
  if (!upload) throw fail('BAD_REQUEST', '请选择文件')
  await allowChange(ctx, owner)
  const file = await files.keep(ctx, upload, { business: 'resource', visibility: 'private' })
  const title = about.title ?? upload.name.replace(/\.[^.]*$/, '').slice(0, 100)
  const { id } = await translateViolation(() =>
    store.add(ctx, owner, { ...about, title: title || '未命名', fileId: file.id }),
  )
  await files.attach(ctx, [file.id], 'resource', id)
  ctx.target = `resource ${id}`
  return resourceOf(await store.read(ctx.db, id), true)
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

/** Turns the database's no to a category of another lab into a refusal at its field. */
async function translateViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    if (violates(e, 'resource_category_of_lab'))
      throw refuseField('categoryId', resourceRefusals.CATEGORY_UNKNOWN, 'CATEGORY_UNKNOWN')
    throw e
  }
}
