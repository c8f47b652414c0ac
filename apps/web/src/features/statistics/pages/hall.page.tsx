import { Suspense } from 'react'
import { Link } from 'react-router'
import type { Hall } from '@portal/contract/statistics/board'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useSite } from '../../../lib/site.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { definePart } from '../../../ui/part.tsx'
import { useHall } from '../board.queries.ts'
import '../hall.css'

const MonthChart = definePart(() => import('../parts/month-chart.tsx'))
const MINUTE = 60_000

/** The hall's screen: public once an administrator has enabled it; reloads its data every minute. */
export default function HallPage() {
  const { data, error, refetch } = useHall({}, { refetchInterval: MINUTE })
  const { school } = useSite()
  return (
    <main className="hall" data-theme="dark">
      {data ? (
        <Shown hall={data} school={school} />
      ) : (
        <div className="hall-off">
          <h1>数据大屏</h1>
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : data === null ? (
            <p>
              数据大屏没有开放。管理员可在后台“系统配置 → 数据大屏”中开放。
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

const whole = (n: number): string => n.toLocaleString('zh-CN')
const hours = (minutes: number): string => whole(Math.round(minutes / 60))

function Shown({ hall: h, school }: { hall: Hall; school: string }) {
  const figures = [
    ['共享仪器', whole(h.devices), '台'],
    ['实验室', whole(h.labs), '个'],
    ['正在使用', whole(h.inUse), '台次'],
    ['今日预约', whole(h.today), '次'],
    ['本学年使用机时', hours(h.minutes), '小时'],
    ['本学年使用次数', whole(h.uses), '次'],
    ['本学年使用人数', whole(h.users), '人'],
    ['本学年测试样品', whole(h.samples), '个'],
  ] as const
  return (
    <>
      <header>
        <h1>
          {school} {h.title}
        </h1>
        <p>
          数据截至 <time dateTime={h.asOf}>{formatMinute(h.asOf)}</time>，每分钟更新
        </p>
      </header>
      <ul className="hall-figures" aria-label="概况">
        {figures.map(([title, value, unit]) => (
          <li key={title}>
            <span>{title}</span>
            <b>
              {value}
              <small> {unit}</small>
            </b>
          </li>
        ))}
      </ul>
      <section className="hall-months" aria-label="近十二个月使用机时">
        <h2>近十二个月使用机时</h2>
        <Suspense fallback={<p role="status">正在加载</p>}>
          <MonthChart
            title="使用机时"
            unit="小时"
            rows={h.months.map((m) => ({ month: m.month, amount: Math.round(m.minutes / 60) }))}
          />
        </Suspense>
        <table className="sr-only">
          <caption>近十二个月使用机时</caption>
          <tbody>
            {h.months.map((m) => (
              <tr key={m.month}>
                <th scope="row">{m.month}</th>
                <td>{hours(m.minutes)} 小时</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Ranks title="各单位使用机时（本学年）" rows={h.depts} />
      <Ranks title="最忙的仪器（近 30 天）" rows={h.busiest} />
    </>
  )
}

function Ranks({
  title,
  rows,
}: {
  title: string
  rows: readonly { name: string; minutes: number; lab?: string }[]
}) {
  const most = Math.max(1, ...rows.map((r) => r.minutes))
  return (
    <section className="hall-ranks" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p>还没有使用记录</p>
      ) : (
        <ol>
          {rows.map((r) => (
            <li key={`${r.name}${r.lab ?? ''}`}>
              <span>
                {r.name}
                {r.lab && <small> {r.lab}</small>}
              </span>
              <b>{hours(r.minutes)} 小时</b>
              <i aria-hidden style={{ width: `${(r.minutes / most) * 100}%` }} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
