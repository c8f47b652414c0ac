import { DeviceFile } from '../parts/device-file.tsx'

export default function DeviceFilePage() {
  return <DeviceFile back="/maintain/deviceInfo" />
}
