import { DeviceFile } from '../parts/device-file.tsx'

/** One of my instruments, in the personal area. */
export default function MyDevicePage() {
  return <DeviceFile back="/account/devices" />
}
