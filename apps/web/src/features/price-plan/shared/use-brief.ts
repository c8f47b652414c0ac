import { useQuery } from '@tanstack/react-query'
import { pricePlanCalls, type BriefRow } from '@portal/contract/price-plan/price-plan'
import { makeQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'

/** The most devices per request. */
const ASKED = 100

/** Price for the reader and place of a page's instruments; empty for visitors. */
export function useBrief(deviceIds: readonly number[]): ReadonlyMap<number, BriefRow> {
  const known = useUser() !== null
  const asked = deviceIds.slice(0, ASKED)
  const { data } = useQuery({
    ...makeQuery(pricePlanCalls.brief, { query: { deviceIds: asked.join(',') } }),
    enabled: known && asked.length > 0,
    staleTime: 60_000,
  })
  return new Map(data?.map((row) => [row.deviceId, row]))
}
