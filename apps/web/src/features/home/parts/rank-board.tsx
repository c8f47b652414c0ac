import type { Home } from '@portal/contract/home/home'
import { Link } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'

/** Most-used instruments; the bar is relative to the busiest one. */
export function RankBoard({ ranks }: { ranks: Home['ranks'] | undefined }) {
  const most = ranks?.items[0]?.minutes ?? 1
  const [year, month] = ranks?.month.split('-') ?? []
  return (
    <Card
      className="home-ranks"
      title="使用排行"
      extra={ranks && <span className="muted">{`${year} 年 ${Number(month)} 月`}</span>}
    >
      {ranks === undefined ? (
        <Skeleton rows={10} height={26} />
      ) : ranks.items.length === 0 ? (
        <Empty text="本月还没有使用记录" />
      ) : (
        <>
          <ol>
            {ranks.items.map((d) => (
              // An instrument that has moved ranks once for each laboratory.
              <li key={`${d.id} ${d.labName}`} style={{ '--part': d.minutes / most } as React.CSSProperties}>
                <Link to={to('/dashboard/deviceDetail', { id: d.id })} title={`${d.name} · ${d.labName}`}>
                  {d.name}
                </Link>
                <span className="num">
                  {Math.round(d.minutes / 60)} 小时<small>{d.bookings} 次</small>
                </span>
              </li>
            ))}
          </ol>
          <Link className="home-more" to="/osp/device-rank">
            完整排行
          </Link>
        </>
      )}
    </Card>
  )
}
