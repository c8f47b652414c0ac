import { DeviceDetail } from '../parts/device-detail.tsx'

export default function DeviceDetailPage() {
  return <DeviceDetail />
}
