import { findingKindWords, findingStateWords, type findingCalls } from '@portal/contract/iot/finding'
import { iotOffice } from '@portal/contract/iot/iot'
import type { Parsed } from '@portal/contract/kernel/call'
import { makeRef } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { exported, type ListColumn } from '../../kernel/sheet.ts'
import { together } from '../../kernel/together.ts'
import { mayAct } from '../approval/approval.service.ts'
import { findingFlow, type Finding } from './finding.flow.ts'
import { findings, readStanding } from './finding.process.ts'
import * as store from './finding.store.ts'

const isDecision = (event: string): event is 'register' | 'forgive' | 'violate' => event !== 'find'
function showFinding(f: store.FindingRecord, roles: ReadonlySet<Finding['role']>) {
  return {
    id: f.id,
    kind: f.kind,
    state: f.state,
    stateAt: f.stateAt,
    device: { id: f.deviceId, name: f.deviceName },
    lab: { id: f.labId, name: f.labName },
    person: makeRef(f.userId, f.userName),
    bookingId: f.bookingId,
    from: f.fromAt,
    to: f.toAt,
    decisionReason: f.decisionReason,
    decidedBy: f.decidedBy,
    can: findingFlow
      .can(f.state, roles)
      .filter(isDecision)
      .filter((event) => event !== 'violate' || f.userId !== null),
  }
}

/**
 * Lists the findings at instruments that the caller reviews or whose
 * laboratory the caller runs; the office of smart monitoring sees all of them.
 * A deputy may read a finding that waits for the person they stand in for.
 */
export async function list(ctx: Ctx, { query: q }: Parsed<typeof findingCalls.findings>) {
  const [standing, waits] = await together([
    readStanding(ctx),
    q.id !== undefined && mayAct(ctx, { business: 'use_finding', rowId: q.id }),
  ])
  const wanted = { state: q.state, kind: q.kind, id: q.id }
  const places = waits || ctx.holds(...iotOffice) ? null : standing.keeps
  const { items, total } = await store.listFindings(ctx.db, places, wanted, q)
  const rolesOn = await findings.rolesAmong(ctx, items, standing)
  return pageReply(
    items.map((f) => showFinding(f, rolesOn(f))),
    total,
  )
}
export async function decide(ctx: Ctx, { params, body }: Parsed<typeof findingCalls.decide>) {
  await findings.take(ctx, await findings.load(ctx, params.id), body.verdict, { reason: body.reason })
  return null
}

type Row = Awaited<ReturnType<typeof list>>['items'][number]
const columns: ListColumn<Row>[] = [
  { header: '编号', value: (f) => f.id },
  { header: '类型', value: (f) => findingKindWords[f.kind] },
  { header: '状态', value: (f) => findingStateWords[f.state] },
  { header: '仪器', width: 30, value: (f) => f.device.name },
  { header: '实验室', width: 24, value: (f) => f.lab.name },
  { header: '当事人', value: (f) => f.person?.name },
  { header: '预约编号', value: (f) => f.bookingId },
  { header: '开始', value: (f) => f.from },
  { header: '结束', value: (f) => f.to },
  { header: '处理人', value: (f) => f.decidedBy },
  { header: '处理说明', width: 30, value: (f) => f.decisionReason },
]
export const exportList = exported('用机核查', list, columns)
