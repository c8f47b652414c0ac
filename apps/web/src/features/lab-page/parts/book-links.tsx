import { listWays, type DeviceRow } from '@portal/contract/device/device'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'

/** Links to the kinds of booking that a device currently offers. */
export function BookLinks({ device: d }: { device: DeviceRow }) {
  const ways = listWays(d)
  if (!ways)
    return <span className="muted">{!d.shared ? '未共享' : d.opened ? '暂停预约' : '未开放预约'}</span>
  return (
    <>
      {ways.selfOperated && (
        <ButtonLink
          to={to('/deviceopen/applyTime', { deviceId: d.id })}
          size="small"
          kind="primary"
          aria-label={`预约上机 ${d.name}`}
        >
          预约上机
        </ButtonLink>
      )}
      {ways.sampleDelivery && (
        <ButtonLink
          to={to('/deviceopen/apply', { deviceId: d.id })}
          size="small"
          aria-label={`送样预约 ${d.name}`}
        >
          送样预约
        </ButtonLink>
      )}
    </>
  )
}
