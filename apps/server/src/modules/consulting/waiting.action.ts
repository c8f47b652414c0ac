import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import * as store from './consulting.store.ts'

// New answerers are notified of waiting questions, because other people were notified when the questions were
// asked.

interface Category {
  id: number
  name: string
  waiting: number
}
const makeLink = ({ id }: Category) => `/osp/consulting?state=waiting&categoryId=${id}`

export const tellNobodyAnswers = (ctx: Ctx, category: Category): Promise<void> =>
  tell(ctx, {
    kind: 'system',
    role: { role: 'sysadmin' },
    title: '咨询无人答复',
    body: `分类“${category.name}”没有答复人，${category.waiting} 个咨询待答复，请为其指定答复人。`,
    link: makeLink(category),
  })

/** The answerers of a category have changed. `before` and `after` must have open accounts. */
export async function tellNewAnswerers(
  ctx: Ctx,
  { id, name }: { id: number; name: string },
  { before, after }: { before: readonly number[]; after: readonly number[] },
): Promise<void> {
  const category = { id, name, waiting: await store.countWaitingIn(ctx.db, id) }
  if (category.waiting === 0) return
  if (after.length === 0 && before.length > 0) await tellNobodyAnswers(ctx, category)
  const userIds = after.filter((userId) => !before.includes(userId))
  if (userIds.length === 0) return
  await tell(ctx, {
    kind: 'system',
    userIds,
    exceptUserId: ctx.me.id,
    title: '有咨询待您答复',
    body: `您是分类“${name}”的答复人，${category.waiting} 个咨询待答复。`,
    link: makeLink(category),
  })
}
