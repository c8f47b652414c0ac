import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { useUser } from '../../../lib/session.ts'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useProfile } from '../account.queries.ts'
import { ComingBookings } from '../parts/coming-bookings.tsx'
import { Greeting } from '../parts/greeting.tsx'
import { Messages } from '../parts/messages.tsx'
import { OperationLog } from '../parts/operation-log.tsx'
import { PasswordForm } from '../parts/password-form.tsx'
import { ProfileCard } from '../parts/profile-card.tsx'
import { ProfileForm } from '../parts/profile-form.tsx'
import { SessionList } from '../parts/session-list.tsx'
import { LeaderBoard } from '../../statistics/shared/leader-board.tsx'
import { TodaySchedule } from '../shared/today-schedule.tsx'
import { WaitingTasks } from '../shared/waiting-tasks.tsx'
import { WaitingTiles } from '../parts/waiting-tiles.tsx'
import '../account.css'

const tabs = [
  { key: 'home', label: '首页', children: <Overview /> },
  { key: 'profile', label: '个人资料', children: <ProfileTab /> },
  { key: 'security', label: '登录与安全', children: <SecurityTab /> },
  { key: 'log', label: '操作日志', children: <OperationLog /> },
]

/**
 * The personal home: tasks, coming bookings, messages, and the user's own data. The tab is kept in the
 * address.
 */
export default function AccountHomePage() {
  const user = useUser()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('tab')
  const tab = tabs.some((t) => t.key === asked) ? (asked ?? 'home') : 'home'
  if (!user) return <Skeleton />
  return (
    <div className="account-home">
      <Greeting user={user} />
      <Tabs
        activeKey={tab}
        onChange={(key) => setQuery(key === 'home' ? {} : { tab: key })}
        items={tabs}
        destroyOnHidden
      />
    </div>
  )
}

function Overview() {
  return (
    <div className="account-overview">
      <WaitingTiles />
      <div className="account-column">
        <WaitingTasks />
        <TodaySchedule />
        <ComingBookings />
      </div>
      <Messages />
      <div className="account-board">
        <LeaderBoard />
      </div>
    </div>
  )
}

function ProfileTab() {
  const query = useProfile()
  const data = query.data
  if (!data) return <Waiting query={query} rows={6} height={28} />
  return (
    <div className="account-stack">
      <ProfileCard profile={data} />
      <section aria-labelledby="change-profile">
        <h2 id="change-profile" className="account-heading">
          修改资料
        </h2>
        <ProfileForm key={data.email} profile={data} />
      </section>
    </div>
  )
}

function SecurityTab() {
  const { data, error, refetch } = useProfile()
  return (
    <div className="account-stack">
      <SessionList />
      {data ? (
        <PasswordForm hasPassword={data.hasPassword} />
      ) : (
        <Card>
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={3} height={28} />
          )}
        </Card>
      )}
    </div>
  )
}
