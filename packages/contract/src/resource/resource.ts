import { z } from 'zod'
import { call, documentUpload, done } from '../kernel/call.ts'
import { at, flag, id, idParams, ifAsked, keyword, line, optionalLine, sortNumber } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceKey, deviceRef, labKey, labRef } from '../kernel/refs.ts'
import { attachment, ref } from '../kernel/rows.ts'

// Files that a lab or device offers to every signed-in person: manuals, forms, data sheets.

export const resourceRefusals = {
  CATEGORY_TAKEN: '该分类已存在',
  CATEGORY_IN_USE: '该分类下还有资料，请先移走或删除',
  CATEGORY_UNKNOWN: '分类不存在，请刷新后重试',
  CATEGORIES_FULL: '一个实验室最多 50 个分类',
} as const
export const MAX_CATEGORIES = 50
/** Stands for the files of a lab that are in no category; comes after the lab's own ones. */
export const noCategory = { id: 0, name: '未分类', sort: 10_000 } as const

export const resourceRow = z.object({
  id: z.number(),
  title: z.string(),
  /** Only files of labs have categories; null for those of devices. */
  category: ref.nullable(),
  file: attachment,
  downloads: z.number().int(),
  uploader: z.string().nullable(),
  createdAt: at,
  can: z.array(z.enum(['change', 'remove'])),
})
export type ResourceRow = z.output<typeof resourceRow>

export const resourceCategory = z.object({
  id: z.number(),
  name: z.string(),
  sort: z.number(),
  count: z.number().int(),
})
export type ResourceCategory = z.output<typeof resourceCategory>

const keepers = { onRow: '本实验室主任、管理员' }
const filters = pageQuery.extend({
  keyword,
})

export const resourceCalls = {
  list: call({
    method: 'GET',
    path: '/api/laboratory/download/resource',
    summary: '实验室的资料',
    access: 'signed-in',
    query: filters.extend({
      labId: labKey,
      categoryId: ifAsked(z.union([id, z.literal('0').transform(() => noCategory.id)])),
    }),
    reply: definePage(resourceRow),
  }),
  /** Categories of a lab, with the number of files in each; with `rest`, files without one come last. */
  categories: call({
    method: 'GET',
    path: '/api/laboratory/download/category/{id}',
    summary: '实验室的资料分类',
    access: 'signed-in',
    params: z.object({ id: labKey }),
    query: z.object({ rest: flag }),
    reply: z.array(resourceCategory),
  }),
  /** Adds a category or, with `id`, changes its name or position. */
  saveCategory: call({
    keeps: true,
    method: 'POST',
    path: '/api/laboratory/download/category',
    summary: '保存资料分类',
    access: keepers,
    body: z.object({
      id: id.nullish(),
      labId: labRef,
      name: line('分类名称', 30),
      sort: sortNumber(),
    }),
    reply: z.object({ id: z.number() }),
  }),
  removeCategory: call({
    method: 'DELETE',
    path: '/api/v2/resource/category/{id}',
    summary: '删除资料分类',
    access: keepers,
    params: idParams,
    reply: done,
  }),
  upload: call({
    method: 'POST',
    path: '/api/laboratory/upload/resource',
    summary: '上传实验室资料',
    access: keepers,
    upload: documentUpload,
    body: z.object({ labId: labRef, categoryId: ifAsked(id), title: optionalLine('标题', 100) }),
    reply: resourceRow,
  }),

  ofDevice: call({
    method: 'GET',
    path: '/api/device/resource/list',
    summary: '仪器的资料',
    access: { onRow: '共享仪器对登录用户可见，其余仅本实验室人员与仪器管理员' },
    query: filters.extend({ deviceId: deviceKey }),
    reply: definePage(resourceRow),
  }),
  uploadForDevice: call({
    method: 'POST',
    path: '/api/device/resource/upload',
    summary: '上传仪器资料',
    access: { onRow: '仪器管理员，本实验室主任、管理员' },
    upload: documentUpload,
    body: z.object({ deviceId: deviceRef, title: optionalLine('标题', 100) }),
    reply: resourceRow,
  }),

  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/resource/{id}',
    summary: '修改资料',
    access: keepers,
    params: idParams,
    body: z.object({ title: line('标题', 100), categoryId: id.nullish() }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/resource/remove/{id}',
    summary: '删除资料',
    access: keepers,
    params: idParams,
    reply: done,
  }),
}
