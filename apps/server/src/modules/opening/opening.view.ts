import { fileUrl } from '@portal/contract/file/file'
import type { ExceptionRow, WindowRow } from '@portal/contract/opening/opening'
import type { CheckRow, Readiness } from '@portal/contract/opening/readiness'
import type { DeviceRow, StandingRow } from '../device/device.service.ts'
import type { SettingsRow } from './opening.store.ts'

export function showDetail(
  device: StandingRow,
  row: SettingsRow | null,
  windows: WindowRow[],
  exceptions: ExceptionRow[],
  ready: { readiness: Readiness; checks: CheckRow[] },
  may: { edit: boolean; share: boolean; reviewers: boolean; qualify: boolean },
) {
  return {
    device: {
      id: device.id,
      serialId: device.serialId,
      name: device.name,
      lab: { id: device.labId, name: device.labName },
      shared: device.shared,
    },
    settings: row,
    windows,
    exceptions,
    updatedAt: row?.updatedAt ?? null,
    ...ready,
    can: (['edit', 'share', 'reviewers', 'qualify'] as const).filter((word) => may[word]),
  }
}

export function showRow(
  d: DeviceRow,
  settings: SettingsRow | null,
  windows: WindowRow[],
  readiness: Readiness | undefined,
  edits: boolean,
) {
  return {
    device: {
      id: d.id,
      serialId: d.serialId,
      name: d.name,
      lab: { id: d.labId, name: d.labName },
      shared: d.shared,
      imageUrl: d.imageFileId && fileUrl(d.imageFileId),
      status: d.status,
    },
    settings,
    windows,
    // The device was removed meanwhile.
    readiness: readiness ?? NEVER,
    can: edits ? (['edit'] as const).slice() : [],
  }
}

const NEVER: Readiness = { bookable: false, opened: false, text: '未开放' }

/** Hours and rules for visitors, without the laboratory's own texts, since those name people. */
export const showToVisitor = (
  device: StandingRow,
  row: SettingsRow | null,
  windows: WindowRow[],
  exceptions: ExceptionRow[],
  readiness: Readiness,
) =>
  showDetail(
    device,
    row && { ...row, notes: null },
    windows,
    exceptions.map((e) => (e.deviceId === null ? e : { ...e, reason: e.open ? '临时加开' : '临时停用' })),
    { readiness, checks: [] },
    { edit: false, share: false, reviewers: false, qualify: false },
  )
