import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import * as store from './certificate.store.ts'

/** Time to have another one made; and when whoever has forgotten is told again. */
const AHEAD_DAYS = [30, 3] as const
const SHOWN = 10

/** Tells whoever keeps gateways which of them soon come in no longer, unless they get another certificate. */
export async function warnOfLapse(ctx: Ctx): Promise<number> {
  const [first, again] = AHEAD_DAYS.map((days) => addMinutes(ctx.now, days * 1440))
  const due = await store.takeLapsing(ctx, first ?? ctx.now, again ?? ctx.now)
  if (due.length === 0) return 0
  const which = due.slice(0, SHOWN).map((g) => `${g.name}（${shownAt(g.until, ctx.env.CAMPUS_TZ)} 到期）`)
  const more = due.length > SHOWN ? ` 等 ${due.length} 个网关` : ''
  await tell(ctx, {
    kind: 'system',
    userIds: await store.listKeepers(ctx.db),
    title: '网关证书即将到期',
    body: `${which.join('、')}${more}。到期后网关不能接入，请为其绑定新的证书。`,
    link: '/iot/iot-device',
  })
  return due.length
}
