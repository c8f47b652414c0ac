import type { Ctx } from './ctx.ts'
import { refuse } from './refuse.ts'
import { shownAt } from './time.ts'

interface Saved {
  event: string
  who: string
  at: Date | string
}

/**
 * Refuses to save over, or to hand on, what somebody else has saved since it was read. The history
 * is read only then, to say who that was. Whoever does not say what he saw is not asked: a program
 * that changes one field says only that.
 */
export async function refuseUnseen(
  ctx: Ctx,
  what: string,
  row: { revision: number },
  seen: number | null | undefined,
  readHistory?: () => Promise<readonly Saved[]>,
): Promise<void> {
  if (seen === null || seen === undefined || seen === row.revision) return
  const last = (await readHistory?.())?.findLast((h) => h.event === 'change')
  const news = last
    ? `${last.who} 于 ${shownAt(new Date(last.at), ctx.env.CAMPUS_TZ)} 保存了${what}`
    : `您打开页面后，${what}已被修改`
  throw refuse('SAVED_SINCE', `${news}，请刷新页面，核对最新内容后重试`, { status: 409 })
}

/**
 * The same of a text that says when it was written and not how often. `seenAt` null: nobody had
 * written it yet.
 */
export function refuseOlder(
  what: string,
  now: { updatedAt: Date | null; updatedBy?: string | null },
  seenAt: string | null | undefined,
): void {
  if (seenAt === undefined) return
  if ((seenAt === null ? null : Date.parse(seenAt)) === (now.updatedAt?.getTime() ?? null)) return
  const changed = now.updatedBy ? `由${now.updatedBy}修改` : '被修改'
  throw refuse('SAVED_SINCE', `您打开页面后，${what}已${changed}；未保存，请刷新后重试`, { status: 409 })
}
