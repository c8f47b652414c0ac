import { useSearchParams } from 'react-router'
import { scopes, type Scope } from '@portal/contract/statistics/statistics'
import { ledgerNatures, type LedgerNature } from '@portal/contract/use-ledger/use-ledger'
import { formatDay } from '../../../lib/format.ts'
import { readPeriod, type PeriodName, type Span } from '../period.rules.ts'
import { useScopes } from '../statistics.queries.ts'

/** The choice on all three screens, kept in the address bar. */
export interface Choice extends Span {
  /** The scopes that the user has, widest first. */
  scopes: readonly Scope[]
  /** Undefined until the user's scopes are known. */
  scope: Scope | undefined
  period: PeriodName
  nature: LedgerNature | undefined
  /** Query arguments of the calls. */
  asked: Span & { scope?: Scope; nature?: LedgerNature; labId?: string }
  /** Parameters for links to the other screens. */
  kept: Record<string, string>
  today: string
  /** Changes a part of the choice; pass a function if it depends on the current address. */
  choose: (part: Part | ((now: URLSearchParams) => Part)) => void
}
type Part = Record<string, string | undefined>

const KEPT = ['scope', 'period', 'from', 'to', 'nature'] as const

export function useChoice(): Choice {
  const [search, setSearch] = useSearchParams()
  const { data } = useScopes({}, { staleTime: 300_000 })
  const today = formatDay(new Date())
  const { period, from, to } = readPeriod(search, today)
  const nature = ledgerNatures.find((n) => n === search.get('nature'))
  const wanted = scopes.find((s) => s === search.get('scope'))
  // A link from a user with wider rights falls back to the reader's own scope.
  const scope = wanted && (!data || data.includes(wanted)) ? wanted : undefined
  return {
    scopes: data ?? [],
    scope: scope ?? data?.[0],
    period,
    from,
    to,
    nature,
    asked: { ...(scope && { scope }), from, to, ...(nature && { nature }) },
    kept: Object.fromEntries(
      KEPT.flatMap((name) => {
        const value = search.get(name)
        return value ? [[name, value]] : []
      }),
    ),
    today,
    choose: (part) =>
      setSearch(
        () => {
          // Reads the address itself, so that two changes before the next render are both kept.
          const next = new URLSearchParams(window.location.search)
          const chosen = typeof part === 'function' ? part(next) : part
          next.delete('page') // other rows: back to the first page
          for (const [name, value] of Object.entries(chosen))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { preventScrollReset: true },
      ),
  }
}
