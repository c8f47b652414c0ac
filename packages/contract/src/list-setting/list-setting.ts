import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { line } from '../kernel/fields.ts'

// A person's settings for each list: columns, row height, saved filters.

export const MAX_LISTS = 120
export const MAX_COLUMNS = 60
export const MAX_FILTERS = 10

export const listSettingRefusals = {
  TOO_MANY_LISTS: `最多保存 ${MAX_LISTS} 个列表的设置，请先恢复一些列表的默认设置`,
  SETTING_LARGE: '列表设置过大，请减少常用筛选',
} as const

/** A screen's address, and the list on it. */
const list = z
  .string({ error: '列表不正确' })
  .max(120, '列表不正确')
  .regex(/^\/[\w\-/]*(#[^\s#]{1,40}){0,2}$/, '列表不正确')
const name = z.string({ error: '列名不正确' }).regex(/^[\w.-]{1,40}$/, '列名不正确')

/** A column's position and visibility. Columns that are not listed keep their default place. */
const column = z.object({ key: name, shown: z.boolean({ error: '请选择是否显示' }) })
export const savedFilter = z.object({
  name: line('名称', 20),
  values: z
    .record(name, z.string('筛选条件不正确').max(200, '筛选条件过长'))
    .refine((v) => Object.keys(v).length > 0 && Object.keys(v).length <= 30, '没有可保存的筛选条件'),
})
export type SavedFilter = z.output<typeof savedFilter>
const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length

export const listSettingBody = z.object({
  list,
  columns: z
    .array(column)
    .max(MAX_COLUMNS, '列过多')
    .refine((all) => isUnique(all.map((c) => c.key)), '同一列只能出现一次')
    .default([]),
  density: z.enum(['normal', 'compact'], { error: '请选择行距' }).default('normal'),
  filters: z
    .array(savedFilter)
    .max(MAX_FILTERS, `每个列表最多保存 ${MAX_FILTERS} 个常用筛选`)
    .refine((all) => isUnique(all.map((f) => f.name)), '已有同名的常用筛选')
    .default([]),
})
export type ListSetting = z.output<typeof listSettingBody>

export const listSettingCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/list-setting',
    summary: '我的列表设置',
    access: 'signed-in',
    reply: z.array(listSettingBody),
  }),
  save: call({
    method: 'PUT',
    path: '/api/v2/list-setting',
    summary: '保存列表设置',
    access: 'signed-in',
    body: listSettingBody,
    reply: done,
    maxBytes: 65_536,
  }),
  /** Restores the default setting of a list. */
  reset: call({
    method: 'DELETE',
    path: '/api/v2/list-setting',
    summary: '恢复默认列表设置',
    access: 'signed-in',
    query: z.object({ list }),
    reply: done,
  }),
}
