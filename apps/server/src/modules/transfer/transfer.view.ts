import { makeRef } from '@portal/contract/kernel/rows'
import { transferStateWords, type TransferEvent } from '@portal/contract/asset/asset'
import { transferNumber } from '@portal/contract/asset/parts'
import type { TransferDetail, TransferRow } from '@portal/contract/asset/transfer'
import type { Trail } from '../../kernel/binding.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { showDevice } from '../asset/asset.service.ts'
import { transferFlow, type Transfer } from './transfer.flow.ts'
import type { TransferRecord } from './transfer.store.ts'

type Action = TransferRow['can'][number]
const actionOf: Partial<Record<TransferEvent, Action>> = {
  agree: 'agree',
  refuse: 'refuse',
  cancel: 'cancel',
}

export const showRow = (t: TransferRecord, roles: ReadonlySet<Transfer['role']>) =>
  ({
    id: t.id,
    number: transferNumber(t.id),
    state: t.state,
    stateAt: t.stateAt,
    device: showDevice(t),
    requester: { id: t.requesterId, name: t.requesterName },
    from: { id: t.fromLabId, name: t.fromLabName },
    to: { id: t.toLabId, name: t.toLabName },
    toRoom: t.toRoom,
    toKeeper: makeRef(t.toKeeperId, t.toKeeperName),
    why: t.why,
    createdAt: t.createdAt,
    doneAt: t.doneAt,
    can: [...transferFlow.can(t.state, roles).flatMap((event) => actionOf[event] ?? []), 'print' as const],
  }) satisfies Record<keyof TransferRow, unknown>

export const showDetail = (
  t: TransferRecord,
  roles: ReadonlySet<Transfer['role']>,
  { progress, history }: Trail,
) =>
  ({
    ...showRow(t, roles),
    fromDept: t.fromDept,
    toDept: t.toDept,
    priceFen: t.priceFen,
    reason: t.reason,
    progress,
    history,
  }) satisfies Record<keyof TransferDetail, unknown>

export const listColumns = (zone: string): readonly SheetColumn<TransferRecord>[] => [
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
