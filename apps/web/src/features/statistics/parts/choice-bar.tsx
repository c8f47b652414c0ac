import { scopeWords } from '@portal/contract/statistics/statistics'
import { natureWords } from '@portal/contract/use-ledger/use-ledger'
import { Choose, ChooseDays } from '../../../ui/form/choose.tsx'
import { Button } from '../../../ui/light.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { periods, periodWords, USUAL_PERIOD, type PeriodName } from '../period.rules.ts'
import type { Choice } from './use-choice.ts'
import '../statistics.css'

/** Scope, period and nature of the uses; the same on all three screens. */
export function ChoiceBar({ choice }: { choice: Choice }) {
  const { scopes, scope, period, from, to, nature, choose } = choice
  return (
    <div className="card choose-bar no-print" role="group" aria-label="统计范围与期间">
      {scopes.length > 1 && (
        <div className="statistics-segments" role="group" aria-label="范围">
          {scopes.map((s) => (
            <button
              key={s}
              type="button"
              aria-pressed={s === scope}
              onClick={() => choose({ scope: s === scopes[0] ? undefined : s })}
            >
              {scopeWords[s]}
            </button>
          ))}
        </div>
      )}
      <Choose
        label="期间"
        value={period}
        options={listOptions(periodWords)}
        onChoose={(p) => choose(p === 'custom' ? { period: p, from, to } : findPeriod(p))}
      />
      {period === 'custom' && <ChooseDays from={from} to={to} onChoose={choose} />}
      <Choose
        label="用途类别"
        value={nature ?? ''}
        options={[{ value: '', label: '全部' }, ...listOptions(natureWords)]}
        onChoose={(n) => choose({ nature: n })}
      />
      {period !== 'custom' && (
        <span className="muted">
          {from} 至 {to}
        </span>
      )}
    </div>
  )
}

/** Parameters of a period: the default period is omitted, and days are kept only if the user chose them. */
const findPeriod = (period: string) => ({
  period: period === USUAL_PERIOD ? undefined : period,
  from: undefined,
  to: undefined,
})

const LONG: readonly PeriodName[] = periods.filter((p) => p.endsWith('ear'))
/** If there is no data: links to other periods. */
export function OtherPeriods({ choice: { period, choose } }: { choice: Choice }) {
  return (
    <div className="statistics-segments">
      {LONG.filter((p) => p !== period).map((p) => (
        <Button key={p} onClick={() => choose(findPeriod(p))}>
          看{periodWords[p]}
        </Button>
      ))}
    </div>
  )
}
