import {
  approvalSteps,
  businesses,
  businessWords,
  policyBusinesses,
  stepWords,
  type ApprovalStep,
  type Task,
} from '@portal/contract/approval/approval'
import { useHolds } from '../../../lib/session.ts'
import { KeywordForm } from '../../../ui/keyword-form.tsx'
import { Button } from '../../../ui/light.tsx'
import type { Shown } from '../inbox.rules.ts'

interface Props {
  shown: Shown
  counts: readonly (Pick<Task, 'business' | 'step'> & { count: number })[]
  onChange: (part: Partial<Shown>) => void
}
/** The server stops counting here. */
const COUNTED = 1000
const words = (n: number): string => (n === 0 ? '' : n >= COUNTED ? ` ${COUNTED - 1}+` : ` ${n}`)

/** Filters by state, business and step, with counts. */
export function InboxFilter({ shown, counts, onChange }: Props) {
  const admin = useHolds(['ADMIN'])
  const sum = (of: (c: Props['counts'][number]) => boolean) =>
    shown.state === 'done' || shown.all ? '' : words(counts.filter(of).reduce((n, c) => n + c.count, 0))
  // Businesses with approval policies are always shown, the others only if they have tasks.
  const shownBusinesses = businesses.filter(
    (b) =>
      policyBusinesses.some((p) => p === b) ||
      b === shown.business ||
      shown.all ||
      shown.state === 'done' ||
      counts.some((c) => c.business === b && c.count > 0),
  )
  // The keys of the table are the steps.
  const steps = shown.business ? (Object.keys(approvalSteps[shown.business]) as ApprovalStep[]) : []
  return (
    <div className="inbox-filter card no-print">
      <Choice
        label="任务"
        options={[
          ['waiting', '待我处理'],
          ['done', '我已处理'],
        ]}
        value={shown.state}
        onChange={(state) => onChange({ state, all: false })}
      />
      <Choice
        label="业务"
        options={[
          ['', `全部${sum(() => true)}`],
          ...shownBusinesses.map((b) => [b, `${businessWords[b]}${sum((c) => c.business === b)}`] as const),
        ]}
        value={shown.business ?? ''}
        onChange={(b) => onChange({ business: b || undefined, step: undefined })}
      />
      {shown.business && (
        <Choice
          label="环节"
          options={[
            ['', '全部环节'],
            ...steps.map(
              (s) =>
                [
                  s,
                  `${stepWords(shown.business ?? 'booking', s)}${sum((c) => c.business === shown.business && c.step === s)}`,
                ] as const,
            ),
          ]}
          value={shown.step ?? ''}
          onChange={(step) => onChange({ step: step || undefined })}
        />
      )}
      <KeywordForm
        role="search"
        aria-label="查找任务"
        words="关键词"
        placeholder="仪器、标题中的字"
        value={shown.keyword}
        onSearch={(keyword) => onChange({ keyword })}
      >
        <Button type="submit" icon="search">
          查询
        </Button>
      </KeywordForm>
      {admin && shown.state === 'waiting' && (
        <label className="inbox-all">
          <input type="checkbox" checked={shown.all} onChange={(e) => onChange({ all: e.target.checked })} />{' '}
          全校待办
        </label>
      )}
    </div>
  )
}

function Choice<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly (readonly [V, string])[]
  value: V
  onChange: (value: V) => void
}) {
  return (
    <div className="inbox-choice" role="group" aria-label={label}>
      {options.map(([v, text]) => (
        <button key={v} type="button" aria-pressed={v === value} onClick={() => onChange(v)}>
          {text}
        </button>
      ))}
    </div>
  )
}
