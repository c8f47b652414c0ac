import type { HeldPost, peopleCalls } from '@portal/contract/people/people'
import { peopleRefusals } from '@portal/contract/people/people'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import { localOf } from '../../kernel/time.ts'
import * as closingStore from './closing.store.ts'
import { reaches } from './people.rules.ts'
import * as store from './people.store.ts'

// The posts of somebody who leaves go to those whom the closing person names.

export interface PassedPost {
  kind: HeldPost
  id: number
  successorId: number
}

/** Which of his posts goes to whom: those named one by one, and all others to `postsTo`. Refused where somebody cannot have it. */
export async function passedPosts(
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
    if (!successor?.enabled || id === userId)
      throw refuseField('postsTo', peopleRefusals.SUCCESSOR_UNKNOWN, 'SUCCESSOR_UNKNOWN')
    const heads = passed.filter((p) => p.kind === 'dept_head' && p.successorId === id)
    if (heads.some((p) => p.id !== successor.deptId))
      throw refuseField('postsTo', peopleRefusals.SUCCESSOR_DEPT, 'SUCCESSOR_DEPT')
    if (heads.length > 0) await judgeHead(ctx)
  }
  return passed
}

/** Nobody gives what he could not do himself. */
async function judgeHead(ctx: Ctx): Promise<void> {
  const role = await store.roleByCode(ctx.db, 'DEPT_HEAD')
  const { codes } = await store.codesOfRoles(ctx.db, role === undefined ? [] : [role])
  if (!reaches(ctx.me.permissions, codes)) throw refuse('BEYOND_OWN_RIGHTS', peopleRefusals.BEYOND_OWN_RIGHTS)
}

/** Those that people keep: offices and the head of a dept. */
export async function takePosts(ctx: Ctx, passed: readonly PassedPost[]): Promise<void> {
  const { day } = localOf(ctx.now, ctx.env.CAMPUS_TZ)
  for (const p of passed) {
    if (p.kind === 'post') await closingStore.handPost(ctx, p.id, p.successorId, day)
    if (p.kind === 'dept_head') await store.giveRole(ctx.db, p.successorId, 'DEPT_HEAD')
  }
}
