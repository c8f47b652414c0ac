import { Link } from 'react-router'
import { businessWords, stepWords, type Business } from '@portal/contract/approval/approval'
import { TodaySchedule } from '../features/account/shared/today-schedule.tsx'
import { WaitingTasks } from '../features/account/shared/waiting-tasks.tsx'
import { LeaderBoard } from '../features/statistics/shared/leader-board.tsx'
import { formatDay } from '../lib/format.ts'
import { to } from '../lib/paths.ts'
import { displayName, useUser } from '../lib/session.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Card } from '../ui/light.tsx'
import { backMenu, visibleGroups, type MenuGroup } from './menu.ts'
import { useOffice } from './back.queries.ts'
import './back-index.css'

/**
 * Landing page of the back office: waiting tasks, current figures, and everything the user may open,
 * including what the sidebar leaves out.
 */
export default function BackIndexPage() {
  const user = useUser()
  if (!user) return null
  const inMenu = new Set(visibleGroups(backMenu, user).flatMap((g) => g.items.map((m) => m.path)))
  return (
    <section className="back-index">
      <h1>{displayName(user)}，您好</h1>
      <Waiting />
      <div className="back-index-day">
        <WaitingTasks />
        <TodaySchedule />
      </div>
      <LeaderBoard />
      <div className="back-index-groups">
        {visibleGroups(backMenu, user, { hidden: true }).map((g) => (
          <Section key={g.key} group={g} inMenu={inMenu} />
        ))}
      </div>
    </section>
  )
}

/** Businesses whose tasks each section shows. Purchase and stock-in have a frame of their own. */
const businessesOf: Partial<Record<string, readonly Business[]>> = {
  'open-sharing': ['booking', 'test_order', 'settlement', 'violation'],
  statistic: ['benefit'],
  iot: ['use_finding'],
  bpm: ['workflow'],
}

/**
 * A section: its waiting tasks for this user, each with a link, and its entries that are missing from the
 * sidebar. A section with neither is not shown, because the sidebar lists it already.
 */
function Section({ group: g, inMenu }: { group: MenuGroup; inMenu: ReadonlySet<string> }) {
  const { waiting, faults, mail } = useOffice(formatDay(new Date()))
  const lines = [
    ...(businessesOf[g.key] ?? []).flatMap((business) =>
      (waiting.data?.counts ?? [])
        .filter((c) => c.business === business && c.count > 0)
        .map(({ step, count }) => ({
          text: `${businessWords[business]}：${stepWords(business, step)}`,
          count,
          to: to('/account/audit-list', { business, step }),
        })),
    ),
    ...(g.key === 'monitor' && faults
      ? [{ text: '未处理异常', count: faults, to: to('/monitor/exception-log', { state: 'open' }) }]
      : []),
    ...(g.key === 'settings' && mail
      ? [
          {
            text: '发送失败的邮件',
            count: mail,
            to: to('/settings/email', { view: 'queue', state: 'failed' }),
          },
        ]
      : []),
  ]
  const others = g.items.filter((m) => !inMenu.has(m.path))
  if (lines.length === 0 && others.length === 0) return null
  return (
    <Card
      title={
        <>
          <Icon name={g.icon} /> {g.title}
        </>
      }
    >
      {lines.length > 0 && (
        <ul className="back-index-waiting">
          {lines.map((l) => (
            <li key={l.text}>
              <Link to={l.to}>{l.text}</Link>
              <b>{l.count}</b>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p className="back-index-entries">
          {others.map((m) => (
            <Link key={m.path} to={m.path}>
              {m.title}
            </Link>
          ))}
        </p>
      )}
    </Card>
  )
}

interface Tile {
  icon: IconName
  label: string
  value: string | number
  /** Small text under the number: its parts or its unit. */
  more?: string
  to?: string
  /** The number needs attention. */
  urgent?: boolean
}

function Waiting() {
  const today = formatDay(new Date())
  const { waiting, bookings, faults, mail, figures } = useOffice(today)
  const byBusiness = new Map<string, number>()
  for (const { business, count } of waiting.data?.counts ?? [])
    byBusiness.set(businessWords[business], (byBusiness.get(businessWords[business]) ?? 0) + count)
  const total = waiting.data?.total
  const tiles: Tile[] = [
    {
      icon: 'check',
      label: '待我处理',
      value: total ?? '…',
      more: total === 0 ? '全部处理完毕' : [...byBusiness].map(([name, n]) => `${name} ${n}`).join('，'),
      to: to('/account/audit-list'),
      urgent: Boolean(total),
    },
    ...(bookings === undefined
      ? []
      : [
          {
            icon: 'device' as const,
            label: '今日预约',
            value: bookings,
            more: '我管理的范围',
            to: to('/open-sharing/subscribes', { fromDay: today, toDay: today }),
          },
        ]),
    ...(faults === undefined
      ? []
      : [
          {
            icon: 'warn' as const,
            label: '未处理异常',
            value: faults,
            more: faults ? '请查看异常日志' : '运行正常',
            to: to('/monitor/exception-log', { state: 'open' }),
            urgent: faults > 0,
          },
        ]),
    ...(mail === undefined
      ? []
      : [
          {
            icon: 'bell' as const,
            label: '发送失败的邮件',
            value: mail,
            more: mail ? '可再次发送' : '没有失败',
            to: to('/settings/email', { view: 'queue', state: 'failed' }),
            urgent: mail > 0,
          },
        ]),
    ...(figures
      ? [
          {
            icon: 'chart' as const,
            label: '共享仪器',
            value: figures.devices.toLocaleString('en-US'),
            more: '台（套）',
          },
          {
            icon: 'chart' as const,
            label: '近一年服务机时',
            value: Math.round(figures.minutesOfYear / 60).toLocaleString('en-US'),
            more: '小时',
          },
          {
            icon: 'chart' as const,
            label: '近一年预约',
            value: figures.bookingsOfYear.toLocaleString('en-US'),
            more: '次',
          },
        ]
      : []),
  ]
  return (
    <ul className="back-tiles" aria-label="概况">
      {tiles.map((t) => (
        <li key={t.label} className="card" data-urgent={t.urgent || undefined}>
          <span className="back-tile-label">
            <Icon name={t.icon} size={16} /> {t.to ? <Link to={t.to}>{t.label}</Link> : t.label}
          </span>
          <b>{t.value}</b>
          <small>{t.more}</small>
        </li>
      ))}
    </ul>
  )
}
