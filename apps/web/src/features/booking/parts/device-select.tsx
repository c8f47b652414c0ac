import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { useDeviceOptions } from '../../device/shared/device-options.ts'
import { useDeviceName } from '../booking.queries.ts'

interface Props {
  id?: string
  value?: string | undefined
  onChange: (value: string | null) => void
}
/** Selects a shared device by part of its name. For a device from the address bar, the name is loaded. */
export function DeviceSelect({ id, value, onChange }: Props) {
  const name = useDeviceName(value)
  const chosen = value ? Number(value) : null
  return (
    <AsyncSelect
      {...(id && { id })}
      value={chosen}
      onChange={(v) => onChange(v === null ? null : String(v))}
      useOptions={useDeviceOptions}
      known={chosen ? { value: chosen, label: name ?? `仪器 ${chosen}` } : undefined}
      placeholder="输入仪器名称"
    />
  )
}
