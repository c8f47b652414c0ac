import type { Parsed } from '@portal/contract/kernel/call'
import { postRefusals, type postCalls } from '@portal/contract/people/posts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { notFound, refuse, refuseField, violates } from '../../../kernel/refuse.ts'
import { queryGrams } from '../../../kernel/search.rules.ts'
import { exported } from '../../../kernel/sheet.ts'
import { findProcessNaming } from '../processes.store.ts'
import * as store from './post.store.ts'

const refuseBy = (code: keyof typeof postRefusals, field?: string) =>
  field ? refuseField(field, postRefusals[code], code) : refuse(code, postRefusals[code])
const listActions = (ctx: Ctx): ('change' | 'remove')[] => (ctx.holds('USER_ALL') ? ['change', 'remove'] : [])

export async function listPosts(ctx: Ctx, { query }: Parsed<typeof postCalls.postPage>) {
  const { items, total } = await store.listPosts(ctx.db, query.keyword ?? null, query.enabled ?? null, query)
  return { items: items.map((r) => ({ ...r, can: listActions(ctx) })), total }
}
export const listOpenPosts = (ctx: Ctx) => store.listOpen(ctx.db)

export async function showPost(ctx: Ctx, { params }: Parsed<typeof postCalls.post>) {
  const found = await store.find(ctx.db, params.code)
  if (!found) throw notFound('岗位')
  return { ...found, can: listActions(ctx) }
}

export async function savePost(ctx: Ctx, { body: { id, ...values } }: Parsed<typeof postCalls.savePost>) {
  ctx.target = `岗位 ${values.code}`
  const before = id ? await store.findCode(ctx.db, id) : undefined
  if (before !== undefined && before !== values.code) await refuseNamed(ctx, [before], 'code')
  try {
    if (!id) return { id: await store.add(ctx, values) }
    if (!(await store.change(ctx, id, values))) throw notFound('岗位')
    return { id }
  } catch (e) {
    throw violates(e, 'post_code') ? refuseBy('POST_TAKEN', 'code') : e
  }
}

/** A process that names the post by a code or an id that is gone would ask nobody. */
async function refuseNamed(ctx: Ctx, words: readonly string[], field?: string): Promise<void> {
  const name = await findProcessNaming(ctx.db, 'post', words)
  if (name === undefined) return
  const message = `流程“${name}”${postRefusals.POST_NAMED}`
  throw field ? refuseField(field, message, 'POST_NAMED') : refuse('POST_NAMED', message)
}

export async function removePost(ctx: Ctx, { params }: Parsed<typeof postCalls.removePost>) {
  ctx.target = `岗位 ${params.id}`
  const code = await store.findCode(ctx.db, params.id)
  if (code !== undefined) await refuseNamed(ctx, [code, String(params.id)])
  const gone = await store.remove(ctx, params.id).catch((e: unknown) => {
    throw violates(e, 'user_post_post_id_fkey') ? refuseBy('POST_IN_USE') : e
  })
  if (!gone) throw notFound('岗位')
  return null
}

export async function listUserPosts(ctx: Ctx, { query }: Parsed<typeof postCalls.userPosts>) {
  const sought = (query.keyword && queryGrams(query.keyword)) || null
  const { items, total } = await store.listHeld(
    ctx.db,
    { postId: query.postId ?? null, deptId: query.deptId ?? null, sought },
    query,
  )
  return { items: items.map((r) => ({ ...r, can: listActions(ctx) })), total }
}

export async function saveUserPost(
  ctx: Ctx,
  { body: { id, ...values } }: Parsed<typeof postCalls.saveUserPost>,
) {
  ctx.target = `岗位 ${values.postId} 用户 ${values.userId}`
  try {
    if (id) {
      const before = await store.findHeld(ctx.db, id)
      if (!before) throw notFound('岗位人员')
      if (!(await store.changeHeld(ctx, id, values))) throw await explainClosed(ctx, values, before)
      return { id }
    }
    const added = await store.addHeld(ctx, values)
    if (added === undefined) throw await explainClosed(ctx, values)
    return { id: added }
  } catch (e) {
    if (violates(e, 'user_post_once')) throw refuseBy('HOLDS_ALREADY', 'userId')
    if (violates(e, 'user_post_user_id_fkey')) throw refuseBy('USER_UNKNOWN', 'userId')
    if (violates(e, 'user_post_post_id_fkey')) throw refuseBy('POST_UNKNOWN', 'postId')
    if (violates(e, 'user_post_dept_id_fkey')) throw refuseBy('DEPT_UNKNOWN', 'deptId')
    throw e
  }
}

/** The refusal for the person or for the post, whichever is closed. */
async function explainClosed(ctx: Ctx, { postId }: store.UserPostValues, before?: { postId: number }) {
  return postId === before?.postId || (await store.isOpen(ctx.db, postId))
    ? refuseBy('USER_UNKNOWN', 'userId')
    : refuseBy('POST_UNKNOWN', 'postId')
}

export async function removeUserPost(ctx: Ctx, { params }: Parsed<typeof postCalls.removeUserPost>) {
  ctx.target = `岗位人员 ${params.id}`
  if (!(await store.removeHeld(ctx, params.id))) throw notFound('岗位人员')
  return null
}

export const exportPosts = exported('岗位', listPosts, [
  { header: '岗位编码', width: 20, value: (p) => p.code },
  { header: '岗位名称', width: 20, value: (p) => p.name },
  { header: '说明', width: 40, value: (p) => p.description },
  { header: '排序', width: 8, value: (p) => p.sort },
  { header: '状态', width: 8, value: (p) => (p.enabled ? '启用' : '停用') },
  { header: '任职人数', width: 10, value: (p) => p.holders },
])
export const exportUserPosts = exported('岗位人员', listUserPosts, [
  { header: '岗位', width: 20, value: (p) => p.post.name },
  { header: '单位', width: 26, value: (p) => p.dept.name },
  { header: '姓名', width: 14, value: (p) => (p.user.enabled ? p.user.name : `${p.user.name}（已停用）`) },
  { header: '工号', width: 16, value: (p) => p.user.username },
  { header: '任职日期', width: 14, value: (p) => p.since },
  { header: '备注', width: 30, value: (p) => p.note },
])
