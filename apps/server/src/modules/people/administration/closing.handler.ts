import type { HeldPost, peopleCalls } from '@portal/contract/people/people'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { localOf } from '../../../kernel/time.ts'
import { announceClosed } from '../closing.events.ts'
import { recordOf } from '../lookup/lookup.handler.ts'
import { reaches, refuseBy } from '../people.rules.ts'
import * as store from '../people.store.ts'
import { countsOf, describeCounts } from './closing.rules.ts'
import * as closingStore from './closing.store.ts'
import { judgePerson, keepAnAdmin } from './judging.action.ts'

// An account is closed or opened again. The posts of somebody who leaves go to those whom the closing person names.

async function judgeSuccessor(ctx: Ctx, id: number, successorId: number): Promise<void> {
  const successor = await store.find(ctx.db, successorId)
  if (!successor?.enabled || successorId === id) throw refuseBy('SUCCESSOR_UNKNOWN', 'successorId')
}

/** What somebody who leaves would leave behind, and what becomes of each. Nothing is written. */
export async function closing(ctx: Ctx, { params }: Parsed<typeof peopleCalls.closing>) {
  const { name } = await judgePerson(ctx, params.id, 'close')
  const [counts] = await closingStore.counts(ctx.db, [params.id])
  return { name, matters: await closingStore.matters(ctx.db, params.id), counts: countsOf(counts) }
}

/** What these people would leave behind, in a word each: `（未使用的预约 2）`. */
export async function describeLeftBehind(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const said = (await closingStore.counts(ctx.db, ids)).map((c) => [c.userId, describeCounts(c)] as const)
  return new Map(said.filter(([, words]) => words !== '').map(([id, words]) => [id, `，已处理：${words}`]))
}

export async function setEnabled(ctx: Ctx, { params, body }: Parsed<typeof peopleCalls.setEnabled>) {
  await store.lockAdmins(ctx.db)
  const person = await recordOf(ctx, params.id)
  await judgePerson(ctx, params.id, person.enabled ? 'close' : 'open')
  if (person.enabled === body.enabled) return null
  const successorId = (!body.enabled && body.successorId) || null
  if (successorId !== null) await judgeSuccessor(ctx, params.id, successorId)
  const posts = body.enabled ? [] : await judgePassedPosts(ctx, params.id, body)
  await store.setEnabled(ctx.db, params.id, body.enabled, ctx.now)
  await keepAnAdmin(ctx)
  await handPosts(ctx, posts)
  if (!body.enabled)
    await announceClosed(ctx, [params.id], {
      posts,
      successorId,
      handOver: successorId !== null && body.bookings === 'hand_over',
    })
  return null
}

/** Many at once, as a file has them: each was judged with the file. */
export async function setEnabledAll(
  ctx: Ctx,
  people: readonly { id: number; enabled: boolean }[],
): Promise<void> {
  if (people.length === 0) return
  await store.lockAdmins(ctx.db)
  const changed = await store.setEnabledAll(ctx.db, people, ctx.now)
  await keepAnAdmin(ctx)
  await announceClosed(
    ctx,
    changed.filter((p) => !p.enabled).map((p) => p.id),
  )
}

export interface PassedPost {
  kind: HeldPost
  id: number
  successorId: number
}

/** Which of his posts goes to whom: those named one by one, and all others to `postsTo`. Refused where somebody cannot have it. */
export async function judgePassedPosts(
  ctx: Ctx,
  userId: number,
  { posts, postsTo }: Parsed<typeof peopleCalls.setEnabled>['body'],
): Promise<PassedPost[]> {
  if (postsTo == null && posts.every((p) => p.successorId === null)) return []
  const named = new Map(posts.map((p) => [`${p.kind} ${p.id}`, p.successorId]))
  const passed = (await closingStore.postsOf(ctx.db, userId)).flatMap((p) => {
    const one = named.get(`${p.kind} ${p.id}`)
    const successorId = one === undefined ? (postsTo ?? null) : one
    return successorId === null ? [] : [{ ...p, successorId }]
  })
  for (const id of new Set(passed.map((p) => p.successorId))) {
    const successor = await store.find(ctx.db, id)
    if (!successor?.enabled || id === userId) throw refuseBy('SUCCESSOR_UNKNOWN', 'postsTo')
    const heads = passed.filter((p) => p.kind === 'dept_head' && p.successorId === id)
    if (heads.some((p) => p.id !== successor.deptId)) throw refuseBy('SUCCESSOR_DEPT', 'postsTo')
    if (heads.length > 0) await judgeHead(ctx)
  }
  return passed
}

/** Nobody gives what he could not do himself. */
async function judgeHead(ctx: Ctx): Promise<void> {
  const role = await store.roleByCode(ctx.db, 'DEPT_HEAD')
  const { codes } = await store.codesOfRoles(ctx.db, role === undefined ? [] : [role])
  if (!reaches(ctx.me.permissions, codes)) throw refuseBy('BEYOND_OWN_RIGHTS')
}

/** Those that people keep: offices and the head of a dept. */
export async function handPosts(ctx: Ctx, passed: readonly PassedPost[]): Promise<void> {
  const { day } = localOf(ctx.now, ctx.env.CAMPUS_TZ)
  for (const p of passed) {
    if (p.kind === 'post') await closingStore.handPost(ctx, p.id, p.successorId, day)
    if (p.kind === 'dept_head') await store.giveRole(ctx.db, p.successorId, 'DEPT_HEAD')
  }
}
