import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import {
  at,
  flag,
  id,
  idParams,
  ifAsked,
  instant,
  keyword,
  line,
  requiredText,
  sortNumber,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { edit } from '../kernel/permissions.ts'
import { ref } from '../kernel/rows.ts'

export const consultingStateWords = { waiting: '待答复', answered: '已答复' } as const
export type ConsultingState = keyof typeof consultingStateWords
const states = Object.keys(consultingStateWords) as [ConsultingState, ...ConsultingState[]]

export const consultingRefusals = {
  CATEGORY_TAKEN: '该分类已存在',
  CATEGORY_IN_USE: '该分类下还有咨询，不能删除',
  CATEGORY_UNKNOWN: '分类不存在，请刷新后重试',
  PERSON_UNKNOWN: '所选答复人不存在或已停用',
  TOO_MANY_WAITING: '您还有 10 条咨询等待答复，请稍后再提问',
} as const
/** Most unanswered questions of one person. */
export const MAX_WAITING = 10

export const consultingCategory = z.object({
  id: z.number(),
  name: z.string(),
  sort: z.number(),
  /** Number of questions that the caller may read. */
  count: z.number().int(),
  answerers: z.array(ref),
})
export type ConsultingCategory = z.output<typeof consultingCategory>

export const consultingRow = z.object({
  id: z.number(),
  title: z.string(),
  category: ref,
  state: z.enum(states),
  shared: z.boolean(),
  /** Null if the caller may not see who asked. */
  asker: z.string().nullable(),
  mine: z.boolean(),
  askedAt: at,
  answeredAt: at.nullable(),
  views: z.number().int(),
})
export type ConsultingRow = z.output<typeof consultingRow>
export const consultingActions = ['answer', 'remove'] as const
export const consultingDetail = consultingRow.extend({
  body: z.string(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  /** The asker lets others read it; whoever answers decides whether they do (`shared`). */
  shareable: z.boolean(),
  can: z.array(z.enum(consultingActions)),
})
export type ConsultingDetail = z.output<typeof consultingDetail>

const managers = { anyOf: ['CONTENT_MANAGE_PAGE', ...edit('GUIDE')] as const }

/** Shared answered questions, the caller's own, and those the caller has to answer. */
const questions = call({
  method: 'GET',
  path: '/api/consulting/list',
  summary: '咨询列表',
  access: 'signed-in',
  query: pageQuery.extend({
    categoryId: ifAsked(id),
    state: ifAsked(z.enum(states, { error: '状态不正确' })),
    mine: flag,
    keyword,
  }),
  reply: definePage(consultingRow),
})

export const consultingCalls = {
  categories: call({
    method: 'GET',
    path: '/api/consulting/categories',
    summary: '咨询分类',
    access: 'signed-in',
    reply: z.object({
      items: z.array(consultingCategory),
      /** May the caller manage the categories? */ can: z.array(z.enum(['manage'])),
    }),
  }),
  list: questions,
  export: defineExport(questions, '导出咨询'),
  info: call({
    method: 'GET',
    path: '/api/consulting/info',
    summary: '咨询详情',
    access: { onRow: '已公开的对登录用户可见，其余仅提问人与答复人' },
    query: z.object({ id }),
    reply: consultingDetail,
  }),
  ask: call({
    method: 'POST',
    path: '/api/v2/consulting',
    summary: '提交咨询',
    access: 'signed-in',
    perMinute: 10,
    body: z.object({
      categoryId: id,
      title: line('标题', 80),
      body: requiredText('问题描述', 2000),
      shared: z.boolean().default(true),
    }),
    reply: z.object({ id: z.number() }),
  }),
  answer: call({
    method: 'POST',
    path: '/api/v2/consulting/{id}/answer',
    summary: '答复咨询',
    access: { onRow: '该分类的答复人，内容管理员' },
    params: idParams,
    body: z.object({
      answer: requiredText('答复', 4000),
      /** Left out: as it is; before the first answer, as the asker allows. */
      shared: z.boolean().optional(),
      /**
       * When the question had been answered, as of the form's start; null: not yet. The server uses it to
       * tell the second of two people that it has changed.
       */
      seenAnswerAt: instant.nullish(),
    }),
    reply: consultingDetail,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/consulting/{id}',
    summary: '删除咨询',
    access: { onRow: '答复前的提问人，内容管理员' },
    params: idParams,
    reply: done,
  }),
  /** Adds a category or, with `id`, changes one. */
  saveCategory: call({
    keeps: true,
    method: 'POST',
    path: '/api/v2/consulting/category',
    summary: '保存咨询分类',
    access: managers,
    body: z.object({
      id: id.nullish(),
      name: line('分类名称', 30),
      sort: sortNumber(),
      answererIds: z.array(id).max(20, '最多 20 位答复人').default([]),
    }),
    reply: z.object({ id: z.number() }),
  }),
  removeCategory: call({
    method: 'DELETE',
    path: '/api/v2/consulting/category/{id}',
    summary: '删除咨询分类',
    access: managers,
    params: idParams,
    reply: done,
  }),
}
