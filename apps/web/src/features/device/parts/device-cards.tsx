import type { DeviceRow } from '@portal/contract/device/device'
import type { AvailabilityRow } from '@portal/contract/opening/opening'
import { Link } from 'react-router'
import { hours } from '../device.words.ts'
import { DevicePicture } from '../shared/device-picture.tsx'
import { DeviceHint, Ways } from './device-tags.tsx'

interface Props {
  devices: readonly DeviceRow[]
  availability: ReadonlyMap<number, AvailabilityRow>
  today: boolean
  addressOf: (device: DeviceRow) => string
}
export function DeviceCards({ devices, availability, today, addressOf }: Props) {
  return (
    <ul className="device-cards">
      {devices.map((d) => (
        <li key={d.id}>
          <Link to={addressOf(d)}>
            <DevicePicture url={d.imageUrl} size="card" />
            <strong>{d.name}</strong>
          </Link>
          <small>{[d.alias, d.model].filter(Boolean).join(' · ') || '型号未登记'}</small>
          <small>{d.lab.name}</small>
          <div>
            <DeviceHint device={d} row={availability.get(d.id)} today={today} />
            <Ways device={d} />
          </div>
          <small className="device-cards-use">近一年使用 {hours(d.usedMinutes)}</small>
        </li>
      ))}
    </ul>
  )
}
