import { financeScopeWords } from '@portal/contract/finance-report/finance-report'
import { Choose, ChooseDays } from '../../../ui/form/choose.tsx'
import { CUSTOM, periodOptions } from '../period.rules.ts'
import { useSummary } from '../finance-report.queries.ts'
import type { Choice } from './use-period.ts'
import '../finance-report.css'

/** Scope and period, the same for all reports. */
export function PeriodBar({ choice }: { choice: Choice }) {
  const { name, from, to, today, choose } = choice
  const { data } = useSummary({ query: choice.asked })
  const scopes = data?.scopes ?? []
  return (
    <div className="card choose-bar no-print" role="group" aria-label="范围与期间">
      {scopes.length > 1 && (
        <Choose
          label="范围"
          value={data?.scope}
          options={scopes.map((value) => ({ value, label: financeScopeWords[value] }))}
          onChoose={(scope) => choose({ scope: scope === scopes[0] ? undefined : scope })}
        />
      )}
      <Choose
        label="期间"
        value={name}
        options={periodOptions(today, name)}
        onChoose={(period) =>
          choose(
            period === CUSTOM ? { period: CUSTOM, from, to } : { period, from: undefined, to: undefined },
          )
        }
      />
      {name === CUSTOM && <ChooseDays from={from} to={to} onChoose={choose} />}
      {data && data.closedMonths.length > 0 && (
        <span className="muted">已结账：{data.closedMonths.join('、')}</span>
      )}
    </div>
  )
}
