import {
  findingKindWords,
  findingRefusals,
  findingStateWords,
  type FindingKind,
} from '@portal/contract/iot/finding'
import { appealHint, type ViolationKind } from '@portal/contract/violation/violation'
import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse } from '../../kernel/refuse.ts'
import { shownPeriod } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import { recordUnfit } from '../violation/violation.service.ts'
import { findingFlow, type Finding } from './finding.flow.ts'
import * as store from './finding.store.ts'

type Row = store.FindingRecord

export interface Standing {
  userId: number
  keeps: store.Places
}
export const readStanding = async (ctx: Ctx): Promise<Standing> => ({
  userId: ctx.me.id,
  keeps: await store.readPlaces(ctx.db, ctx.me.id),
})

/** Nobody judges their own use. */
function findRoles(f: Row, who: Standing): Finding['role'][] {
  if (f.userId === who.userId) return []
  const { reviewedDevices, reviewedLabs, ledLabs } = who.keeps
  return [
    ...(reviewedDevices.includes(f.deviceId) || reviewedLabs.includes(f.labId)
      ? (['reviewer'] as const)
      : []),
    ...(ledLabs.includes(f.labId) ? (['keeper'] as const) : []),
  ]
}
const nameWhat = (ctx: Ctx, f: Row) =>
  `${f.deviceName}${findingKindWords[f.kind]}（${shownPeriod(f.fromAt, f.toAt, ctx.env.CAMPUS_TZ)}）`

const violationOf: Record<FindingKind, ViolationKind> = {
  unbooked: 'unbooked',
  unused: 'no_show',
  longer: 'overstay',
}

export const findings = defineProcess<Finding>()(approval.inbox, {
  business: 'use_finding',
  flow: findingFlow,
  noun: '用机核查',
  kind: 'booking',
  find: (ctx, id) => store.findFinding(ctx.db, id),
  write: (ctx, f, { to, reason }) => store.step(ctx, f.id, f.state, to, reason),

  standingOf: readStanding,
  rolesOf: findRoles,
  sees: (_f, _who, roles) => roles.size > 0,

  subjectOf: (f, ctx) => ({
    labId: f.labId,
    deviceId: f.deviceId,
    what: nameWhat(ctx, f),
    body: `${nameWhat(ctx, f)}${f.userName ? `，当事人 ${f.userName}` : ''}。请核查后处理：按实际登记、不追究或计为违约。`,
    link: '/account/audit-list',
    requesterId: f.userId,
  }),
  effects: {
    async countAsViolation(ctx: Ctx, f: Row) {
      if (f.userId === null) throw refuse('NOBODY_KNOWN', findingRefusals.NOBODY_KNOWN, { status: 409 })
      await recordUnfit(ctx, {
        userId: f.userId,
        deviceId: f.deviceId,
        labId: f.labId,
        bookingId: f.bookingId,
        kind: violationOf[f.kind],
      })
    },
  },
  newsOf: (f, { reason }, ctx) =>
    f.userId === null
      ? []
      : {
          userIds: [f.userId],
          title: `用机核查：${findingStateWords[f.state]}`,
          body: `${nameWhat(ctx, f)}\n说明：${reason}${f.state === 'violated' ? `\n${appealHint}` : ''}`,
          link:
            f.bookingId === null
              ? '/account/subscribe-list?scope=violations'
              : `/appointment/orderDetail?id=${f.bookingId}`,
        },
  screensOf: (f) => (f.userId === null ? ['inbox'] : [...listScreens(f.userId), 'inbox']),
  doneWords: (f) => findingStateWords[f.state],
})
