import type { DeviceDetail } from '@portal/contract/device/device'
import { useJustification, useJustifications } from '../price-plan.queries.ts'
import { Empty } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { JustificationForm } from './justification-form.tsx'
import { startFrom } from './justification-values.ts'

/** The form of a device's next justification, filled in from the last one. */
export function Justify({ device }: { device: Pick<DeviceDetail, 'id' | 'priceFen'> }) {
  const all = useJustifications({ query: { deviceId: device.id, page: 0, size: 1 } })
  const last = all.data?.items[0]
  const before = useJustification({ params: { id: last?.id ?? 0 } }, { enabled: last !== undefined })
  if (!all.data) return <Waiting query={all} />
  if (!all.data.can.includes('edit'))
    return <Empty text="价格论证由本实验室主任、实验室管理员和收费论证管理员填报" />
  if (last && !before.data) return <Waiting query={before} />
  return (
    <JustificationForm
      key={last?.id ?? 0}
      deviceId={device.id}
      initial={startFrom(before.data, device.priceFen)}
    />
  )
}
