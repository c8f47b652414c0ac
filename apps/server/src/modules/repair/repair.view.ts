import type { BoundAnswer } from '@portal/contract/form/binding'
import { makeRef } from '@portal/contract/kernel/rows'
import { repairOrderStateWords, type RepairOrderEvent } from '@portal/contract/asset/asset'
import { repairNumber } from '@portal/contract/asset/parts'
import type { RepairOrderDetail, RepairOrderRow } from '@portal/contract/asset/repair'
import type { Trail } from '../../kernel/binding.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import { showDevice } from '../asset/asset.service.ts'
import { repairFlow, type Repair } from './repair.flow.ts'
import type { RepairOrder } from './repair.store.ts'

type Action = RepairOrderRow['can'][number]
const actionOf: Partial<Record<RepairOrderEvent, Action>> = {
  assign: 'assign',
  refuse: 'refuse',
  start: 'start',
  extend: 'extend',
  finish: 'finish',
  give_up: 'give_up',
}

/**
 * `concerned`: the assignee, or a person who runs the device or heads its dept; others do not see the cost.
 */
export interface Seen {
  roles: ReadonlySet<Repair['role']>
  concerned: boolean
}
export const showRow = (o: RepairOrder, { roles, concerned }: Seen) =>
  ({
    id: o.id,
    number: repairNumber(o.id),
    state: o.state,
    stateAt: o.stateAt,
    device: showDevice(o),
    fault: o.fault,
    urgent: o.urgent,
    reporter: { id: o.reporterId, name: o.reporterName },
    assignee: makeRef(o.assigneeId, o.assigneeName),
    expectedAt: o.expectedAt,
    costFen: concerned ? o.costFen : null,
    createdAt: o.createdAt,
    doneAt: o.doneAt,
    can: [
      ...repairFlow
        .can(o.state, roles)
        .flatMap((event) => actionOf[event] ?? [])
        // A scrapped device is not repaired: only refusing and giving up remain.
        .filter((action) => o.deviceStatus !== 'scrapped' || action === 'refuse' || action === 'give_up'),
      ...(o.state === 'given_up' && o.deviceStatus !== 'scrapped' && roles.has('keeper')
        ? (['scrap'] as const)
        : []),
    ],
  }) satisfies Record<keyof RepairOrderRow, unknown>

/** Answers to the instrument's form about the fault. Instants are still Dates. */
type Answered = (Omit<BoundAnswer, 'at'> & { at: Date })[]
export const showDetail = (
  o: RepairOrder,
  about: Seen & { files: readonly FileRow[]; answers: Answered },
  { progress, history }: Trail,
) =>
  ({
    ...showRow(o, about),
    company: o.company,
    solution: o.solution,
    reason: o.reason,
    bookingWay: o.bookingWay,
    revoked: o.revoked,
    files: about.files.map(showAttachment),
    answers: about.answers,
    progress,
    history,
  }) satisfies Record<keyof RepairOrderDetail, unknown>

export const listColumns = (zone: string): readonly SheetColumn<RepairOrder>[] => [
  { header: '报修单号', value: (o) => repairNumber(o.id) },
  { header: '仪器名称', width: 28, value: (o) => o.deviceName },
  { header: '资产编号', value: (o) => o.deviceSerialId },
  { header: '实验室', width: 24, value: (o) => o.labName },
  { header: '故障现象', width: 40, value: (o) => o.fault },
  { header: '紧急', width: 8, value: (o) => (o.urgent ? '是' : '否') },
  { header: '报修人', value: (o) => o.reporterName },
  { header: '报修时间', value: (o) => shownAt(o.createdAt, zone) },
  { header: '维修负责人', value: (o) => o.assigneeName },
  { header: '维修单位', width: 20, value: (o) => o.company },
  { header: '处理结果', width: 40, value: (o) => o.solution ?? o.reason },
  { header: '费用（元）', money: true, value: (o) => (o.costFen === null ? null : o.costFen / 100) },
  { header: '状态', value: (o) => repairOrderStateWords[o.state] },
  { header: '修复时间', value: (o) => o.doneAt && shownAt(o.doneAt, zone) },
]
