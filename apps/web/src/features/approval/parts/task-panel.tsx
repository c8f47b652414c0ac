import { actorWords, businessWords, stepWords, type Task } from '@portal/contract/approval/approval'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { readSaid } from '../../../lib/held.ts'
import { formatAgo, formatMinute } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Holding, type Holder } from '../../../ui/process/holding.ts'
import { useView } from '../approval.queries.ts'
import { addressOfTask } from '../shared/address.ts'

interface Props {
  task: Task
  /** The task opened automatically: the focus stays where it is. */
  quiet: boolean
  /** `at` is 0 if the task has left the list; `before` and `after` say whether there is one to step to. */
  place: { at: number; of: number; more: boolean; before: boolean; after: boolean }
  onDone: () => void
  /** Holds an answer so that it can be undone for a while. */
  onHold: Holder['hold']
  /** Opens the previous (-1) or next (1) task. */
  onStep: (by: 1 | -1) => void
  onBack: () => void
}

/**
 * One task with all facts for judging it. It takes the focus when the user opens it, so that screen readers
 * announce it.
 */
export function TaskPanel({ task: t, quiet, place, onDone, onHold, onStep, onBack }: Props) {
  const view = useView(t.business)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (quiet) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.inbox-detail')?.scrollIntoView({ block: 'nearest' })
  }, [quiet])
  const { Panel } = view.data ?? {}
  const [said] = useState(() => readSaid(t.id))
  return (
    <article className="inbox-panel" aria-labelledby="inbox-task">
      <header>
        <button type="button" className="inbox-back" aria-label="返回列表" onClick={onBack}>
          <Icon name="left" />
        </button>
        <div>
          <h2 id="inbox-task" ref={heading} tabIndex={-1} data-focus-quietly>
            {t.title}
          </h2>
          <p className="muted">
            {businessWords[t.business]} · {stepWords(t.business, t.step)}
            {!t.outcome && ` · ${formatAgo(t.since)}提交`}
            {!t.outcome && t.dueAt && ` · ${formatMinute(t.dueAt)} 前处理`}
          </p>
        </div>
        <nav aria-label="任务切换">
          <span className="muted">
            {place.at > 0 ? `${place.at} / ${place.of}${place.more ? '+' : ''}` : '已不在列表中'}
          </span>
          <button
            type="button"
            aria-label="上一项"
            aria-keyshortcuts="K"
            disabled={!place.before}
            onClick={() => onStep(-1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            aria-label="下一项"
            aria-keyshortcuts="J"
            disabled={!place.after}
            onClick={() => onStep(1)}
          >
            <Icon name="down" />
          </button>
        </nav>
      </header>
      {view.isPending ? (
        <Skeleton rows={6} height={22} />
      ) : view.error ? (
        <PageError error={view.error} onRetry={() => void view.refetch()} />
      ) : Panel && !t.outcome ? (
        <Holding value={{ hold: onHold, said }}>
          <Panel task={t} onDone={onDone} />
        </Holding>
      ) : (
        <Known task={t} />
      )}
      <p className="inbox-foot">
        <Link to={addressOfTask(t)}>打开{businessWords[t.business]}完整页面</Link>
        <span className="muted no-print">
          <kbd>J</kbd> 下一项 <kbd>K</kbd> 上一项
          {!t.outcome && (
            <>
              {' '}
              <kbd>A</kbd> 到“通过” <kbd>R</kbd> 到“驳回” <kbd>Z</kbd> 撤销
            </>
          )}
        </span>
      </p>
    </article>
  )
}

/** The task's own data, for tasks that are done. */
function Known({ task: t }: { task: Task }) {
  return (
    <Card>
      <Facts
        items={[
          { label: '申请人', value: t.requester?.name },
          { label: '仪器', value: t.device?.name },
          { label: '实验室', value: t.lab?.name },
          { label: '金额', value: t.amountFen === null ? null : <MoneyText fen={t.amountFen} /> },
          { label: '处理人', value: actorWords[t.role] },
          { label: '提交时间', value: formatMinute(t.since) },
          t.actedAt !== null && { label: '审核时间', value: formatMinute(t.actedAt) },
          t.reason !== null && { label: '意见', value: t.reason, wide: true },
        ]}
      />
    </Card>
  )
}
