import {
  audienceWords,
  downloadRefusals,
  type DownloadAudience,
  type DownloadType,
  type downloadCalls,
} from '@portal/contract/download/download'
import { fileUrl } from '@portal/contract/file/file'
import type { Parsed } from '@portal/contract/kernel/call'
import { edit } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField, violates, violatesReference } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import * as files from '../file/file.service.ts'
import { countDownload, isResource } from '../resource/resource.service.ts'
import * as store from './download.store.ts'

const FILES = 'download'
const GUIDES = ['CONTENT_MANAGE_PAGE', ...edit('GUIDE')] as const

/**
 * Policies and help (other types) are managed by content editors, downloads (type 2) by the download centre's
 * editors.
 */
const manages = (ctx: Ctx, type: DownloadType): boolean =>
  type === 2 ? ctx.holds(...edit('DOWNLOAD')) : ctx.holds(...GUIDES)

// ── Reading ──────────────────────────────────────────────────────────────────

export const listCategories = async (ctx: Ctx, { query }: Parsed<typeof downloadCalls.categories>) => ({
  items: await store.listCategories(ctx.db, ctx.actor !== null, query.type),
})

export async function listResources(ctx: Ctx, { query }: Parsed<typeof downloadCalls.resources>) {
  const { items, total } = await store.list(ctx.db, ctx.actor !== null, query)
  const can = manages(ctx, query.type) ? (['change', 'remove'] as const) : []
  return {
    items: items.map(({ fileId, ...row }) => ({
      ...row,
      url: `${fileUrl(fileId)}?download=1`,
      can: [...can],
    })),
    total,
  }
}
export const listHelpResources = (ctx: Ctx, { query, ...rest }: Parsed<typeof downloadCalls.helpResources>) =>
  listResources(ctx, { ...rest, query: { ...query, type: 3 } })

export async function count(ctx: Ctx, { params }: Parsed<typeof downloadCalls.count>) {
  const counted = isResource(params.id)
    ? await countDownload(ctx, params.id)
    : await store.count(ctx, params.id)
  if (!counted) throw notFound('资料')
  return counted
}

// ── Keeping ──────────────────────────────────────────────────────────────────

type About = Parsed<typeof downloadCalls.upload>['body']

/** Uploads a file into a category of this type. Files for signed-in people only are stored as private. */
export const uploadTo =
  (type: DownloadType) =>
  async (ctx: Ctx, { body }: { body: About }) => {
    const upload = ctx.requireFile()
    await requireCategory(ctx, body.categoryId, type)
    const file = await files.keep(ctx, upload, { business: FILES, visibility: findVisibility(body) })
    const { id } = await store.add(ctx, body, file.id)
    await files.attach(ctx, [file.id], FILES, id)
    ctx.target = `download ${id}`
    return { id }
  }

export async function change(ctx: Ctx, { params: { id }, body }: Parsed<typeof downloadCalls.change>) {
  const { type, fileId } = await lockDownload(ctx, id)
  await requireCategory(ctx, body.categoryId, type)
  await store.change(ctx, id, body)
  await files.show(ctx, fileId, findVisibility(body))
  return null
}

export async function replace(ctx: Ctx, { params: { id } }: Parsed<typeof downloadCalls.replace>) {
  const before = await lockDownload(ctx, id)
  const upload = ctx.requireFile()
  const file = await files.keep(ctx, upload, {
    business: FILES,
    rowId: id,
    visibility: findVisibility(before),
  })
  await store.setFile(ctx, id, file.id)
  await files.remove(ctx, before.fileId)
  return null
}

export async function remove(ctx: Ctx, { params: { id } }: Parsed<typeof downloadCalls.remove>) {
  const { fileId } = await lockDownload(ctx, id)
  await store.remove(ctx, id)
  await files.remove(ctx, fileId)
  return null
}

async function lockDownload(ctx: Ctx, id: number) {
  ctx.target = `download ${id}`
  const row = await store.lock(ctx, id)
  // A caller who manages no downloads is not told which ids exist.
  ctx.allow(row ? manages(ctx, row.type) : manages(ctx, 1) || manages(ctx, 2))
  if (!row) throw notFound('资料')
  return row
}

async function requireCategory(ctx: Ctx, id: number, type: DownloadType): Promise<void> {
  if ((await store.findTypeOfCategory(ctx.db, id)) !== type)
    throw refuseField('categoryId', downloadRefusals.CATEGORY_UNKNOWN, 'CATEGORY_UNKNOWN')
}
const findVisibility = ({ audience }: Pick<About, 'audience'>) =>
  audience === 'everybody' ? 'public' : 'private'

type CategoryBody = Omit<Parsed<typeof downloadCalls.saveCategory>['body'], 'type'>

async function writeCategory(ctx: Ctx, { id, name, sort }: CategoryBody, type: DownloadType) {
  try {
    const saved = id
      ? await store.changeCategory(ctx, id, type, name, sort)
      : await store.addCategory(ctx, type, name, sort)
    if (!saved) throw notFound('分类')
    ctx.target = `download_category ${saved.id}`
    return saved
  } catch (e) {
    if (violates(e, 'download_category_name'))
      throw refuseField('name', downloadRefusals.CATEGORY_TAKEN, 'CATEGORY_TAKEN')
    throw e
  }
}
export function saveCategory(
  ctx: Ctx,
  { body: { type, ...body } }: Parsed<typeof downloadCalls.saveCategory>,
) {
  ctx.allow(manages(ctx, type))
  return writeCategory(ctx, body, type)
}
export const saveHelpCategory = (ctx: Ctx, { body }: Parsed<typeof downloadCalls.saveHelpCategory>) =>
  writeCategory(ctx, body, 3)

export async function removeCategory(
  ctx: Ctx,
  { params: { id } }: Parsed<typeof downloadCalls.removeCategory>,
) {
  ctx.target = `download_category ${id}`
  const type = await store.findTypeOfCategory(ctx.db, id)
  ctx.allow(type ? manages(ctx, type) : manages(ctx, 1) || manages(ctx, 2))
  if (!type) throw notFound('分类')
  try {
    await store.removeCategory(ctx, id)
  } catch (e) {
    if (violatesReference(e))
      throw refuse('CATEGORY_IN_USE', downloadRefusals.CATEGORY_IN_USE, { status: 409 })
    throw e
  }
  return null
}

// ── As a file ────────────────────────────────────────────────────────────────

const findAudience = (row: { audience: DownloadAudience }) => audienceWords[row.audience]
export const exportResources = exported('下载资料', listResources, [
  { header: '名称', width: 40, value: (d) => d.title },
  { header: '分类', width: 16, value: (d) => d.category.name },
  { header: '可见范围', width: 12, value: findAudience },
  { header: '文号', width: 20, value: (d) => d.documentNo },
  { header: '发文单位', width: 20, value: (d) => d.issuer },
  { header: '发文日期', width: 12, value: (d) => d.issuedOn },
  { header: '文件名', width: 40, value: (d) => d.fileName },
  { header: '大小（字节）', width: 14, value: (d) => d.bytes },
  { header: '下载次数', width: 10, value: (d) => d.downloads },
  { header: '上传时间', width: 18, value: (d) => d.createdAt },
])
