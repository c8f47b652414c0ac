import type { AssetDevice } from '@portal/contract/asset/parts'
import type { DeviceColumns } from '../../kernel/of-device.store.ts'

export const showDevice = (r: DeviceColumns): AssetDevice => ({
  id: r.deviceId,
  name: r.deviceName,
  serialId: r.deviceSerialId,
  model: r.deviceModel,
  status: r.deviceStatus,
  lab: { id: r.labId, name: r.labName },
})
