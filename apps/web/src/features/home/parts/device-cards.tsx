import type { HomeDevice } from '@portal/contract/home/home'
import { Link } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Card, Empty } from '../../../ui/light.tsx'

const PLACES = 8

export function DeviceCards({ devices }: { devices: readonly HomeDevice[] | undefined }) {
  return (
    <Card className="home-devices" title="共享仪器" extra={<Link to="/osp/share-platform">全部仪器</Link>}>
      {devices?.length === 0 ? (
        <Empty text="还没有开放共享的仪器" />
      ) : (
        <ul aria-busy={!devices}>
          {devices?.map((d) => (
            <li key={d.id}>
              <Link to={to('/dashboard/deviceDetail', { id: d.id })}>
                <figure>
                  {d.imageUrl ? (
                    <img src={d.imageUrl} alt="" width="320" height="200" loading="lazy" />
                  ) : (
                    <Icon name="device" size={44} />
                  )}
                </figure>
                <strong>{d.name}</strong>
                <small>{d.model ?? '型号未登记'}</small>
                <small>{d.labName}</small>
              </Link>
            </li>
          )) ??
            Array.from({ length: PLACES }, (_, i) => (
              <li key={i}>
                <span className="bone home-device-bone" />
              </li>
            ))}
        </ul>
      )}
    </Card>
  )
}
