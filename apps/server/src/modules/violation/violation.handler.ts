import { makeRef } from '@portal/contract/kernel/rows'
import {
  APPEAL_DAYS,
  violationKindWords,
  violationRefusals,
  violationStateWords,
  type ViolationEvent,
  type violationCalls,
} from '@portal/contract/violation/violation'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { forbidden, refuse } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import { addMinutes, findSpan } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import { mayAct } from '../approval/approval.service.ts'
import { listPersonColumns } from '../people/people.service.ts'
import { violationFlow, type ViolationProcess } from './violation.flow.ts'
import { readStanding, violations } from './violation.process.ts'
import * as store from './violation.store.ts'

const findAppealEnd = (v: store.Row): Date => addMinutes(v.at, APPEAL_DAYS * 1440)
const seesAll = (ctx: Ctx): boolean => ctx.holds('ADMIN')

const isTimely = (ctx: Ctx, v: store.Row, event: ViolationEvent) =>
  event !== 'appeal' || ctx.now <= findAppealEnd(v)

function showRow(ctx: Ctx, v: store.Row, roles: ReadonlySet<ViolationProcess['role']>) {
  const { id, kind, state, stateAt, at, bookingId, appealReason, decisionReason, decidedBy } = v
  return {
    id,
    kind,
    state,
    stateAt,
    at,
    bookingId,
    appealReason,
    decisionReason,
    decidedBy,
    person: { id: v.userId, ...v.person },
    device: makeRef(v.deviceId, v.deviceName),
    lab: makeRef(v.labId, v.labName),
    fee:
      v.orderId === null || !v.feeFen
        ? null
        : { testOrderId: v.orderId, amountFen: v.feeFen, settled: v.settled ?? false },
    appealUntil: findAppealEnd(v),
    can: violationFlow.can(state, roles).filter((event) => isTimely(ctx, v, event)),
  }
}

export async function list(ctx: Ctx, { query }: Parsed<typeof violationCalls.list>) {
  const { scope, id = null } = query
  if (scope === 'all' && !seesAll(ctx)) throw forbidden('您只能查看自己和本实验室的违约记录')
  const [standing, deviceIds, waits] = await together([
    readStanding(ctx),
    scope === 'lab' ? store.listReviewedDevices(ctx.db, ctx.me.id) : [],
    // A deputy has no role in these places but must be able to read the case that waits for them.
    scope === 'lab' && id !== null && mayAct(ctx, { business: 'violation', rowId: id }),
  ])
  const places = scope === 'lab' && !waits ? { labIds: standing.keptLabs, deviceIds } : null
  const wanted = {
    userId: scope === 'mine' ? ctx.me.id : null,
    places,
    state: query.state ?? null,
    kind: query.kind ?? null,
    labId: query.labId ?? null,
    keyword: query.keyword,
    ...findSpan(query, ctx.env.CAMPUS_TZ),
    id,
  }
  const { items, total } = await store.list(ctx.db, wanted, query)
  const rolesOn = await violations.rolesAmong(ctx, items, standing)
  return pageReply(
    items.map((v) => showRow(ctx, v, rolesOn(v))),
    total,
  )
}

export async function appeal(ctx: Ctx, { params, body }: Parsed<typeof violationCalls.appeal>) {
  const loaded = await violations.load(ctx, params.id)
  if (ctx.now > findAppealEnd(loaded.row)) throw refuse('APPEAL_TOO_LATE', violationRefusals.APPEAL_TOO_LATE)
  await violations.take(ctx, loaded, 'appeal', body)
  return null
}

export async function decide(
  ctx: Ctx,
  { params, body: { verdict, reason } }: Parsed<typeof violationCalls.decide>,
) {
  await violations.take(ctx, await violations.load(ctx, params.id), verdict, { reason })
  return null
}

type Shown = Awaited<ReturnType<typeof list>>['items'][number]
export const exportList = exported('违约记录', list, [
  { header: '时间', width: 18, value: (v) => v.at },
  ...listPersonColumns<Shown>('人员', (v) => v.person),
  { header: '类型', width: 12, value: (v) => violationKindWords[v.kind] },
  { header: '仪器', width: 30, value: (v) => v.device?.name },
  { header: '实验室', width: 26, value: (v) => v.lab?.name },
  { header: '费用（元）', money: true, value: (v) => v.fee && v.fee.amountFen / 100 },
  { header: '状态', width: 10, value: (v) => violationStateWords[v.state] },
  { header: '申诉理由', width: 40, value: (v) => v.appealReason },
  { header: '处理人', width: 14, value: (v) => v.decidedBy },
  { header: '处理说明', width: 40, value: (v) => v.decisionReason },
])
