import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import {
  idParams,
  ifAsked,
  keyword,
  line,
  optionalEmail,
  optionalLine,
  optionalPhone,
  sortNumber,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

export const shareContactRow = z.object({
  id: z.number(),
  /** Null: a contact for the whole campus. */
  lab: ref.nullable(),
  post: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  office: z.string().nullable(),
  hours: z.string().nullable(),
  duty: z.string().nullable(),
  sort: z.number(),
  can: z.array(z.enum(['change', 'remove'])),
})
export type ShareContactRow = z.output<typeof shareContactRow>

const body = z.object({
  labId: labRef.nullish().transform((v) => v ?? null),
  post: line('岗位', 40),
  name: line('联系人', 40),
  phone: optionalPhone,
  email: optionalEmail,
  office: optionalLine('办公地点', 100),
  hours: optionalLine('服务时间', 60),
  duty: optionalLine('负责事项', 200),
  sort: sortNumber(),
})
const editors = { onRow: '联系方式管理员；本实验室主任、管理员限本实验室' }
export const shareContactRefusals = { UNREACHABLE: '电话、邮箱、办公地点请至少填写一项' } as const

/** Campus contacts first, then by lab. */
const contacts = call({
  method: 'GET',
  path: '/api/v2/share-contact',
  summary: '共享服务联系方式',
  access: 'signed-in',
  query: pageQuery.extend({
    keyword,
    of: ifAsked(z.enum(['campus', 'lab', 'editable'], { error: '范围不正确' })),
  }),
  reply: definePage(shareContactRow),
})

export const shareContactCalls = {
  list: contacts,
  export: defineExport(contacts, '导出联系方式'),
  create: call({
    method: 'POST',
    path: '/api/v2/share-contact',
    summary: '新增联系方式',
    access: editors,
    body,
    reply: z.object({ id: z.number() }),
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/share-contact/{id}',
    summary: '修改联系方式',
    access: editors,
    params: idParams,
    body,
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/share-contact/{id}',
    summary: '删除联系方式',
    access: editors,
    params: idParams,
    reply: done,
  }),
}
