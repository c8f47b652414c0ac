import {
  businessWords,
  outcomeWords,
  stepWords,
  waitingWord,
  type Task,
} from '@portal/contract/approval/approval'
import { formatAgo, formatMinute } from '../../../lib/format.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { isLate } from '../inbox.rules.ts'

interface Props {
  tasks: readonly Task[]
  /** When the tasks were loaded. */
  readAt: number
  open: number | undefined
  /** The ticked tasks; undefined if none can be ticked. */
  chosen: ReadonlySet<number> | undefined
  onOpen: (id: number) => void
  onChoose: (chosen: ReadonlySet<number>) => void
}
const tones: Record<NonNullable<Task['outcome']>, StateTone> = {
  approved: 'done',
  refused: 'refused',
  withdrawn: 'stopped',
}

export function TaskList({ tasks, readAt, open, chosen, onOpen, onChoose }: Props) {
  const flip = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <ul className="inbox-tasks">
      {tasks.map((t) => (
        <li key={t.id} data-open={t.id === open || undefined}>
          {chosen && (
            <input
              type="checkbox"
              aria-label={`选择 ${t.title}`}
              checked={chosen.has(t.id)}
              onChange={() => flip(t.id)}
            />
          )}
          <button
            type="button"
            aria-current={t.id === open ? 'true' : undefined}
            onClick={() => onOpen(t.id)}
          >
            <strong>
              <Whole>{t.title}</Whole>
            </strong>
            <span>
              {t.outcome ? (
                <StateTag tone={tones[t.outcome]} text={outcomeWords[t.outcome]} />
              ) : (
                <StateTag
                  tone={isLate(t, readAt) ? 'refused' : 'waiting'}
                  // A task without a deadline is never overdue; its waiting time is shown beside it.
                  text={t.dueAt && isLate(t, readAt) ? '已超时' : waitingWord(t.business, t.step)}
                />
              )}
              <em>
                {businessWords[t.business]} · {stepWords(t.business, t.step)}
              </em>
              {t.amountFen !== null && <MoneyText fen={t.amountFen} />}
            </span>
            <span>
              {t.requester && <span>{t.requester.name}</span>}
              <time dateTime={t.actedAt ?? t.since}>
                {t.actedAt ? formatMinute(t.actedAt) : `${formatAgo(t.since)}提交`}
              </time>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
