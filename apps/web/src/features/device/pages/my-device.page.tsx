import { DeviceFile } from '../parts/device-file.tsx'

/** One of the user's instruments, in the personal area. */
export default function MyDevicePage() {
  return <DeviceFile back="/account/devices" />
}
