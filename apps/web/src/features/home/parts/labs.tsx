import type { Home } from '@portal/contract/home/home'
import { Link } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { useVisiting } from '../../../lib/site.ts'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'

/** The labs that share most, with a bar beside each number. To visitors their pages do not open. */
export function Labs({ labs }: { labs: Home['labs'] | undefined }) {
  const visiting = useVisiting()
  const most = labs?.[0]?.devices ?? 1
  return (
    <Card
      className="home-labs"
      title="开放实验室"
      extra={!visiting && <Link to="/osp/laboratory">全部实验室</Link>}
    >
      {labs === undefined ? (
        <Skeleton rows={6} height={34} />
      ) : labs.length === 0 ? (
        <Empty text="还没有开放的实验室" />
      ) : (
        <ul>
          {labs.map((l) => (
            <li key={l.id}>
              {visiting ? (
                <span>{l.name}</span>
              ) : (
                <Link to={to('/lab/homepage', { serialId: l.serialId })}>{l.name}</Link>
              )}
              <small>{l.deptName}</small>
              <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
                <rect width="100" height="6" rx="3" className="home-bar-ground" />
                <rect width={(l.devices / most) * 100} height="6" rx="3" />
              </svg>
              <span className="num">{l.devices} 台</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
