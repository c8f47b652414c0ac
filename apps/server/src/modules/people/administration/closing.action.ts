import type { peopleCalls } from '@portal/contract/people/people'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { violates } from '../../../kernel/refuse.ts'
import { findLocal } from '../../../kernel/time.ts'
import { announceClosed, announceOpened, type PassedPost } from '../closing.events.ts'
import { requirePerson } from '../people.action.ts'
import { reaches, refuseBy } from '../people.rules.ts'
import * as store from '../people.store.ts'
import * as roleStore from '../roles.store.ts'
import { describeCounts, type LeftBehind } from './closing.rules.ts'
import * as closingStore from './closing.store.ts'
import { judgePerson, keepAnAdmin } from './judging.action.ts'

// Closes and reopens accounts. The closing administrator may name successors for the person's posts.

type Wishes = Parsed<typeof peopleCalls.setEnabled>['body']

/** What these people would leave behind, in words: `未使用的预约 2、经费卡 1`. */
export async function describeLeftBehind(ctx: Ctx, ids: readonly number[]): Promise<Map<number, LeftBehind>> {
  const counts = await closingStore.countMatters(ctx.db, ids)
  return new Map(counts.map((c) => [c.userId, describeCounts(c)] as const))
}

/** Closes or opens one account, with the administrator's choices for the person's posts and bookings. */
export async function changeEnabled(ctx: Ctx, id: number, wishes: Wishes): Promise<void> {
  await roleStore.lockAdmins(ctx)
  const person = await requirePerson(ctx, id)
  await judgePerson(ctx, id, person.enabled ? 'close' : 'open')
  if (person.enabled === wishes.enabled) return
  const successorId = (!wishes.enabled && wishes.successorId) || null
  if (successorId !== null) await judgeSuccessor(ctx, id, successorId)
  const posts = wishes.enabled ? [] : await judgePassedPosts(ctx, id, wishes)
  // All of them here and in the order of ids, because other changes of posts lock several people, too.
  await store.lockPeople(ctx, [id, ...posts.map((p) => p.successorId)])
  await store.setEnabled(ctx, id, wishes.enabled, successorId).catch(explainPassedOn)
  await keepAnAdmin(ctx)
  await handPosts(ctx, posts)
  if (wishes.enabled) await announceOpened(ctx, [id])
  else
    await announceClosed(ctx, [id], {
      posts,
      successorId,
      handOver: successorId !== null && wishes.bookings === 'hand_over',
    })
}

/** Closes or opens many accounts from an import file; the import has judged each row. */
export async function changeEnabledAll(
  ctx: Ctx,
  people: readonly { id: number; enabled: boolean }[],
): Promise<void> {
  if (people.length === 0) return
  await roleStore.lockAdmins(ctx)
  await store.lockPeople(
    ctx,
    people.map((p) => p.id),
  )
  const changed = await store.setEnabledAll(ctx, people).catch(explainPassedOn)
  await keepAnAdmin(ctx)
  const listIds = (enabled: boolean) => changed.filter((p) => p.enabled === enabled).map((p) => p.id)
  await announceClosed(ctx, listIds(false))
  await announceOpened(ctx, listIds(true))
}

/** A closed account may be opened only if no open one has its address by now. */
const explainPassedOn = (e: unknown): never => {
  throw violates(e, 'user_account_email') ? refuseBy('EMAIL_PASSED_ON') : e
}

async function judgeSuccessor(ctx: Ctx, id: number, successorId: number): Promise<void> {
  const successor = await store.find(ctx.db, successorId)
  if (!successor?.enabled || successorId === id) throw refuseBy('SUCCESSOR_UNKNOWN', 'successorId')
}

/**
 * The successor of each of the person's posts: those named singly, and `postsTo` for all others. Throws if a
 * successor may not hold a post.
 */
async function judgePassedPosts(ctx: Ctx, userId: number, { posts, postsTo }: Wishes): Promise<PassedPost[]> {
  if (postsTo == null && posts.every((p) => p.successorId === null)) return []
  const named = new Map(posts.map((p) => [`${p.kind} ${p.id}`, p.successorId]))
  const passed = (await closingStore.listPosts(ctx.db, userId)).flatMap((p) => {
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

/** Making a person head of a dept requires that the caller holds all rights of that role. */
async function judgeHead(ctx: Ctx): Promise<void> {
  const role = await roleStore.findRole(ctx.db, 'DEPT_HEAD')
  const { codes } = await roleStore.readCodes(ctx.db, role === undefined ? [] : [role])
  if (!reaches(ctx.me.permissions, codes)) throw refuseBy('BEYOND_OWN_RIGHTS')
}

/**
 * Passes on the posts stored by this module: offices and heads of depts. Other modules handle theirs on the
 * event.
 */
async function handPosts(ctx: Ctx, passed: readonly PassedPost[]): Promise<void> {
  const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  for (const p of passed) {
    if (p.kind === 'post') await closingStore.handPost(ctx, p.id, p.successorId, day)
    if (p.kind === 'dept_head') await roleStore.giveRole(ctx, p.successorId, 'DEPT_HEAD')
  }
}
