import { to } from '../../../lib/paths.ts'
import { DeviceSearch } from '../parts/device-search.tsx'

/** The shared booking area has its own detail page, with the calendar first. */
export default function ShareHomePage() {
  return <DeviceSearch title="仪器共享" addressOf={(d) => to('/deviceopen/deviceopenDetail', { id: d.id })} />
}
