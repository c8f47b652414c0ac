import type { Ctx } from './ctx.ts'
import { refuse } from './refuse.ts'
import { shownAt } from './time.ts'

interface Saved {
  event: string
  who: string
  at: Date | string
}

/** Events that save content without another state. */
const SAVES: ReadonlySet<string> = new Set([
  'change',
  'fill',
  'judge',
  'correct_contract',
  'correct_disposal',
])

/**
 * Refuses to overwrite or hand on what another person has saved since the caller read it. The history is
 * read only then, to name that person. Without `seen` nothing is checked: a program that changes one field
 * need not send a revision.
 */
export async function refuseUnseen(
  ctx: Ctx,
  what: string,
  row: { revision: number },
  seen: number | null | undefined,
  readHistory?: () => Promise<readonly Saved[]>,
): Promise<void> {
  if (seen === null || seen === undefined || seen === row.revision) return
  const last = (await readHistory?.())?.findLast((h) => SAVES.has(h.event))
  const news = last
    ? `${last.who} 于 ${shownAt(new Date(last.at), ctx.env.CAMPUS_TZ)} 保存了${what}`
    : `您打开页面后，${what}已被修改`
  throw refuse('SAVED_SINCE', `${news}，请刷新页面，核对最新内容后重试`, { status: 409 })
}

/**
 * The same for a text that has the time of its last change instead of a revision. `seenAt` null: nobody had
 * written it yet when the caller read it.
 */
export function refuseOlder(
  what: string,
  now: { updatedAt: Date | null; updatedBy?: string | null; state?: string },
  seenAt: string | null | undefined,
): void {
  if (seenAt === undefined) return
  if ((seenAt === null ? null : Date.parse(seenAt)) === (now.updatedAt?.getTime() ?? null)) return
  const changed = now.updatedBy ? `由${now.updatedBy}修改` : '被修改'
  const state = now.state ? `，当前为“${now.state}”` : ''
  throw refuse('SAVED_SINCE', `您打开页面后，${what}已${changed}${state}；未保存，请刷新后重试`, {
    status: 409,
  })
}

/** The same for a number that somebody enters. `seen` null: the page showed none; undefined: not checked. */
export function refuseReplaced(what: string, now: string | null, seen: string | null | undefined): void {
  if (seen === undefined || seen === now) return
  throw refuse('SAVED_SINCE', `您打开页面后，${what}已登记为 ${now ?? '空'}；未保存，请刷新后核对`, {
    status: 409,
  })
}
