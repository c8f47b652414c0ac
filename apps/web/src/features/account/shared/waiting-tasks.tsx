import { Link } from 'react-router'
import { businessWords, stepWords } from '@portal/contract/approval/approval'
import { formatAgo } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { useTasks, useWaiting } from '../account.queries.ts'
import '../account.css'

/** What waits for the person, by name: each line opens its task. Nothing where nothing waits. */
export function WaitingTasks() {
  // Not one after the other: what stands below would be pushed down twice.
  const { data, dataUpdatedAt } = useTasks()
  const total = useWaiting().data?.total
  if (!data?.items.length) return null
  return (
    <Card
      title={total ? `待我处理：${total} 项` : '待我处理'}
      extra={<Link to={to('/account/audit-list')}>全部任务</Link>}
    >
      <ul className="rows">
        {data.items.map((t) => (
          <li key={t.id}>
            <Link to={to('/account/audit-list', { task: t.id })}>
              <Whole>{t.title}</Whole>
            </Link>
            {t.dueAt && Date.parse(t.dueAt) < dataUpdatedAt ? (
              <StateTag tone="refused" text="已超时" />
            ) : (
              <span className="muted">{formatAgo(t.since)}</span>
            )}
            <span className="muted">
              {businessWords[t.business]} · {stepWords(t.business, t.step)}
              {t.requester && ` · ${t.requester.name}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
