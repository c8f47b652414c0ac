import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { WALL_SECONDS, type GateWall, type WallRoom } from '@portal/contract/gate-monitor/gate-monitor'
import { formatSecond } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useSite } from '../../../lib/site.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { useWall } from '../gate-monitor.queries.ts'
import { describeRoom, findTone, sortRooms, sumRooms, takePage } from '../wall.rules.ts'
import '../wall.css'

const TICK_MS = 5000
/** Number of clock ticks (TICK_MS) for which one page of rooms is shown. */
const TICKS_A_PAGE = 2
/** Data older than this counts as stale: several requests have failed. */
const STALE_MS = 10_000

/**
 * The wall screen: public once an administrator has enabled it. It polls, because the news stream needs a
 * sign-in; if the server does not answer, the last data stays.
 */
export default function WallPage() {
  const { data, error, dataUpdatedAt, refetch } = useWall({}, { refetchInterval: WALL_SECONDS * 1000 })
  const [{ now, turn }, tick] = useState(() => ({ now: Date.now(), turn: 0 }))
  useEffect(() => {
    const timer = setInterval(() => tick(({ turn: t }) => ({ now: Date.now(), turn: t + 1 })), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const { school } = useSite()
  return (
    <main className="wall" data-theme="dark">
      {data ? (
        <Shown
          wall={data}
          school={school}
          page={Math.floor(turn / TICKS_A_PAGE)}
          asOf={dataUpdatedAt}
          stale={now - dataUpdatedAt > STALE_MS}
        />
      ) : (
        <div className="wall-off">
          <h1>门禁监控</h1>
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : data === null ? (
            <p>
              门禁监控大屏没有开放。管理员可在后台“系统配置 → 数据大屏”中开放。
              <Link to={to('/osp/home')}>返回首页</Link>
            </p>
          ) : (
            <p role="status">正在加载</p>
          )}
        </div>
      )}
    </main>
  )
}

interface Props {
  wall: GateWall
  school: string
  page: number
  /** When the server answered last. */
  asOf: number
  stale: boolean
}
function Shown({ wall: w, school, page, asOf, stale }: Props) {
  const answered = new Date(asOf).toISOString()
  const sums = sumRooms(w.rooms)
  const figures = [
    ['门开', sums.open, `/ ${sums.doors} 扇`, sums.open > 0 ? 'open' : ''],
    ['未关、强开', sums.held + sums.forced, '扇', sums.held + sums.forced > 0 ? 'alarm' : ''],
    ['待处理告警', sums.alarms, '条', sums.alarms > 0 ? 'alarm' : ''],
    ['设备离线', sums.offline, '台', sums.offline > 0 ? 'off' : ''],
    ['通电', sums.on, `/ ${sums.switches} 路`, ''],
    ['室内人数', sums.inside, '人', ''],
  ] as const
  return (
    <>
      <header>
        <h1>
          {school} {w.title}
        </h1>
        {stale ? (
          <p className="wall-stale" role="alert">
            连接中断，以下是 <time dateTime={answered}>{formatSecond(answered)}</time> 的状态，正在重新连接
          </p>
        ) : (
          <p>
            <time dateTime={answered}>{formatSecond(answered)}</time> 实时
          </p>
        )}
      </header>
      <ul className="wall-figures" aria-label="概况">
        {figures.map(([title, value, unit, tone]) => (
          <li key={title} data-tone={tone}>
            <span>{title}</span>
            <b>
              {value}
              <small> {unit}</small>
            </b>
          </li>
        ))}
      </ul>
      <Rooms rooms={w.rooms} turn={page} stale={stale} />
    </>
  )
}

/** As many rooms as fit on the screen; on a phone all rooms, to scroll through. */
function Rooms({ rooms, turn, stale }: { rooms: readonly WallRoom[]; turn: number; stale: boolean }) {
  const [box, fits] = useTiles()
  const { rows, page, pages } = takePage(
    sortRooms(rooms),
    fits ? fits.columns * fits.rows : rooms.length,
    turn,
  )
  return (
    <section className="wall-rooms" aria-label="各房间">
      <ul
        ref={box}
        data-stale={stale || undefined}
        style={fits && { gridTemplateRows: `repeat(${fits.rows}, minmax(0, 1fr))` }}
      >
        {rows.map((r) => (
          <Room key={`${r.building} ${r.room}`} room={r} />
        ))}
      </ul>
      {rooms.length === 0 && <p>还没有门禁设备</p>}
      {pages > 1 && (
        <p className="wall-page">
          第 {page + 1} 屏，共 {pages} 屏，{rooms.length} 个房间
        </p>
      )}
    </section>
  )
}

/** Power is shown only if nothing is wrong, because alarms need the room. */
function Room({ room: r }: { room: WallRoom }) {
  const says = describeRoom(r)
  return (
    <li data-tone={findTone(r)}>
      <strong>
        {r.room || '未关联房间'} <small>{r.building}</small>
      </strong>
      <span className="wall-says">{says.join('　')}</span>
      <span className="wall-more">
        {r.inside > 0 && <span>{r.inside} 人</span>}
        {r.switches > 0 && says.length === 1 && (
          <span>
            通电 {r.on}/{r.switches}
          </span>
        )}
      </span>
    </li>
  )
}

const NARROW = 700
/** How many tiles fit, measured by the list's own columns and height; undefined if the page scrolls. */
function useTiles() {
  const box = useRef<HTMLUListElement>(null)
  const [fits, setFits] = useState<{ columns: number; rows: number } | undefined>()
  useEffect(() => {
    const list = box.current
    if (!list || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      if (window.innerWidth < NARROW) return setFits(undefined)
      const style = getComputedStyle(list)
      const columns = style.gridTemplateColumns.split(' ').length
      const least =
        Number.parseFloat(style.getPropertyValue('--tile')) * Number.parseFloat(style.fontSize) || 100
      const gap = Number.parseFloat(style.rowGap) || 0
      const rows = Math.max(1, Math.floor((list.clientHeight + gap) / (least + gap)))
      setFits((before) => (before?.columns === columns && before.rows === rows ? before : { columns, rows }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  return [box, fits] as const
}
