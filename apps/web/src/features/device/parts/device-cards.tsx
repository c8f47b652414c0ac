import type { DeviceRow } from '@portal/contract/device/device'
import type { AvailabilityRow } from '@portal/contract/opening/opening'
import { Link } from 'react-router'
import { StateTag } from '../../../ui/state-tag.tsx'
import { hintOf, hours, statusText, statusTones } from '../device.words.ts'
import { DevicePicture } from '../shared/device-picture.tsx'
import './device-signs.css'

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

/** Out of order goes before everything; then whether it is free. */
export function DeviceHint({ device, row, today }: { device: DeviceRow; row: AvailabilityRow | undefined; today: boolean }) {
  if (device.status !== 'normal') return <StateTag tone={statusTones[device.status]} text={statusText(device)} />
  if (!device.opened) return <StateTag tone="draft" text="未开放预约" />
  const hint = hintOf(row, today)
  return hint ? <StateTag {...hint} /> : <span className="bone device-hint-bone" />
}

export function Ways({ device: { opened } }: { device: DeviceRow }) {
  if (!opened) return null
  return (
    <span className="device-ways">
      {opened.selfOperated && <b>自主上机</b>}
      {opened.sampleDelivery && <b>送样</b>}
      {opened.capacity > 1 && <b>{opened.capacity} 机位</b>}
    </span>
  )
}
