import { z } from 'zod'
import { call, documentUpload, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, day, id, idParams, ifAsked, keyword, line, optionalLine } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { edit, view } from '../kernel/permissions.ts'

/** The purpose of a category: 1 政策法规, 2 资料下载 (the download centre), 3 帮助. */
export type DownloadType = 1 | 2 | 3
const type = z.coerce
  .number<number | string>()
  .pipe(z.union([z.literal(1), z.literal(2), z.literal(3)], { error: '类型不正确' }))
  .default(2)

export const audienceWords = { everybody: '所有人', signed_in: '登录用户' } as const
export type DownloadAudience = keyof typeof audienceWords
const audiences = Object.keys(audienceWords) as [DownloadAudience, ...DownloadAudience[]]

export const downloadRefusals = {
  CATEGORY_TAKEN: '该分类已存在',
  CATEGORY_IN_USE: '该分类下还有资料，请先移走或删除',
  CATEGORY_UNKNOWN: '分类不存在，请刷新后重试',
} as const

export const downloadCategory = z.object({
  id: z.number(),
  name: z.string(),
  sort: z.number(),
  count: z.number().int(),
})
export type DownloadCategory = z.output<typeof downloadCategory>

export const downloadRow = z.object({
  id: z.number(),
  title: z.string(),
  category: z.object({ id: z.number(), name: z.string() }),
  fileName: z.string(),
  mime: z.string(),
  bytes: z.number(),
  downloads: z.number().int(),
  createdAt: at,
  url: z.string(),
  audience: z.enum(audiences),
  /** Details of a policy: its number, who issued it, when. */
  documentNo: z.string().nullable(),
  issuer: z.string().nullable(),
  issuedOn: z.string().nullable(),
  can: z.array(z.enum(['change', 'remove'])),
})
export type Download = z.output<typeof downloadRow>

const about = z.object({
  categoryId: id,
  title: line('名称', 100),
  audience: z.enum(audiences, { error: '请选择可见范围' }).default('everybody'),
  documentNo: optionalLine('文号', 60),
  issuer: optionalLine('发文单位', 60),
  issuedOn: z
    .union([z.literal('').transform(() => null), day])
    .nullish()
    .transform((s) => s ?? null),
})
const category = {
  /** The category to change; without it a new one is made. */
  id: id.nullish(),
  name: line('分类名称', 30),
  sort: z.coerce
    .number<number | string>({ error: '排序应为整数' })
    .int('排序应为整数')
    .min(0, '排序不能为负数')
    .max(9999, '排序过大')
    .default(0),
}
const filters = pageQuery.extend({ categoryId: ifAsked(id), keyword })
const guides = { anyOf: ['CONTENT_MANAGE_PAGE', ...edit('GUIDE')] as const }
/** Permissions that open a screen with one of the three kinds. Everybody may read the lists themselves. */
const lists = { anyOf: [...view('DOWNLOAD'), 'CONTENT_MANAGE_PAGE', ...view('GUIDE')] as const }
const keepers = { onRow: '资料：下载中心管理员；政策与帮助：内容管理员' }

const resourceList = call({
  method: 'GET',
  path: '/api/content/download/resources',
  summary: '下载资料',
  access: 'public',
  validated: true,
  query: filters.extend({ type }),
  reply: definePage(downloadRow),
})

export const downloadCalls = {
  categories: call({
    method: 'GET',
    path: '/api/content/download/categories',
    summary: '下载分类',
    access: 'public',
    validated: true,
    query: z.object({ type }),
    reply: z.object({ items: z.array(downloadCategory) }),
  }),
  resources: resourceList,
  exportResources: defineExport(resourceList, '导出下载资料', lists),
  /** Counts one download and returns the new number. */
  count: call({
    method: 'GET',
    path: '/api/downloadNum/resource/{id}',
    summary: '记一次下载',
    access: 'public',
    /** Id of a file of the download centre, of a lab or of a device; ids are unique across all three. */
    params: idParams,
    reply: z.object({ downloads: z.number().int() }),
  }),
  upload: call({
    method: 'POST',
    path: '/api/content/download/resources',
    summary: '上传下载资料',
    access: { anyOf: edit('DOWNLOAD') },
    upload: documentUpload,
    body: about,
    reply: z.object({ id: z.number() }),
  }),
  saveCategory: call({
    keeps: true,
    method: 'POST',
    path: '/api/content/download/category',
    summary: '保存下载分类',
    access: keepers,
    body: z.object({ ...category, type }),
    reply: z.object({ id: z.number() }),
  }),
  removeCategory: call({
    method: 'DELETE',
    path: '/api/v2/download/category/{id}',
    summary: '删除下载分类',
    access: keepers,
    params: idParams,
    reply: done,
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/download/{id}',
    summary: '修改下载资料',
    access: keepers,
    params: idParams,
    body: about,
    reply: done,
  }),
  /** Replaces the file of an entry; its address on other pages and its download count stay. */
  replace: call({
    method: 'POST',
    path: '/api/v2/download/{id}/file',
    summary: '替换下载文件',
    access: keepers,
    params: idParams,
    upload: documentUpload,
    reply: done,
  }),
  /** Deletes the entry and the stored file. */
  remove: call({
    method: 'DELETE',
    path: '/api/resource/real-remove/{id}',
    summary: '删除下载资料',
    access: keepers,
    params: idParams,
    reply: done,
  }),

  uploadPolicy: call({
    method: 'POST',
    path: '/api/policy/resource/upload',
    summary: '上传政策文件',
    access: guides,
    upload: documentUpload,
    body: about,
    reply: z.object({ id: z.number() }),
  }),
  uploadHelp: call({
    method: 'POST',
    path: '/api/helper/resource/upload',
    summary: '上传帮助资料',
    access: guides,
    upload: documentUpload,
    body: about,
    reply: z.object({ id: z.number() }),
  }),
  helpResources: call({
    method: 'GET',
    path: '/api/helper/download/resources',
    summary: '帮助资料',
    access: 'public',
    validated: true,
    query: filters,
    reply: definePage(downloadRow),
  }),
  saveHelpCategory: call({
    keeps: true,
    method: 'POST',
    path: '/api/helper/resource/category',
    summary: '保存帮助资料分类',
    access: guides,
    body: z.object(category),
    reply: z.object({ id: z.number() }),
  }),
}
