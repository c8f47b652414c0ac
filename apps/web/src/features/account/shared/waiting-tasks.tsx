import { Link } from 'react-router'
import { businessWords, stepWords } from '@portal/contract/approval/approval'
import { formatAgo } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { useTasks, useWaiting } from '../account.queries.ts'
import '../account.css'

/** The user's tasks by name, each linked; nothing if there are none. */
export function WaitingTasks() {
  // Both load in parallel: one after the other they would push the content below down twice.
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
