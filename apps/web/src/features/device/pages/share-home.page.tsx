import { to } from '../../../lib/paths.ts'
import { DeviceSearch } from '../parts/device-search.tsx'

/** The device search of the shared booking area, whose detail page shows the calendar first. */
export default function ShareHomePage() {
  return (
    <DeviceSearch
      title="仪器共享"
      addressOf={(d, day) => to('/deviceopen/deviceopenDetail', { id: d.id, day })}
    />
  )
}
