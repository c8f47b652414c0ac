import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import type { FilterValue } from '../../../ui/list/list-query.ts'
import { useDeviceOptions } from '../../device/shared/device-options.ts'
import { useDeviceName } from '../booking.queries.ts'

interface Props {
  id: string
  value: string | undefined
  set: (value: FilterValue) => void
}
/** Filter for one instrument, by part of its name. */
export function DeviceFilter({ id, value, set }: Props) {
  const name = useDeviceName(value)
  return (
    <AsyncSelect
      id={id}
      value={value === undefined ? null : Number(value)}
      onChange={(v) => set(v === null ? undefined : String(v))}
      useOptions={useDeviceOptions}
      known={value === undefined ? undefined : { value: Number(value), label: name ?? value }}
      placeholder="仪器名称"
    />
  )
}
