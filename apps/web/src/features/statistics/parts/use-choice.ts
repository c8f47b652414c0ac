import { useSearchParams } from 'react-router'
import { scopes, type Scope } from '@portal/contract/statistics/statistics'
import { ledgerNatures, type LedgerNature } from '@portal/contract/use-ledger/use-ledger'
import { formatDay } from '../../../lib/format.ts'
import { readPeriod, type PeriodName, type Span } from '../period.rules.ts'
import { useScopes } from '../statistics.queries.ts'

/** What all three screens let one choose, as the address bar holds it. */
export interface Choice extends Span {
  /** Those the person has, the widest first. */
  scopes: readonly Scope[]
  /** Undefined until it is known what the person has. */
  scope: Scope | undefined
  period: PeriodName
  nature: LedgerNature | undefined
  /** What the calls are asked. */
  asked: Span & { scope?: Scope; nature?: LedgerNature }
  /** For links to the other screens. */
  kept: Record<string, string>
  today: string
  /** A part that follows from what is chosen is said as a function of the address. */
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
  // A link from somebody who may see more shows here what one has oneself.
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
          // The address itself: two choices made before the screen is drawn again are both kept.
          const next = new URLSearchParams(window.location.search)
          const chosen = typeof part === 'function' ? part(next) : part
          next.delete('page') // other rows: from the first page again
          for (const [name, value] of Object.entries(chosen))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { preventScrollReset: true },
      ),
  }
}
