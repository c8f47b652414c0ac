import { formatYuan } from '@portal/contract/kernel/money'
import { settlementNumber } from '@portal/contract/settlement/settlement'
import {
  violationEventWords,
  violationKindWords,
  violationRefusals,
  violationStateWords,
} from '@portal/contract/violation/violation'
import type { Doing } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse } from '../../kernel/refuse.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import { judgeSuspension, VIOLATIONS } from '../booking/booking.service.ts'
import { listLedLabs } from '../lab/lab.service.ts'
import { liftSuspension } from '../people/people.service.ts'
import { waiveFee } from '../test-order/test-order.service.ts'
import { violationFlow, type ViolationProcess } from './violation.flow.ts'
import * as store from './violation.store.ts'

type Row = store.Row

/** The page of a person's own violations. */
export const MINE = '/account/subscribe-list?scope=violations'

export interface Standing {
  userId: number
  keepsAll: boolean
  keptLabs: readonly number[]
}
export const readStanding = async (ctx: Ctx): Promise<Standing> => ({
  userId: ctx.me.id,
  keepsAll: ctx.holds('ADMIN'),
  keptLabs: await listLedLabs(ctx),
})

/** Nobody may revoke or decide on their own violation. */
function findRoles(v: Row, who: Standing): ViolationProcess['role'][] {
  if (v.userId === who.userId) return ['person']
  return who.keepsAll || (v.labId !== null && who.keptLabs.includes(v.labId)) ? ['keeper'] : []
}

export const nameWhat = (ctx: Ctx, v: Row) =>
  `${v.deviceName ?? '仪器'}，${shownAt(v.at, ctx.env.CAMPUS_TZ)} ${violationKindWords[v.kind]}`

/** The message about a decision. `after`: lines on its consequences. */
const newsFor = (ctx: Ctx, v: Row, reason: string | null, after: readonly string[] = []) => ({
  userIds: [v.userId],
  link: MINE,
  mail: true,
  body: [nameWhat(ctx, v), `原因：${reason}`, ...after].join('\n'),
})

export const violations = defineProcess<ViolationProcess>()(approval.inbox, {
  business: 'violation',
  flow: violationFlow,
  noun: '违约记录',
  unseen: '您不能处理该违约记录',
  kind: 'booking',
  find: (ctx, id) => store.find(ctx.db, id),
  write: (ctx, v, { to, reason }) => store.step(ctx, v.id, v.state, to, reason),

  standingOf: readStanding,
  rolesOf: findRoles,
  sees: (_v, _who, roles) => roles.size > 0,

  subjectOf: (v, ctx) => ({
    labId: v.labId,
    deviceId: v.deviceId,
    what: nameWhat(ctx, v),
    body: `${nameWhat(ctx, v)}\n申诉理由：${v.appealReason}`,
    link: '/account/audit-list',
    amountFen: v.feeFen,
    requesterId: v.userId,
    exceptUserId: v.userId,
  }),
  asking: {
    appeal: (_ctx, v) => ({ title: `${v.userName} 申诉`, news: `${v.userName}对违约提出申诉` }),
  },
  effects: { undoPenalty },
  newsOf: (v, { reason }, ctx) => newsFor(ctx, v, reason),
  screensOf: (v) => [`user:${v.userId}`, 'inbox'],
  doneWords: (v) => violationStateWords[v.state],
})

export const readRecent = (ctx: Ctx, userId: number) =>
  store.listSince(ctx.db, userId, addMinutes(ctx.now, -VIOLATIONS.days * 1440))

/**
 * The violation no longer counts: undoes the suspension and the fee as far as possible, and tells the person.
 */
async function undoPenalty(ctx: Ctx, v: Row, { reason }: Doing<ViolationProcess, undefined>): Promise<void> {
  const lifted =
    !judgeSuspension(await readRecent(ctx, v.userId), ctx.now) &&
    (await liftSuspension(ctx, v.userId, `${VIOLATIONS.days} 天内违约`))
  const fee = v.bookingId === null ? 'none' : await waiveFee(ctx, v.bookingId, `违约已撤销：${reason}`)
  if (fee === 'in_settlement') {
    const which = v.settlementId === null ? '' : `（${settlementNumber(v.settlementId)}）`
    throw refuse('FEE_IN_SETTLEMENT', violationRefusals.FEE_IN_SETTLEMENT + which, { status: 409 })
  }
  const amount = formatYuan(v.feeFen ?? 0)
  if (fee === 'settled') await tellFinance(ctx, v, amount)
  const after = [
    ...(lifted ? ['预约资格已恢复。'] : []),
    ...(fee === 'waived' ? [`费用 ${amount} 元已免除。`] : []),
    ...(fee === 'settled'
      ? [`费用 ${amount} 元已结算：付款人或实验室可在结算单中申请冲正，财务已收到通知。`]
      : []),
  ]
  const title = `违约记录已${violationEventWords.revoke}`
  await tell(ctx, { ...newsFor(ctx, v, reason, after), kind: 'booking', title })
}

const tellFinance = (ctx: Ctx, v: Row, amount: string): Promise<void> =>
  tell(ctx, {
    kind: 'settlement',
    role: { role: 'finance' },
    title: '违约已撤销，费用待冲正',
    body: `${v.userName}：${nameWhat(ctx, v)}\n费用 ${amount} 元已结算，请按结算单办理冲正。`,
    // The reversal is asked for and approved at the settlement.
    link:
      v.settlementId === null
        ? `/account/orderDetail?id=${v.orderId ?? ''}`
        : `/account/payOrderDetail?id=${v.settlementId}`,
    mail: true,
  })
