import type { ProgressStep } from '@portal/contract/kernel/rows'
import { formatAgo, formatMinute } from '../../lib/format.ts'
import { Icon, type IconName } from '../icon.tsx'
import './detail.css'

export interface Step {
  title: string
  state: 'done' | 'current' | 'coming' | 'refused' | 'skipped'
  /** Who did it, or whose turn it is. */
  who?: string | null
  /** When it was done, or since when it waits. */
  at?: string | null
  note?: string | null
}
const stepStates: Record<ProgressStep['status'], Step['state']> = {
  done: 'done',
  current: 'current',
  next: 'coming',
  stopped: 'refused',
}
/** Converts the server's progress to steps. */
export const listSteps = (progress: readonly ProgressStep[]): Step[] =>
  progress.map((p) => ({ title: p.title, state: stepStates[p.status], who: p.who, at: p.at }))

const look: Record<Step['state'], { icon: IconName; word: string }> = {
  done: { icon: 'check', word: '已完成' },
  current: { icon: 'right', word: '进行中' },
  coming: { icon: 'more', word: '未开始' },
  refused: { icon: 'close', word: '未通过' },
  skipped: { icon: 'more', word: '无需此步' },
}

/** The strip in the width of a word, for a table row; its `aria-label` states the step titles. */
export function ProgressLine({ steps }: { steps: readonly Step[] }) {
  const words = steps.map((s) => `${s.title}${look[s.state].word}`).join('，')
  return (
    <span className="progress-line" role="img" aria-label={`进度：${words}`} title={words}>
      {steps.map((s) => (
        <i key={s.title} data-state={s.state} />
      ))}
    </span>
  )
}

/** Progress of any process: current step, who must act, since when, and what comes next. */
export function ProgressStrip({ steps, label = '办理进度' }: { steps: readonly Step[]; label?: string }) {
  const now = steps.find((s) => s.state === 'current')
  const next = now && steps.slice(steps.indexOf(now) + 1).find((s) => s.state === 'coming')
  return (
    <section className="progress card" aria-label={label}>
      <ol>
        {steps.map((s, i) => (
          <li
            key={`${s.title}${i}`}
            data-state={s.state}
            aria-current={s.state === 'current' ? 'step' : undefined}
          >
            <i>
              <Icon name={look[s.state].icon} size={15} label={look[s.state].word} />
            </i>
            <div>
              <strong>{s.title}</strong>
              {s.who && <span>{s.state === 'current' ? `等待 ${s.who}` : s.who}</span>}
              {s.at && (
                <time dateTime={s.at}>
                  {s.state === 'current' ? `${formatAgo(s.at)}开始` : formatMinute(s.at)}
                </time>
              )}
              {s.note && <span className="progress-note">{s.note}</span>}
            </div>
          </li>
        ))}
      </ol>
      {now && (
        <p>
          当前：<b>{now.title}</b>
          {now.who && `，等待 ${now.who} 处理`}
          {next ? `；下一步：${next.title}` : '；这是最后一步'}
        </p>
      )}
    </section>
  )
}
