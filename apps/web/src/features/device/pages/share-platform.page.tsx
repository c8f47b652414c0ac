import { to } from '../../../lib/paths.ts'
import { DeviceSearch } from '../parts/device-search.tsx'

export default function SharePlatformPage() {
  return (
    <DeviceSearch title="科研仪器" addressOf={(d, day) => to('/dashboard/deviceDetail', { id: d.id, day })} />
  )
}
