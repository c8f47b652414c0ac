import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { day, flag, id, idParams, keyword, line, optionalLine, sortNumber } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { ref } from '../kernel/rows.ts'

// Posts of the depts (院长, 设备秘书 …), and the people who hold them.

const code = z
  .string({ error: '请填写岗位编码' })
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$/, '岗位编码为 1–50 位字母、数字、下划线或连字符')
const optionalDay = z
  .union([z.literal('').transform(() => null), day])
  .nullish()
  .transform((s) => s ?? null)

export const postRow = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  sort: z.number().int(),
  enabled: z.boolean(),
  /** Number of people with an active account who hold the post. */
  holders: z.number().int(),
  can: z.array(z.enum(['change', 'remove'])),
})
export type PostRow = z.output<typeof postRow>

export const userPostRow = z.object({
  id: z.number(),
  /**
   * A person with a closed account stays listed until a successor is named, but can no longer act in the
   * post.
   */
  user: ref.extend({ username: z.string(), enabled: z.boolean() }),
  post: ref,
  dept: ref,
  since: z.string().nullable(),
  note: z.string().nullable(),
  can: z.array(z.enum(['change', 'remove'])),
})
export type UserPostRow = z.output<typeof userPostRow>

export const postRefusals = {
  POST_TAKEN: '岗位编码已存在',
  POST_IN_USE: '仍有人员担任该岗位，请先移除岗位人员',
  /** Follows the name of the process. */
  POST_NAMED: '指定了该岗位，不能删除该岗位或修改其编码',
  POST_UNKNOWN: '所选岗位不存在或已停用',
  HOLDS_ALREADY: '该人员已在该单位担任这一岗位',
  USER_UNKNOWN: '所选人员不存在或已停用',
  DEPT_UNKNOWN: '所选单位不存在',
} as const

const read = { anyOf: ['USER_SYSTEM_PAGE', 'USER_ALL', 'USER_SELECT'] } as const
const write = { anyOf: ['USER_ALL'] } as const

const postsPage = call({
  method: 'GET',
  path: '/api/user/dept/post/page',
  summary: '岗位列表',
  access: read,
  query: pageQuery.extend({ keyword, enabled: flag }),
  reply: definePage(postRow),
})
const userPostsPage = call({
  method: 'GET',
  path: '/api/user/dept/user-post/page',
  summary: '岗位人员',
  access: read,
  query: pageQuery.extend({ keyword, postId: id.optional(), deptId: id.optional() }),
  reply: definePage(userPostRow),
})

export const postCalls = {
  postPage: postsPage,
  exportPosts: defineExport(postsPage, '导出岗位'),
  /** Enabled posts, for selects. */
  postList: call({
    method: 'GET',
    path: '/api/user/dept/post/list',
    summary: '全部岗位',
    access: 'signed-in',
    reply: z.array(ref.extend({ code: z.string() })),
  }),
  post: call({
    method: 'GET',
    path: '/api/user/dept/post/info/{code}',
    summary: '岗位详情',
    access: read,
    params: z.object({ code: z.string().trim().min(1, '编号不正确').max(64, '编号不正确') }),
    reply: postRow,
  }),
  /** Adds a post or, with `id`, changes one. */
  savePost: call({
    keeps: true,
    method: 'POST',
    path: '/api/user/dept/post/info',
    summary: '保存岗位',
    access: write,
    body: z.object({
      id: id.nullish(),
      code,
      name: line('岗位名称', 50),
      description: optionalLine('说明', 200),
      sort: sortNumber(),
      enabled: z.boolean().default(true),
    }),
    reply: z.object({ id: z.number() }),
  }),
  removePost: call({
    method: 'DELETE',
    path: '/api/user/dept/post/info/{id}',
    summary: '删除岗位',
    access: write,
    params: idParams,
    reply: done,
  }),

  userPosts: userPostsPage,
  exportUserPosts: defineExport(userPostsPage, '导出岗位人员'),
  saveUserPost: call({
    keeps: true,
    method: 'POST',
    path: '/api/user/dept/user-post/info',
    summary: '保存岗位人员',
    access: write,
    body: z.object({
      id: id.nullish(),
      userId: id,
      postId: id,
      deptId: id,
      since: optionalDay,
      note: optionalLine('备注', 200),
    }),
    reply: z.object({ id: z.number() }),
  }),
  removeUserPost: call({
    method: 'DELETE',
    path: '/api/user/dept/user-post/info/{id}',
    summary: '移除岗位人员',
    access: write,
    params: idParams,
    reply: done,
  }),
}
