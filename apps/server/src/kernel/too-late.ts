import type { Ctx } from './ctx.ts'
import { refuse } from './refuse.ts'
import { shownBeside } from './time.ts'

/** Who was faster, and when. */
export interface First {
  actor: string
  at: Date
}
/** The refusal for the second of two people: it says who was first. */
export function sayWhoWasFirst(ctx: Ctx, first: First | undefined): Error {
  const time = first && shownBeside(ctx.now, first.at, ctx.env.CAMPUS_TZ)
  return refuse(
    'TOO_LATE',
    first ? `${first.actor} 已于 ${time} 先行处理，请刷新后查看` : '已被他人处理，请刷新后查看',
    { status: 409 },
  )
}
