import { useQuery } from '@tanstack/react-query'
import { pricePlanCalls, type BriefRow } from '@portal/contract/price-plan/price-plan'
import { makeQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'

/** The most that one question may name. */
const ASKED = 100

/** What the instruments of a page cost the reader, and where they stand; nothing for visitors. */
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
