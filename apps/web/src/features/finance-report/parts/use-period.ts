import { useSearchParams } from 'react-router'
import { financeScopes, type FinanceScope } from '@portal/contract/finance-report/finance-report'
import { formatDay } from '../../../lib/format.ts'
import { readPeriod, type Period, type Span } from '../period.rules.ts'

/** The choice on all reports, kept in the address bar. */
export interface Choice extends Period {
  scope: FinanceScope | undefined
  today: string
  /** Query arguments of the calls. */
  asked: Span & { scope?: FinanceScope }
  /** Parameters for links to other reports. */
  kept: Record<string, string>
  choose: (part: Record<string, string | undefined>) => void
}
const KEPT = ['scope', 'period', 'from', 'to'] as const
export const KEPT_NAMES: readonly string[] = KEPT

export function usePeriod(): Choice {
  const [search, setSearch] = useSearchParams()
  const today = formatDay(new Date())
  const period = readPeriod(search, today)
  const scope = financeScopes.find((s) => s === search.get('scope'))
  return {
    ...period,
    scope,
    today,
    asked: { from: period.from, to: period.to, ...(scope && { scope }) },
    kept: Object.fromEntries(
      KEPT.flatMap((name) => {
        const value = search.get(name)
        return value ? [[name, value]] : []
      }),
    ),
    choose: (part) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now)
          next.delete('page') // other rows: back to the first page
          for (const [name, value] of Object.entries(part))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { preventScrollReset: true },
      ),
  }
}
