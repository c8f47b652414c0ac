import { useId } from 'react'
import { financeScopeWords } from '@portal/contract/finance-report/finance-report'
import { DayInput } from '../../../ui/form/dates.tsx'
import { CUSTOM, periodOptions } from '../period.rules.ts'
import { useSummary } from '../finance-report.queries.ts'
import type { Choice } from './use-period.ts'
import '../finance-report.css'

/** Whose money, and of when: the same on all reports. */
export function PeriodBar({ choice }: { choice: Choice }) {
  const id = useId()
  const { name, from, to, today, choose } = choice
  const { data } = useSummary({ query: choice.asked })
  const scopes = data?.scopes ?? []
  return (
    <div className="card finance-bar no-print" role="group" aria-label="范围与期间">
      {scopes.length > 1 && (
        <span className="finance-choose">
          <label htmlFor={`${id}-scope`}>范围</label>
          <select
            id={`${id}-scope`}
            value={data?.scope}
            onChange={(e) => choose({ scope: e.target.value === scopes[0] ? undefined : e.target.value })}
          >
            {scopes.map((s) => (
              <option key={s} value={s}>
                {financeScopeWords[s]}
              </option>
            ))}
          </select>
        </span>
      )}
      <span className="finance-choose">
        <label htmlFor={`${id}-period`}>期间</label>
        <select
          id={`${id}-period`}
          value={name}
          onChange={(e) =>
            choose(
              e.target.value === CUSTOM
                ? { period: CUSTOM, from, to }
                : { period: e.target.value, from: undefined, to: undefined },
            )
          }
        >
          {periodOptions(today, name).map((o) => (
            <option key={o.value} value={o.value}>
              {o.label}
            </option>
          ))}
        </select>
      </span>
      {name === CUSTOM && (
        <>
          <span className="finance-choose">
            <label htmlFor={`${id}-from`}>从</label>
            <DayInput
              id={`${id}-from`}
              value={from}
              notAfter={to}
              onChange={(day) => day && choose({ from: day })}
            />
          </span>
          <span className="finance-choose">
            <label htmlFor={`${id}-to`}>至</label>
            <DayInput
              id={`${id}-to`}
              value={to}
              notBefore={from}
              onChange={(day) => day && choose({ to: day })}
            />
          </span>
        </>
      )}
      {data && data.closedMonths.length > 0 && (
        <span className="muted">已结账：{data.closedMonths.join('、')}</span>
      )}
    </div>
  )
}
