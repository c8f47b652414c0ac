import type { Ctx } from './ctx.ts'
import { refuse } from './refuse.ts'

/** Who was faster, and when. */
export interface First {
  actor: string
  at: Date
}
/** The refusal for the second of two people: it says who was first. */
export function sayWhoWasFirst(ctx: Ctx, first: First | undefined): Error {
  const time = first?.at.toLocaleTimeString('zh-CN', {
    timeZone: ctx.env.CAMPUS_TZ,
    hour: '2-digit',
    minute: '2-digit',
  })
  return refuse(
    'TOO_LATE',
    first ? `${first.actor} 已于 ${time} 先行处理，请刷新后查看` : '已被他人处理，请刷新后查看',
    { status: 409 },
  )
}
