import { transferEventWords, transferStateWords, type TransferEvent } from '@portal/contract/asset/asset'
import { transferNumber } from '@portal/contract/asset/parts'
import type { TransferDetail, TransferRow } from '@portal/contract/asset/transfer'
import type { LogEntry } from '../../kernel/flow-log.store.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { deviceOf, historyOf, refOf } from './asset.view.ts'
import { progressOf, type Stage } from './progress.rules.ts'
import { transferFlow, type TransferRole } from './transfer.flow.ts'
import type { TransferRecord } from './transfer.store.ts'

type Action = TransferRow['can'][number]
const actionOf: Partial<Record<TransferEvent, Action>> = {
  agree: 'agree',
  refuse: 'refuse',
  cancel: 'cancel',
}

export const rowOf = (t: TransferRecord, roles: ReadonlySet<TransferRole>) =>
  ({
    id: t.id,
    number: transferNumber(t.id),
    state: t.state,
    stateAt: t.stateAt,
    device: deviceOf(t),
    requester: { id: t.requesterId, name: t.requesterName },
    from: { id: t.fromLabId, name: t.fromLabName },
    to: { id: t.toLabId, name: t.toLabName },
    toRoom: t.toRoom,
    toKeeper: refOf(t.toKeeperId, t.toKeeperName),
    why: t.why,
    createdAt: t.createdAt,
    doneAt: t.doneAt,
    can: [...transferFlow.can(t.state, roles).flatMap((event) => actionOf[event] ?? []), 'print' as const],
  }) satisfies Record<keyof TransferRow, unknown>

const stages: readonly Stage<TransferRecord['state']>[] = [
  { key: 'create', title: '申请调拨', at: null },
  { key: 'giver', title: '调出方同意', at: 'awaiting_giver' },
  { key: 'receiver', title: '调入方同意', at: 'awaiting_receiver' },
]
export const detailOf = (
  t: TransferRecord,
  about: { roles: ReadonlySet<TransferRole>; log: readonly LogEntry[]; awaited: string | null },
) =>
  ({
    ...rowOf(t, about.roles),
    fromDept: t.fromDept,
    toDept: t.toDept,
    priceFen: t.priceFen,
    reason: t.reason,
    progress: progressOf(t, about.log, {
      awaited: about.awaited,
      stages,
      stopped: { refused: transferStateWords.refused, cancelled: transferStateWords.cancelled },
    }),
    history: historyOf(about.log, transferEventWords),
  }) satisfies Record<keyof TransferDetail, unknown>

export const columnsOf = (zone: string): readonly SheetColumn<TransferRecord>[] => [
  { header: '调拨单号', value: (t) => transferNumber(t.id) },
  { header: '仪器名称', width: 28, value: (t) => t.deviceName },
  { header: '资产编号', value: (t) => t.deviceSerialId },
  { header: '调出实验室', width: 24, value: (t) => t.fromLabName },
  { header: '调入实验室', width: 24, value: (t) => t.toLabName },
  { header: '调入房间', width: 20, value: (t) => t.toRoom },
  { header: '接收保管人', value: (t) => t.toKeeperName },
  { header: '申请人', value: (t) => t.requesterName },
  { header: '理由', width: 32, value: (t) => t.why },
  { header: '状态', value: (t) => transferStateWords[t.state] },
  { header: '申请时间', value: (t) => shownAt(t.createdAt, zone) },
  { header: '完成时间', value: (t) => t.doneAt && shownAt(t.doneAt, zone) },
]
