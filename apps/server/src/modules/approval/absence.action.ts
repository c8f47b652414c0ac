import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { shownAt } from '../../kernel/time.ts'
import * as store from './absence.store.ts'

/**
 * Ends the absences of closed accounts, on either side. The other side is told, because they rely on it. If a
 * deputy has left, the administrators are told too: the absent person may not read it in time.
 */
export async function endAbsences(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  const zone = ctx.env.CAMPUS_TZ
  for (const a of await store.endOfLeft(ctx, userIds)) {
    const span = `${a.user} 由 ${a.deputy} 代理，${shownAt(a.from, zone)} 至 ${shownAt(a.to, zone)}。`
    const news = { kind: 'system', link: '/account/audit-list', mail: true } as const
    if (!userIds.includes(a.userId)) {
      const title = '您的代理人账号已停用，代理已结束'
      await tell(ctx, {
        ...news,
        userIds: [a.userId],
        title,
        body: `${span}请另行安排代理人，或自行办理待办。`,
      })
      await tell(ctx, {
        ...news,
        role: { role: 'sysadmin' },
        title: '代理人账号已停用',
        body: `${span}代理已结束，请联系${a.user}另行安排代理人。`,
      })
    } else if (!userIds.includes(a.deputyId))
      await tell(ctx, {
        ...news,
        userIds: [a.deputyId],
        title: '代理已结束',
        body: `${span}${a.user}的账号已停用，您不再代为办理其待办。`,
      })
    ctx.live('inbox', ...listScreens(a.deputyId, a.userId))
  }
}
