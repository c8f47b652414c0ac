import { DeviceDetail } from '../parts/device-detail.tsx'

export default function OpenedDetailPage() {
  return <DeviceDetail calendarFirst />
}
