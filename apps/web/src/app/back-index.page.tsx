import { Link } from 'react-router'
import { businessWords } from '@portal/contract/approval/approval'
import { LeaderBoard } from '../features/statistics/shared/leader-board.tsx'
import { formatDay } from '../lib/format.ts'
import { to } from '../lib/paths.ts'
import { displayName, useUser } from '../lib/session.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Card } from '../ui/light.tsx'
import { backMenu, visibleGroups } from './menu.ts'
import { useOffice } from './back.queries.ts'
import './back-index.css'

/**
 * Where the back office opens: what waits, how things stand, and everything the person may open, including
 * what the sidebar leaves out.
 */
export default function BackIndexPage() {
  const user = useUser()
  if (!user) return null
  return (
    <section className="back-index">
      <h1>{displayName(user)}，您好</h1>
      <Waiting />
      <LeaderBoard />
      <div className="back-index-groups">
        {visibleGroups(backMenu, user, { hidden: true }).map((g) => (
          <Card
            key={g.key}
            title={
              <>
                <Icon name={g.icon} /> {g.title}
              </>
            }
          >
            <ul>
              {g.items.map((m) => (
                <li key={m.path}>
                  <Link to={m.path}>{m.title}</Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </section>
  )
}

interface Tile {
  icon: IconName
  label: string
  value: string | number
  /** Under the number: what it is made of, or in what it is counted. */
  more?: string
  to?: string
  /** Somebody should look. */
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
      label: '待我审核',
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
