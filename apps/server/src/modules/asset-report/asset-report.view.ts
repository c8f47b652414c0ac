import type { AssetEvent } from '@portal/contract/asset-report/asset-report'
import { deviceStatusWords } from '@portal/contract/device/device'
import type { AssetRow } from './asset-report.store.ts'

export const showReport = (a: AssetRow, can: AssetEvent[]) => ({
  id: a.id,
  device: { id: a.deviceId, name: a.deviceName, serialId: a.deviceSerialId },
  lab: { id: a.labId, name: a.labName },
  dept: { id: a.deptId, name: a.deptName },
  reporter: { id: a.reporterId, name: a.reporterName },
  custodian: { id: a.custodianId, name: a.custodianName },
  room: a.roomId === null ? null : { id: a.roomId, name: a.roomName ?? '', building: a.buildingName ?? '' },
  condition: a.condition,
  remark: a.remark,
  state: a.state,
  stateAt: a.stateAt,
  createdAt: a.createdAt,
  can,
})

export const showKnown = (a: AssetRow) => ({
  custodian: a.knownCustodian,
  room: a.knownRoom,
  status: deviceStatusWords[a.knownStatus],
})
