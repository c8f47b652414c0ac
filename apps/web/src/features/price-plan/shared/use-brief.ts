import { useQueries } from '@tanstack/react-query'
import { pricePlanCalls, type BriefRow } from '@portal/contract/price-plan/price-plan'
import { joinAnswers, splitAsked } from '../../../lib/hints.ts'
import { makeQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'

/** Price for the reader and place of a page's instruments; empty for visitors. */
export function useBrief(deviceIds: readonly number[]): ReadonlyMap<number, BriefRow | null> {
  const known = useUser() !== null
  const asked = splitAsked(known ? deviceIds : [])
  const answers = useQueries({
    queries: asked.map((ids) => ({
      ...makeQuery(pricePlanCalls.brief, { query: { deviceIds: ids.join(',') } }),
      staleTime: 60_000,
    })),
  })
  return joinAnswers<BriefRow>(asked, answers)
}
