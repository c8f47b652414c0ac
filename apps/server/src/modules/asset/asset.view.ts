import type { AssetDevice } from '@portal/contract/asset/parts'
import type { LogEntry } from '../../kernel/flow-log.store.ts'
import type { DeviceColumns } from './asset.store.ts'

export const deviceOf = (r: DeviceColumns): AssetDevice => ({
  id: r.deviceId,
  name: r.deviceName,
  serialId: r.deviceSerialId,
  model: r.deviceModel,
  status: r.deviceStatus,
  lab: { id: r.labId, name: r.labName },
})
export const refOf = (id: number | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' }

/** The log holds events of its own flow only. */
export const historyOf = (log: readonly LogEntry[], words: Record<string, string>) =>
  log.map((l) => ({
    event: l.event,
    title: words[l.event] ?? l.event,
    who: l.actor ?? '系统',
    reason: l.reason,
    at: l.at,
  }))
