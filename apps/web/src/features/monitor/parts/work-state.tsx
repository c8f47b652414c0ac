import { Link } from 'react-router'
import { deliveryWords, type PlatformState } from '@portal/contract/monitor/platform'
import { EMPTY, formatAgo } from '../../../lib/format.ts'
import { useOpens } from '../../../lib/opens.ts'
import { to } from '../../../lib/paths.ts'
import { Card } from '../../../ui/light.tsx'
import { FiguresRow } from './figures-row.tsx'

const waited = (seconds: number) =>
  seconds === 0 ? EMPTY : seconds < 60 ? `${Math.round(seconds)} 秒` : `${Math.round(seconds / 60)} 分钟`

/** The portal's jobs, and mail that is still to be delivered. */
export function WorkState({ jobs, outbox }: Pick<PlatformState, 'jobs' | 'outbox'>) {
  const opens = useOpens()
  return (
    <div className="platform-pair">
      <Card
        title="定时任务"
        extra={opens('/monitor/crontab-task') && <Link to={to('/monitor/crontab-task')}>全部任务</Link>}
      >
        <FiguresRow
          items={[
            ['等待运行', jobs.waiting],
            ['正在运行', jobs.active],
            ['最久等待', waited(jobs.oldestSeconds)],
            ['最近失败', jobs.failing.length],
            ['已暂停', jobs.paused.length],
            ['最近一次运行', jobs.lastAt ? formatAgo(jobs.lastAt) : '尚未运行'],
          ]}
        />
      </Card>
      <Card title="消息与邮件" extra={<Link to={to('/settings/email')}>系统邮箱</Link>}>
        <FiguresRow
          items={[
            ...outbox.queues.flatMap((q) => [
              [`待发${deliveryWords[q.kind]}`, q.waiting] as const,
              [`失败${deliveryWords[q.kind]}`, q.failed] as const,
            ]),
            ['最久等待', waited(outbox.oldestSeconds)],
          ]}
        />
      </Card>
    </div>
  )
}
