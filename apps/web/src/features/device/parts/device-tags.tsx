import type { DeviceRow } from '@portal/contract/device/device'
import type { AvailabilityRow } from '@portal/contract/opening/opening'
import { StateTag } from '../../../ui/state-tag.tsx'
import { nameHint, statusText, statusTones } from '../device.words.ts'
import './device-tags.css'

/** The device's tag: out of order takes precedence, then availability. */
export function DeviceHint({
  device,
  row,
  today,
}: {
  device: DeviceRow
  /** Undefined while the answer is coming. */
  row: AvailabilityRow | null | undefined
  today: boolean
}) {
  if (device.status !== 'normal')
    return <StateTag tone={statusTones[device.status]} text={statusText(device)} />
  if (!device.opened) return <StateTag tone="draft" text="未开放预约" />
  const hint = nameHint(row, today)
  if (hint) return <StateTag {...hint} />
  return row === undefined ? <span className="bone device-hint-bone" /> : null
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
